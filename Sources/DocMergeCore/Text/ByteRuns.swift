/// Hashes and compares runs of bytes in place.
package enum ByteRuns {
  /// A hash that is the same in every run of the program; it mixes eight bytes at a time.
  package static func hash(_ run: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: run.count)
    var offset = 0
    while offset + 8 <= run.count {
      hash = mix(hash, run.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < run.count {
      rest = rest << 8 | UInt64(run[offset])
      offset += 1
    }
    return mix(hash, rest)
  }

  /// Whether both runs hold the same bytes.
  package static func areEqual(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer)
    -> Bool
  {
    guard first.count == second.count else { return false }
    var offset = 0
    while offset + 8 <= first.count {
      let chunk = first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      guard chunk == second.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else {
        return false
      }
      offset += 8
    }
    while offset < first.count {
      guard first[offset] == second[offset] else { return false }
      offset += 1
    }
    return true
  }

  /// Whether a run contains a byte; eight bytes are checked at a time.
  package static func holds(_ byte: UInt8, _ run: UnsafeRawBufferPointer) -> Bool {
    let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
    var offset = 0
    while offset &+ 8 <= run.count {
      let chunk = run.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if zeros(in: chunk ^ pattern) != 0 { return true }
      offset &+= 8
    }
    while offset < run.count {
      if run[offset] == byte { return true }
      offset &+= 1
    }
    return false
  }

  /// The first place of a byte from an offset on; the end when there is none.
  package static func firstOffset(
    of byte: UInt8, in run: UnsafeRawBufferPointer, from start: Int
  ) -> Int {
    firstOffset(of: byte, or: byte, in: run, from: start)
  }

  /// The first place of one of two bytes from an offset on; the end when there is none.
  package static func firstOffset(
    of one: UInt8, or other: UInt8, in run: UnsafeRawBufferPointer, from start: Int
  ) -> Int {
    let patterns = (
      UInt64(one) &* 0x0101_0101_0101_0101, UInt64(other) &* 0x0101_0101_0101_0101
    )
    var offset = start
    while offset &+ 8 <= run.count {
      let chunk = UInt64(
        littleEndian: run.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let found = zeros(in: chunk ^ patterns.0) | zeros(in: chunk ^ patterns.1)
      if found != 0 { return offset &+ found.trailingZeroBitCount / 8 }
      offset &+= 8
    }
    while offset < run.count, run[offset] != one, run[offset] != other { offset &+= 1 }
    return offset
  }

  /// How many bytes both runs have in common from their start.
  @inline(__always)
  static func commonCount(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
  ) -> Int {
    let shorter = min(first.count, second.count)
    var offset = 0
    while offset &+ 8 <= shorter {
      let difference =
        UInt64(littleEndian: first.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        ^ UInt64(littleEndian: second.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      if difference != 0 { return offset &+ difference.trailingZeroBitCount / 8 }
      offset &+= 8
    }
    while offset < shorter, first[offset] == second[offset] { offset &+= 1 }
    return offset
  }

  /// The first place of a word in a text with no other part of a word beside it.
  ///
  /// The text is searched for the last byte of the word, eight bytes at a time.
  static func firstOffset(
    ofWord word: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, isPart: (UInt8) -> Bool
  ) -> Int? {
    guard let last = word.last, text.count >= word.count else { return nil }
    let pattern = UInt64(last) &* 0x0101_0101_0101_0101
    func isThere(_ end: Int) -> Bool {
      let start = end &- word.count
      guard start >= 0, end == text.count || !isPart(text[end]),
        start == 0 || !isPart(text[start &- 1])
      else { return false }
      return areEqual(word, UnsafeRawBufferPointer(rebasing: text[start..<end]))
    }
    var offset = 0
    while offset &+ 8 <= text.count {
      let chunk = text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      var found = zeros(in: UInt64(littleEndian: chunk) ^ pattern)
      while found != 0 {
        let end = offset &+ found.trailingZeroBitCount / 8 &+ 1
        if isThere(end) { return end &- word.count }
        found &= found &- 1
      }
      offset &+= 8
    }
    while offset < text.count {
      offset &+= 1
      if text[offset &- 1] == last, isThere(offset) { return offset &- word.count }
    }
    return nil
  }

  /// The highest bit of each byte that is zero.
  @inline(__always)
  private static func zeros(in chunk: UInt64) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ~(((chunk & low) &+ low) | chunk | low)
  }

  private static func mix(_ hash: UInt64, _ chunk: UInt64) -> UInt64 {
    let product = (hash ^ chunk).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
