/// The endings of the lines of a text, apart from their contents.
struct LineLayers: Sendable {
  /// How one line ends.
  enum End: UInt8, Sendable {
    /// No ending: the last line of a text without a final newline.
    case missing
    case lineFeed
    case carriageReturnLineFeed
    /// Only in texts that have no other ending.
    case carriageReturn

    /// The ending in UTF-8.
    var bytes: [UInt8] {
      switch self {
      case .missing: []
      case .lineFeed: [.newline]
      case .carriageReturnLineFeed: [.carriageReturn, .newline]
      case .carriageReturn: [.carriageReturn]
      }
    }

    /// The same, with nothing for a missing ending.
    var known: End? { self == .missing ? nil : self }
  }

  /// The text with `\n` at the end of each line, the last one included.
  let content: [UInt8]

  /// The ending of each line.
  let ends: [End]

  /// The ending of all lines, or `nil` if they differ or there is none.
  let uniform: End?

  /// Whether the last line has an ending; `nil` if there is no line.
  let hasFinalNewline: Bool?

  /// Whether lines end in different ways.
  var isMixed: Bool { uniform == nil && ends.contains { $0 != .missing } }

  /// Splits a UTF-8 text.
  init(_ text: [UInt8]) {
    let isOld = text.contains(.carriageReturn) && !text.contains(.newline)
    let separator = isOld ? UInt8.carriageReturn : .newline
    var content: [UInt8] = []
    content.reserveCapacity(text.count + 1)
    var ends: [End] = []
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: separator)
      var line = text[start..<(end ?? text.count)]
      start = (end ?? text.count) + 1
      switch line.last {
      case _ where end == nil: ends.append(.missing)
      case _ where isOld: ends.append(.carriageReturn)
      case .carriageReturn?:
        line.removeLast()
        ends.append(.carriageReturnLineFeed)
      default: ends.append(.lineFeed)
      }
      content += line
      content.append(.newline)
    }
    let first = ends.first?.known
    uniform = ends.allSatisfy { $0 == first || $0 == .missing } ? first : nil
    hasFinalNewline = ends.last.map { $0 != .missing }
    self.content = content
    self.ends = ends
  }
}
