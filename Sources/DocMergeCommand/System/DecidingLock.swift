import DocMerge
import DocMergeSystem
import Glibc

/// Holds a repository or container while a person decides there, so that no second one begins meanwhile.
///
/// The system lets go of it when the process ends, however it ends.
struct DecidingLock: ~Copyable {
  private let file: Int32

  /// Takes the lock; where another process has it, says so.
  ///
  /// - Parameter folder: What git, or a container, keeps its own files in.
  /// - Throws: ``ExitStatus/taken``, or ``CommandError`` where no file can be made.
  init(in folder: String) throws {
    let place = "\(folder)/docmerge"
    mkdir(place, 0o777)
    let path = "\(place)/deciding.lock"
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      throw CommandError(
        description:
          "cannot write \(PrintableText.escape(path)): \(String(cString: strerror(errno)))")
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let holder = Self.holder(file).map { " (process \($0))" } ?? ""
      Console.message(
        "Another docmerge is deciding here\(holder): go on there, or end that one first.")
      throw ExitStatus.taken
    }
    let words = Array("\(getpid())\n".utf8)
    ftruncate(file, 0)
    _ = words.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
  }

  private static func holder(_ file: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    return Int32(
      String(
        decoding: bytes.prefix { (0x30...0x39).contains($0) }.prefix(max(count, 0)), as: UTF8.self))
  }

  deinit { close(file) }
}
