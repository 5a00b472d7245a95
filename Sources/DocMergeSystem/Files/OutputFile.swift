import Glibc

/// A buffered open file for output, with few calls of the system.
package struct OutputFile: ~Copyable {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// The number of the first error, or 0.
  package private(set) var failure: Int32 = 0

  private static let size = 1 << 16

  /// Writes to an open file, which must stay open.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Takes bytes, which may be written later.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if buffer.isEmpty { buffer.reserveCapacity(Self.size) }
    if buffer.count + bytes.count > Self.size { flush() }
    if bytes.count >= Self.size { write(bytes) } else { buffer.append(contentsOf: bytes) }
  }

  /// Writes the buffered bytes.
  package mutating func flush() {
    var bytes: [UInt8] = []
    swap(&bytes, &buffer)
    bytes.withUnsafeBytes { write($0) }
    bytes.removeAll(keepingCapacity: true)
    swap(&bytes, &buffer)
  }

  private mutating func write(_ bytes: UnsafeRawBufferPointer) {
    var start = 0
    while failure == 0, start < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      if count > 0 { start += count } else { failure = count == 0 ? EIO : errno }
    }
  }
}
