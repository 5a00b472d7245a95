import DocMerge
import DocMergeSystem
public import Foundation
import Synchronization

/// The containers that programs of this person share, by identifier.
///
/// They are in `docmerge/containers` in the data folder (`$XDG_DATA_HOME`, by default `~/.local/share`): each name
/// there is an identifier, and the folder, or the target of a link, is the container. Documents are in its subfolder
/// `Documents`; other files in the container are data of the app.
///
///     let containers = UbiquityContainers.standard
///     let url = try containers.makeContainer(identifier: "org.example.notes")
///     let documents = url.appendingPathComponent("Documents")
public final class UbiquityContainers: Sendable {
  /// The containers of this person, which queries use by default.
  ///
  /// A program may replace them when it starts, and a test may do so for itself.
  public static var standard: UbiquityContainers {
    get { chosen.withLock { $0 } }
    set {
      chosen.withLock { $0 = newValue }
      NotificationCenter.default.post(name: didChangeNotification, object: nil)
    }
  }

  /// Posted when ``standard`` was set.
  public static let didChangeNotification = Notification.Name(
    "NSUbiquityIdentityDidChangeNotification")

  private static let chosen = Mutex(UbiquityContainers())

  /// The folder with one entry for each container.
  public let folder: URL
  /// The identifier of the container for `nil`; without it, the first one.
  public let defaultIdentifier: String?
  /// The identifiers of the program's own containers; `nil` if all are.
  ///
  /// Documents in the others are external ones to queries.
  public let ownIdentifiers: Set<String>?

  private struct State {
    var coordination: any FileAccessCoordination = CoordinatedMoves()
    var misuse: @Sendable (String) -> Void = { words in
      FileHandle.standardError.write(Data("docmerge: \(words)\n".utf8))
    }
  }

  private let state = Mutex(State())

  /// Makes the list of the containers in a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder; by default, the one of the XDG directories.
  ///   - defaultIdentifier: the container for `nil`; by default, the one of `DOCMERGE_CONTAINER` in the environment.
  ///   - ownIdentifiers: the program's own containers; `nil` for all.
  public init(
    folder: URL? = nil, defaultIdentifier: String? = nil, ownIdentifiers: Set<String>? = nil
  ) {
    self.folder =
      folder
      ?? XDGFolders.current.dataFolder.appendingPathComponent(
        "docmerge/containers", isDirectory: true)
    self.defaultIdentifier =
      defaultIdentifier ?? ProcessInfo.processInfo.environment["DOCMERGE_CONTAINER"]
    self.ownIdentifiers = ownIdentifiers
  }

  /// The coordination before a document is moved or deleted.
  public var coordination: any FileAccessCoordination {
    get { state.withLock(\.coordination) }
    set { state.withLock { $0.coordination = newValue } }
  }

  /// Receives reports of calls that block the main thread; by default, standard error.
  public var misuseHandler: @Sendable (String) -> Void {
    get { state.withLock(\.misuse) }
    set { state.withLock { $0.misuse = newValue } }
  }

  // MARK: Finding

  /// The identifiers of all containers, sorted.
  public var identifiers: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { place(of: $0) != nil }.sorted()
  }

  /// The URL of the container with this identifier.
  ///
  /// Reads the file system, and never a remote.
  ///
  /// - Parameter identifier: the identifier; `nil` for the default one.
  /// - Returns: the folder that holds `Documents`; `nil` when there is no such container.
  public func url(forUbiquityContainerIdentifier identifier: String?) -> URL? {
    guard let identifier = identifier ?? defaultIdentifier ?? firstOwn else { return nil }
    return place(of: identifier)
  }

  /// The folder of the documents of a container: its subfolder `Documents`.
  ///
  /// - Parameter identifier: the identifier; `nil` for the default one.
  /// - Returns: the folder, which may be missing; `nil` when there is no such container.
  public func documentsURL(forUbiquityContainerIdentifier identifier: String?) -> URL? {
    url(forUbiquityContainerIdentifier: identifier)?
      .appendingPathComponent("Documents", isDirectory: true)
  }

  private var firstOwn: String? {
    identifiers.first { ownIdentifiers?.contains($0) ?? true }
  }

  private func place(of identifier: String) -> URL? {
    guard UbiquityContainers.isAllowed(identifier) else { return nil }
    let entry = folder.appendingPathComponent(identifier, isDirectory: true)
    // A container that cannot be opened now still exists: another one must not take its place.
    guard let path = try? SystemPath.resolved(entry.path),
      (try? FileStatus.of(SystemPath("\(path)/.docmerge")))?.form == .folder
    else { return nil }
    return URL(fileURLWithPath: path, isDirectory: true)
  }

  private static func isAllowed(_ identifier: String) -> Bool {
    FileWrapperWriter.isAllowed(identifier) && !identifier.hasPrefix(".")
  }

  // MARK: Making

  /// Makes a container, with a folder for documents; an existing one is unchanged.
  ///
  /// - Parameter identifier: its name, such as `org.example.notes`.
  /// - Returns: its URL.
  /// - Throws: ``PlaceError/invalidIdentifier(_:)``, `ContainerError`, `FileError`, `GitError`.
  @discardableResult
  public func makeContainer(identifier: String) throws -> URL {
    if let url = place(of: identifier) { return url }
    guard UbiquityContainers.isAllowed(identifier) else {
      throw PlaceError.invalidIdentifier(identifier)
    }
    let entry = folder.appendingPathComponent(identifier, isDirectory: true)
    try Disk.system.makeFolder(SystemPath(entry.appendingPathComponent("Documents").path))
    let container = try Container.create(at: entry.path).container
    return URL(fileURLWithPath: container.path, isDirectory: true)
  }

  /// Gives a container in another place an identifier.
  ///
  /// - Parameters:
  ///   - url: the container.
  ///   - identifier: its name.
  /// - Throws: ``PlaceError``, `ContainerError`, `CocoaError` when the name is in use.
  public func connect(containerAt url: URL, identifier: String) throws {
    guard UbiquityContainers.isAllowed(identifier) else {
      throw PlaceError.invalidIdentifier(identifier)
    }
    let container = try Container(path: url.path)
    try Disk.system.makeFolder(SystemPath(folder.path))
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPathComponent(identifier).path, withDestinationPath: container.path)
  }

  // MARK: Identity

  /// Represents the containers and the people who share them; equal tokens mean that nothing changed.
  ///
  /// It changes with the containers, and with their remotes; `nil` without containers.
  public var identityToken: (any NSCoding & NSCopying & NSObjectProtocol)? {
    let parts = identifiers.compactMap { name -> String? in
      guard let url = place(of: name), let container = try? Container(path: url.path) else {
        return nil
      }
      let remotes = (try? container.remotes.all().map { "\($0.name)=\($0.url)" }) ?? []
      return ([name, url.path] + remotes.sorted()).joined(separator: "\n")
    }
    return parts.isEmpty ? nil : NSData(data: Data(parts.joined(separator: "\n\n").utf8))
  }
}
