import Glibc

/// The contents of a file in memory, where the kernel already has them.
struct MappedFile: ~Copyable {
  /// The bytes, as long as the value lives.
  let bytes: UnsafeRawBufferPointer
  private let mapping: UnsafeMutableRawPointer?
  private let contents: UnsafeMutableRawBufferPointer?

  /// Maps the file at `path`; a pipe or a device, which cannot be mapped, is read to its end.
  init(_ path: [UInt8]) throws(FileFailure) {
    let file = open(CPath(path).characters, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Self.failure(path) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Self.failure(path) }
    // Git cannot open folders.
    if status.st_mode & S_IFMT == S_IFDIR {
      throw FileFailure("Could not open %", path, reason: EISDIR)
    }
    let size = Int(status.st_size)
    // A small file is read faster than mapped.
    if status.st_mode & S_IFMT == S_IFREG, size > 1 << 14,
      let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED
    {
      madvise(start, size, MADV_SEQUENTIAL)
      self.init(mapping: start, size: size)
      return
    }
    self.init(holding: try Self.read(file, path))
  }

  /// Holds bytes that come from elsewhere.
  init(holding text: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 16)
    copy.copyBytes(from: text)
    mapping = nil
    contents = copy
    bytes = UnsafeRawBufferPointer(copy)
  }

  private init(mapping: UnsafeMutableRawPointer, size: Int) {
    self.mapping = mapping
    contents = nil
    bytes = UnsafeRawBufferPointer(start: mapping, count: size)
  }

  deinit {
    if let mapping { munmap(mapping, bytes.count) }
    contents?.deallocate()
  }

  /// Reads an open file to its end.
  static func read(_ file: Int32, _ path: [UInt8]) throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, initialized in
        repeat {
          count = Glibc.read(file, buffer.baseAddress, 1 << 16)
        } while count < 0 && errno == EINTR
        initialized = max(count, 0)
      }
      guard count >= 0 else { throw FileFailure("Could not read %", path, reason: errno) }
      if count == 0 { return bytes }
      bytes += chunk
    }
  }

  /// Git looks at a file before it opens it, which shows in what it says.
  private static func failure(_ path: [UInt8]) -> FileFailure {
    let reason = errno
    var status = stat()
    let isThere = stat(CPath(path).characters, &status) == 0
    return FileFailure(
      isThere ? "Could not open %" : "Could not stat %", path, reason: reason)
  }
}
