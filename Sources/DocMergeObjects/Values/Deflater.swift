import DocMergeLanguage
import DocMergeZlib

/// Compresses one text after the other with one set of zlib's tables.
///
/// To make the tables costs more than to compress a small object. Level 1: it bounds the speed of an import, and git's
/// own repacking compresses better later. Data that hardly gets smaller, such as photos, is stored uncompressed.
struct Deflater: ~Copyable {
  private let stream: UnsafeMutablePointer<z_stream>

  /// Smaller texts are always compressed.
  private static let large = 256 << 10
  /// The size of a sample, and the compressed size up to which compression is worth its time.
  private static let (sample, most) = (16 << 10, (16 << 10) * 31 / 32)

  init() throws(GitError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // A small hash table (memory level 5), since it is cleared for every object.
    let status = deflateInit2_(
      stream, 1, Z_DEFLATED, 15, 5, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      stream.deallocate()
      throw Deflater.failure("deflateInit2", status)
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Appends `bytes`, in zlib's format, to `output`.
  func deflate(_ bytes: [UInt8], onto output: inout [UInt8]) throws(GitError) {
    guard bytes.count < UInt32.max else { throw Deflater.failure("deflate", Z_MEM_ERROR) }
    guard try isDense(bytes) else { return try run(bytes[...], onto: &output) }
    try setLevel(0)
    try run(bytes[...], onto: &output)
    try setLevel(1)
  }

  /// Whether samples from all over a large text show that it hardly gets smaller.
  private func isDense(_ bytes: [UInt8]) throws(GitError) -> Bool {
    guard bytes.count >= Deflater.large else { return false }
    var output: [UInt8] = []
    for part in 0..<4 {
      output.removeAll(keepingCapacity: true)
      let start = (bytes.count - Deflater.sample) / 3 * part
      try run(bytes[start..<(start + Deflater.sample)], onto: &output)
      guard output.count > Deflater.most else { return false }
    }
    return true
  }

  private func setLevel(_ level: Int32) throws(GitError) {
    // zlib before 1.2.12 may write to the buffer of the last text.
    (stream.pointee.next_out, stream.pointee.avail_out) = (nil, 0)
    let status = deflateParams(stream, level, Z_DEFAULT_STRATEGY)
    guard status == Z_OK else { throw Deflater.failure("deflateParams", status) }
  }

  private func run(_ bytes: ArraySlice<UInt8>, onto output: inout [UInt8]) throws(GitError) {
    let start = output.count
    let room = Int(deflateBound(stream, UInt(bytes.count)))
    output.append(contentsOf: repeatElement(0, count: room))
    let status = bytes.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        // zlib does not write to its input, although the type allows it.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress.map { $0 + start }
        stream.pointee.avail_out = UInt32(room)
        return DocMergeZlib.deflate(stream, Z_FINISH)
      }
    }
    guard status == Z_STREAM_END else { throw Deflater.failure("deflate", status) }
    output.removeLast(room - Int(stream.pointee.total_out))
    guard deflateReset(stream) == Z_OK else { throw Deflater.failure("deflateReset", status) }
  }

  private static func failure(_ function: String, _ status: Int32) -> GitError {
    GitError(
      code: .init(rawValue: -1), function: function,
      message: tr("compression failed with \(status)"))
  }
}
