/// Looks for the longest run of one of the markers' bytes at the start of a line.
///
/// A text can be given in several parts.
struct MarkerRuns {
  /// The length of the longest run so far.
  private(set) var longest: Int
  private var isAtStart = true
  /// The run that reaches the end of the last part.
  private var run: (byte: UInt8, count: Int)?

  /// Makes a scanner that ignores runs up to a length.
  init(longest: Int) {
    self.longest = longest
  }

  /// The next part starts another text.
  mutating func startText() {
    (isAtStart, run) = (true, nil)
  }

  /// Scans the next part of a text.
  mutating func scan(_ part: ArraySlice<UInt8>) {
    part.withUnsafeBytes { scan($0) }
  }

  private mutating func scan(_ part: UnsafeRawBufferPointer) {
    var offset = 0
    while offset < part.count {
      if isAtStart {
        isAtStart = false
        if Self.isMarker(part[offset]) { run = (part[offset], 0) }
      }
      if let (byte, known) = run {
        var count = known
        while offset < part.count, part[offset] == byte {
          count &+= 1
          offset &+= 1
        }
        longest = max(longest, count)
        run = offset == part.count ? (byte, count) : nil
        if run != nil { return }
      }
      offset = Newlines.endOfLine(from: offset, in: part)
      isAtStart = part[offset &- 1] == .newline
    }
  }

  private static func isMarker(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: "|"), UInt8(ascii: "="), UInt8(ascii: ">"): true
    default: false
    }
  }
}
