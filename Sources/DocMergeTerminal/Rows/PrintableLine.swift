import DocMergeLanguage

/// Bytes of a text as cells without terminal commands.
///
/// Control characters are spelled out as `^X`, bytes that are not UTF-8 as `\xFF`, other characters that a
/// terminal cannot show, or that change the direction of the text, as `\u{202E}`; tabs become blanks.
/// Right-to-left text stays in its logical order.
struct PrintableLine {
  /// The distance between tab stops.
  static let tabWidth = 4
  /// The most bytes of a line that are shown.
  static let limit = 16_384
  /// The number of combining marks that ncurses keeps with one character.
  private static let marksLimit = 4

  private(set) var cells: [Cell] = []
  private let style: Style
  private let changes: RangeSet<Int>
  private let found: RangeSet<Int>
  private var column = 0
  private var marks = 0

  /// Makes the cells of a line; its line end is left out.
  ///
  /// - Parameters:
  ///   - bytes: The line.
  ///   - style: Its style.
  ///   - changes: Offsets of the bytes to highlight.
  ///   - found: Offsets of the bytes that were searched for.
  init(
    _ bytes: ArraySlice<UInt8>, style: Style = .plain, changes: RangeSet<Int> = RangeSet(),
    found: RangeSet<Int> = RangeSet()
  ) {
    self.style = style
    self.changes = changes
    self.found = found
    let line = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes
    let start = Self.start(of: line, changes)
    let skipped = start - line.startIndex
    if skipped > 0 { spell(tr("\(skipped) bytes … "), .faint) }
    append(line[start...].prefix(Self.limit))
    let rest = line.count - skipped - Self.limit
    if rest > 0 { spell(tr(" … \(rest) more bytes"), .faint) }
  }

  /// The start of the visible part of a long line: a little before the highlighted text in it.
  private static func start(of line: ArraySlice<UInt8>, _ changes: RangeSet<Int>) -> Int {
    guard line.count > limit,
      let change = changes.ranges.first(where: { $0.overlaps(line.indices) })?.lowerBound,
      change - line.startIndex > limit / 2
    else { return line.startIndex }
    // No character is cut in two.
    let start = max(line.startIndex, change - limit / 8)
    return line[start...].firstIndex { $0 & 0xC0 != 0x80 } ?? start
  }

  /// Makes the cells of words.
  init(_ words: String, style: Style = .plain) {
    self.init(Array(words.utf8)[...], style: style)
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    var position = bytes.startIndex
    var iterator = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while true {
      var style = changes.contains(position) ? self.style.with(.reversed) : self.style
      if found.contains(position) { style = style.with([.bold, .underlined]) }
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        append(Unicode.UTF8.decode(encoded), style)
        position += encoded.count
      case .error(let length):
        for byte in bytes[position..<position + length] { spell("\\x" + byte.hexadecimal, style) }
        position += length
      case .emptyInput: return
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, _ style: Style) {
    if scalar == "\t" {
      let width = Self.tabWidth - column % Self.tabWidth
      for _ in 0..<width { put(" ", 1, style) }
      return
    }
    if scalar.value < 0x20 || scalar.value == 0x7F {
      spell("^" + String(Unicode.Scalar(UInt8(scalar.value) ^ 0x40)), style)
      return
    }
    guard !scalar.isHidden, let width = scalar.columns, width > 0 || canCombine else {
      spell("\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}", style)
      return
    }
    guard width == 0 else { return put(String(scalar), width, style) }
    marks += 1
    if marks <= Self.marksLimit { cells[cells.count - 1].text.unicodeScalars.append(scalar) }
  }

  /// Whether there is a character that a mark can combine with.
  private var canCombine: Bool { !cells.isEmpty }

  private mutating func spell(_ words: String, _ style: Style) {
    for character in words { put(String(character), 1, style) }
  }

  private mutating func put(_ text: String, _ width: Int, _ style: Style) {
    cells.append(Cell(text: text, width: width, style: style))
    column += width
    marks = 0
  }
}

extension Unicode.Scalar {
  /// Whether it is invisible and could make one text look like another; joiners of emoji and scripts are not.
  fileprivate var isHidden: Bool {
    guard value >= 0x80 else { return false }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return true
    case .format: return value != 0x200C && value != 0x200D && !(0xE0020...0xE007F).contains(value)
    default: return false
    }
  }
}

extension UInt8 {
  /// Its two digits, `0A`.
  fileprivate var hexadecimal: String {
    let digits = String(self, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }
}
