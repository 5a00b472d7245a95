import DocMergeSystem
import Glibc

/// The bytes of a file of a pack, read by any number of threads at once.
///
/// A map of a file that is truncated meanwhile, or whose disk is removed, ends the process: only our own files, which
/// are never changed, are mapped.
enum PackBytes: Sendable {
  case mapped(MappedFile)
  case memory([UInt8])
  case file(OpenFile)

  /// An open file that is read in parts.
  final class OpenFile: Sendable {
    fileprivate let descriptor: Int32
    fileprivate let count: Int

    fileprivate init(_ descriptor: Int32, count: Int) {
      self.descriptor = descriptor
      self.count = count
    }

    deinit { close(descriptor) }
  }

  /// A larger index of another user is not read.
  private static let largest: Int64 = 64 << 20

  /// Opens a file; `nil` if it cannot be read, is no file, or is empty.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - isForeign: whether another program may change it.
  ///   - isSearched: whether all of it is to be read.
  init?(_ path: SystemPath, isForeign: Bool, isSearched: Bool) {
    guard isForeign else {
      guard let map = MappedFile(path) else { return nil }
      self = .mapped(map)
      return
    }
    let file = open(path.characters, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    let status = try? FileStatus.of(open: file, path)
    guard let status, status.isFile, status.size > 0,
      !isSearched || status.size <= PackBytes.largest
    else {
      close(file)
      return nil
    }
    self = .file(OpenFile(file, count: Int(status.size)))
    guard isSearched else { return }
    guard let bytes = withBytes(0..<count, { Array($0) }) else { return nil }
    self = .memory(bytes)
  }

  /// The number of bytes.
  package var count: Int {
    switch self {
    case .mapped(let map): map.count
    case .memory(let bytes): bytes.count
    case .file(let file): file.count
    }
  }

  /// Lends some of the bytes; `nil` if they cannot be read.
  package func withBytes<Result>(
    _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
    switch self {
    case .mapped(let map):
      return map.withBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    case .memory(let bytes):
      return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    case .file(let file):
      let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
        count = PackBytes.read(file, range.lowerBound, into: UnsafeMutableRawBufferPointer(buffer))
      }
      return bytes.count == range.count ? bytes.withUnsafeBytes(body) : nil
    }
  }

  /// Reads until the buffer is full; returns the number of bytes read.
  private static func read(
    _ file: OpenFile, _ start: Int, into buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    var count = 0
    while count < buffer.count {
      let part = pread(
        file.descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count,
        off_t(start + count))
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { break }
      count += part
    }
    return count
  }
}
