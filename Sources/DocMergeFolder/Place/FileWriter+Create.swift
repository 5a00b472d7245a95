import Dispatch
package import DocMergeCore
package import DocMergeHistory
import DocMergeObjects
import DocMergeSystem
import Glibc
import Synchronization

/// Putting many documents where nothing is yet, for the price of few.
///
/// The disk is synchronised once, after it has written most of it meanwhile. A folder that is not there yet
/// is built whole, with all that comes into it, and renamed once.
extension FileWriter {
  /// What is put where.
  package struct Newcomer: Sendable {
    package var path: DocumentPath
    package var filling: Filling
  }

  /// What a file looked like before anybody could find it.
  package struct Look: Sendable {
    package var fingerprint: Fingerprint
    /// When it was not yet in its place.
    package var seen: Timestamp
  }

  /// Puts many things where nothing is yet.
  ///
  /// What they hold is durable then. That they are in their places is the caller's to make durable, with
  /// ``synchronise(_:)``, once all are.
  ///
  /// - Parameters:
  ///   - newcomers: what is put where.
  ///   - isLeft: whether nothing is durable then.
  ///   - files: files that are there for some of them already.
  /// - Returns: for each in its order, what it looks like, if that is known; or why it is not in its place.
  /// - Throws: ``FileError``.
  package func create(
    _ newcomers: [Newcomer], isLeft: Bool = false, into files: EmptyFiles? = nil
  ) throws -> [Result<Look?, any Error>] {
    var folders = NewFolders(writer: self, files: files)
    var results = try create(newcomers, in: &folders, isLeft: isLeft)
    // Where somebody else made a folder meanwhile, documents come into that one.
    let late = newcomers.indices.filter { index in
      newcomers[index].path.folder.map { folders.isOvertaken($0) } ?? false
    }
    guard !late.isEmpty else { return results }
    var inPlace = NewFolders(writer: self, buildsAside: false)
    let again = try create(late.map { newcomers[$0] }, in: &inPlace, isLeft: isLeft)
    for (index, result) in zip(late, again) { results[index] = result }
    return results
  }

  private func create(
    _ newcomers: [Newcomer], in folders: inout NewFolders, isLeft: Bool
  ) throws -> [Result<Look?, any Error>] {
    let (built, failure) = build(newcomers, in: &folders, isLeft: isLeft)
    do {
      if let failure { throw failure }
      if !isLeft { try Files.synchronise(fileSystemsOf: folders.existing) }
    } catch {
      // All of it is in the repository; the next look after a crash would remove it as well.
      folders.remove()
      for case .success(.beside(let path)) in built { try? Files.remove(path) }
      throw error
    }
    let now = Timestamp.now
    folders.putInPlace(with: newcomers)
    return ParallelMap.map(Array(newcomers.indices), grain: FileWriter.grain) { index in
      Result {
        switch try built[index].get() {
        case .aside(let status):
          return status.map { Look(fingerprint: Fingerprint($0), seen: now) }
        case .beside(let path):
          try place(path, at: newcomers[index].path)
          return nil
        }
      }
    }
  }

  /// Where something was built.
  private enum Built: Sendable {
    /// In a folder that is built aside; a file that looks like this.
    case aside(FileStatus?)
    /// Beside its place.
    case beside(SystemPath)
  }

  /// Builds each beside its place, or in a folder that is built aside.
  ///
  /// Also tells why the disk could not write some of it. A full disk ends it.
  private func build(
    _ newcomers: [Newcomer], in folders: inout NewFolders, isLeft: Bool
  ) -> (built: [Result<Built, any Error>], failure: FileError?) {
    let isMuch = newcomers.count >= FileWriter.much
    let quick = FileWriter(
      root: root, git: isMuch ? git.forMuchReading() : git, isDurable: false)
    let disk = BusyDisk()
    var built: [Result<Built, any Error>] = []
    for start in stride(from: 0, to: newcomers.count, by: FileWriter.stretch) {
      let part = newcomers[start..<min(start + FileWriter.stretch, newcomers.count)]
      let places = part.map { newcomer in folders.folder(newcomer.path.folder) }
      let made = folders.made
      built += ParallelMap.map(Array(part.indices), grain: FileWriter.grain) { index in
        Result {
          guard let folder = try places[index - start].get() else {
            let place = root.appending(part[index].path)
            return .beside(try quick.build(part[index].filling, beside: place, like: nil))
          }
          let path = folder.appending(part[index].path.name)
          let isMade = made.contains(part[index].path)
          return .aside(try quick.build(part[index].filling, at: path, like: nil, isMade: isMade))
        }
      }
      for case .failure(let error as FileError) in built.suffix(part.count)
      where error.code == ENOSPC {
        return (built, disk.wait() ?? error)
      }
      if !isLeft, built.count < newcomers.count { disk.write(folders.existing) }
    }
    return (built, disk.wait())
  }

  /// Whether the disk may write what is put in place later: many files, of each of which can be told whether
  /// what lies there is all that was written.
  ///
  /// - Parameter fillings: what is put in place.
  /// - Returns: `false` for few, and where a package is among them.
  static func canBeLeft(_ fillings: [Filling?]) -> Bool {
    fillings.count >= much
      && fillings.allSatisfy { filling in
        if case .version(let version) = filling { version.content.kind != .package } else { true }
      }
  }

  /// From how many documents on the packs are opened once more, to be read by several threads.
  private static let much = 512

  /// How many documents are built before the disk is told to write them.
  private static let stretch = 4096

  /// How many documents one thread writes before it takes others: those of one folder wait for each other.
  private static let grain = 128

