import DocMergeLanguage

/// The width and height of an image in pixels, read from its first bytes.
struct ImageSize: Hashable {
  let width: Int
  let height: Int

  /// The size of a PNG, GIF, BMP, WebP or JPEG file; `nil` for anything else.
  init?(of bytes: [UInt8]) {
    let reader = ByteReader(bytes)
    guard
      let size = Self.png(reader) ?? Self.gif(reader) ?? Self.bmp(reader) ?? Self.webP(reader)
        ?? Self.jpeg(reader), size.0 > 0, size.1 > 0
    else { return nil }
    (width, height) = size
  }

  /// `640 × 480 pixels`.
  var words: String { tr("\(width) × \(height) pixels") }

  /// PNG (W3C, third edition, section 11.2.1): the header is the first chunk.
  private static func png(_ reader: ByteReader) -> (Int, Int)? {
    guard reader.starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    return reader.pair(at: 16, width: 4, isBig: true)
  }

  private static func gif(_ reader: ByteReader) -> (Int, Int)? {
    guard reader.starts("GIF8".utf8) else { return nil }
    return reader.pair(at: 6, width: 2, isBig: false)
  }

  /// The height of a bitmap is negative where its rows go from the top down.
  private static func bmp(_ reader: ByteReader) -> (Int, Int)? {
    guard reader.starts("BM".utf8), let size = reader.pair(at: 18, width: 4, isBig: false) else {
      return nil
    }
    return (size.0, abs(Int(Int32(truncatingIfNeeded: size.1))))
  }

  /// WebP (RFC 9649, section 2): lossy, lossless or extended.
  private static func webP(_ reader: ByteReader) -> (Int, Int)? {
    guard reader.starts("RIFF".utf8), reader.holds("WEBP".utf8, at: 8) else { return nil }
    if reader.holds("VP8 ".utf8, at: 12), let size = reader.pair(at: 26, width: 2, isBig: false) {
      return (size.0 & 0x3FFF, size.1 & 0x3FFF)
    }
    if reader.holds("VP8L".utf8, at: 12), let bits = reader.number(at: 21, width: 4, isBig: false) {
      return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    }
    guard reader.holds("VP8X".utf8, at: 12),
      let size = reader.pair(at: 24, width: 3, isBig: false)
    else { return nil }
    return (size.0 + 1, size.1 + 1)
  }

  /// JPEG (ITU-T T.81, annex B): the frame header, after other segments.
  private static func jpeg(_ reader: ByteReader) -> (Int, Int)? {
    guard reader.starts([0xFF, 0xD8]) else { return nil }
    var place = 2
    while let mark = reader.number(at: place, width: 2, isBig: true), mark >> 8 == 0xFF,
      let length = reader.number(at: place + 2, width: 2, isBig: true), length >= 2
    {
      let kind = mark & 0xFF
      // C4, C8 and CC are tables, not frames.
      if (0xC0...0xCF).contains(kind), ![0xC4, 0xC8, 0xCC].contains(kind) {
        return reader.pair(at: place + 5, width: 2, isBig: true).map { ($0.1, $0.0) }
      }
      place += 2 + length
    }
    return nil
  }
}

/// Reads numbers from bytes.
private struct ByteReader {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func starts(_ mark: some Sequence<UInt8>) -> Bool { bytes.starts(with: mark) }

  func holds(_ mark: some Collection<UInt8>, at place: Int) -> Bool {
    bytes.count >= place + mark.count && bytes[place..<place + mark.count].elementsEqual(mark)
  }

  func number(at place: Int, width: Int, isBig: Bool) -> Int? {
    guard place + width <= bytes.count else { return nil }
    let part = bytes[place..<place + width]
    return (isBig ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Two adjacent numbers.
  func pair(at place: Int, width: Int, isBig: Bool) -> (Int, Int)? {
    guard let first = number(at: place, width: width, isBig: isBig),
      let second = number(at: place + width, width: width, isBig: isBig)
    else { return nil }
    return (first, second)
  }
}
