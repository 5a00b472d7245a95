import DocMergePOSIX
import Glibc

/// The system calls for a path, one per method; nothing is made durable.
extension SystemPath {
  // MARK: Reading

  /// A right of a process to the item at a path.
  package enum Right: Sendable {
    case reading, writing, running
  }

  /// Whether an item is there; a link is followed.
  ///
  /// Calls `access`.
  package var exists: Bool { access(characters, F_OK) == 0 }

  /// Fails if no item is there; a link is followed.
  ///
  /// Calls `access`.
  package func checkExists() throws(Errno) { try Errno.check(access(characters, F_OK)) }

  /// Fails if this process does not have a right to it; a link is followed.
  ///
  /// Calls `access`.
  package func check(_ right: Right) throws(Errno) {
    let mode =
      switch right {
      case .reading: R_OK
      case .writing: W_OK
      case .running: X_OK
      }
    try Errno.check(access(characters, mode))
  }

  /// Whether this process has a right to it; a link is followed.
  ///
  /// Calls `access`.
  package func allows(_ right: Right) -> Bool { (try? check(right)) != nil }

  /// The status of the item at the path; of the target, where that is a link.
  ///
  /// Calls `statx`.
  package func status() throws(Errno) -> FileStatus {
    var raw = docmerge_status()
    try Errno.check(docmerge_status_behind(characters, &raw))
    return FileStatus(raw)
  }

  /// The status of the item at the path, even if it is a link.
  ///
  /// Calls `statx`.
  package func ownStatus() throws(Errno) -> FileStatus {
    var raw = docmerge_status()
    try Errno.check(docmerge_status_at(AT_FDCWD, characters, &raw))
    return FileStatus(raw)
  }

  /// The target of a link.
  ///
  /// Calls `readlink`.
  package func linkTarget() throws(Errno) -> [UInt8] {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 2 * Int(PATH_MAX)) { buffer, initialized in
      buffer.withMemoryRebound(to: CChar.self) { text in
        count = text.baseAddress.map { readlink(characters, $0, text.count) } ?? -1
      }
      initialized = max(count, 0)
    }
    try Errno.check(count)
    return bytes
  }

  /// The absolute path without links and dots.
  ///
  /// Calls `realpath`.
  package func real() throws(Errno) -> SystemPath {
    guard let real = realpath(characters, nil) else { throw .current }
    defer { free(real) }
    return SystemPath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }

  /// The names in a folder, in the order of the file system, without `.` and `..`.
  ///
  /// Calls `opendir` and `readdir`; of a folder that cannot be read to its end, returns the names so far.
  package func names() throws(Errno) -> [[UInt8]] {
    guard let stream = opendir(characters) else { throw .current }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    return names
  }

  // MARK: Changing

  /// Makes a folder.
  ///
  /// Calls `mkdir`.
  package func makeFolder(permissions: UInt32 = 0o777) throws(Errno) {
    try Errno.check(mkdir(characters, permissions))
  }

  /// Makes a folder with an unused name, which only its owner may enter.
  ///
  /// Calls `mkdtemp`.
  ///
  /// - Parameter start: the name without the six letters that are added to it.
  /// - Returns: its path.
  /// - Throws: ``Errno``.
  package static func makeFolder(named start: SystemPath) throws(Errno) -> SystemPath {
    var pattern = start.characters.dropLast() + [CChar](repeating: 0x58, count: 6) + [0]
    let isMade = pattern.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { mkdtemp($0) != nil } ?? false
    }
    guard isMade else { throw .current }
    return SystemPath(bytes: pattern.dropLast().map { UInt8(bitPattern: $0) })
  }

  /// Makes an empty file with an unused name, which only its owner may read.
  ///
  /// Calls `mkstemps`.
  ///
  /// - Parameters:
  ///   - start: the name without the six letters that are added to it.
  ///   - ending: the text behind those, such as `.md`.
  /// - Returns: its path.
  /// - Throws: ``Errno``.
  package static func makeFile(
    named start: SystemPath, ending: String
  ) throws(Errno) -> SystemPath {
    var pattern = start.characters.dropLast() + [CChar](repeating: 0x58, count: 6)
    pattern += ending.utf8CString
    close(try Errno.check(mkstemps(&pattern, Int32(ending.utf8.count))))
    return SystemPath(bytes: pattern.dropLast().map { UInt8(bitPattern: $0) })
  }

  /// Removes an empty folder.
  ///
  /// Calls `rmdir`.
  package func removeFolder() throws(Errno) { try Errno.check(rmdir(characters)) }

  /// Removes a file, or a link itself.
  ///
  /// Calls `unlink`.
  package func removeFile() throws(Errno) { try Errno.check(unlink(characters)) }

  /// Renames, and replaces an item of that name.
  ///
  /// Calls `rename`.
  package func rename(to other: SystemPath) throws(Errno) {
    try Errno.check(Glibc.rename(characters, other.characters))
  }

  /// Swaps two items in one step; not all file systems can.
  ///
  /// Calls `renameat2` with `RENAME_EXCHANGE`.
  package func swap(with other: SystemPath) throws(Errno) {
    try Errno.check(docmerge_rename_exchange(characters, other.characters))
  }

  /// Gives the file a second name, which must be free.
  ///
  /// Calls `link`.
  package func link(as other: SystemPath) throws(Errno) {
    try Errno.check(Glibc.link(characters, other.characters))
  }

  /// Makes a symbolic link here.
  ///
  /// Calls `symlink`.
  package func makeLink(to target: [UInt8]) throws(Errno) {
    try Errno.check(symlink(SystemPath(bytes: target).characters, characters))
  }

  /// Sets the mode bits; a link is followed.
  ///
  /// Calls `chmod`.
  package func setPermissions(_ permissions: UInt32) throws(Errno) {
    try Errno.check(chmod(characters, permissions))
  }

  // MARK: Whole files

  /// The bytes of a file; `nil` if it cannot be read, for any reason.
  package func contents() -> [UInt8]? {
    guard let file = try? OpenFile(self) else { return nil }
    return try? file.readAll()
  }

  /// The path of `name` in this folder.
  package func appending(_ name: String) -> SystemPath { appending(name.utf8) }
}
