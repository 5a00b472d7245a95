import DocMergeZlib

/// Compresses one text after the other with one set of zlib's tables.
///
/// Making the tables costs more than compressing a small object. Level 1: an import is bound by it, and
/// git's own repacking compresses better later. What hardly gets smaller, such as photos, is stored as it is.
struct Deflater: ~Copyable {
  private let stream: UnsafeMutablePointer<z_stream>

  /// Smaller texts are compressed, whatever comes of it.
  private static let large = 256 << 10
  /// The bytes of a sample, and how many of them are left where compressing is worth its time.
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

  /// Appends `bytes`, in the form of zlib, to `output`.
  func deflate(_ bytes: [UInt8], onto output: inout [UInt8]) throws(GitError) {
    guard bytes.count < UInt32.max else { throw Deflater.failure("deflate", Z_MEM_ERROR) }
    guard try isDense(bytes) else { return try run(bytes[...], onto: &output) }
    try setLevel(0)
    try run(bytes[...], onto: &output)
    try setLevel(1)
  }

  /// Whether samples from all over a large text say that it hardly gets smaller.
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
    // zlib before 1.2.12 may write to where the last text went.
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
        // zlib does not write what it reads, whatever its types say.
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
      code: .init(rawValue: -1), function: function, message: "compression failed with \(status)")
  }
}
