internal import DocMergeZlib

/// A member of a zip archive, as it is stored.
package struct ZipMember: Sendable, Hashable {
  /// How the bytes are stored.
  package enum Method: Int, Sendable {
    case stored = 0
    case deflated = 8
  }

  /// The name, with `/` between folders.
  package var name: String
  /// How the bytes are stored; `nil` for a method that is not known.
  package var method: Method?
  /// The bytes as they are stored.
  package var stored: [UInt8]
  /// How many bytes there are when nothing is compressed.
  package var size: Int
  /// The CRC-32 of the contents.
  package var checksum: UInt32
  /// When it was changed, in the form of DOS.
  package var time: UInt32
  /// The attributes that the system gives files.
  package var attributes: UInt32

  /// The largest contents, in bytes.
  package static let sizeLimit = 256 << 20

  /// How many bytes a compressed one may stand for; more than DEFLATE makes of any text.
  private static let ratioLimit = 1100

  /// Describes a member as it is stored.
  package init(
    name: String, method: Method?, stored: [UInt8], size: Int, checksum: UInt32, time: UInt32,
    attributes: UInt32
  ) {
    (self.name, self.method, self.stored) = (name, method, stored)
    (self.size, self.checksum, self.time) = (size, checksum, time)
    self.attributes = attributes
  }

  /// Compresses contents, or stores them where that makes them no smaller.
  package init(name: String, contents: [UInt8], like other: ZipMember?, time: UInt32) {
    let packed = other?.method == .stored ? nil : Self.deflated(contents)
    let isSmaller = packed.map { $0.count < contents.count } ?? false
    self.init(
      name: name, method: isSmaller ? .deflated : .stored,
      stored: isSmaller ? packed ?? contents : contents, size: contents.count,
      checksum: Self.checksum(of: contents), time: time, attributes: other?.attributes ?? 0)
  }

  /// Whether two members hold the same bytes, as far as their checksums tell.
  package func holdsSame(as other: ZipMember) -> Bool {
    size == other.size && checksum == other.checksum
  }

  /// The bytes that it stands for.
  ///
  /// - Throws: ``ArchiveRefusal`` where they are damaged, or are more than a document has.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func contents(limit: Int = sizeLimit) throws(ArchiveRefusal) -> [UInt8] {
    guard size <= limit, size <= (stored.count + 1) * Self.ratioLimit else {
      throw .tooLarge(name)
    }
    let bytes: [UInt8]?
    switch method {
    case .stored: bytes = stored.count == size ? stored : nil
    case .deflated: bytes = inflated()
    case nil: bytes = nil
    }
    guard let bytes, Self.checksum(of: bytes) == checksum else { throw .damaged(name) }
    return bytes
  }

  /// Compares the bytes with the checksum.
  ///
  /// Members are not unpacked, and so not checked, where they are larger than a document has or their method of
  /// compression is unknown.
  ///
  /// - Throws: ``ArchiveRefusal`` where they are damaged.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func check() throws(ArchiveRefusal) {
    guard method == .stored || method != nil && size <= Self.sizeLimit else { return }
    _ = try contents(limit: max(size, Self.sizeLimit))
  }

  private func inflated() -> [UInt8]? {
    var stream = z_stream()
    guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    // One byte more shows a member that stands for more than it says.
    let output = Self.run(&stream, on: stored, limit: size + 1) { inflate($0, Z_FINISH) }
    return output?.count == size ? output : nil
  }

  private static func deflated(_ contents: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    let limit = Int(deflateBound(&stream, UInt(contents.count)))
    return run(&stream, on: contents, limit: limit) { deflate($0, Z_FINISH) }
  }

  /// What zlib makes of bytes at once; `nil` where that is not all, or more than the limit.
  private static func run(
    _ stream: inout z_stream, on bytes: [UInt8], limit: Int,
    _ call: (UnsafeMutablePointer<z_stream>) -> Int32
  ) -> [UInt8]? {
    var (input, output) = (bytes, [UInt8](repeating: 0, count: limit))
    let inputCount = input.count
    let status = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(inputCount)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(limit)
        return call(&stream)
      }
    }
    guard status == Z_STREAM_END else { return nil }
    output.removeLast(limit - Int(stream.total_out))
    return output
  }

  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer {
      UInt32(crc32_z(0, $0.baseAddress, $0.count))
    }
  }
}
