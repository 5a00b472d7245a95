import DocMergeLanguage

/// Texts that begin with `|` or `>` and end with their indentation.
extension YAMLScanner {
  /// Scans a text with its lines; afterwards the cursor is at the start of a line.
  ///
  /// - Parameter indent: The column of the node that has the text.
  /// - Returns: Where the last line ends, without the line's end.
  /// - Throws: ``FormatRefusal`` for more than a comment after the mark.
  mutating func scanBlockScalar(indent: Int) throws(FormatRefusal) -> Int {
    let header = try scanBlockHeader()
    var end = header.end
    var next = cursor.offset
    let least = max(indent + 1, 1)
    let column = header.indentation.map { least + $0 - 1 } ?? max(least, textColumn)
    while !cursor.isAtEnd {
      let start = cursor.offset
      cursor.skip { $0 == 0x20 }
      let isDeep = cursor.offset - start >= column
      let isBlank = isDeep ? isBlankLine : cursor.next == 0x0A || cursor.isAtEnd
      guard isDeep || isBlank else { break }
      cursor.skip { $0 != 0x0A }
      if !isBlank || header.keepsBlankLines { end = cursor.offset }
      _ = cursor.take(0x0A)
      if end >= start { next = cursor.offset }
    }
    cursor.offset = next
    return end
  }

  private struct BlockHeader {
    /// The indentation of the text, if the header gives it.
    var indentation: Int?
    /// Whether blank lines at the end belong to the text.
    var keepsBlankLines = false
    /// Where the header ends.
    var end = 0
  }

  /// Scans the line that begins a text: `|`, `>-`, `|2+`.
  private mutating func scanBlockHeader() throws(FormatRefusal) -> BlockHeader {
    var header = BlockHeader()
    cursor.offset += 1
    var hasChomping = false
    while let byte = cursor.next {
      if !hasChomping, byte == 0x2B || byte == 0x2D {
        hasChomping = true
        header.keepsBlankLines = byte == 0x2B
      } else if header.indentation == nil, byte.isDecimalDigit, byte != 0x30 {
        header.indentation = Int(byte - 0x30)
      } else {
        break
      }
      cursor.offset += 1
    }
    header.end = cursor.offset
    cursor.skipBlanks()
    guard isAtLineEnd else { throw refusal(tr("the end of the line was expected")) }
    cursor.skipLine()
    return header
  }

  /// Whether only blanks follow on the line.
  private var isBlankLine: Bool {
    var line = cursor
    line.skipBlanks()
    return line.isAtEnd || line.next == 0x0A
  }

  /// The indentation of the first line with text, or of a blank line before it that is indented more.
  private var textColumn: Int {
    var line = cursor
    var column = 0
    repeat {
      let start = line.offset
      line.skip { $0 == 0x20 }
      column = max(column, line.offset - start)
    } while line.take(0x0A)
    return column
  }
}
