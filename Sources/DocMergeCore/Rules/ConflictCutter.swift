/// Removes the lines that ours and theirs share from a conflict that is left.
struct ConflictCutter {
  let claim: ConflictLines
  let lineEnding: LineEnding
  /// The suggestion of a bolder rule for the whole claim.
  let suggestion: Region.Suggestion?

  /// The number of common lines between two conflicts up to which more markers are not worth it.
  private static let slight = 3

  /// The conflict as it is shown in a style.
  func regions(in style: ConflictStyle) -> [Region] {
    guard style != .diff3, !claim.ours.isEmpty, !claim.theirs.isEmpty else {
      var conflict = claim.conflict(endingLinesWith: lineEnding)
      conflict.suggestion = suggestion
      return [.conflict(conflict)]
    }
    let spans = closed(style == .merge ? spansApart : outerSpan.map { [$0] } ?? [])
    var regions: [Region] = []
    var end = 0
    for span in spans {
      append(end..<span.base.lowerBound, to: &regions)
      let part = ConflictLines(
        base: claim.base, ours: claim.ours[span.base], theirs: claim.theirs[span.other])
      var conflict = part.conflict(endingLinesWith: lineEnding)
      conflict.suggestion = spans.count == 1 ? suggestion(for: span) : nil
      regions.append(.conflict(conflict))
      end = span.base.upperBound
    }
    append(end..<claim.ours.count, to: &regions)
    return regions
  }

  /// The spans, each with the lines beside it that complete it.
  ///
  /// A block should not be split only because the other side's block begins or ends like it.
  private func closed(_ spans: [Hunk]) -> [Hunk] {
    spans.indices.map { index in
      let span = spans[index]
      let next = index + 1 < spans.count ? spans[index + 1].base.lowerBound : claim.ours.count
      let above = index > 0 ? 0 : min(Self.slight, span.base.lowerBound)
      let below = min(Self.slight, next - span.base.upperBound)
      for more in 0...above where index > 0 || isWhole(claim.ours[0..<span.base.lowerBound - more])
      {
        let longer = (0...below).lazy.map { span.longer(above: more, below: $0) }
        if let whole = longer.first(where: isClosed) { return whole }
      }
      return span
    }
  }

  private func isClosed(_ span: Hunk) -> Bool {
    isClosed(claim.ours[span.base]) && isClosed(claim.theirs[span.other])
  }

  private func isClosed(_ lines: LineRun) -> Bool { Nesting(lines.text).isClosed }

  /// Whether lines that both sides begin with can be outside of the conflict: they close what they open, or name it, so
  /// that both blocks are the same one.
  private func isWhole(_ lines: LineRun) -> Bool {
    // Both texts begin in the same way: with one root.
    if claim.base.isEmpty, claim.ours.text.startIndex == 0, claim.theirs.text.startIndex == 0 {
      return true
    }
    // Tags such as `<li>` name nothing.
    let isTag = lines.text.trimmed.first == UInt8(ascii: "<")
    return !isTag && lines.text.holdsLetters || isClosed(lines)
  }

  /// The suggestion without the lines outside of the conflict; `nil` if it changes these.
  private func suggestion(for span: Hunk) -> Region.Suggestion? {
    let before = claim.ours[0..<span.base.lowerBound].text
    let after = claim.ours[span.base.upperBound..<claim.ours.count].text
    guard var suggestion, suggestion.bytes.count >= before.count + after.count,
      suggestion.bytes.starts(with: before), suggestion.bytes.suffix(after.count) == after
    else { return nil }
    suggestion.bytes = Array(suggestion.bytes.dropFirst(before.count).dropLast(after.count))
    return suggestion
  }

  private func append(_ lines: Range<Int>, to regions: inout [Region]) {
    guard !lines.isEmpty else { return }
    regions.append(.agreed(.init(bytes: claim.ours[lines].text, origin: .both)))
  }

  /// The stretches of ours and theirs that differ; those with hardly a line between them are joined.
  private var spansApart: [Hunk] {
    var spans: [Hunk] = []
    for hunk in hunks {
      guard let last = spans.last, hunk.base.lowerBound - last.base.upperBound <= Self.slight else {
        spans.append(hunk)
        continue
      }
      spans[spans.count - 1] = last.joined(with: hunk)
    }
    return spans
  }

  /// Everything from the first difference to the last.
  private var outerSpan: Hunk? {
    // Counted, not compared: a comparison may match another line if the sides are swapped.
    let (ours, theirs) = (claim.ours.lines, claim.theirs.lines)
    let start = zip(ours, theirs).prefix { $0 == $1 }.count
    let rest = (ours.dropFirst(start).reversed(), theirs.dropFirst(start).reversed())
    let end = zip(rest.0, rest.1).prefix { $0 == $1 }.count
    guard start + end < max(ours.count, theirs.count) else { return nil }
    return Hunk(base: start..<ours.count - end, other: start..<theirs.count - end)
  }

  private var hunks: [Hunk] {
    // The case of most conflicts: two lines can be compared without numbers.
    if claim.ours.count == 1, claim.theirs.count == 1 {
      return claim.ours.text == claim.theirs.text ? [] : [Hunk(base: 0..<1, other: 0..<1)]
    }
    var numbers = PieceNumbers()
    let ours = numbers.numbers(of: claim.ours)
    let theirs = numbers.numbers(of: claim.theirs)
    return TokenDiff(base: ours, other: theirs).hunks(by: .histogram)
  }
}

extension Hunk {
  /// The stretch with more lines around it.
  fileprivate func longer(above: Int, below: Int) -> Hunk {
    Hunk(
      base: base.lowerBound - above..<base.upperBound + below,
      other: other.lowerBound - above..<other.upperBound + below)
  }

  /// The stretch from the start of this hunk to the end of a later one.
  fileprivate func joined(with later: Hunk) -> Hunk {
    Hunk(
      base: base.lowerBound..<later.base.upperBound,
      other: other.lowerBound..<later.other.upperBound)
  }
}
