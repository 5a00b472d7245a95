import DocMergeLanguage

/// Reads the build files of images.
struct DockerfileScanner {
  private var cursor: ByteCursor
  /// The children so far of the open stage, or of the text before the first one.
  private var row: [Node] = []
  /// The stages, and the text before them.
  private var stages: [Node] = []
  /// The first line of the open stage.
  private var from: (key: Node.Key, start: Int, body: Range<Int>, lineEnd: Int)?
  private var unnamedCount = 0
  /// Where the next node starts.
  private var start = 0
  /// Where the last instruction ends.
  private var end = 0

  private var text: [UInt8] { cursor.text }

  init(_ text: [UInt8]) { cursor = ByteCursor(text) }

  private static let known: Set<String> = [
    "ADD", "ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "LABEL",
    "MAINTAINER", "ONBUILD", "RUN", "SHELL", "STOPSIGNAL", "USER", "VOLUME", "WORKDIR",
  ]

  /// The node of the whole text.
  mutating func document() throws(FormatRefusal) -> Node {
    // Directives stay on top, wherever a side puts other text.
    cursor.offset = DockerDirectives(text).end
    if isEscapeSet { throw refusal(tr("a backslash as escape")) }
    cursor.skipBlankLines()
    (start, end) = (cursor.offset, cursor.offset)
    while !cursor.isAtEnd {
      let lineStart = cursor.offset
      if cursor.isAtConflictMarker { throw refusal(tr("an instruction, not a conflict marker,")) }
      cursor.skipBlanks()
      guard let next = cursor.next, next != 0x0A, next != 0x23 else {
        cursor.skipLine()
        continue
      }
      cursor.offset = lineStart
      try scanInstruction(from: lineStart)
    }
    closeStage(at: end)
    var root = Node(.blocks, range: text.indices, body: text.indices)
    root.children = stages
    let first = stages.first?.range.lowerBound ?? end
    root.inner = first..<(stages.last?.range.upperBound ?? first)
    return root
  }

  /// Whether a directive changes the byte that continues lines.
  private var isEscapeSet: Bool {
    DockerDirectives(text).lines.contains { $0.starts(with: "#escape=".utf8) && $0.last != 0x5C }
  }

  private mutating func scanInstruction(from lineStart: Int) throws(FormatRefusal) {
    cursor.skipBlanks()
    let nameStart = cursor.offset
    cursor.skip(while: \.isASCIILetter)
    let name = String(decoding: text[nameStart..<cursor.offset], as: UTF8.self).uppercased()
    guard Self.known.contains(name), cursor.next.map(\.isWhite) ?? true else {
      throw FormatRefusal(at: nameStart, tr("an instruction was expected"))
    }
    cursor.skipBlanks()
    let arguments = cursor.offset
    let lines = ContinuedLines(text).lines(from: arguments, skipsComments: true)
    let lineEnd = try scanHereDocuments(lines, behind: lines.last?.end ?? lineEndHere())
    cursor.offset = lineEnd
    let instruction = DockerInstruction(
      name: name, start: nameStart, lines: lines, end: lineEnd, text: text)
    guard instruction.isWhole || lines.last?.mark.isEmpty ?? true else {
      throw refusal(tr("a line behind the backslash"))
    }
    if name == "FROM" {
      openStage(instruction)
    } else {
      append(instruction.node(from: start))
    }
    end = lineEnd
    cursor.skipBlankLines()
    start = cursor.offset
  }

  private func lineEndHere() -> Int {
    var cursor = cursor
    cursor.skipLine()
    return cursor.offset
  }

  /// Where the documents of an instruction end: `RUN <<EOF`.
  private func scanHereDocuments(
    _ lines: [ContinuedLines.Line], behind end: Int
  ) throws(FormatRefusal) -> Int {
    var ends: [(name: ArraySlice<UInt8>, isIndented: Bool)] = []
    for line in lines where !line.isComment {
      var rest = text[line.words]
      while let place = rest.firstRange(of: Array("<<".utf8)) {
        rest = rest[place.upperBound...]
        let isIndented = rest.first == 0x2D
        if isIndented { rest = rest.dropFirst() }
        let name = rest.drop { $0 == 0x22 || $0 == 0x27 }.prefix {
          $0.isASCIILetter || $0.isDecimalDigit || $0 == 0x5F
        }
        if !name.isEmpty, name.first?.isDecimalDigit == false { ends.append((name, isIndented)) }
      }
    }
    var cursor = ByteCursor(text, at: end)
    for (name, isIndented) in ends {
      var isClosed = false
      while !cursor.isAtEnd, !isClosed {
        let start = cursor.offset
        cursor.skip { $0 != 0x0A }
        let line = text[start..<cursor.offset]
        isClosed = (isIndented ? line.drop { $0 == 0x09 } : line).elementsEqual(name)
        cursor.skipLine()
      }
      guard isClosed else { throw FormatRefusal(at: end, tr("the end of a document was expected")) }
    }
    return cursor.offset
  }

  // MARK: Stages

  private mutating func append(_ node: Node) {
    var node = node
    node.range = start..<node.range.upperBound
    if let last = row.indices.last {
      row[last].range = row[last].range.lowerBound..<start
    }
    row.append(node)
  }

  private mutating func openStage(_ instruction: DockerInstruction) {
    closeStage(at: start)
    var key = instruction.stageKey
    if key == nil {
      unnamedCount += 1
      key = Node.Key(
        meaning: Array("FROM \(unnamedCount)".utf8),
        at: instruction.start..<instruction.start + 4)
    }
    guard let key else { return }
    from = (key, start, instruction.start..<instruction.end, instruction.end)
  }

  /// Ends the open stage; the next one starts at a place.
  private mutating func closeStage(at next: Int) {
    defer { (row, from) = ([], nil) }
    guard let from else {
      if let last = row.indices.last, next > row[last].range.upperBound, next != end {
        row[last].range = row[last].range.lowerBound..<next
      }
      stages = row
      return
    }
    let bodyEnd = max(end, from.lineEnd)
    var node = Node(
      .blocks, key: from.key, range: from.start..<max(next, bodyEnd),
      body: from.body.lowerBound..<bodyEnd)
    if let last = row.indices.last {
      row[last].range = row[last].range.lowerBound..<bodyEnd
      node.inner = row[0].range.lowerBound..<bodyEnd
      node.children = row
    }
    stages.append(node)
  }

  private func refusal(_ expected: String) -> FormatRefusal {
    FormatRefusal(at: cursor.offset, tr("\(expected) was expected"))
  }
}
