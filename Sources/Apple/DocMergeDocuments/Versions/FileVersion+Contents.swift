import DocMerge
import DocMergeSystem
public import Foundation

extension FileVersion {
  /// How a version replaces a file.
  public struct ReplacingOptions: OptionSet, Sendable {
    /// The bits, as in Apple's class.
    public let rawValue: UInt

    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The version is removed when its contents are in place.
    public static let byMoving = ReplacingOptions(rawValue: 1 << 0)
  }

  /// How a version is added.
  public struct AddingOptions: OptionSet, Sendable {
    /// The bits, as in Apple's class.
    public let rawValue: UInt

    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The file with the contents is removed when they are kept.
    public static let byMoving = AddingOptions(rawValue: 1 << 0)
  }

  /// Writes the contents of the version to a URL, replacing the item there or as a new one.
  ///
  /// On the version's own document this is an operation of the container, like `docmerge restore`. Call it in a
  /// coordinated write, like everything that changes files.
  ///
  /// - Parameters:
  ///   - url: the URL; it need not be the document's own.
  ///   - options: whether the version is removed.
  /// - Returns: the URL of the contents: with the extension of the version if it had another one.
  /// - Throws: `CocoaError`, such as when the version records a deletion, or its contents are not here.
  @discardableResult
  public func replaceItem(at url: URL, options: ReplacingOptions = []) throws -> URL {
    Misuse.check(url, forWriting: true) { "\($0) is replaced by a version" }
    return try DocumentFailure.translate(at: url) { try replace(url, options) }
  }

  private func replace(_ url: URL, _ options: ReplacingOptions) throws -> URL {
    guard case .container(let container, let id, let entry) = home else {
      guard !url.isSameItem(as: itemURL) else { return url }
      try VersionFiles.write(try VersionFiles.contents(at: itemURL), to: url)
      return url
    }
    // Before anything is moved: a version without contents replaces nothing.
    let contents = try VersionFiles(container: container).contents(of: entry, at: itemURL)
    let target = renamed(url, as: entry)
    if let item = try VersionedItem.findSaved(url), item.document.id == id {
      if target != url, let place = try VersionedItem.place(of: target) {
        try container.move(id, to: place.path)
      }
      if !isCurrent { _ = try container.restore(id, to: entry.version) }
    } else {
      try VersionFiles.write(contents, to: target)
      if target != url, VersionedItem.exists(url) {
        try FileManager.default.removeItem(at: url)
      }
      if let place = try VersionedItem.place(of: target) {
        _ = try place.container.save([place.path])
      }
    }
    if options.contains(.byMoving), !isCurrent { try discard() }
    return target
  }

  private func renamed(_ url: URL, as entry: HistoryEntry) -> URL {
    let name = String(decoding: entry.path.name, as: UTF8.self)
    let wanted = (name as NSString).pathExtension
    guard !wanted.isEmpty, wanted.lowercased() != url.pathExtension.lowercased() else {
      return url
    }
    return url.deletingPathExtension().appendingPathExtension(wanted)
  }

  /// Keeps the contents of another file, or of a folder for a package, as an old version of a document.
  ///
  /// - Parameters:
  ///   - url: the document.
  ///   - contentsURL: the file with the contents; may be the document itself.
  ///   - options: whether that file is removed.
  /// - Returns: the version.
  /// - Throws: `CocoaError`, such as when the document is in no container, or there are no contents at the URL.
  public static func addOfItem(
    at url: URL, withContentsOf contentsURL: URL, options: AddingOptions = []
  ) throws -> FileVersion {
    Misuse.check(url, forWriting: true) { "a version of \($0) is added" }
    return try DocumentFailure.translate(at: url) { try add(to: url, contentsURL, options) }
  }

