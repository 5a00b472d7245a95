public import Foundation
import Synchronization

/// Small values, such as settings, that the programs of one person share on all computers.
///
/// They are kept in a file of a container, `KeyValueStore.plist` beside the folder for documents, which is
/// synced and has versions like any document. Values are what a property list can hold.
///
///     let store = KeyValueStore.default
///     store.set("dark", forKey: "theme")
///     store.synchronize()
///
/// Values are written a moment after they are set, or by ``synchronize()``. When two computers set values
/// independently, each key gets the value of the one that changed it; if both changed the same key, the later one.
/// Without a container, values are kept in memory only.
public final class KeyValueStore: NSObject, Sendable {
  /// The store in the default container of ``UbiquityContainers/standard``.
  public static let `default` = KeyValueStore()

  /// Posted when other programs or computers changed values; see ``changedKeysKey``.
  public static let didChangeExternallyNotification = Notification.Name(
    "NSUbiquitousKeyValueStoreDidChangeExternallyNotification")
  /// In the `userInfo` of the notification: the reason of the change, a number.
  public static let changeReasonKey = "NSUbiquitousKeyValueStoreChangeReasonKey"
  /// In the `userInfo` of the notification: the keys whose values changed.
  public static let changedKeysKey = "NSUbiquitousKeyValueStoreChangedKeysKey"
  /// The reason that others changed values.
  public static let serverChange = 0
  /// The reason that the container was replaced by another one.
  public static let accountChange = 3

  private struct State: Sendable {
    /// The containers in which the file was searched, and the result.
    var containers: UbiquityContainers?
    var file: KeyValueFile?
    /// All values, each as a property list.
    var values: [String: Data] = [:]
    /// The values that are not written yet; `nil` for removed ones.
    var edits: [String: Data?] = [:]
    var isWriteDue = false
  }

  private let identifier: String?
  private let containers: UbiquityContainers?
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "docmerge.values")

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - identifier: the container; `nil` for the default one.
  ///   - containers: where it is searched; `nil` for ``UbiquityContainers/standard`` at that time.
  public init(identifier: String? = nil, containers: UbiquityContainers? = nil) {
    self.identifier = identifier
    self.containers = containers
  }

  deinit {
    if let file = state.withLock(\.file) { FileCoordinator.removeFilePresenter(file) }
  }

  // MARK: Any values

  /// The value of a key; `nil` when it has none.
  public func object(forKey aKey: String) -> Any? {
    meetFile()
    return state.withLock { $0.values[aKey] }.flatMap(KeyValueFile.decode)
  }

  /// Sets the value of a key; `nil`, or a value that no property list can hold, removes it.
  public func set(_ anObject: Any?, forKey aKey: String) {
    meetFile()
    let value = anObject.flatMap(KeyValueFile.encode)
    let isDue = state.withLock { state in
      state.values[aKey] = value
      state.edits.updateValue(value, forKey: aKey)
      defer { state.isWriteDue = true }
      return !state.isWriteDue
    }
    guard isDue else { return }
    // The value is written even if the store is released meanwhile.
    queue.asyncAfter(deadline: .now() + .milliseconds(500)) { self.synchronize() }
  }

  /// Removes the value of a key.
  public func removeObject(forKey aKey: String) { set(nil as Any?, forKey: aKey) }

  /// All keys and their values.
  public var dictionaryRepresentation: [String: Any] {
    meetFile()
    return state.withLock { $0.values }.compactMapValues(KeyValueFile.decode)
  }

  // MARK: The file

  /// Writes new values, and reads those of others; other computers get them by a sync.
  ///
  /// - Returns: whether that succeeded; false without a container.
  @discardableResult
  public func synchronize() -> Bool {
    meetFile()
    guard let file = state.withLock(\.file) else { return false }
    let edits = state.withLock { state in
      state.isWriteDue = false
      return state.edits
    }
    let found: [String: Data]
    do {
      found = try file.exchange(edits)
    } catch {
      KeyValueStore.tell("values are not written to", file, error)
      return false
    }
    let changed = state.withLock { state in
      // Values that were set meanwhile are newer.
      state.edits = state.edits.filter { edits[$0.key] != $0.value }
      var values = found
      for (key, value) in state.edits { values[key] = value }
      let keys = Set(values.keys).union(state.values.keys)
      defer { state.values = values }
      return Set(keys.filter { values[$0] != state.values[$0] })
    }
    tell(changed, KeyValueStore.serverChange)
    return true
  }

  /// Finds the file, or another one if the containers have changed, and reads it.
  private func meetFile() {
    let containers = self.containers ?? .standard
    let (old, isKnown) = state.withLock {
      ($0.file, $0.file != nil && $0.containers === containers)
    }
    guard !isKnown else { return }
    let url = containers.url(forUbiquityContainerIdentifier: identifier)?
      .appendingPathComponent("KeyValueStore.plist")
    guard old?.url != url else { return }
    if let old { FileCoordinator.removeFilePresenter(old) }
    let file = url.map { url in KeyValueFile(url) { [weak self] in self?.synchronize() } }
    let values = file.map(KeyValueStore.values) ?? [:]
    let changed = state.withLock { state in
      let keys = Set(values.keys).union(state.values.keys)
      defer { state = State(containers: containers, file: file, values: values) }
      return old == nil ? [] : Set(keys.filter { values[$0] != state.values[$0] })
    }
    if let file { FileCoordinator.addFilePresenter(file) }
    tell(changed, KeyValueStore.accountChange)
  }

  /// The values of a file; none if it cannot be read now.
  private static func values(of file: KeyValueFile) -> [String: Data] {
    do {
      return try KeyValueFile.read(file.url)
    } catch {
      tell("no values are read from", file, error)
      return [:]
    }
  }

  /// Reports a failure on standard error: programs that get and set values are given none.
  private static func tell(_ words: String, _ file: KeyValueFile, _ error: any Error) {
    let line = "docmerge: \(words) \(file.url.path): \(error)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }

  private func tell(_ keys: Set<String>, _ reason: Int) {
    guard !keys.isEmpty else { return }
    NotificationCenter.default.post(
      name: KeyValueStore.didChangeExternallyNotification, object: self,
      userInfo: [
        KeyValueStore.changeReasonKey: reason, KeyValueStore.changedKeysKey: keys.sorted(),
      ])
  }
}
