import DocMerge
import DocMergeSystem
public import Foundation

/// A file, a folder or a symbolic link in memory: the parts of a document of a package format.
///
///     let package = FileWrapper(directoryWithFileWrappers: [:])
///     package.addRegularFile(withContents: Data("Trip".utf8), preferredFilename: "title.txt")
///     try package.write(to: url, options: .withNameUpdating, originalContentsURL: nil)
///
/// A wrapper that was read from a URL knows its members at once; the contents of each file are read at their first use
/// (``ReadingOptions/immediate`` reads them all, as a snapshot). Writing replaces the old item in one step, and files
/// that did not change since they were read or written last are not written again: see
/// ``write(to:options:originalContentsURL:)``.
///
/// A wrapper belongs to one thread at a time. The wrong kind of access, an error in the program, stops it if it would
/// change something; reading answers `nil`, and the throwing `contentsOf…` methods say why.
open class FileWrapper: NSObject, NSSecureCoding {
  /// Its kind and contents.
  var body: Body
  /// The status on disk when it was last read or written.
  var noted: FileStatus?
  /// The path of contents that were not read yet.
  var place: SystemPath?
  private var wantedName: String?
  private var attributes: [String: Any]
  /// The folders that contain it: they know it under a key made from its preferred name.
  var parents: [Parent] = []

  enum Body {
    /// `nil`: not read yet.
    case file(Data?)
    /// A link: the URL for programs, and the target as it is on disk.
    case symlink(URL, target: String)
    case folder(FileWrapperFolder)
  }

  struct Parent {
    weak var wrapper: FileWrapper?
  }

  // MARK: Initialisers

  /// Wraps the item at a URL; links are not followed.
  ///
  /// - Parameters:
  ///   - url: a file, a folder or a link, even one without a target.
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
    (body, attributes) = (.symlink(url, target: url.relativePath), [:])
    super.init()
  }

  /// Decodes the result of ``serializedRepresentation``; `nil` for anything else.
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

  /// Encodes the wrapper with its members.
  open func encode(with coder: NSCoder) {
    if let data = serializedRepresentation {
      coder.encode(data as NSData, forKey: "NSFileWrapperData")
    }
  }

  /// Archives may contain this class alone.
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

  /// The name that it should have in its folder; the key there is made from it.
  ///
  /// A change gives it a new key in every folder that contains it. Files do not store it.
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

  /// The name on disk; `nil` if it was never read or written with its name.
  open var filename: String?

  /// Attributes in the form of `FileManager`, by `FileAttributeKey.rawValue`.
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

  /// Reads again, from this URL, with all members; members keep their wrappers.
  ///
  /// - Parameters:
  ///   - url: the URL to read from.
  ///   - options: whether to read the contents now.
  /// - Throws: `CocoaError`; the wrapper is unchanged then.
  open func read(from url: URL, options: ReadingOptions = []) throws {
    let node = try FileWrapperNode(
      at: SystemPath(wrapperPath: url), isImmediate: options.contains(.immediate))
    take(node)
    name(after: url)
  }

  /// Whether the item at the URL looks the same as when the wrapper was read from there, or written.
  ///
  /// Kinds, names and modification dates are compared, contents are not: a change that kept the date is not seen.
  open func matchesContents(of url: URL) -> Bool {
    guard let node = try? FileWrapperNode(at: SystemPath(wrapperPath: url), isImmediate: false)
    else { return false }
    return matches(node)
  }

  // MARK: Contents

  /// Adds a member to this folder.
  ///
  /// - Parameter child: a wrapper with a preferred name.
  /// - Returns: its key: the preferred name, with a number if another member has that.
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

  /// Removes a member from this folder; a wrapper that is not in it is ignored.
  open func removeFileWrapper(_ child: FileWrapper) {
    guard case .folder(let folder) = body else {
      preconditionFailure("Only a wrapper of a folder has members.")
    }
    guard folder.remove(child) else { return }
    child.parents.removeAll { $0.wrapper == nil || $0.wrapper === self }
  }

  /// The members by key; `nil` for anything but a folder, or if it is gone before they were read.
  open var fileWrappers: [String: FileWrapper]? { try? contentsOfFolder() }

  /// The key of a member; `nil` for other wrappers.
  open func keyForChildFileWrapper(_ child: FileWrapper) -> String? {
    guard case .folder(let folder) = body else { return nil }
    return folder.key(of: child)
  }

  /// The contents of a file; `nil` for other kinds, or if it changed before it was read.
  open var regularFileContents: Data? { try? contentsOfFile() }

  /// The target of a link; `nil` for other kinds.
  open var symbolicLinkDestinationURL: URL? { try? destinationOfLink() }

  /// Everything in one piece of data; `nil` if something cannot be read any more.
  open var serializedRepresentation: Data? { FileWrapperArchive(self)?.data }

  // MARK: Writing

  /// Writes the wrapper with its members.
  ///
  /// The item at the URL is replaced in one step by a complete and durable one: it is built beside it, synchronised,
  /// and swapped in. A reader, a crash or a full disk never leads to half an item. Mode, owner and extended attributes
  /// of the old item stay, and a link to a file stays a link.
  ///
  /// Files that are unchanged since they were read or written, and that have the same name in `originalContentsURL`,
  /// are not written again: they share their blocks with the old ones where the file system can clone, and are hard
  /// links to them elsewhere. So pass the URL only of contents that this write replaces, or that no program changes in
  /// place.
  ///
  /// - Parameters:
  ///   - url: the URL to write to.
  ///   - options: whether names are to be updated afterwards.
  ///   - originalContentsURL: the URL of the wrapper's current contents, if there is one.
  /// - Throws: `CocoaError`; neither the item at the URL nor the wrapper has changed then.
  open func write(
    to url: URL, options: WritingOptions = [], originalContentsURL: URL?
  ) throws {
    try replaceContents(of: url, options, original: originalContentsURL)
  }
}
