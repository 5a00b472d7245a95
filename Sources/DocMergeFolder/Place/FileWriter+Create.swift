import Dispatch
package import DocMergeCore
package import DocMergeHistory
import DocMergeObjects
import DocMergeSystem
import Glibc
import Synchronization

/// Puts many documents in free places, at the cost of a few.
///
/// The disk is synchronised once, after it has written most of the data in the meantime. A missing folder is built
/// whole, with all its contents, and renamed once.
extension FileWriter {
  /// A document to put in a free place.
  package struct NewFile: Sendable {
    package var path: DocumentPath
    package var fileContent: FileContent
  }

  /// The appearance of a file before any other process could find it.
  package struct InitialStatus: Sendable {
    package var fingerprint: Fingerprint
    /// When it was not yet in its place.
    package var seen: Timestamp
  }

  /// Puts many documents in free places.
  ///
  /// Their contents are durable then. The caller makes it durable that they are in place, with ``synchronise(_:)``,
  /// once all are.
  ///
  /// - Parameters:
  ///   - newFiles: the documents and their places.
  ///   - isLeft: whether nothing is durable then.
  ///   - files: files that exist already for some of them.
  /// - Returns: for each in its order, its appearance, if that is known; or why it is not in place.
  /// - Throws: ``FileError``.
  package func create(
    _ newFiles: [NewFile], isLeft: Bool = false, into files: PreallocatedFiles? = nil
  ) throws -> [Result<InitialStatus?, any Error>] {
    var folders = NewFolders(writer: self, files: files)
    var results = try create(newFiles, in: &folders, isLeft: isLeft)
    // If another process made a folder meanwhile, documents are put into that one.
    let late = newFiles.indices.filter { index in
      newFiles[index].path.folder.map { folders.isOvertaken($0) } ?? false
    }
    guard !late.isEmpty else { return results }
    var inPlace = NewFolders(writer: self, buildsAside: false)
    let again = try create(late.map { newFiles[$0] }, in: &inPlace, isLeft: isLeft)
    for (index, result) in zip(late, again) { results[index] = result }
    return results
  }

  private func create(
    _ newFiles: [NewFile], in folders: inout NewFolders, isLeft: Bool
  ) throws -> [Result<InitialStatus?, any Error>] {
    let (built, failure) = build(newFiles, in: &folders, isLeft: isLeft)
    do {
      if let failure { throw failure }
      if !isLeft { try disk.synchronise(fileSystemsOf: folders.existing) }
    } catch {
      // All of it is in the repository; the next scan after a crash would remove it as well.
      folders.remove()
      for case .success(.beside(let path)) in built { try? disk.remove(path) }
      throw error
    }
    let now = git.environment.now
    folders.putInPlace(with: newFiles)
    return ParallelMap.map(Array(newFiles.indices), grain: FileWriter.grain) { index in
      Result {
        switch try built[index].get() {
        case .aside(let status):
          return status.map { InitialStatus(fingerprint: Fingerprint($0), seen: now) }
        case .beside(let path):
          try place(path, at: newFiles[index].path)
          return nil
        }
      }
    }
  }

  /// The place where a document was built.
  private enum Built: Sendable {
    /// In a folder that is built aside; with the status of the file.
    case aside(FileStatus?)
    /// Beside its place.
    case beside(SystemPath)
  }

