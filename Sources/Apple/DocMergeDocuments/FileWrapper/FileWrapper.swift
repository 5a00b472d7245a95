import DocMerge
import DocMergeSystem
public import Foundation

/// A file, a folder or a symbolic link in memory: what a document of a package format is made of.
///
///     let package = FileWrapper(directoryWithFileWrappers: [:])
///     package.addRegularFile(withContents: Data("Trip".utf8), preferredFilename: "title.txt")
///     try package.write(to: url, options: .withNameUpdating, originalContentsURL: nil)
///
/// A wrapper that was read from a URL knows at once which members there are; the contents of each file
/// are read when they are first asked for (``ReadingOptions/immediate`` reads them all, as a snapshot).
/// Writing replaces what is there in one step, whatever happens meanwhile, and files that did not
/// change since they were read or written last are not written again: see
/// ``write(to:options:originalContentsURL:)``.
///
/// A wrapper belongs to one thread at a time. The wrong kind of access, an error in the program, stops
/// it when it would change something; reading answers `nil`, and the throwing `contentsOf…` methods
/// say why.
open class FileWrapper: NSObject, NSSecureCoding {
  /// What it is, with what is in it.
  var body: Body
  /// What lay on disk when it was read or written last.
  var noted: FileStatus?
  /// Where contents that were not read yet lie.
  var place: SystemPath?
  private var wantedName: String?
  private var attributes: [String: Any]
  /// The folders that it is in: they know it under a key made of its preferred name.
  var parents: [Parent] = []

  enum Body {
    /// `nil`: not read yet.
    case file(Data?)
    case symlink(URL)
    case folder(FileWrapperFolder)
  }

  struct Parent {
    weak var wrapper: FileWrapper?
  }

  // MARK: Making

  /// Wraps what lies at a URL; links are not followed.
  ///
  /// - Parameters:
  ///   - url: a file, a folder or a link; also one that leads nowhere.
  ///   - options: whether to read the contents now.
  /// - Throws: `CocoaError`.
  public init(url: URL, options: ReadingOptions = []) throws {
    let node = try FileWrapperNode(
      at: SystemPath(wrapperPath: url), isImmediate: options.contains(.immediate))
    (body, attributes) = (.file(nil), [:])
    super.init()
    take(node)
    name(after: url)
  }

  /// Makes a folder of wrappers; those without a preferred name get their key as one.
  public init(directoryWithFileWrappers childrenByPreferredName: [String: FileWrapper]) {
    let folder = FileWrapperFolder()
    (body, attributes) = (.folder(folder), [:])
    super.init()
    for (name, child) in childrenByPreferredName.sorted(by: { $0.key < $1.key }) {
      if child.preferredFilename == nil { child.wantedName = name }
      add(child)
    }
  }

  /// Makes a file.
  public init(regularFileWithContents contents: Data) {
    (body, attributes) = (.file(contents), [:])
    super.init()
  }

  /// Makes a symbolic link; it is written with the URL's relative path.
  public init(symbolicLinkWithDestinationURL url: URL) {
    (body, attributes) = (.symlink(url), [:])
    super.init()
  }

  /// Makes a wrapper of what ``serializedRepresentation`` gave; `nil` for anything else.
  public init?(serializedRepresentation serializeRepresentation: Data) {
    guard let archive = FileWrapperArchive(data: serializeRepresentation) else { return nil }
    (body, attributes) = (.file(nil), [:])
    super.init()
    take(archive)
  }

  /// Decodes a wrapper that ``encode(with:)`` encoded.
  public required init?(coder inCoder: NSCoder) {
    guard let data = inCoder.decodeObject(of: NSData.self, forKey: "NSFileWrapperData"),
      let archive = FileWrapperArchive(data: data as Data)
    else { return nil }
    (body, attributes) = (.file(nil), [:])
    super.init()
    take(archive)
  }

  /// Encodes the wrapper with all that is in it.
  open func encode(with coder: NSCoder) {
    if let data = serializedRepresentation {
      coder.encode(data as NSData, forKey: "NSFileWrapperData")
    }
  }

  /// Archives may name this class alone.
  open class var supportsSecureCoding: Bool { true }

  // MARK: Kind

  /// Whether it is a folder.
  open var isDirectory: Bool {
    if case .folder = body { true } else { false }
  }

  /// Whether it is a file.
  open var isRegularFile: Bool {
    if case .file = body { true } else { false }
  }

  /// Whether it is a symbolic link.
  open var isSymbolicLink: Bool {
    if case .symlink = body { true } else { false }
  }

  // MARK: Names and attributes

  /// The name that it should have in its folder; the key there is made of it.
  ///
  /// A change gives it a new key in every folder that it is in. Files do not record it.
  open var preferredFilename: String? {
    get { wantedName }
    set {
      guard let newValue, !newValue.isEmpty else {
        preconditionFailure("A file wrapper's preferred name cannot be taken away.")
      }
      guard newValue != wantedName else { return }
      let folders = parents.compactMap(\.wrapper)
      for folder in folders { folder.removeFileWrapper(self) }
      wantedName = newValue
      for folder in folders { folder.addFileWrapper(self) }
    }
  }

