/// Cuts a text into lines, and finds the line that closes what another one opens.
///
/// Brackets in strings and comments do not count.
struct OutlineLexer {
  let text: [UInt8]
  /// The language at the current place: of the text, or of a script inside it.
  var family: LanguageFamily
  var offset = 0
  private(set) var lines: [OutlineLine] = []
  /// Tags that span several lines, at most one that starts on a line, in their order.
  private(set) var longTags: [LongTag] = []

  /// Whether the places of strings and comments are recorded.
  var recordsLiterals = false
  /// The strings and comments, in their order.
  private(set) var literals: [Range<Int>] = []

  private var brackets = BracketStack()
  private var elements = NameStack()
  /// The brackets that were open at each `#if`, and the last line of its branches.
  private var conditions: [(state: Int, line: Int)] = []
  /// The element whose contents are a script, and the brackets open before it.
  private var script: (name: [UInt8], family: LanguageFamily, state: Int)?
  /// The delimiters that have no end in the rest of the text.
  var unclosed: Set<UInt32> = []
  /// The word that ends a document within the text, when one starts after this line.
  var heredoc: Range<Int>?
  var failedHeredocs = 0
  /// The last bracket on the line, if only brackets at the ends of lines count.
  private var lastBracket: Int?

  init(_ text: [UInt8], _ family: LanguageFamily) {
    self.text = text
    self.family = family
  }

  /// Reads the whole text.
  mutating func scan() {
    lines.reserveCapacity(text.count / 30)
    startLine(isGlued: false)
    while offset < text.count {
      let byte = text[offset]
      if byte == 0x0A {
        offset += 1
        startLine(isGlued: false)
      } else if byte.isWhite {
        offset += 1
      } else if isPlain(byte) {
        scanPlain()
      } else if scanComment(byte) || scanString(byte) || scanTag(byte) {
        continue
      } else {
        scanByte(byte)
      }
    }
    finishLine()
  }

  /// Scans bytes that are only code; names are long, so they are marked as a whole.
  private mutating func scanPlain() {
    let start = offset
    var end = start + 1
    while end < text.count, isPlain(text[end]) { end += 1 }
    offset = end
    mark(start..<end)
  }

  /// Whether a byte never starts a comment, a string or a tag, and is no bracket.
  private func isPlain(_ byte: UInt8) -> Bool {
    if byte >= 0x61 { return byte != 0x7B && byte != 0x7D }
    return byte >= 0x30 && byte < 0x3B || byte > 0x3D && byte < 0x5B
  }

  /// The current line.
  var line: Int { lines.count - 1 }

  func byte(_ distance: Int) -> UInt8? {
    let place = offset + distance
    return place >= 0 && place < text.count ? text[place] : nil
  }

  func isAt(_ bytes: StaticString) -> Bool { ByteCursor(text, at: offset).isAt(bytes) }

  // MARK: - Lines

  /// Starts a line; one that starts inside a string or a comment has no heredoc and no condition.
  private mutating func startLine(isGlued: Bool, isInside: Bool = false) {
    if !lines.isEmpty { finishLine() }
    guard offset < text.count else { return }
    let heredocEnd = isInside ? nil : endOfHeredoc()
    lines.append(
      OutlineLine(start: offset, index: lines.count, isGlued: isGlued || heredocEnd != nil))
    var place = offset
    var column = 0
    while place < text.count, text[place].isBlankOrTab {
      column = text[place] == 0x09 ? (column / 8 + 1) * 8 : column + 1
      place += 1
    }
    lines[line].indent = UInt32(truncatingIfNeeded: column)
    lines[line].isScript = script != nil
    if let heredocEnd { advance(to: heredocEnd, isCode: true) }
    guard !isInside, heredocEnd == nil else { return }
    if family.features.contains(.conditions), place < text.count, text[place] == 0x23 {
      readCondition(at: place + 1)
    }
  }

  private mutating func finishLine() {
    guard let bracket = lastBracket else { return }
    lastBracket = nil
    guard lines[line].end == bracket + 1 else { return }
    brackets.push(text[bracket], offset: bracket, line: line)
  }

  /// Records that bytes of the line are code.
  mutating func mark(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if !lines[line].hasCode {
      lines[line].first = range.lowerBound
      lines[line].closersEnd = range.lowerBound
    }
    lines[line].end = range.upperBound
  }

  /// Skips a string or a comment, which may span several lines.
  mutating func advance(to end: Int, isCode: Bool) {
    let isGlued = isCode || lines[line].hasCode
    if recordsLiterals { literals.append(offset..<end) }
    while offset < end {
      let newline = text[offset..<end].firstIndex(of: 0x0A)
      note(offset..<(newline ?? end), isCode: isCode)
      guard let newline else { break }
      offset = newline + 1
      startLine(isGlued: isGlued, isInside: true)
    }
    offset = end
  }

  private mutating func note(_ range: Range<Int>, isCode: Bool) {
    guard isCode else {
      lines[line].hasComment = true
      return
    }
    mark(range)
  }

  // MARK: - Brackets