  private static func add(
    to url: URL, _ contentsURL: URL, _ options: AddingOptions
  ) throws -> FileVersion {
    let item = try VersionedItem.require(url)
    let new = Container.ForeignVersion(
      contents: try VersionFiles.contents(at: contentsURL),
      author: item.document.current.author, computer: item.document.current.computer,
      date: VersionedItem.date(of: contentsURL).map(Timestamp.init) ?? .now,
      message: "Add a version of \(item.path.display)")
    let version = try item.container.addOldVersion(new, to: item.document.id)
    if options.contains(.byMoving) { try FileManager.default.removeItem(at: contentsURL) }
    VersionNews.gained.send(version.id.description, of: url)
    return FileVersion(
      url,
      .container(item.container, item.document.id, try item.container.entry(version.id)),
      isCurrent: false, isConflict: false)
  }

  /// A new folder for preparing the contents of a version; the caller removes it.
  ///
  /// - Throws: `CocoaError`.
  public static func temporaryDirectoryURLForNewVersionOfItem(at url: URL) throws -> URL {
    let folder =
      try VersionedItem.place(of: url).map { $0.container.scratchFolder.description }
      ?? NSTemporaryDirectory()
    let new = URL(fileURLWithPath: folder, isDirectory: true)
      .appendingPathComponent("new-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
    return new
  }

  /// Makes a conflict on purpose: a version like one sent by another computer.
  ///
  /// For tests of programs, which need conflicts without a second computer:
  ///
  ///     try "theirs".write(to: url, …)
  ///     let version = try FileVersion.makeConflict(
  ///       ofItemAt: url, contents: Data("ours".utf8), computer: "tablet")
  ///
  /// The version has the parents of the current one, so that both have a common base if the document was saved at least
  /// twice.
  ///
  /// - Parameters:
  ///   - url: a document in a container.
  ///   - contents: the contents of the version.
  ///   - computer: the name of the computer in it.
  ///   - person: the name of the person.
  ///   - date: its modification date; by default a second before that of the current version. With a later one it
  ///     becomes the current version.
  /// - Returns: the version.
  /// - Throws: `CocoaError`, such as when the file is in no container.
  @discardableResult
  public static func makeConflict(
    ofItemAt url: URL, contents: Data, computer: String = "other computer",
    person: String = "Another Person", date: Date? = nil
  ) throws -> FileVersion {
    try DocumentFailure.translate(at: url) {
      try makeConflict(
        ofItemAt: url, .file(Array(contents), isExecutable: false), computer, person, date)
    }
  }

  /// Makes the same with the contents of a file or, for a package, of a folder.
  ///
  /// - Parameters:
  ///   - url: a document in a container.
  ///   - contentsURL: the file or folder with the contents.
  ///   - computer: the name of the computer in it.
  ///   - person: the name of the person.
  ///   - date: its modification date; by default a second before that of the current version.
  /// - Returns: the version.
  /// - Throws: `CocoaError`, such as when the item is in no container, or there are no contents.
  @discardableResult
  public static func makeConflict(
    ofItemAt url: URL, withContentsOf contentsURL: URL, computer: String = "other computer",
    person: String = "Another Person", date: Date? = nil
  ) throws -> FileVersion {
    try DocumentFailure.translate(at: url) {
      try makeConflict(
        ofItemAt: url, try VersionFiles.contents(at: contentsURL), computer, person, date)
    }
  }

  private static func makeConflict(
    ofItemAt url: URL, _ contents: DocumentContents, _ computer: String, _ person: String,
    _ date: Date?
  ) throws -> FileVersion {
    let item = try VersionedItem.require(url)
    let current = try item.container.entry(item.document.current.id)
    let before = Timestamp(nanoseconds: current.version.date.nanoseconds - 1_000_000_000)
    let new = Container.ForeignVersion(
      contents: contents, author: Person(name: person, email: "person@example.org"),
      computer: computer, date: date.map(Timestamp.init) ?? before,
      message: "Save \(item.path.display)")
    let version = try item.container.addHead(new, to: item.document.id, from: current.parents)
    let heads = try item.container.document(item.document.id).heads
    let isCurrent = heads.first?.id == version.id
    for head in heads.dropFirst() where isCurrent || head.id == version.id {
      VersionNews.gained.send(head.id.description, of: url, isConflict: true)
    }
    return FileVersion(
      url,
      .container(item.container, item.document.id, try item.container.entry(version.id)),
      isCurrent: isCurrent, isConflict: !isCurrent)
  }
}
