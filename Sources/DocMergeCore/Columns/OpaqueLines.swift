/// Follows a text line by line through parts whose blanks are not padding, such as fenced code.
struct OpaqueLines {
  /// The end of the current part.
  private enum End {
    /// A line that starts with at least as many of these bytes, and holds nothing else.
    case fence(UInt8, count: Int)
    /// A line that is indented no deeper.
    case indentation(Int)
  }

  private let kinds: ColumnNotation.Opaque
  private var end: End?

  init(_ kinds: ColumnNotation.Opaque) { self.kinds = kinds }

  /// Goes on to the next line.
  ///
  /// - Returns: Whether the line belongs to such a part, or starts one that is not below it.
  mutating func advance(over line: ArraySlice<UInt8>) -> Bool {
    if kinds.isEmpty { return false }
    switch end {
    case .fence(let byte, let count)?:
      let text = line.trimmed
      if text.count >= count, text.allSatisfy({ $0 == byte }) { end = nil }
      return true
    case .indentation(let depth)?:
      if !line.holdsText || line.indentation > depth { return true }
      end = nil
    case nil: break
    }
    if isOpaque(line) { return true }
    end = start(in: line)
    if case .fence? = end { return true }
    return false
  }

  /// Whether a line is opaque by its first bytes.
  private func isOpaque(_ line: ArraySlice<UInt8>) -> Bool {
    let isTabbed = line.first == UInt8(ascii: "\t")
    let blanks = line.prefix { $0 == .blank }.count
    return kinds.contains(.tabbedLines) && isTabbed || kinds.contains(.indentedLines) && blanks > 3
      || kinds.contains(.continuations) && (isTabbed || blanks > 0)
  }

  /// The end of the part that a line starts; `nil` where it starts none.
  private func start(in line: ArraySlice<UInt8>) -> End? {
    if kinds.contains(.fences), let fence = Self.fence(line.trimmed) { return fence }
    if kinds.contains(.blockScalars), Self.startsScalar(line.trimmed) {
      // A scalar that is the whole document needs no indentation.
      return .indentation(line.starts(with: "---".utf8) ? -1 : line.indentation)
    }
    return nil
  }

  private static func fence(_ line: ArraySlice<UInt8>) -> End? {
    guard let byte = line.first, byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~") else {
      return nil
    }
    let count = line.prefix { $0 == byte }.count
    return count > 2 ? .fence(byte, count: count) : nil
  }

  /// Whether a line of YAML ends like `key: |` or `- >-`, perhaps with a comment behind.
  private static func startsScalar(_ line: ArraySlice<UInt8>) -> Bool {
    if endsWithScalar(line) { return true }
    return line.indices.dropFirst().contains { index in
      line[index] == UInt8(ascii: "#") && line[index - 1].isWhitespace
        && endsWithScalar(line[..<index].trimmed)
    }
  }

  private static func endsWithScalar(_ line: ArraySlice<UInt8>) -> Bool {
    let mark = line.reversed().prefix { !$0.isWhitespace }
    guard mark.count < line.count, let first = mark.last,
      first == UInt8(ascii: "|") || first == UInt8(ascii: ">")
    else { return false }
    return mark.dropLast().allSatisfy {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") || $0.isDigit
    }
  }
}
