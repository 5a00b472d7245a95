import DocMergeZlib

/// Compresses one text after the other with one set of zlib's tables.
///
/// Making the tables costs more than compressing a small object. Level 1: an import is bound by it, and
/// git's own repacking compresses better later.
struct Deflater: ~Copyable {
  private let stream: UnsafeMutablePointer<z_stream>

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

  /// Appends `bytes`, compressed, to `output`.
  func deflate(_ bytes: [UInt8], onto output: inout [UInt8]) throws(GitError) {
    guard bytes.count < UInt32.max else { throw Deflater.failure("deflate", Z_MEM_ERROR) }
    var input = bytes
    let start = output.count
    let room = Int(deflateBound(stream, UInt(bytes.count)))
    output.append(contentsOf: repeatElement(0, count: room))
    let status = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.pointee.next_in = input.baseAddress
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
