import DocMerge
import DocMergeSystem
public import Foundation

/// The place of all documents of a program: on this computer alone, or in a container.
///
/// There is one choice for all documents. It is stored in the user's settings, and can be changed: then every document
/// moves to the other side.
public struct DocumentStorage: Sendable {
  /// One of the two sides.
  public enum Choice: Sendable, Hashable {
    /// The user's folder for documents.
    case local
    /// The folder `Documents` of a container.
    case container(identifier: String)
  }

  /// The containers to choose from.
  public let containers: UbiquityContainers
  /// The folder of the local side.
  public let localFolder: URL
  /// The file that stores the choice.
  public let settings: URL

  /// Makes the storage of a program.
  ///
  /// - Parameters:
  ///   - program: the name of the program, also of its folder.
  ///   - containers: the containers to choose from.
  ///   - environment: the environment with the XDG directories.
  public init(
    program: String, containers: UbiquityContainers = .standard,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let folders = XDGFolders(environment: environment)
    self.containers = containers
    localFolder = folders.documentsFolder.appendingPathComponent(program, isDirectory: true)
    settings = folders.configFolder.appendingPathComponent("docmerge/storage-\(program)")
  }

  // MARK: The choice

  /// The content of the settings: a choice, and the old choice if a move was interrupted.
  private struct Note {
    var choice: Choice
    var old: Choice?
  }

  /// The choice; `nil` before the first one, and where the settings cannot be read, which ``documentsFolder()`` reports.
  public var choice: Choice? { (try? note())?.choice }

  /// Whether a switch was interrupted: ``resume()`` continues it.
  public var isSwitching: Bool { (try? note())?.old != nil }

  /// Whether there is a container that can be chosen.
  public var isContainerAvailable: Bool {
    containers.url(forUbiquityContainerIdentifier: nil) != nil
  }

  /// The folder of the documents; the local one before the first choice.
  ///
  /// - Throws: ``PlaceError/noSuchContainer(_:)``, `CocoaError` when the settings cannot be read.
  public func documentsFolder() throws -> URL { try folder(of: note()?.choice ?? .local) }

  /// Notes a choice, and moves every document to that side.
  ///
  /// Every document is at one of the two sides at any moment. If this is interrupted, even by a power cut, ``resume()``
  /// moves the rest. A document whose name is taken there gets a number.
  ///
  /// Damaged settings are replaced, and no document moves then.
  ///
  /// - Parameter new: the choice.
  /// - Throws: ``PlaceError``, `CocoaError`; documents that moved by then stay there.
  public func choose(_ new: Choice) throws {
    let target = try folder(of: new)
    do {
      try resume()
    } catch CocoaError.fileReadCorruptFile {
      // Which side the documents are at is not known: the choice counts from now on, and none moves.
      return try write(Note(choice: new))
    }
    guard let old = try note()?.choice, old != new else { return try write(Note(choice: new)) }
    try write(Note(choice: new, old: old))
    try move(from: try folder(of: old), to: target)
    try write(Note(choice: new))
  }

  /// Continues a switch that was interrupted; without one, does nothing.
  ///
  /// - Throws: as ``choose(_:)``.
  public func resume() throws {
    guard let note = try note(), let old = note.old else { return }
    try move(from: try folder(of: old), to: try folder(of: note.choice))
    try write(Note(choice: note.choice))
  }

  private func folder(of choice: Choice) throws -> URL {
    switch choice {
    case .local: return localFolder
    case .container(let identifier):
      guard let url = containers.documentsURL(forUbiquityContainerIdentifier: identifier) else {
        throw PlaceError.noSuchContainer(identifier)
      }
      return url
    }
  }

  // MARK: Moving

  private func move(from old: URL, to new: URL) throws {
    let source = SystemPath(wrapperPath: old)
    var listing = ItemListing(root: source, watch: nil)
    listing.refreshAll()
    // Documents in a folder that cannot be listed would stay behind, unseen by the program.
    if let failure = listing.failure {
      throw failure.cocoa(isWriting: false, at: SystemPath(failure.path))
    }
    let saved = try [old, new].compactMap { try UbiquityContainers.openContainer(holding: $0) }
    // Edits that no version keeps yet must be saved before they leave a container.
    for container in saved { _ = try container.save() }
    for path in listing.items.keys.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      let inside = path.bytes.dropFirst(source.bytes.count + 1)
      let target = new.appendingPathComponent(String(decoding: inside, as: UTF8.self))
      let place = URL(fileURLWithPath: String(decoding: path.bytes, as: UTF8.self))
      try containers.coordination.coordinateMove(from: place, to: try free(target)) {
        try WholeMove.move($0, to: $1)
      }
    }
    for container in saved { _ = try container.save() }
  }

  /// The URL, or one with a number if it is taken.
  private func free(_ url: URL) throws -> URL {
    guard try FileStatus.of(SystemPath(wrapperPath: url)) != nil else { return url }
    let folder = url.deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let name = DocumentNaming.named(DisplayName.fileName(of: url)).name(
      avoiding: names.map { String($0[..<DocumentNaming.stem(of: $0)]) })
    let free = folder.appendingPathComponent(name)
    return url.pathExtension.isEmpty ? free : free.appendingPathExtension(url.pathExtension)
  }

  // MARK: Settings

  /// The note; `nil` before the first choice.
  ///
  /// - Throws: `CocoaError` when it cannot be read: another folder than the chosen one would seem to be empty.
  private func note() throws -> Note? {
    let text: String
    do {
      text = try String(contentsOf: settings, encoding: .utf8)
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      return nil
    }
    let lines = text.split(separator: "\n")
    guard let choice = lines.first.flatMap(DocumentStorage.choice) else {
      throw CocoaError(.fileReadCorruptFile, userInfo: [NSURLErrorKey: settings])
    }
    return Note(choice: choice, old: lines.dropFirst().first.flatMap(DocumentStorage.choice))
  }

  private func write(_ note: Note) throws {
    let lines = [note.choice, note.old].compactMap { $0 }.map { choice in
      switch choice {
      case .local: "local\n"
      case .container(let identifier): "container \(identifier)\n"
      }
    }
    try Disk.system.makeFolder(SystemPath(wrapperPath: settings.deletingLastPathComponent()))
    try WholeFile.replace(settings.path, with: Array(lines.joined().utf8))
  }

  private static func choice(_ line: Substring) -> Choice? {
    if line == "local" { return .local }
    guard line.hasPrefix("container ") else { return nil }
    return .container(identifier: String(line.dropFirst("container ".count)))
  }
}