  private mutating func scanByte(_ byte: UInt8) {
    defer { offset += 1 }
    switch byte {
    case 0x7B, 0x28, 0x5B: open(byte)
    case 0x7D, 0x29, 0x5D: close(byte)
    case 0x5C
    where family.strings.contains(.escapes) && self.byte(1) != 0x0A && self.byte(1) != nil:
      mark(offset..<offset + 2)
      offset += 1
    default: mark(offset..<offset + 1)
    }
  }

  private mutating func open(_ byte: UInt8) {
    mark(offset..<offset + 1)
    switch family.brackets {
    case .all: brackets.push(byte, offset: offset, line: line)
    case .curly: if byte == 0x7B { brackets.push(byte, offset: offset, line: line) }
    case .atLineEnds: lastBracket = offset
    }
  }

  private mutating func close(_ byte: UInt8) {
    let isLeading = markCloser(offset..<offset + 1)
    if family.brackets == .curly, byte != 0x7D { return }
    if family.brackets == .atLineEnds, !isLeading { return }
    guard let opener = brackets.pop(byte) else { return }
    join(opener.line, byte: opener.offset, isLeading: isLeading)
  }

  /// Records a closing bracket or tag; returns whether only such precede it on its line.
  private mutating func markCloser(_ range: Range<Int>) -> Bool {
    let isLeading = !lines[line].hasCode || lines[line].closersEnd == lines[line].end
    mark(range)
    if isLeading { lines[line].closersEnd = range.upperBound }
    return isLeading
  }

  /// Records that the current line closes what another one opens, at a bracket or by a tag.
  private mutating func join(_ opener: Int, byte: Int?, isLeading: Bool) {
    guard opener < line else { return }
    lines[opener].reach = max(lines[opener].reach, line)
    if let byte {
      lines[opener].span = byte..<offset
    }
    guard isLeading, lines[opener].blockEnd == nil else { return }
    if let byte {
      guard lines[opener].end == byte + 1 || isClosure(byte, lines[opener].end) else { return }
      lines[opener].opener = text[byte]
    }
    lines[opener].blockEnd = line
  }

  /// Whether only the parameters of a closure follow a bracket: `{ a, b in`, `{ |a|`, `{ a ->`.
  private func isClosure(_ byte: Int, _ end: Int) -> Bool {
    guard text[byte] == 0x7B, end - byte < 120, end - byte > 3 else { return false }
    let rest = text[byte + 1..<end]
    return rest.suffix(3).elementsEqual(" in".utf8) || rest.suffix(2).elementsEqual("->".utf8)
      || rest.last == 0x7C && rest.first { !$0.isBlankOrTab } == 0x7C
  }

  // MARK: - Conditions of the preprocessor

  private mutating func readCondition(at place: Int) {
    let word = text[place...].drop(while: \.isBlankOrTab).prefix { $0 >= 0x61 && $0 <= 0x7A }
    switch true {
    case word.starts(with: "if".utf8):
      conditions.append((brackets.top, line))
    case word.starts(with: "el".utf8):
      guard let last = conditions.popLast() else { return }
      brackets.restore(last.state)
      if lines[last.line].blockEnd == nil { lines[last.line].blockEnd = line }
      conditions.append((last.state, line))
    case word.elementsEqual("endif".utf8):
      guard let last = conditions.popLast() else { return }
      if lines[last.line].blockEnd == nil { lines[last.line].blockEnd = line }
    default: return
    }
    lines[line].isCondition = true
  }

  // MARK: - Tags

  private mutating func scanTag(_ byte: UInt8) -> Bool {
    if let open = script {
      guard byte == 0x3C, self.byte(1) == 0x2F,
        text[(offset + 2)...].starts(with: open.name)
      else { return false }
      family = open.family
      brackets.restore(open.state)
      script = nil
    }
    guard byte == 0x3C, family.features.contains(.markup), let end = endOfTag else { return false }
    let isClosing = self.byte(1) == 0x2F
    let name = text[(offset + (isClosing ? 2 : 1))..<end].prefix {
      !$0.isWhite && $0 != 0x3E && $0 != 0x2F
    }
    if isClosing {
      let isLeading = markCloser(offset..<offset + 1)
      let first = line
      advance(to: end, isCode: true)
      if isLeading, line == first { lines[line].closersEnd = end }
      guard let opener = elements.pop(NameStack.number(name)) else { return true }
      join(opener, byte: nil, isLeading: isLeading && line == first)
      return true
    }
    let (start, first) = (offset, line)
    advance(to: end, isCode: true)
    if first < line, longTags.last?.line != first {
      longTags.append(LongTag(line: first, start: start, end: end))
    }
    guard let mark = name.first, mark != 0x21, mark != 0x3F, text[end - 2] != 0x2F else {
      return true
    }
    elements.push(NameStack.number(name), line: line)
    enterScript(Array(name))
    return true
  }

  private mutating func enterScript(_ name: [UInt8]) {
    let isStyle = name.elementsEqual("style".utf8)
    guard isStyle || name.elementsEqual("script".utf8) else { return }
    script = (name, family, brackets.top)
    family = isStyle ? .style : .script
  }
}
