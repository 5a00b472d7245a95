import DocMergeLanguage

/// Reads YAML, from the outermost container inwards.
struct YAMLScanner {
  /// Where the next token is.
  var cursor: ByteCursor
  /// The gap before the line of the cursor.
  var gap = YAMLGap(from: 0, behind: 0)
  /// The indentation of the line of the cursor; -1 where the document ends.
  var nextColumn = -1
  /// The start of that line.
  var lineStart = 0
  /// Whether the root is the list of documents, also where there is only one.
  var isStream = false
  /// The names of the anchors in this document, hashed.
  var anchors: Set<Node.Key> = []

  /// The keys of the items of lists.
  let listKeys: YAMLListKeys

  init(_ text: [UInt8], isKustomization: Bool = false) {
    cursor = ByteCursor(text)
    listKeys = YAMLListKeys(text, isKustomization: isKustomization)
  }

  /// The refusal to read the text further than here.
  func refusal(_ reason: String) -> FormatRefusal { FormatRefusal(at: cursor.offset, reason) }

  /// Rejects what no document may have: control characters, and lines that a merge left.
  func checkBytes() throws(FormatRefusal) {
    guard mayHoldRefusedBytes else { return }
    var line = true
    for (offset, byte) in cursor.text.enumerated() {
      if byte < 0x20, byte != 0x0A, byte != 0x09 {
        throw FormatRefusal(at: offset, tr("a control character is not accepted"))
      }
      if line, byte == 0x3C || byte == 0x3E,
        ByteCursor(cursor.text, at: offset).isAtConflictMarker
      {
        throw FormatRefusal(at: offset, tr("a conflict marker was left"))
      }
      line = byte == 0x0A
    }
  }

  /// Whether a control character or the start of a conflict marker is anywhere in the text.
  ///
  /// The loop checks all bytes without a branch, so that the processor handles many at once.
  private var mayHoldRefusedBytes: Bool {
    cursor.text.withUnsafeBytes { text in
      var found: UInt8 = 0
      for byte in text {
        let isControl: UInt8 = byte < 0x20 && byte != 0x0A && byte != 0x09 ? 1 : 0
        found |= isControl | (byte == 0x3C || byte == 0x3E ? 1 : 0)
      }
      return found != 0
    }
  }
}

// MARK: Lines

extension YAMLScanner {
  /// Scans comment lines and blank lines, up to the next line's first byte that is not a blank.
  mutating func scanGap() throws(FormatRefusal) {
    let start = cursor.offset
    gap = YAMLGap(from: start, behind: cursor.byte(ahead: -1) == 0x0A ? start - 1 : start)
    while true {
      lineStart = cursor.offset
      cursor.skip { $0 == 0x20 }
      let indentationEnd = cursor.offset
      cursor.skipBlanks()
      guard let byte = cursor.next else {
        if cursor.offset > lineStart { gap.addBlankLine(to: cursor.offset) }
        nextColumn = -1
        return
      }
      if byte == 0x0A {
        cursor.offset += 1
        gap.addBlankLine(to: cursor.offset)
      } else if byte == 0x23 {
        let column = cursor.offset - lineStart
        cursor.skip { $0 != 0x0A }
        let lineEnd = cursor.offset
        _ = cursor.take(0x0A)
        gap.addComment(column: column, lineEnd: lineEnd, to: cursor.offset)
      } else {
        guard cursor.offset == indentationEnd else {
          throw FormatRefusal(at: indentationEnd, tr("a tab cannot indent a line"))
        }
        nextColumn = isAtDocumentMarker ? -1 : cursor.offset - lineStart
        return
      }
    }
  }

  /// Scans the rest of a line, with a comment, and the gap after it.
  mutating func scanLineEnd() throws(FormatRefusal) {
    cursor.skipBlanks()
    guard isAtLineEnd else {
      throw refusal(
        cursor.next == 0x3A
          ? tr("a key was expected on a line of its own, and not to be a list or mapping")
          : tr("the end of the line was expected"))
    }
    cursor.skipLine()
    try scanGap()
  }

  /// Whether only a comment follows on the line.
  var isAtLineEnd: Bool {
    guard let byte = cursor.next, byte != 0x0A else { return true }
    guard byte == 0x23, let before = cursor.byte(ahead: -1) else { return byte == 0x23 }
    return before.isWhite || [0x22, 0x27, 0x5D, 0x7D].contains(before)
  }

  /// The end of a line, and of the blank lines that follow.
  func blankLinesEnd(from lineEnd: Int) -> Int {
    var line = ByteCursor(cursor.text, at: lineEnd)
    _ = line.take(0x0A)
    line.skipBlankLines()
    return line.offset
  }

  /// Whether there is `---` or `...` here, at the start of a line.
  var isAtDocumentMarker: Bool {
    guard cursor.isAt("---") || cursor.isAt("...") else { return false }
    return cursor.byte(ahead: -1) ?? 0x0A == 0x0A && isBlank(ahead: 3)
  }

  /// Whether there is a `-` here that begins an item.
  var isAtDash: Bool { cursor.next == 0x2D && isBlank(ahead: 1) }

  /// Whether there is a blank, a line's end or nothing at a distance after the cursor.
  func isBlank(ahead distance: Int) -> Bool { cursor.byte(ahead: distance)?.isWhite ?? true }
}
