import DocMergePOSIX
import Glibc

/// A file that one process at a time locks, and that names the process.
///
/// The kernel keeps the lock (an open-file-description lock), so a dead owner never blocks another process. The text of
/// the file says which process has it, and whether the last one released it in good order:
///
///     held 4711 0c5a…      process 4711, since the start of the computer with this id
///     free 0c5a…           no process; the last owner ended properly
package struct LockFile: ~Copyable {
  /// The path of the file.
  package let path: SystemPath
  private let file: Int32

  /// Opens the file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - makes: whether to make a missing file.
  /// - Throws: ``FileError``, also if the file is missing, or cannot be written.
  package init(_ path: SystemPath, makes: Bool = true) throws(FileError) {
    self.path = path
    file = open(path.characters, makes ? O_RDWR | O_CREAT | O_CLOEXEC : O_RDWR | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw FileError("lock", path) }
  }

  /// The kernel releases the lock with the last reference to the open file.
  deinit { close(file) }

  /// Takes the lock; `false` when another process, or another open file of this one, has it.
  ///
  /// - Throws: ``FileError``.
  package func take() throws(FileError) -> Bool {
    while docmerge_lock_exclusive(file) != 0 {
      switch errno {
      case EINTR: continue
      case EAGAIN, EACCES: return false
      default: throw FileError("lock", path)
      }
    }
    return true
  }

  /// Takes the lock as soon as it is free; `false` when it was not free for this many seconds.
  ///
  /// - Throws: ``FileError``.
  package func take(waiting seconds: Double) throws(FileError) -> Bool {
    var (pause, waited) = (0.001, 0.0)
    while try !take() {
      guard waited < seconds else { return false }
      usleep(UInt32(pause * 1_000_000))
      waited += pause
      pause = min(pause * 1.5, 0.05)
    }
    return true
  }

  /// Whether the last owner ended properly, and the computer was not restarted since.
  ///
  /// - Throws: ``FileError``.
  package func isFree() throws(FileError) -> Bool { try text() == "free \(Self.boot())\n" }

  /// The process that the text names.
  ///
  /// - Throws: ``FileError``.
  package func owner() throws(FileError) -> Int32? { Self.owner(in: try text()) }

  /// Notes that this process has the lock.
  ///
  /// - Throws: ``FileError``.
  package func noteHeld() throws(FileError) { try write("held \(getpid()) \(Self.boot())\n") }

  /// Notes that the owner ended properly.
  ///
  /// - Throws: ``FileError``.
  package func noteFree() throws(FileError) { try write("free \(Self.boot())\n") }

  /// The process that has the lock of a file now; `nil` when it is free, or there is no file.
  ///
  /// - Returns: the number of the process; 0 when it is not known.
  /// - Throws: ``FileError``.
  package static func holder(of path: SystemPath) throws(FileError) -> Int32? {
    let file = open(path.characters, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard docmerge_is_locked(file) == 1 else { return nil }
    return owner(in: try text(file, path)) ?? 0
  }

  /// An id that tells one start of the computer from another.
  ///
  /// - Throws: ``FileError``.
  package static func boot() throws(FileError) -> String {
    let bytes = try Files.readUnsized("/proc/sys/kernel/random/boot_id")
    return String(String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" })
  }

  // MARK: Text

  private static func owner(in text: String) -> Int32? {
    let words = text.split(separator: " ")
    return words.count > 1 ? Int32(words[1]) : nil
  }

  private func text() throws(FileError) -> String {
    guard lseek(file, 0, SEEK_SET) == 0 else { throw FileError("read", path) }
    return try Self.text(file, path)
  }

  private static func text(_ file: Int32, _ path: SystemPath) throws(FileError) -> String {
    String(decoding: try Files.readAll(file, sizeHint: 64, path), as: UTF8.self)
  }

  private func write(_ text: String) throws(FileError) {
    let bytes = Array(text.utf8)
    guard pwrite(file, bytes, bytes.count, 0) == bytes.count,
      ftruncate(file, off_t(bytes.count)) == 0
    else { throw FileError("lock", path) }
  }
}
