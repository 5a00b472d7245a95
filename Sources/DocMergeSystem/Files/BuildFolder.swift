import Glibc

/// A hidden folder beside a document, in which the replacement of the document is built.
///
/// It is named after the document, so that the next save of it finds the remains of a killed save, and removes them,
/// even among very many documents. The builder holds a lock on the folder, which ends with its process: the contents of
/// a folder without a lock are garbage.
package struct BuildFolder {
  /// The path for the result; it has the document's own name, and nothing is there.
  package let product: SystemPath

  private let path: SystemPath
  private let file: Int32
  private let disk: Disk

  /// How many processes may build at once for one document; more than one only without coordination.
  private static let places = 16

  /// Builds beside `target`; the rest in the folder is removed with it.
  ///
  /// - Parameters:
  ///   - target: the current or future path of the document.
  ///   - disk: the disk that files are written with.
  ///   - body: builds, and puts the result in place.
  /// - Returns: what `body` returns.
  /// - Throws: ``FileError``, and what `body` throws.
  package static func hold<Result>(
    beside target: SystemPath, on disk: Disk = .system, _ body: (BuildFolder) throws -> Result
  ) throws -> Result {
    let folder = try claim(for: target, on: disk)
    // The next save finds files that cannot be removed now, which is no reason to fail.
    defer {
      try? remove(folder.path, on: disk)
      close(folder.file)
    }
    return try body(folder)
  }

  /// Whether a process is building in a folder of this kind.
  package static func isBusy(_ path: SystemPath) -> Bool {
    let file = Glibc.open(path.characters, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// A place for an item that is moved aside for a moment, on file systems that cannot swap.
  package var aside: SystemPath { path.appending("aside".utf8) }

  // MARK: Claiming

  private static func claim(
    for target: SystemPath, on disk: Disk
  ) throws(FileError) -> BuildFolder {
    var claimed: BuildFolder?
    for number in 0..<places {
      let path = place(number, for: target)
      if claimed != nil {
        // Later places are only used while the first is taken: mostly this is one check. A folder that cannot be read
        // is left to a later save; to fail here would block the first place for ever.
        guard let there = try? FileStatus.of(path), there.form == .folder else { break }
      }
      let folder: BuildFolder?
      do throws(FileError) {
        folder = try lock(path, for: target, on: disk)
      } catch {
        if claimed != nil { break }
        throw error
      }
      guard let folder else { continue }
      // Remains that cannot be removed now are left to a later save.
      guard (try? folder.clear(target)) != nil, claimed == nil else {
        try? remove(path, on: disk)
        close(folder.file)
        continue
      }
      claimed = folder
    }
    guard let claimed else { throw FileError("save", target, code: EBUSY) }
    return claimed
  }

  private static func place(_ number: Int, for target: SystemPath) -> SystemPath {
    // FNV-1a: a name as long as the file system allows leaves no room for more than a hash.
    let mark = target.name.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { mark, byte in
      (mark ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let name = "\(String(mark, radix: 36))-\(number)-part"
    return target.parent.appending(Files.temporaryPrefix + name.utf8)
  }

  /// Makes a folder, or takes over one of a dead process; `nil` when it is in use.
  private static func lock(
    _ path: SystemPath, for target: SystemPath, on disk: Disk
  ) throws(FileError) -> BuildFolder? {
    while true {
      guard mkdir(path.characters, 0o700) == 0 || errno == EEXIST else {
        throw FileError("make", path)
      }
      let file = Glibc.open(path.characters, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if file < 0 {
        switch errno {
        case ENOENT, EINTR: continue
        case EACCES, ENOTDIR, ELOOP: return nil
        default: throw FileError("open", path)
        }
      }
      do {
        guard try take(file, path) else {
          close(file)
          continue
        }
        return BuildFolder(
          product: path.appending(target.name), path: path, file: file, disk: disk)
      } catch {
        close(file)
        if error.code == EWOULDBLOCK { return nil }
        throw error
      }
    }
  }

  /// Locks a folder; `false` when it was removed before that, and has to be made again.
  private static func take(_ file: Int32, _ path: SystemPath) throws(FileError) -> Bool {
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno != EINTR { throw FileError("lock", path) }
    }
    return try FileStatus.of(path)?.inode == FileStatus.of(open: file, path).inode
  }

  /// Removes the remains of a killed process, except a document that it had just moved aside.
  private func clear(_ target: SystemPath) throws(FileError) {
    if try FileStatus.of(aside) != nil, try FileStatus.of(target) == nil,
      !disk.rename(aside, to: target)
    {
      throw FileError("put back", target)
    }
    for entry in try Files.entries(of: path) {
      try BuildFolder.remove(path.appending(entry.name), on: disk)
    }
  }

  /// Removes remains, including folders of a package without write permission.
  private static func remove(_ path: SystemPath, on disk: Disk) throws(FileError) {
    do {
      try disk.remove(path)
    } catch {
      guard error.code == EACCES else { throw error }
      try open(path)
      try disk.remove(path)
    }
  }

  private static func open(_ path: SystemPath) throws(FileError) {
    guard try FileStatus.of(path)?.form == .folder, chmod(path.characters, 0o700) == 0 else {
      return
    }
    for entry in try Files.entries(of: path) { try open(path.appending(entry.name)) }
  }
}
