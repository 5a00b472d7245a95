import DocMerge
import Glibc

/// Files outside of containers that commands read and write whole.
enum InputFile {
  /// Reads a file, or standard input for `-`.
  static func read(_ path: String) throws -> [UInt8] {
    let file = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure("read", path) }
    defer { close(file) }
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

  /// Replaces the contents of a file in one step, with its mode kept.
  static func replace(_ path: String, with bytes: [UInt8]) throws {
    // Through links to the file itself, so that the link stays one.
    let target =
      realpath(path, nil).map { real in
        defer { free(real) }
        return String(cString: real)
      } ?? path
    var template = Array("\(target).docmerge-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw failure("write", path) }
    defer { close(file) }
    var status = stat()
    let mode = stat(target, &status) == 0 ? status.st_mode & 0o7777 : 0o644
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(file, $0.baseAddress.map { $0 + written }, $0.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return try giveUp(template, path) }
      written += count
    }
    guard fchmod(file, mode) == 0, fsync(file) == 0, rename(template, target) == 0 else {
      return try giveUp(template, path)
    }
  }

  private static func giveUp(_ temporary: [CChar], _ path: String) throws {
    let error = failure("write", path)
    unlink(temporary)
    throw error
  }

  private static func failure(_ action: String, _ path: String) -> CommandError {
    CommandError(
      description:
        "cannot \(action) \(PrintableText.escape(path)): \(String(cString: strerror(errno)))")
  }
}
