extension ProseScanner {
  /// The block of a LaTeX text that starts at a place.
  mutating func latexBlock(at place: Place) -> Piece {
    if let end = environments[place.line], end < place.limit {
      return environment(place.line..<end + 1, place)
    }
    if let heading = latexHeading(at: place) { return heading }
    if let definitions = latexDefinitions(at: place) { return definitions }
    if let end = commandEnd(at: place) { return leafPiece(place.line..<end) }
    var end = place.line + 1
    let isComment = text[lines[place.line].first] == UInt8(ascii: "%")
    while end < place.limit, !lines[end].isBlank, !interruptsParagraph(place.at(end)) {
      if isComment, text[lines[end].first] != UInt8(ascii: "%") { break }
      end += 1
    }
    return leafPiece(place.line..<end)
  }

  /// Whether a line opens a block although it directly follows a paragraph.
  func interruptsLatexParagraph(_ place: Place) -> Bool {
    let line = lines[place.line]
    guard text[line.first] == UInt8(ascii: "\\") else { return false }
    if let end = environments[place.line], end < place.limit { return true }
    return sectionLevel(of: commandName(at: line.first, line.end)) != nil
      || blockCommands.contains(commandName(at: line.first, line.end))
  }

  /// The line after the lines of comment that start at a place.
  func latexCommentEnd(at place: Place) -> Int? {
    var line = place.line
    while line < place.limit, !lines[line].isBlank, text[lines[line].first] == UInt8(ascii: "%") {
      line += 1
    }
    return line > place.line ? line : nil
  }

  /// The letters of the command at an offset.
  func commandName(at offset: Int, _ end: Int) -> String {
    guard offset < end, text[offset] == UInt8(ascii: "\\") else { return "" }
    let letters = text[offset + 1..<end].prefix { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    return String(decoding: letters.prefix(32), as: UTF8.self)
  }

  func sectionLevel(of name: String) -> Int? { sectionCommands.firstIndex(of: name) }

  private func latexHeading(at place: Place) -> Piece? {
    let line = lines[place.line]
    let name = commandName(at: line.first, line.end)
    guard let level = sectionLevel(of: name) else { return nil }
    guard let open = text[line.first..<line.end].firstIndex(of: UInt8(ascii: "{")) else {
      return nil
    }
    let limit = min(place.limit, place.line + 10)
    var end = balancedEnd(from: place.line, limit) ?? place.line + 1
    let close = lines[end - 1].end
    while end < place.limit, !lines[end].isBlank,
      commandName(at: lines[end].first, lines[end].end) == "label"
    {
      end += 1
    }
    return heading(place.line..<end, title: titleRange(from: open, close), level: level)
  }

  /// The text between a brace and the one that closes it.
  private func titleRange(from open: Int, _ limit: Int) -> Range<Int> {
    var depth = 0
    var offset = open
    while offset < limit {
      switch text[offset] {
      case UInt8(ascii: "\\"): offset += 1
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return open + 1..<offset }
      default: break
      }
      offset += 1
    }
    return open + 1..<max(limit, open + 1)
  }

  /// The line after a command that is a block of its own, such as `\input{x}`, or `nil`.
  private func commandEnd(at place: Place) -> Int? {
    let line = lines[place.line]
    guard blockCommands.contains(commandName(at: line.first, line.end)) else { return nil }
    return balancedEnd(from: place.line, min(place.limit, place.line + 20)) ?? place.line + 1
  }

  /// The line after the one in which all braces are closed; `nil` when a blank line is found before.
  func balancedEnd(from start: Int, _ limit: Int) -> Int? {
    var (depth, options) = (0, 0)
    var line = start
    while line < limit, !lines[line].isBlank {
      var offset = lines[line].first
      while offset < lines[line].end, text[offset] != UInt8(ascii: "%") {
        switch text[offset] {
        case UInt8(ascii: "\\"): offset += 1
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: "[") where depth == 0: options += 1
        case UInt8(ascii: "]") where depth == 0: options -= 1
        default: break
        }
        offset += 1
      }
      line += 1
      if depth <= 0, options <= 0 { return line }
    }
    return nil
  }
}

/// The commands that open sections, the highest level first.
private let sectionCommands = [
  "part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph",
]

/// Commands that are each a block of their own.
private let blockCommands: Set<String> = [
  "usepackage", "RequirePackage", "input", "include", "newcommand", "renewcommand",
  "providecommand", "DeclareMathOperator", "newtheorem", "def", "let", "index", "indexsee", "title",
  "author", "date", "documentclass", "bibliography", "addbibresource", "item", "newenvironment",
  "renewenvironment", "DeclareRobustCommand", "NewDocumentCommand", "RenewDocumentCommand",
  "DeclarePairedDelimiter", "newcounter", "newlength", "definecolor", "newacronym",
  "newglossaryentry",
]
