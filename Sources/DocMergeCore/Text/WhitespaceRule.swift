/// The white space that makes lines differ.
///
/// White space is blank, tab, `\r` and `\n`, as in git. With any rule except ``exact`` a last
/// line without newline equals one with it. Each rule ignores all that the previous one does, and more.
public enum WhitespaceRule: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// All of it.
  case exact
  /// All except one `\r` before the newline, as `-Xignore-cr-at-eol` in git.
  case ignoringCarriageReturnAtEnd
  /// All except that at the end of a line, as `-Xignore-space-at-eol` in git.
  case ignoringEnds
  /// Whether there is any within a line, not how much, as `-Xignore-space-change` in git.
  case ignoringAmount
  /// None, as `-Xignore-all-space` in git.
  case ignoringAll

  /// The rule that ignores less is less.
  ///
  /// Where git is given several of its options, the one that ignores most counts.
  public static func < (less: WhitespaceRule, more: WhitespaceRule) -> Bool {
    less.rawValue < more.rawValue
  }
}

extension WhitespaceRule {
  /// Numbers lines so that lines that the rule takes for equal have the same token.
  func tokens(
    of first: UnsafeRawBufferPointer, _ others: UnsafeRawBufferPointer...
  ) -> (first: LineTokens, others: [LineTokens], count: Int) {
    if self == .exact { return LineInterner.tokens(of: first, others) }
    var table = TokenTable(capacity: Newlines.lineCount(of: first))
    let base = tokens(of: first, &table)
    let rest = others.map { tokens(of: $0, &table) }
    return (base, rest, table.count)
  }

  private func tokens(of text: UnsafeRawBufferPointer, _ table: inout TokenTable) -> LineTokens {
    let starts = Newlines.starts(in: text)
    var normal: [UInt8] = []
    normal.reserveCapacity(text.count)
    var normalStarts = [0]
    normalStarts.reserveCapacity(starts.count)
    for line in 1..<starts.count {
      append(UnsafeRawBufferPointer(rebasing: text[starts[line - 1]..<starts[line]]), to: &normal)
      normalStarts.append(normal.count)
    }
    var lines = LineTokens(starts: starts, tokens: table.tokens(of: normal, starts: normalStarts))
    if self == .ignoringCarriageReturnAtEnd {
      lines.exactTokens = exactTokens(of: text, starts, &table)
    }
    return lines
  }

  /// The tokens of the lines without their newline but with everything else.
  private func exactTokens(
    of text: UnsafeRawBufferPointer, _ starts: [Int], _ table: inout TokenTable
  ) -> [Int32] {
    var exact: [UInt8] = []
    var exactStarts = [0]
    for line in 1..<starts.count {
      let bytes = text[starts[line - 1]..<starts[line]]
      exact += bytes.last == .newline ? bytes.dropLast() : bytes
      exactStarts.append(exact.count)
    }
    return table.tokens(of: exact, starts: exactStarts)
  }

  /// Adds the bytes by which the rule compares a line.
  private func append(_ line: UnsafeRawBufferPointer, to normal: inout [UInt8]) {
    var rest = line[...]
    let isFinished = rest.last == .newline
    if isFinished { rest.removeLast() }
    switch self {
    case .exact: normal += line
    case .ignoringCarriageReturnAtEnd:
      normal += isFinished && rest.last == .carriageReturn ? rest.dropLast() : rest
    case .ignoringEnds: normal += rest.withoutBlankEnd
    case .ignoringAll: normal += rest.lazy.filter { !$0.isBlankForGit }
    case .ignoringAmount:
      var isAfterBlank = false
      for byte in rest.withoutBlankEnd {
        let isBlank = byte.isBlankForGit
        if !isBlank { normal.append(byte) } else if !isAfterBlank { normal.append(.blank) }
        isAfterBlank = isBlank
      }
    }
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// The bytes up to the last one that is not white space.
  fileprivate var withoutBlankEnd: Slice<UnsafeRawBufferPointer> {
    lastIndex { !$0.isBlankForGit }.map { self[startIndex...$0] } ?? prefix(0)
  }
}

extension UInt8 {
  /// Blank, tab, `\r` and `\n`, fewer than other programs count as white space.
  fileprivate var isBlankForGit: Bool {
    self == .blank || self == 0x09 || self == .carriageReturn || self == .newline
  }
}
