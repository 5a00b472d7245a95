/// The whole texts around a claim.
struct InputTexts {
  let base: [UInt8]
  let ours: [UInt8]
  let theirs: [UInt8]
  /// The vocabulary of the base.
  let vocabulary: Vocabulary

  init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    vocabulary = Vocabulary(of: base)
  }

  /// Up to `count` lines of the base before a claim, in the order of the text.
  func baseLines(before claim: ConflictLines, count: Int) -> [ArraySlice<UInt8>] {
    Self.lines(of: base, before: claim.base.text.startIndex, count: count)
  }

  /// The line of each side before a claim; `nil` at the start of its text.
  func sideLines(
    before claim: ConflictLines
  ) -> (ours: ArraySlice<UInt8>?, theirs: ArraySlice<UInt8>?) {
    (
      Self.lines(of: ours, before: claim.ours.text.startIndex, count: 1).last,
      Self.lines(of: theirs, before: claim.theirs.text.startIndex, count: 1).last
    )
  }

  /// Up to `count` lines of the base after a claim.
  func baseLines(after claim: ConflictLines, count: Int) -> [ArraySlice<UInt8>] {
    Self.lines(of: base, after: claim.base.text.endIndex, count: count)
  }

  /// Up to `count` lines after a claim that all three texts have there.
  func linesOfAll(after claim: ConflictLines, count: Int) -> [ArraySlice<UInt8>] {
    let others = (
      Self.lines(of: ours, after: claim.ours.text.endIndex, count: count),
      Self.lines(of: theirs, after: claim.theirs.text.endIndex, count: count)
    )
    return zip(baseLines(after: claim, count: count), zip(others.0, others.1))
      .prefix { $0 == $1.0 && $0 == $1.1 }.map(\.0)
  }

  private static func lines(of text: [UInt8], before offset: Int, count: Int) -> [ArraySlice<UInt8>]
  {
    var lines: [ArraySlice<UInt8>] = []
    var end = offset
    while end > 0, lines.count < count {
      let start = text[..<(end - 1)].lastIndex(of: .newline).map { $0 + 1 } ?? 0
      lines.append(text[start..<end])
      end = start
    }
    return lines.reversed()
  }

  private static func lines(of text: [UInt8], after offset: Int, count: Int) -> [ArraySlice<UInt8>]
  {
    var lines: [ArraySlice<UInt8>] = []
    var start = offset
    while start < text.count, lines.count < count {
      let end = text[start...].firstIndex(of: .newline).map { $0 + 1 } ?? text.count
      lines.append(text[start..<end])
      start = end
    }
    return lines
  }
}