  /// Makes all that was done beside, and with, these paths durable.
  package func synchronise(_ paths: [DocumentPath]) throws {
    let folders = Set(paths.map(\.folder))
    try Files.synchronise(
      fileSystemsOf: Set(folders.map { folder in folder.map { root.appending($0) } ?? root }))
  }
}

/// The folders that new documents come into: where each is built, and whether it is in its place.
private struct NewFolders {
  let writer: FileWriter
  /// Whether folders that are missing are built aside; else they are made in their places.
  let buildsAside: Bool
  /// Where what is to lie in a folder is built; `nil` for folders that are there.
  private var known: [DocumentPath: Result<SystemPath?, any Error>] = [:]
  /// The outermost ones that are missing.
  private var aside: [(place: DocumentPath, built: SystemPath)] = []
  private var overtaken: [DocumentPath] = []
  private let files: EmptyFiles?
  /// For which documents there are empty files in what is built aside.
  private(set) var made: Set<DocumentPath> = []
  /// Folders that are there, on all file systems that are written to.
  private(set) var existing: Set<SystemPath> = []

  init(writer: FileWriter, buildsAside: Bool = true, files: EmptyFiles? = nil) {
    self.writer = writer
    self.buildsAside = buildsAside
    self.files = files
  }

  /// Where what is to lie in `folder` (`nil`: the container) is built; `nil` where that is in it.
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
      try Files.makeFolder(path)
      existing.insert(path)
      return nil
    }
    var ready = files?.take(folder)
    // Whoever clears hidden folders away may have taken it.
    if let place = ready?.path, try FileStatus.of(place) == nil { ready = nil }
    if let ready { made.formUnion(ready.files) }
    let built = try ready?.path ?? makeAside(path)
    aside.append((folder, built))
    return built
  }

  private func make(
    _ path: SystemPath, for folder: DocumentPath
  ) throws(FileError) -> SystemPath {
    if mkdir(path.characters, 0o777) != 0 {
      let wanted = writer.root.appending(folder)
      guard errno == EEXIST else { throw FileError("make the folder", wanted) }
      // Some file systems take several names for one. What was built under another one stays; a file that was
      // only made ahead makes room.
      if try FileStatus.of(path)?.form != .folder {
        let key = NameKey(folder)
        guard made.contains(where: { NameKey($0) == key }) else {
          throw FileError("make the folder", wanted, code: EEXIST)
        }
        guard unlink(path.characters) == 0, mkdir(path.characters, 0o777) == 0 else {
          throw FileError("make the folder", wanted)
        }
      }
    }
    Checkpoint.pass()
    return path
  }

  /// Makes a folder beside its place, in which nothing is that somebody left there.
  private func makeAside(_ place: SystemPath) throws(FileError) -> SystemPath {
    while true {
      let path = writer.temporary(beside: place, as: FileWriter.unfinished)
      if mkdir(path.characters, 0o777) == 0 {
        Checkpoint.pass()
        return path
      }
      // A process of this number was killed here.
      guard errno == EEXIST else { throw FileError("make the folder", place) }
    }
  }

  /// Renames what was built aside; what cannot be goes.
  ///
  /// - Parameter newcomers: all that was built. Files for others are still empty, and go.
  mutating func putInPlace(with newcomers: [FileWriter.Newcomer]) {
    var unused = made
    for newcomer in made.isEmpty ? [] : newcomers { unused.remove(newcomer.path) }
    let empty = Dictionary(grouping: unused) { $0.outermost }
    for (place, built) in aside {
      let isInPlace =
        try? remove(empty[place] ?? [], from: built, at: place)
        && writer.renameNew(built, to: writer.root.appending(place))
      if isInPlace == true { continue }
      // All of it is in the repository, and is written again.
      try? Files.remove(built)
      overtaken.append(place)
    }
  }

  /// Removes files, and the folders that are empty then, from one that is built aside.
  private func remove(
    _ files: [DocumentPath], from built: SystemPath, at place: DocumentPath
  ) throws(FileError) -> Bool {
    for file in files {
      let path = built.appending(file.inside(place))
      // A folder took the place of one that made room.
      guard unlink(path.characters) == 0 || [ENOENT, EISDIR].contains(errno) else {
        throw FileError("remove", path)
      }
    }
    for folder in Set(files.flatMap(\.folders)).sorted(by: >) where folder != place {
      // Others are in it.
      rmdir(built.appending(folder.inside(place)).characters)
    }
    return true
  }

  /// Removes what was built aside.
  func remove() {
    for (_, built) in aside { try? Files.remove(built) }
  }

  /// Whether what was built for this folder could not be put in its place.
  func isOvertaken(_ folder: DocumentPath) -> Bool {
    overtaken.contains { folder == $0 || folder.isInside($0) }
  }
}

/// Has the disk write what was built while more is being built, so that little is left to wait for.
private final class BusyDisk: Sendable {
  private let group = DispatchGroup()
  /// The system tells a failure to the first who asks, and nobody else.
  private let failure = Mutex<FileError?>(nil)

  /// Starts to write, unless the disk is still at it.
  func write(_ folders: Set<SystemPath>) {
    guard group.wait(timeout: .now()) == .success else { return }
    DispatchQueue.global().async(group: group) { [self] in
      do throws(FileError) {
        try Files.synchronise(fileSystemsOf: folders)
      } catch {
        failure.withLock { $0 = $0 ?? error }
      }
    }
  }

  /// Waits until it has written, and tells what it could not write.
  func wait() -> FileError? {
    group.wait()
    return failure.withLock { $0 }
  }
}