  /// Builds each document beside its place, or in a folder that is built aside.
  ///
  /// Also returns why the disk could not write some of it. A full disk ends it.
  private func build(
    _ newFiles: [NewFile], in folders: inout NewFolders, isLeft: Bool
  ) -> (built: [Result<Built, any Error>], failure: FileError?) {
    let isMuch = newFiles.count >= FileWriter.much
    let quick = FileWriter(
      root: root, git: isMuch ? git.forMuchReading() : git, isDurable: false)
    let flush = BackgroundFlush(on: disk)
    var built: [Result<Built, any Error>] = []
    for start in stride(from: 0, to: newFiles.count, by: FileWriter.stretch) {
      let part = newFiles[start..<min(start + FileWriter.stretch, newFiles.count)]
      let places = part.map { file in folders.folder(file.path.folder) }
      let made = folders.made
      built += ParallelMap.map(Array(part.indices), grain: FileWriter.grain) { index in
        Result {
          guard let folder = try places[index - start].get() else {
            let place = root.appending(part[index].path)
            return .beside(try quick.build(part[index].fileContent, beside: place, like: nil))
          }
          let path = folder.appending(part[index].path.name)
          let isMade = made.contains(part[index].path)
          return .aside(
            try quick.build(part[index].fileContent, at: path, like: nil, isMade: isMade))
        }
      }
      for case .failure(let error as FileError) in built.suffix(part.count)
      where error.code == ENOSPC {
        return (built, flush.wait() ?? error)
      }
      if !isLeft, built.count < newFiles.count { flush.write(folders.existing) }
    }
    return (built, flush.wait())
  }

  /// Whether the disk may write the documents later: many files, for each of which a later check can tell whether the
  /// file there is complete.
  ///
  /// - Parameter contents: the contents to put in place.
  /// - Returns: `false` for few, and if a package is among them.
  static func canBeLeft(_ contents: [FileContent?]) -> Bool {
    contents.count >= much
      && contents.allSatisfy { content in
        if case .version(let version) = content { version.content.kind != .package } else { true }
      }
  }

  /// From this number of documents on, the packs are opened again, to be read by several threads.
  private static let much = 512

  /// How many documents are built before the disk starts to write them.
  private static let stretch = 4096

  /// How many documents one thread writes at a time: documents of one folder wait for each other.
  private static let grain = 128

  /// Makes all changes beside these paths, and of them, durable.
  package func synchronise(_ paths: [DocumentPath]) throws {
    let folders = Set(paths.map(\.folder))
    try disk.synchronise(
      fileSystemsOf: Set(folders.map { folder in folder.map { root.appending($0) } ?? root }))
  }
}

/// The folders of new documents: where each is built, and whether it is in its place.
private struct NewFolders {
  let writer: FileWriter
  /// Whether missing folders are built aside; otherwise they are made in their places.
  let buildsAside: Bool
  /// Where the contents of a folder are built; `nil` for existing folders.
  private var known: [DocumentPath: Result<SystemPath?, any Error>] = [:]
  /// The outermost missing folders.
  private var aside: [(place: DocumentPath, built: SystemPath)] = []
  private var overtaken: [DocumentPath] = []
  private let files: PreallocatedFiles?
  /// The documents for which the folders built aside have empty files.
  private(set) var made: Set<DocumentPath> = []
  /// Existing folders, on all file systems that are written to.
  private(set) var existing: Set<SystemPath> = []

  init(writer: FileWriter, buildsAside: Bool = true, files: PreallocatedFiles? = nil) {
    self.writer = writer
    self.buildsAside = buildsAside
    self.files = files
  }

  /// Where the contents of `folder` (`nil`: the container) are built; `nil` if in the folder itself.
  mutating func folder(_ folder: DocumentPath?) -> Result<SystemPath?, any Error> {
    guard let folder else {
      existing.insert(writer.root)
      return .success(nil)
    }
    if let result = known[folder] { return result }
    let result = Result { try make(folder) }
    known[folder] = result
    return result
  }

  private mutating func make(_ folder: DocumentPath) throws -> SystemPath? {
    if let around = try self.folder(folder.folder).get() {
      return try make(around.appending(folder.name), for: folder)
    }
    let path = writer.root.appending(folder)
    if let status = try FileStatus.of(path) {
      guard status.form == .folder else { throw FileWriter.Refusal.changedMeanwhile(folder) }
      existing.insert(path)
      return nil
    }
    guard buildsAside else {
      try writer.disk.makeFolder(path)
      existing.insert(path)
      return nil
    }
    var ready = files?.take(folder)
    // Another process that removes hidden folders may have removed it.
    if let place = ready?.path, try FileStatus.of(place) == nil { ready = nil }
    if let ready { made.formUnion(ready.files) }
    let built = try ready?.path ?? makeAside(path)
    aside.append((folder, built))
    return built
  }

