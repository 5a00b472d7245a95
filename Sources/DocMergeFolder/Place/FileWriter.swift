import DocMergeCore
package import DocMergeHistory
import DocMergeLanguage
package import DocMergeObjects
import DocMergePOSIX
package import DocMergeSystem
import Glibc
import Synchronization

/// Puts documents into the folder so that every path has complete old or new bytes at any moment.
///
/// New contents are built beside the document and synchronised, then swapped in; the old contents are checked before
/// they are removed, so that an edit of the last instant is never lost.
package struct FileWriter: Sendable {
  package let root: SystemPath
  package let git: GitStore

  /// Why a document was left as it is.
  package enum Refusal: Error, Sendable, Hashable {
    /// Another process wrote there since docmerge looked: its contents must be saved first.
    case changedMeanwhile(DocumentPath)
    /// The package has an item that no version keeps, such as this path: it is not replaced.
    case holdsUnkept(DocumentPath, String)
  }

  private static let counter = Atomic<Int>(0)
  // The endings of the names of temporary files: those to remove after a crash, and those to check first.
  package static let unfinished = "part"
  package static let whole = "whole"

  /// Whether built files are durable at once; otherwise the caller makes them durable before they are put in place.
  package let isDurable: Bool

  package init(root: SystemPath, git: GitStore, isDurable: Bool = true) {
    self.root = root
    self.git = git
    self.isDurable = isDurable
  }

  package var disk: Disk { git.disk }

  /// Puts contents in a free place.
  package func create(_ path: DocumentPath, _ fileContent: FileContent) throws {
    let built = try buildNew(path, fileContent)
    try place(built, at: path)
    try disk.synchronise(folder: root.appending(path).parent)
  }

  /// Builds contents beside a free place.
  private func buildNew(_ path: DocumentPath, _ fileContent: FileContent) throws -> SystemPath {
    try makeFolder(of: path)
    return try build(fileContent, beside: root.appending(path), like: nil)
  }

  /// Makes the folder of a document, if nothing is in the way.
  private func makeFolder(of path: DocumentPath) throws {
    if let obstacle = try obstacle(above: path) { throw Refusal.changedMeanwhile(obstacle) }
    try disk.makeFolder(root.appending(path).parent)
  }

  package func place(_ built: SystemPath, at path: DocumentPath) throws {
    do {
      guard try renameNew(built, to: root.appending(path)) else {
        throw Refusal.changedMeanwhile(path)
      }
    } catch {
      throw discarding(built, error)
    }
  }

  /// Removes built contents that cannot be put in place, since later tries build them again.
  ///
  /// - Returns: why they cannot be put in place.
  private func discarding(_ built: SystemPath, _ error: any Error) -> any Error {
    do {
      try disk.remove(built)
    } catch {
      // The sweep after a crash checks it; what counts is that it is not in place.
    }
    return error
  }

  /// Removes built contents; but an edit that another process wrote to them in the meantime is put beside the place.
  package func discard(_ built: SystemPath, _ made: Expected, beside path: DocumentPath) throws {
    if try isStill(built, made) { try disk.remove(built) } else { try putBack(built, to: path) }
  }

  /// Puts an edit back in its place; or beside it, if the place is taken.
  package func putBack(_ source: SystemPath, to path: DocumentPath) throws {
    var (place, number) = (path, 1)
    while try !renameNew(source, to: root.appending(place)) {
      place = path.suffixed(number == 1 ? "recovered" : "recovered \(number)")
      number += 1
    }
    try disk.synchronise(folder: root.appending(path).parent)
  }

  /// The expected state of a file that is to be replaced or removed.
  package struct Expected {
    package var status: FileStatus
    package var content: ContentID

    package init(status: FileStatus, content: ContentID) {
      self.status = status
      self.content = content
    }
  }

  /// Replaces the `expected` document.
  ///
  /// `note` is called before, with the fingerprint that the new one will have.
  package func replace(
    _ path: DocumentPath, expecting expected: Expected, with fileContent: FileContent,
    noting note: (Fingerprint) throws -> Void = { _ in }
  ) throws {
    let target = root.appending(path)
    try checkKept(target, path, expected)
    let built = try build(fileContent, beside: target, like: target)
    do {
      if let status = try FileStatus.of(built) { try note(Fingerprint(status)) }
    } catch {
      throw discarding(built, error)
    }
    try swap(built, fileContent.contentID, path, expected)
    try disk.remove(built)
    try disk.synchronise(folder: target.parent)
  }

  /// Removes the `expected` document, and folders that become empty.
  package func remove(_ path: DocumentPath, expecting expected: Expected) throws {
    let target = root.appending(path)
    try checkKept(target, path, expected)
    let aside = temporary(beside: target, as: FileWriter.whole)
    guard try renameNew(target, to: aside) else { throw FileError("rename", target, code: EEXIST) }
    guard try isStill(aside, expected) else {
      try putBack(aside, to: path)
      throw Refusal.changedMeanwhile(path)
    }
    try disk.remove(aside)
    if isDurable { try disk.synchronise(folder: target.parent) }
    removeEmptyFolders(above: path)
  }

  /// Renames a document with any contents.
  ///
  /// `false` when the new path is taken, or a file is in place of a folder on the way to it.
  package func move(_ path: DocumentPath, to new: DocumentPath) throws -> Bool {
    // To move into a folder of its own name, it has to make room first.
    if new.isInside(path) { return false }
    let (source, target) = (root.appending(path), root.appending(new))
    // A link would lead out of the container, or nowhere.
    if try obstacle(above: new) != nil { return false }
    do {
      try disk.makeFolder(target.parent)
      guard try renameNew(source, to: target) else { return false }
    } catch  where error.code == ENOTDIR {
      // A file is in place of a folder: it has to make room first.
      return false
    }
    try disk.synchronise(folder: target.parent)
    try disk.synchronise(folder: source.parent)
    removeEmptyFolders(above: path)
    return true
  }

  /// The file in place of a folder on the way to `path`, if any.
  package func obstacle(above path: DocumentPath) throws(FileError) -> DocumentPath? {
    for folder in path.folders.reversed() {
      guard let status = try FileStatus.of(root.appending(folder)) else { return nil }
      if status.form != .folder { return folder }
    }
    return nil
  }

  // MARK: Building

  package func build(
    _ fileContent: FileContent, beside target: SystemPath, like model: SystemPath?
  ) throws -> SystemPath {
    let unfinished = temporary(beside: target, as: FileWriter.unfinished)
    try build(fileContent, at: unfinished, like: model)
    // Contents for a free place can be built again: after a crash they need no check.
    guard isDurable else { return unfinished }
    let finished = temporary(beside: target, as: FileWriter.whole)
    do {
      guard try renameNew(unfinished, to: finished) else {
        throw FileError("rename", unfinished, code: EEXIST)
      }
      return finished
    } catch {
      // It is in the repository, and the failure is what counts.
      try? disk.remove(unfinished)
      throw error
    }
  }

  /// Builds contents at a path that no scan reads.
  ///
  /// - Parameters:
  ///   - fileContent: the contents.
  ///   - path: the path; nothing may be there except what `isMade` says.
  ///   - model: the file to replace.
  ///   - isMade: whether an empty file is there for it, of ``PreallocatedFiles``.
  /// - Returns: its status, if it is a file that is not durable yet.
  /// - Throws: ``FileError``, ``GitError``; nothing is left there then.
  @discardableResult
  package func build(
    _ fileContent: FileContent, at path: SystemPath, like model: SystemPath?, isMade: Bool = false
  ) throws -> FileStatus? {
    do {
      var isMade = isMade
      if isMade, !fileContent.isPlainFile {
        try disk.remove(path)
        isMade = false
      }
      switch fileContent {
      case .version(let version):
        return try write(
          version.content, to: path, like: model, date: version.date, isMade: isMade)
      case .placeholder(let placeholder):
        try link(path, to: placeholder.target)
        return nil
      }
    } catch let error as FileError where error.code == EEXIST && error.path == path.description {
      // It is another document, with a name that is the same to the file system.
      throw error
    } catch {
      // A half-written file is worth nothing: its contents are in the repository.
      try? disk.remove(path)
      throw error
    }
  }

  @discardableResult
  private func write(
    _ content: ContentID, to path: SystemPath, like model: SystemPath?, date: Timestamp,
    isMade: Bool = false
  ) throws -> FileStatus? {
    switch content.kind {
    case .file, .executable:
      let old = try model.flatMap { model throws(FileError) in try FileStatus.of(model) }
      let isFile = old?.form == .file || old?.form == .executable
      let permissions = permissions(content.kind, old: isFile ? old : nil)
      return try git.blob(content.object).withUnsafeBytes { bytes throws(FileError) in
        try disk.write(
          bytes, to: path, permissions: permissions, like: isFile ? model : nil, modified: date,
          isDurable: isDurable, isMade: isMade)
      }
    case .symlink:
      try link(path, to: try git.bytes(content.object, .blob))
      try disk.setDate(ofLink: path, to: date)
    case .package:
      try writeFolder(content.object, to: path, like: model, date: date)
    case .deleted:
      preconditionFailure("A deletion has no contents to write.")
    }
    return nil
  }

  private func link(_ path: SystemPath, to target: [UInt8]) throws(FileError) {
    guard disk.addLink(path, to: target) else { throw FileError("make", path) }
  }

  private func writeFolder(
    _ id: ObjectID, to path: SystemPath, like model: SystemPath?, date: Timestamp
  ) throws {
    guard disk.addFolder(path) else { throw FileError("make", path) }
    let old = try model.flatMap { model throws(FileError) in try FileStatus.of(model) }
    if let old, old.form == .folder {
      guard chmod(path.characters, old.permissions) == 0 else { throw FileError("set up", path) }
    }
    for entry in try git.tree(id).entries {
      guard DocumentPath(entry.name) != nil, !entry.name.contains(UInt8(ascii: "/")) else {
        throw GitStore.malformed(id, tr("unsafe name \(PrintableText.escape(entry.name))"))
      }
      let child = path.appending(entry.name)
      let member = old?.form == .folder ? model?.appending(entry.name) : nil
      if entry.mode == .folder {
        try writeFolder(entry.id, to: child, like: member, date: date)
      } else {
        let content = ContentID(kind: DocumentKind(entry.mode), object: entry.id)
        try write(content, to: child, like: member, date: date)
      }
    }
    if isDurable { try disk.synchronise(folder: path) }
  }

  /// The old mode bits, with the execute bit added for all who may read, or removed.
  private func permissions(_ kind: DocumentKind, old: FileStatus?) -> UInt32 {
    guard let old else { return kind == .executable ? 0o777 : 0o666 }
    let readable = old.permissions & 0o444
    return kind == .executable
      ? old.permissions | readable >> 2 : old.permissions & ~0o111
  }

  // MARK: Renaming

  /// Refuses to remove a package with an item that no version keeps.
  private func checkKept(
    _ target: SystemPath, _ path: DocumentPath, _ expected: Expected
  ) throws {
    guard expected.content.kind == .package, let name = try PackageMembers.unkept(in: target) else {
      return
    }
    throw Refusal.holdsUnkept(path, PrintableText.escape(name))
  }

  package func temporary(beside target: SystemPath, as ending: String) -> SystemPath {
    let number = FileWriter.counter.wrappingAdd(1, ordering: .relaxed).newValue
    let name = "\(getpid())-\(number)-\(ending)"
    return target.parent.appending(Files.temporaryPrefix + name.utf8)
  }

  /// Removes folders that became empty, except the one in which programs keep their documents.
  private func removeEmptyFolders(above path: DocumentPath) {
    var folder = path.folder
    while let next = folder, !next.bytes.elementsEqual("Documents".utf8),
      disk.removeFolder(root.appending(next))
    {
      folder = next.folder
    }
  }
}
