import DocMergeCore
package import DocMergeHistory
package import DocMergeObjects
import DocMergePOSIX
package import DocMergeSystem
import Glibc
import Synchronization

/// Puts documents into the folder so that every path holds old or new bytes, whole, at any moment.
///
/// New contents are built beside the document and synchronised, then swapped in; what was swapped out
/// is looked at before it goes, so that an edit made in the last instant is never lost.
package struct FileWriter: Sendable {
  package let root: SystemPath
  package let git: GitStore

  /// Why a document was left as it is.
  package enum Refusal: Error, Sendable, Hashable {
    /// Somebody else wrote there since docmerge looked: what is there must be saved first.
    case changedMeanwhile(DocumentPath)
    /// The package holds something that no version keeps, such as this path: it is not replaced.
    case holdsUnkept(DocumentPath, String)
  }

  private static let counter = Atomic<Int>(0)
  // How the names of temporary files end that may be thrown away after a crash, or are looked at first.
  package static let unfinished = "part"
  package static let whole = "whole"

  /// Whether what is built is durable at once; else the caller sees to it before it is put in place.
  package let isDurable: Bool

  package init(root: SystemPath, git: GitStore, isDurable: Bool = true) {
    self.root = root
    self.git = git
    self.isDurable = isDurable
  }

  /// Puts something where nothing is yet.
  package func create(_ path: DocumentPath, _ filling: Filling) throws {
    let built = try buildNew(path, filling)
    try place(built, at: path)
    try Files.synchronise(folder: root.appending(path).parent)
  }

  /// Builds something beside the place where nothing is yet.
  private func buildNew(_ path: DocumentPath, _ filling: Filling) throws -> SystemPath {
    try makeFolder(of: path)
    return try build(filling, beside: root.appending(path), like: nil)
  }

  /// Makes the folder that is to hold a document, where nothing is in the way.
  private func makeFolder(of path: DocumentPath) throws {
    if let obstacle = try obstacle(above: path) { throw Refusal.changedMeanwhile(obstacle) }
    try Files.makeFolder(root.appending(path).parent)
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

  /// Removes what was built and cannot be put in place, since later tries build it again.
  ///
  /// - Returns: why it cannot be put in place.
  private func discarding(_ built: SystemPath, _ error: any Error) -> any Error {
    do {
      try Files.remove(built)
    } catch {
      // The sweep after a crash looks at it; that it is not in place is what counts.
    }
    return error
  }

  /// Removes what was built; but what somebody wrote there instead, while it lay in the place, is put beside that.
  package func discard(_ built: SystemPath, _ made: Expected, beside path: DocumentPath) throws {
    if try isStill(built, made) { try Files.remove(built) } else { try putBack(built, to: path) }
  }

  /// Puts what somebody wrote back in its place; beside that, where something else came to it.
  package func putBack(_ source: SystemPath, to path: DocumentPath) throws {
    var (place, number) = (path, 1)
    while try !renameNew(source, to: root.appending(place)) {
      place = path.suffixed(number == 1 ? "recovered" : "recovered \(number)")
      number += 1
    }
    try Files.synchronise(folder: root.appending(path).parent)
  }

  /// What is known of a document that is to be replaced or removed.
  package struct Expected {
    package var status: FileStatus
    package var content: ContentID

    package init(status: FileStatus, content: ContentID) {
      self.status = status
      self.content = content
    }
  }

  /// Puts something in the place of what is `expected`.
  ///
  /// `note` is told before what it will be known by.
  package func replace(
    _ path: DocumentPath, expecting expected: Expected, with filling: Filling,
    noting note: (Fingerprint) throws -> Void = { _ in }
  ) throws {
    let target = root.appending(path)
    try checkKept(target, path, expected)
    let built = try build(filling, beside: target, like: target)
    do {
      if let status = try FileStatus.of(built) { try note(Fingerprint(status)) }
    } catch {
      throw discarding(built, error)
    }
    try swap(built, filling.content, path, expected)
    try Files.remove(built)
    try Files.synchronise(folder: target.parent)
  }

  /// Removes what is `expected`, and the folders that are empty then.
  package func remove(_ path: DocumentPath, expecting expected: Expected) throws {
    let target = root.appending(path)
    try checkKept(target, path, expected)
    let aside = temporary(beside: target, as: FileWriter.whole)
    guard try renameNew(target, to: aside) else { throw FileError("rename", target, code: EEXIST) }
    guard try isStill(aside, expected) else {
      try putBack(aside, to: path)
      throw Refusal.changedMeanwhile(path)
    }
    try Files.remove(aside)
    if isDurable { try Files.synchronise(folder: target.parent) }
    removeEmptyFolders(above: path)
  }

  /// Renames a document, whatever it holds.
  ///
  /// `false` when something is at the new path, or a file where a folder on the way to it is to be.
  package func move(_ path: DocumentPath, to new: DocumentPath) throws -> Bool {
    // What goes into a folder that has its own name has to make room first.
    if new.isInside(path) { return false }
    let (source, target) = (root.appending(path), root.appending(new))
    // A link would lead out of the container, or nowhere.
    if try obstacle(above: new) != nil { return false }
    do {
      try Files.makeFolder(target.parent)
      guard try renameNew(source, to: target) else { return false }
    } catch  where error.code == ENOTDIR {
      // A file lies where a folder is to be: it has to make room first.
      return false
    }
    try Files.synchronise(folder: target.parent)
    try Files.synchronise(folder: source.parent)
    removeEmptyFolders(above: path)
    return true
  }

  /// The file, if any, that lies where a folder on the way to `path` is to be.
  package func obstacle(above path: DocumentPath) throws(FileError) -> DocumentPath? {
    for folder in path.folders.reversed() {
      guard let status = try FileStatus.of(root.appending(folder)) else { return nil }
      if status.form != .folder { return folder }
    }
    return nil
  }

  // MARK: Building

  package func build(
    _ filling: Filling, beside target: SystemPath, like model: SystemPath?
  ) throws -> SystemPath {
    let unfinished = temporary(beside: target, as: FileWriter.unfinished)
    try build(filling, at: unfinished, like: model)
    // What is put where nothing was can be made again: after a crash nobody needs to look at it.
    guard isDurable else { return unfinished }
    let finished = temporary(beside: target, as: FileWriter.whole)
    do {
      guard try renameNew(unfinished, to: finished) else {
        throw FileError("rename", unfinished, code: EEXIST)
      }
      return finished
    } catch {
      // It is in the repository, and the failure is what counts.
      try? Files.remove(unfinished)
      throw error
    }
  }

  /// Builds something at a path where nobody looks for documents.
  ///
  /// - Parameters:
  ///   - filling: what.
  ///   - path: where; nothing may be there but what `isMade` tells of.
  ///   - model: what is to be replaced.
  ///   - isMade: whether an empty file is there for it, of ``EmptyFiles``.
  /// - Returns: what it looks like, if it is a file that is not durable yet.
  /// - Throws: ``FileError``, ``GitError``; nothing is left there then.
  @discardableResult
  package func build(
    _ filling: Filling, at path: SystemPath, like model: SystemPath?, isMade: Bool = false
  ) throws -> FileStatus? {
    do {
      var isMade = isMade
      if isMade, !filling.isPlainFile {
        try Files.remove(path)
        isMade = false
      }
      switch filling {
      case .version(let version):
        return try write(
          version.content, to: path, like: model, date: version.date, isMade: isMade)
      case .placeholder(let placeholder):
        try link(path, to: placeholder.target)
        return nil
      }
    } catch let error as FileError where error.code == EEXIST && error.path == path.description {
      // It is another document, which the file system takes for one of the same name.
      throw error
    } catch {
      // Nothing of the half-written file is worth keeping: its contents are in the repository.
      try? Files.remove(path)
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
        try Files.write(
          bytes, to: path, permissions: permissions, like: isFile ? model : nil, modified: date,
          isDurable: isDurable, isMade: isMade)
      }
    case .symlink:
      try link(path, to: try git.bytes(content.object, .blob))
      try Files.setDate(ofLink: path, to: date)
    case .package:
      try writeFolder(content.object, to: path, like: model, date: date)
    case .deleted:
      preconditionFailure("A deletion has no contents to write.")
    }
    return nil
  }

  private func link(_ path: SystemPath, to target: [UInt8]) throws(FileError) {
    guard symlink(SystemPath(bytes: target).characters, path.characters) == 0 else {
      throw FileError("make", path)
    }
    Checkpoint.pass()
  }

  private func writeFolder(
    _ id: ObjectID, to path: SystemPath, like model: SystemPath?, date: Timestamp
  ) throws {
    guard mkdir(path.characters, 0o777) == 0 else { throw FileError("make", path) }
    Checkpoint.pass()
    let old = try model.flatMap { model throws(FileError) in try FileStatus.of(model) }
    if let old, old.form == .folder {
      guard chmod(path.characters, old.permissions) == 0 else { throw FileError("set up", path) }
    }
    for entry in try git.tree(id).entries {
      guard DocumentPath(entry.name) != nil, !entry.name.contains(UInt8(ascii: "/")) else {
        throw GitStore.malformed(id, "unsafe name \(PrintableText.escape(entry.name))")
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
    if isDurable { try Files.synchronise(folder: path) }
  }

  /// The old mode bits, with the right to run added for all who may read, or taken away.
  private func permissions(_ kind: DocumentKind, old: FileStatus?) -> UInt32 {
    guard let old else { return kind == .executable ? 0o777 : 0o666 }
    let readable = old.permissions & 0o444
    return kind == .executable
      ? old.permissions | readable >> 2 : old.permissions & ~0o111
  }

  // MARK: Renaming

  /// Refuses to take away a package with something in it that no version keeps.
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
      rmdir(root.appending(next).characters) == 0
    {
      folder = next.folder
    }
  }
}
