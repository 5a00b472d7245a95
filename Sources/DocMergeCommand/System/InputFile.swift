import DocMerge
import DocMergeSystem
import Glibc

/// Files outside of containers that commands read whole.
enum InputFile {
  /// Reads a file, or standard input for `-`.
  static func read(_ path: String) throws -> [UInt8] {
    let file = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure("read", path) }
    defer { close(file) }
    return try read(descriptor: file, named: path)
  }

  /// Reads what is left of a file that is open.
  static func read(descriptor file: Int32, named path: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, initialized in
        repeat {
          count = Glibc.read(file, buffer.baseAddress, buffer.count)
        } while count < 0 && errno == EINTR
        initialized = max(count, 0)
      }
      guard count >= 0 else { throw failure("read", path) }
      if count == 0 { return bytes }
      bytes += chunk
    }
  }

  private static func failure(_ action: String, _ path: String) -> CommandError {
    CommandError(
      description:
        "cannot \(action) \(PrintableText.escape(path)): \(String(cString: strerror(errno)))")
  }
}