  private func make(
    _ path: SystemPath, for folder: DocumentPath
  ) throws(FileError) -> SystemPath {
    if !writer.disk.addFolder(path) {
      let wanted = writer.root.appending(folder)
      guard errno == EEXIST else { throw FileError("make the folder", wanted) }
      // Some file systems take several names for one. A file built under another one stays; a file that was only
      // preallocated makes room.
      if try FileStatus.of(path)?.form != .folder {
        let key = NameKey(folder)
        guard made.contains(where: { NameKey($0) == key }) else {
          throw FileError("make the folder", wanted, code: EEXIST)
        }
        guard writer.disk.removeFile(path), writer.disk.addFolder(path) else {
          throw FileError("make the folder", wanted)
        }
      }
    }
    return path
  }

  /// Makes a folder beside its place, without the remains of another process.
  private func makeAside(_ place: SystemPath) throws(FileError) -> SystemPath {
    while true {
      let path = writer.temporary(beside: place, as: FileWriter.unfinished)
      if writer.disk.addFolder(path) { return path }
      // A process with this number was killed here.
      guard errno == EEXIST else { throw FileError("make the folder", place) }
    }
  }

  /// Renames the folders that were built aside; removes those that cannot be renamed.
  ///
  /// - Parameter newFiles: all built documents. Files for others are still empty, and are removed.
  mutating func putInPlace(with newFiles: [FileWriter.NewFile]) {
    var unused = made
    for file in made.isEmpty ? [] : newFiles { unused.remove(file.path) }
    let empty = Dictionary(grouping: unused) { $0.outermost }
    for (place, built) in aside {
      let isInPlace =
        try? remove(empty[place] ?? [], from: built, at: place)
        && writer.renameNew(built, to: writer.root.appending(place))
      if isInPlace == true { continue }
      // All of it is in the repository, and is written again.
      try? writer.disk.remove(built)
      overtaken.append(place)
    }
  }

  /// Removes files, and folders that become empty, from a folder that is built aside.
  private func remove(
    _ files: [DocumentPath], from built: SystemPath, at place: DocumentPath
  ) throws(FileError) -> Bool {
    for file in files {
      let path = built.appending(file.inside(place))
      // A folder has replaced a preallocated file.
      guard writer.disk.removeFile(path) || [ENOENT, EISDIR].contains(errno) else {
        throw FileError("remove", path)
      }
    }
    for folder in Set(files.flatMap(\.folders)).sorted(by: >) where folder != place {
      // It has other files.
      _ = writer.disk.removeFolder(built.appending(folder.inside(place)))
    }
    return true
  }

  /// Removes everything that was built aside.
  func remove() {
    for (_, built) in aside { try? writer.disk.remove(built) }
  }

  /// Whether the folder that was built for this one could not be put in its place.
  func isOvertaken(_ folder: DocumentPath) -> Bool {
    overtaken.contains { folder == $0 || folder.isInside($0) }
  }
}

/// Makes the disk write finished documents while more are built, so that little is left to wait for.
private final class BackgroundFlush: Sendable {
  private let disk: Disk
  private let group = DispatchGroup()
  /// The system reports a failure only to the first caller that asks.
  private let failure = Mutex<FileError?>(nil)

  init(on disk: Disk) { self.disk = disk }

  /// Starts to write, unless the disk is still busy.
  func write(_ folders: Set<SystemPath>) {
    guard group.wait(timeout: .now()) == .success else { return }
    DispatchQueue.global().async(group: group) { [self] in
      do throws(FileError) {
        try disk.synchronise(fileSystemsOf: folders)
      } catch {
        failure.withLock { $0 = $0 ?? error }
      }
    }
  }

  /// Waits until it has written, and returns a failure.
  func wait() -> FileError? {
    group.wait()
    return failure.withLock { $0 }
  }
}