  /// The name that it has on disk; `nil` when it was never read or written with its name.
  open var filename: String?

  /// Attributes as `FileManager` gives them, by `FileAttributeKey.rawValue`.
  ///
  /// The permissions and the modification date are written with the contents.
  open var fileAttributes: [String: Any] {
    get { attributes }
    set { attributes = newValue }
  }

  func setWantedName(_ name: String) {
    wantedName = name
  }

  private func name(after url: URL) {
    let name = url.lastPathComponent
    guard !name.isEmpty, name != "/" else { return }
    filename = name
    wantedName = name
  }

  // MARK: Reading

  /// Reads again, from this URL, with all that is in it; members keep their wrappers.
  ///
  /// - Parameters:
  ///   - url: where to read.
  ///   - options: whether to read the contents now.
  /// - Throws: `CocoaError`; the wrapper is as it was then.
  open func read(from url: URL, options: ReadingOptions = []) throws {
    let node = try FileWrapperNode(
      at: SystemPath(wrapperPath: url), isImmediate: options.contains(.immediate))
    take(node)
    name(after: url)
  }

  /// Whether what lies at the URL looks as it did when the wrapper was read from there, or written.
  ///
  /// Kinds, names and modification dates are compared, contents are not: a change that left the date
  /// as it was is not seen.
  open func matchesContents(of url: URL) -> Bool {
    guard let node = try? FileWrapperNode(at: SystemPath(wrapperPath: url), isImmediate: false)
    else { return false }
    return matches(node)
  }

  // MARK: Contents

  /// Adds a member to this folder.
  ///
  /// - Parameter child: a wrapper with a preferred name.
  /// - Returns: its key: the preferred name, with a number when another member has that.
  @discardableResult
  open func addFileWrapper(_ child: FileWrapper) -> String {
    guard isDirectory else {
      preconditionFailure("Only a wrapper of a folder can get a member.")
    }
    guard child.preferredFilename?.isEmpty == false else {
      preconditionFailure("A member of a folder needs a preferred name.")
    }
    return add(child)
  }

  /// Makes a file and adds it to this folder.
  ///
  /// - Parameters:
  ///   - data: the contents.
  ///   - fileName: the preferred name.
  /// - Returns: its key.
  @discardableResult
  open func addRegularFile(withContents data: Data, preferredFilename fileName: String) -> String {
    let child = FileWrapper(regularFileWithContents: data)
    child.preferredFilename = fileName
    return addFileWrapper(child)
  }

  /// Takes a member out of this folder; one that is not in it is left alone.
  open func removeFileWrapper(_ child: FileWrapper) {
    guard case .folder(let folder) = body else {
      preconditionFailure("Only a wrapper of a folder has members.")
    }
    guard folder.remove(child) else { return }
    child.parents.removeAll { $0.wrapper == nil || $0.wrapper === self }
  }

  /// The members by key; `nil` of anything but a folder, or when it is gone before anyone looked.
  open var fileWrappers: [String: FileWrapper]? { try? contentsOfFolder() }

  /// The key of a member; `nil` when it is none.
  open func keyForChildFileWrapper(_ child: FileWrapper) -> String? {
    guard case .folder(let folder) = body else { return nil }
    return folder.key(of: child)
  }

  /// The contents of a file; `nil` of anything else, or when it changed before it was read.
  open var regularFileContents: Data? { try? contentsOfFile() }

  /// Where a link leads; `nil` of anything else.
  open var symbolicLinkDestinationURL: URL? { try? destinationOfLink() }

  /// Everything in one piece of data; `nil` when something cannot be read any more.
  open var serializedRepresentation: Data? { FileWrapperArchive(self)?.data }

  // MARK: Writing

  /// Writes the wrapper with all that is in it.
  ///
  /// What lies at the URL is replaced in one step by something whole and durable: it is built beside
  /// it, synchronised, and swapped in. A reader, a crash or a full disk never shows a half of it. Mode,
  /// owner and extended attributes of what is replaced stay, and a link to a file stays one.
  ///
  /// Files that are as they were when they were read or written, and that lie under the same name in
  /// `originalContentsURL`, are not written again: they share their blocks with the old ones where the
  /// file system can clone, and are hard links to them elsewhere. So pass the URL only of contents that
  /// are replaced by this write, or that no program changes in place.
  ///
  /// - Parameters:
  ///   - url: where to write.
  ///   - options: whether names are to be updated afterwards.
  ///   - originalContentsURL: where the wrapper's contents lie now, if they do.
  /// - Throws: `CocoaError`; neither what is at the URL nor the wrapper has changed then.
  open func write(
    to url: URL, options: WritingOptions = [], originalContentsURL: URL?
  ) throws {
    try replaceContents(of: url, options, original: originalContentsURL)
  }
}
