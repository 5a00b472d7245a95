import DocMergeLanguage

/// Reads a catalogue of translations line by line.
struct POScanner {
  private var cursor: ByteCursor
  private var entries: [POEntry] = []
  /// The entry that the next line belongs to.
  private var entry = POEntry()

  init(_ text: [UInt8]) { cursor = ByteCursor(text) }

  /// The node of the whole text.
  mutating func document() throws(FormatRefusal) -> Node {
    while !cursor.isAtEnd { try scanLine() }
    try finishEntry(isLast: true)
    let text = cursor.text
    var root = Node(.members, range: text.indices, body: text.indices)
    guard let first = entries.first else { return root }
    var begin = first.start
    root.inner = begin..<begin
    for (index, entry) in entries.enumerated() {
      var node = entry.node(in: text)
      // Blank lines belong to the entry above; separated comments, to the one below.
      let isLast = index == entries.count - 1
      node.range = begin..<(isLast ? entry.end : min(entry.blankEnd, entries[index + 1].start))
      begin = node.range.upperBound
      root.children.append(node)
    }
    root.inner = root.inner.lowerBound..<begin
    return root
  }

  /// Scans a line.
  private mutating func scanLine() throws(FormatRefusal) {
    let start = cursor.offset
    if cursor.isAtConflictMarker { throw refusal(tr("an entry, not a conflict marker,")) }
    cursor.skip { $0.isWhite && $0 != 0x0A }
    guard let next = cursor.next, next != 0x0A else {
      cursor.skipLine()
      return try scanBlank()
    }
    if next == 0x23, !cursor.isAt("#~") || cursor.isAt("#~|") {
      return try scanComment(from: start)
    }
    let isObsolete = next == 0x23
    if isObsolete {
      cursor.offset += 2
      cursor.skipBlanks()
    }
    if cursor.next == 0x22 {
      guard entry.hasStrings, entry.isObsolete == isObsolete else {
        throw refusal(tr("a keyword before the string"))
      }
      try scanString()
      return entry.extend(to: cursor.offset)
    }
    guard cursor.isAt("msg") else {
      guard isObsolete, cursor.next == 0x0A || cursor.isAtEnd else {
        throw refusal(tr("a keyword"))
      }
      cursor.skipLine()
      return
    }
    try scanKeyword(from: start, isObsolete: isObsolete)
  }

  /// Scans `msgstr[0] "…"`.
  private mutating func scanKeyword(from start: Int, isObsolete: Bool) throws(FormatRefusal) {
    let word = cursor.offset
    cursor.skip { $0.isASCIILetter || $0.isDecimalDigit || [0x5F, 0x5B, 0x5D].contains($0) }
    let name = word..<cursor.offset
    guard let part = POEntry.Part(String(decoding: cursor.text[name], as: UTF8.self)) else {
      throw FormatRefusal(at: word, tr("a keyword was expected"))
    }
    cursor.skip { $0.isWhite && $0 != 0x0A }
    if part.startsEntry, entry.isComplete { try finishEntry() }
    guard entry.takes(part, isObsolete: isObsolete) else {
      throw FormatRefusal(at: word, tr("another keyword was expected"))
    }
    guard cursor.next == 0x22 else { throw refusal(tr("a string")) }
    entry.start(part, named: name, from: start, isObsolete: isObsolete)
    try scanString()
    entry.extend(to: cursor.offset)
  }

  /// Scans a string and the end of its line.
  private mutating func scanString() throws(FormatRefusal) {
    let start = cursor.offset + 1
    cursor.offset += 1
    while let next = cursor.next, next != 0x22 {
      guard next != 0x0A else { throw refusal(tr("a quotation mark")) }
      cursor.offset += next == 0x5C && cursor.byte(ahead: 1) != 0x0A ? 2 : 1
    }
    let end = cursor.offset
    guard cursor.take(0x22) else { throw refusal(tr("a quotation mark")) }
    cursor.skip { $0.isWhite && $0 != 0x0A }
    guard cursor.isAtEnd || cursor.next == 0x0A else { throw refusal(tr("the end of the line")) }
    cursor.skipLine()
    entry.add(start..<end)
  }

  private mutating func scanComment(from start: Int) throws(FormatRefusal) {
    if entry.isComplete { try finishEntry() }
    guard !entry.hasStrings else { throw refusal(tr("a string")) }
    let mark = cursor.byte(ahead: 1)
    let kind: POEntry.Comment =
      switch mark {
      case 0x3A: .references
      case 0x2C: .flags
      case 0x2E: .extracted
      case 0x7C, 0x7E: .previous
      default: .translator
      }
    cursor.skipLine()
    entry.addComment(kind, start..<cursor.offset)
  }

  private mutating func scanBlank() throws(FormatRefusal) {
    if entry.isComplete {
      try finishEntry()
      entry.detach()
    } else if !entry.hasStrings {
      entry.detach()
    }
    if entry.comments.isEmpty, !entry.hasStrings, let last = entries.indices.last,
      !entry.hasDetachedComments
    {
      entries[last].blankEnd = cursor.offset
    }
  }

  /// Ends the open entry; comments without one are left to the end of the text.
  private mutating func finishEntry(isLast: Bool = false) throws(FormatRefusal) {
    defer { entry = POEntry() }
    guard entry.hasStrings else {
      if !isLast { throw refusal(tr("a string")) }
      return
    }
    guard entry.isComplete else { throw refusal(tr("a translation")) }
    entries.append(entry)
  }

  private func refusal(_ expected: String) -> FormatRefusal {
    FormatRefusal(at: cursor.offset, tr("\(expected) was expected"))
  }
}
