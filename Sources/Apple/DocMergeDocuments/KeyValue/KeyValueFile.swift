import DocMerge
import Foundation

/// The file with the values of a ``KeyValueStore``, which reports changes by others.
final class KeyValueFile: FilePresenter, Sendable {
  let url: URL
  let presentedItemOperationQueue: OperationQueue
  private let changed: @Sendable () -> Void

  init(_ url: URL, changed: @escaping @Sendable () -> Void) {
    self.url = url
    self.changed = changed
    presentedItemOperationQueue = OperationQueue()
    presentedItemOperationQueue.maxConcurrentOperationCount = 1
  }

  var presentedItemURL: URL? { url }

  func presentedItemDidChange() { changed() }

  func presentedItemDidGain(_ version: PresentedVersion) { changed() }

  // MARK: Reading and writing

  /// Writes new values into the file, if there are any, and returns the values of the file.
  ///
  /// Versions in conflict become one.
  ///
  /// - Throws: ``CoordinationError``, `CocoaError`, `ContainerError`, `GitError`.
  func exchange(_ edits: [String: Data?]) throws -> [String: Data] {
    let coordinator = FileCoordinator(filePresenter: self)
    if try edits.isEmpty && FileVersion.conflicts(url).isEmpty {
      return try coordinator.coordinate(readingItemAt: url, options: .withoutChanges) {
        try KeyValueFile.read($0)
      }
    }
    return try coordinator.coordinate(writingItemAt: url) { url in
      _ = try DocumentFile.resolve(url, using: KeyValueFile.resolver, keepsVersions: false)
      var values = try KeyValueFile.read(url)
      let old = values
      for (key, value) in edits { values[key] = value }
      guard values != old else { return values }
      let bytes = try KeyValueFile.file(values)
      try SafeWriter(url: url, attributes: [:]).write { new, _ in
        try DocumentFile.write(Data(bytes), to: new, original: nil)
      }
      _ = try DocumentFile.keepVersion(of: url)
      return values
    }
  }

  /// The values in a file; none when there is no file.
  ///
  /// - Throws: `CocoaError` if it is no property list.
  static func read(_ url: URL) throws -> [String: Data] {
    guard VersionedItem.exists(url) else { return [:] }
    return try values(Array(Data(contentsOf: url)))
  }

  private static func values(_ bytes: [UInt8]) throws -> [String: Data] {
    let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    guard let values = list as? [String: Any] else { throw CocoaError(.propertyListReadCorrupt) }
    return values.compactMapValues(encode)
  }

  private static func file(_ values: [String: Data]) throws -> [UInt8] {
    let list = values.compactMapValues(decode)
    return Array(
      try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0))
  }

  /// Each key gets the value of the side that changed it; of several, the first, which is the current version.
  private static var resolver: ModelResolver<[String: Data]> {
    ModelResolver(decode: values, encode: file) { base, versions in
      let base = base ?? [:]
      return versions.reversed().reduce(into: base) { result, version in
        for key in Set(version.keys).union(base.keys) where version[key] != base[key] {
          result[key] = version[key]
        }
      }
    }
  }

  // MARK: Values

  /// A value as a property list; `nil` if it cannot be one.
  static func encode(_ value: Any) -> Data? {
    guard PropertyListSerialization.propertyList([value], isValidFor: .xml) else { return nil }
    return try? PropertyListSerialization.data(
      fromPropertyList: [value], format: .xml, options: 0)
  }

  static func decode(_ data: Data) -> Any? {
    let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
    return (list as? [Any])?.first
  }
}
