import Glibc

/// Files that are read whole.
enum InputFile {
  /// The contents of the file at `path`; a pipe or a device is read to its end.
  static func read(_ path: [UInt8]) throws(FileFailure) -> [UInt8] {
    let file = open(CPath(path).characters, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(path) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure(path) }
    var bytes: [UInt8] = []
    // One byte more than expected, so that the end is seen without another round.
    var capacity = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) + 1 : 1 << 16
    while true {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
        repeat {
          count = Glibc.read(file, buffer.baseAddress, capacity)
        } while count < 0 && errno == EINTR
        initialized = max(count, 0)
      }
      guard count >= 0 else { throw FileFailure("Could not read %", path, reason: errno) }
      if count == 0 { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      capacity = max(1 << 16, capacity - count)
    }
  }

  /// Git looks at a file before it opens it, which shows in what it says.
  private static func failure(_ path: [UInt8]) -> FileFailure {
    let words = errno == EACCES ? "Could not open %" : "Could not stat %"
    return FileFailure(words, path, reason: errno)
  }
}
