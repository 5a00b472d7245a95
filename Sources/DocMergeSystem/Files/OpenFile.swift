import DocMergePOSIX
import Glibc

/// An open file, which is closed with the value, and when another program replaces this one.
package struct OpenFile: ~Copyable, Sendable {
  /// The number by which the kernel knows it, to be lent to a child; never to be closed.
  package let number: Int32

  /// The kind of access.
  package enum Access: Sendable {
    case reading, writing, readingAndWriting
  }

  /// Further options of `open`.
  package struct Options: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Makes a missing file.
    package static let makes = Options(rawValue: O_CREAT)
    /// Makes a file, and fails if it exists.
    package static let makesNew = Options(rawValue: O_CREAT | O_EXCL)
    /// Empties the file.
    package static let empties = Options(rawValue: O_TRUNC)
    /// Fails for everything but a folder.
    package static let isFolder = Options(rawValue: O_DIRECTORY)
    /// Fails for a link.
    package static let isNoLink = Options(rawValue: O_NOFOLLOW)
    /// Never waits for the other end of a pipe.
    package static let neverWaits = Options(rawValue: O_NONBLOCK)
  }

  /// Takes over an open file, and closes it in the end.
  package init(owning number: Int32) { self.number = number }

  /// Opens a file.
  ///
  /// Calls `open`, always with `O_CLOEXEC`.
  ///
  /// - Parameters:
  ///   - path: the path; a link at the end is followed.
  ///   - access: the kind of access.
  ///   - options: further options of `open`.
  ///   - permissions: the mode bits of a new file, before the process's mask.
  /// - Throws: ``Errno``.
  package init(
    _ path: SystemPath, for access: Access = .reading, _ options: Options = [],
    permissions: UInt32 = 0
  ) throws(Errno) {
    let mode =
      switch access {
      case .reading: O_RDONLY
      case .writing: O_WRONLY
      case .readingAndWriting: O_RDWR
      }
    number = try Errno.check(
      open(path.characters, mode | options.rawValue | O_CLOEXEC, permissions))
  }

  /// Opens standard input once more, at its current position.
  ///
  /// Calls `dup`.
  package static func standardInput() throws(Errno) -> OpenFile {
    OpenFile(owning: try Errno.check(dup(STDIN_FILENO)))
  }

  /// Opens a file without a name, in memory.
  ///
  /// Calls `memfd_create`.
  package static func inMemory() throws(Errno) -> OpenFile {
    OpenFile(owning: try Errno.check(docmerge_memory_file()))
  }

  /// Opens a new file without a name in a folder, for writing; it ends with the value unless it is named.
  ///
  /// Calls `open` with `O_TMPFILE`; not all file systems support it.
  package static func nameless(in folder: SystemPath) throws(Errno) -> OpenFile {
    OpenFile(owning: try Errno.check(docmerge_open_nameless(folder.characters)))
  }

  /// Opens the item at a path, or a link itself, only to recognise it later.
  ///
  /// Calls `open` with `O_PATH`.
  package static func place(_ path: SystemPath) throws(Errno) -> OpenFile {
    OpenFile(owning: try Errno.check(docmerge_open_place(path.characters)))
  }

  deinit { close(number) }

  /// Hands the open file over to a caller that closes it.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  // MARK: Reading

  /// Reads from the current position to the end.
  ///
  /// Calls `read`, again where a signal interrupts it.
  ///
  /// - Parameter sizeHint: how many bytes are expected.
  /// - Returns: the bytes.
  /// - Throws: ``Errno``.
  package func readAll(sizeHint: Int = 0xFFFF) throws(Errno) -> [UInt8] {
    try OpenFile.readAll(number, sizeHint: sizeHint)
  }

  /// Reads up to `count` bytes from a position.
  ///
  /// Calls `pread`.
  package func read(_ count: Int, at place: Int64) throws(Errno) -> [UInt8] {
    var got = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      got = pread(number, buffer.baseAddress, count, off_t(place))
      initialized = max(got, 0)
    }
    try Errno.check(got)
    return bytes
  }

  /// Goes back to the first byte.
  ///
  /// Calls `lseek`.
  package func rewind() throws(Errno) { try Errno.check(lseek(number, 0, SEEK_SET)) }

  static func readAll(_ file: Int32, sizeHint: Int) throws(Errno) -> [UInt8] {
    var result: [UInt8] = []
    // One byte more than expected, so that the end is seen without another round.
    var capacity = max(sizeHint, 0) + 1
    while true {
      var got = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        repeat {
          got = Glibc.read(file, buffer.baseAddress, capacity)
        } while got < 0 && errno == EINTR
        count = max(got, 0)
      }
      try Errno.check(got)
      if result.isEmpty { result = chunk } else { result += chunk }
      if got == 0 { return result }
      capacity = max(1 << 16, capacity - got)
    }
  }

  // MARK: Writing

  /// Writes what `body` passes.
  ///
  /// Calls `write`, again where a signal interrupts it.
  package func write(_ body: (inout OutputFile) -> Void) throws(Errno) {
    var output = OutputFile(number)
    body(&output)
    output.flush()
    if output.failure != 0 { throw Errno(output.failure) }
  }

  /// Writes bytes.
  package func write(_ bytes: [UInt8]) throws(Errno) {
    try write { output in bytes.withUnsafeBytes { output.append($0) } }
  }

  /// Replaces all bytes of the file; a reader may see half of them.
  ///
  /// Calls `ftruncate` and `pwrite`; a note for other processes is no more than a hint, so failures are ignored.
  package func note(_ bytes: [UInt8]) {
    ftruncate(number, 0)
    pwrite(number, bytes, bytes.count, 0)
  }

  /// Makes the contents survive a power cut.
  ///
  /// Calls `fsync`.
  package func synchronise() throws(Errno) { try Errno.check(fsync(number)) }

  // MARK: Status

  /// The status of the file.
  ///
  /// Calls `statx`.
  package func status() throws(Errno) -> FileStatus {
    var raw = docmerge_status()
    try Errno.check(docmerge_status_of(number, &raw))
    return FileStatus(raw)
  }

  /// How many names the file has; 0 once it is removed.
  ///
  /// Calls `statx`.
  package func linkCount() throws(Errno) -> UInt32 {
    var raw = docmerge_status()
    try Errno.check(docmerge_status_of(number, &raw))
    return raw.links
  }

  /// Sets the mode bits.
  ///
  /// Calls `fchmod`.
  package func setPermissions(_ permissions: UInt32) throws(Errno) {
    try Errno.check(fchmod(number, permissions))
  }

  /// Copies owner, group and extended attributes of another file, as far as the caller may set them.
  ///
  /// Calls `fchown` and `fsetxattr`.
  package func copyAttributes(of model: SystemPath) throws(Errno) {
    try Errno.check(docmerge_copy_attributes(model.characters, number))
  }

  /// Gives a file without a name its name, which must be free.
  ///
  /// Calls `linkat`.
  package func give(name path: SystemPath) throws(Errno) {
    try Errno.check(docmerge_name(number, path.characters))
  }

  // MARK: Locks

  /// Takes a lock that other open files of this process respect as well; fails if one of them has it.
  ///
  /// Calls `fcntl` with `F_OFD_SETLK`.
  package func lock() throws(Errno) { try Errno.check(docmerge_lock_exclusive(number)) }

  /// Whether another open file has such a lock, or it cannot be told.
  ///
  /// Calls `fcntl` with `F_OFD_GETLK`.
  package var isLocked: Bool { docmerge_is_locked(number) != 0 }

  /// Takes the BSD lock, which belongs to the open file; fails if another one has it.
  ///
  /// Calls `flock`.
  package func lockWhole() throws(Errno) { try Errno.check(flock(number, LOCK_EX | LOCK_NB)) }
}
