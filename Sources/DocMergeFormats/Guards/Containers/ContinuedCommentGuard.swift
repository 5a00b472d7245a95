import DocMergeCore
import DocMergeLanguage

/// Finds comments of a result that include the line below them, because a backslash ends their line.
///
///     ours    a.c \        `b.c # last` added
///             b.c # last
///     theirs  a.c \        `c.c` added
///             c.c
///     fault   a.c \
///             b.c # last \
///             c.c
struct ContinuedCommentGuard {
  private let inputs: [SyntaxTree]
  /// Whether a backslash also continues lines that hold only a comment.
  private let continuesLines: Bool

  init(_ inputs: [SyntaxTree], continuesLines: Bool) {
    (self.inputs, self.continuesLines) = (inputs, continuesLines)
  }

  /// The included lines, each with its comment, that are adjacent in no input.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let found = pairs(in: tree.text)
    guard !found.isEmpty else { return [] }
    let known = Set(inputs.flatMap { input in pairs(in: input.text).map { input.text[$0] } })
    return found.filter { !known.contains(tree.text[$0]) }.map { pair in
      StructureFault(places: [pair], reason: tr("a comment would go on behind the backslash"))
    }
  }

  /// The lines with a comment and a backslash at the end, each with the line below.
  private func pairs(in text: [UInt8]) -> [Range<Int>] {
    var pairs: [Range<Int>] = []
    var start = 0
    while let end = text[start...].firstIndex(of: 0x0A) {
      let line = text[start..<end]
      if line.last == 0x5C, line.first != 0x09 || !continuesLines, hasComment(line) {
        pairs.append(start..<(text[(end + 1)...].firstIndex(of: 0x0A) ?? text.count))
      }
      start = end + 1
    }
    return pairs
  }

  /// Whether a line has a `#` that is not quoted and not part of a word.
  private func hasComment(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.contains(0x23) else { return false }
    if line.first(where: { !$0.isWhite }) == 0x23 { return continuesLines }
    var quote: UInt8?
    var before: UInt8 = 0x20
    for byte in line {
      if byte == 0x23, quote == nil, before.isWhite { return true }
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == 0x22 || byte == 0x27, before != 0x5C {
        quote = byte
      }
      before = byte
    }
    return false
  }
}
