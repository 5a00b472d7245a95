/// Three texts in memory, valid only during the call that provides them.
package struct TextBuffers {
  package let base: UnsafeRawBufferPointer
  package let ours: UnsafeRawBufferPointer
  package let theirs: UnsafeRawBufferPointer

  package init(
    base: UnsafeRawBufferPointer, ours: UnsafeRawBufferPointer, theirs: UnsafeRawBufferPointer
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }
}

/// Searching newlines eight bytes at a time.
enum Newlines {
  private static let sevens: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
  private static let newlines: UInt64 = 0x0A0A_0A0A_0A0A_0A0A

  /// The highest bit of each byte of `chunk` that is `\n`.
  @inline(__always)
  static func mask(of chunk: UInt64) -> UInt64 {
    // No carry passes from one byte to the next, so the mask is exact for all eight.
    let difference = chunk ^ newlines
    return ~(((difference & sevens) &+ sevens) | difference | sevens)
  }

  /// How many there are.
  static func count(in text: UnsafeRawBufferPointer) -> Int {
    var count = 0
    var offset = 0
    while offset &+ 8 <= text.count {
      // Each of the eight bytes counts up to 255 newlines before they are added up.
      let end = min(text.count &- 8, offset &+ 254 &* 8)
      var sums: UInt64 = 0
      while offset <= end {
        sums &+= mask(of: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) >> 7
        offset &+= 8
      }
      let pairs = (sums & 0x00FF_00FF_00FF_00FF) &+ (sums >> 8 & 0x00FF_00FF_00FF_00FF)
      count &+= Int((pairs &* 0x0001_0001_0001_0001) >> 48)
    }
    while offset < text.count {
      if text[offset] == .newline { count &+= 1 }
      offset &+= 1
    }
    return count
  }

  /// How many lines a text has: the last one may lack its newline.
  static func lineCount(of text: UnsafeRawBufferPointer) -> Int {
    guard let last = text.last else { return 0 }
    return count(in: text) + (last == .newline ? 0 : 1)
  }

  /// Where the line that starts at `start` ends: after its newline, or at the end of the text.
  @inline(__always)
  static func endOfLine(from start: Int, in text: UnsafeRawBufferPointer) -> Int {
    var offset = start
    while offset &+ 8 <= text.count {
      let chunk = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let found = mask(of: chunk)
      if found != 0 { return offset &+ found.trailingZeroBitCount / 8 &+ 1 }
      offset &+= 8
    }
    while offset < text.count {
      offset &+= 1
      if text[offset &- 1] == .newline { return offset }
    }
    return offset
  }

  /// Where each line starts, then the length of the text.
  static func starts(in text: UnsafeRawBufferPointer) -> [Int] {
    let count = lineCount(of: text)
    return Array(unsafeUninitializedCapacity: count + 1) { starts, initialized in
      var offset = 0
      for line in 0..<count {
        starts[line] = offset
        offset = endOfLine(from: offset, in: text)
      }
      starts[count] = text.count
      initialized = count + 1
    }
  }
}
