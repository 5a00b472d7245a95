/// Takes what ours and theirs have in common out of a conflict that is left.
struct ConflictCutter {
  let claim: Claim
  let lineEnding: LineEnding

  /// Common lines between two conflicts that are too few to be worth more markers.
  private static let slight = 3

  /// The conflict as it is shown in a style.
  func regions(in style: ConflictStyle) -> [Region] {
    guard style != .diff3, !claim.ours.isEmpty, !claim.theirs.isEmpty else {
      return [.conflict(claim.conflict(endingLinesWith: lineEnding))]
    }
    let spans = style == .merge ? spansApart : outerSpan.map { [$0] } ?? []
    var regions: [Region] = []
    var end = 0
    for span in spans {
      append(end..<span.base.lowerBound, to: &regions)
      let part = Claim(
        base: claim.base, ours: claim.ours[span.base], theirs: claim.theirs[span.other])
      regions.append(.conflict(part.conflict(endingLinesWith: lineEnding)))
      end = span.base.upperBound
    }
    append(end..<claim.ours.count, to: &regions)
    return regions
  }

  private func append(_ lines: Range<Int>, to regions: inout [Region]) {
    guard !lines.isEmpty else { return }
    regions.append(.agreed(.init(bytes: claim.ours[lines].text, origin: .both)))
  }

  /// The stretches of ours and theirs that differ; those that hardly anything separates together.
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
    let hunks = hunks
    guard let first = hunks.first, let last = hunks.last else { return nil }
    return first.joined(with: last)
  }

  private var hunks: [Hunk] {
    var numbers = PieceNumbers()
    let ours = numbers.numbers(of: claim.ours.lines)
    let theirs = numbers.numbers(of: claim.theirs.lines)
    return TokenDiff(base: ours, other: theirs).hunks(by: .histogram)
  }
}

extension Hunk {
  /// The stretch from the start of this hunk to the end of a later one.
  fileprivate func joined(with later: Hunk) -> Hunk {
    Hunk(
      base: base.lowerBound..<later.base.upperBound,
      other: other.lowerBound..<later.other.upperBound)
  }
}
