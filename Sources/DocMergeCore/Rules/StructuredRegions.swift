/// Writes a merge of structured texts as regions of the texts that they were made from.
///
/// Where the structure settled a clash of lines, or decided differently from the lines, the result is a region
/// that a rule decided; everything else is as in the merge of lines.
struct StructuredRegions {
  private let texts: AuditTexts
  private let decisions: [StructuredTexts.Decision]
  private let usualRule: MergeRule
  /// Whether a region may hold both places of an entry that one side moved.
  private let mayJoin: Bool
  private let options: TextMergeOptions
  private let row: LineRow
  private let outcome: Outcome

  /// Prepares regions for a merge of `structured`.
  ///
  /// Where the matching of lines is open, it follows the lines of `side`.
  ///
  /// - Complexity: That of a comparison of as many lines as the result has.
  init(
    _ merged: Merged, of structured: StructuredTexts, texts: AuditTexts,
    along side: MergeSide, _ options: TextMergeOptions
  ) {
    self.options = options
    usualRule = structured.usualRule
    mayJoin = structured.placesAreSure
    self.texts = texts
    decisions = structured.decisions
    row = LineRow(texts, along: side)
    outcome = Outcome(merged, along: side)
  }

  /// The regions, and whether some have both places of an entry that one side moved; `nil` when what the structure
  /// settled does not account for every change, or a conflict that it left is in no stretch of the inputs.
  var regions: (all: [Region], haveMoves: Bool)? {
    var rest = stretches[...]
    guard outcome.hasConflicts(only: rest.map(\.outcome)) else { return nil }
    var regions: [Region] = []
    var haveMoves = false
    var end = 0
    while let stretch = rest.first {
      row.appendAgreed(end..<stretch.row.lowerBound, of: texts, to: &regions)
      rest = rest.dropFirst()
      end = stretch.row.upperBound
      if let settled = settled(stretch, mayDrop: false) {
        regions += settled
      } else if let joined = joined(stretch, with: rest) {
        regions += joined.regions
        haveMoves = true
        end = joined.end
        rest = rest.dropFirst(joined.count)
      } else if let settled = settled(stretch) {
        regions += settled
      } else {
        return nil
      }
    }
    row.appendAgreed(end..<row.lines.count, of: texts, to: &regions)
    return (regions, haveMoves)
  }

  // MARK: - Stretches

  /// A stretch in which the outcome differs from what the lines alone ask for.
  private struct Stretch {
    var row: Range<Int>
    var outcome: Range<Int>
  }

  /// The stretches: touching ones are joined, and those that the lines alone settle are left out.
  private var stretches: [Stretch] {
    var numbers = PieceNumbers(capacity: row.lines.count)
    let tokens = (numbers.numbers(of: row.lines), numbers.numbers(of: outcome.lines))
    var diff = TokenDiff(base: tokens.0, other: tokens.1)
    diff.stepLimit = TokenDiff.auditStepLimit
    let hunks = diff.hunks(by: .histogram)
    var atoms = hunks.map { (lines: $0.base, isPlain: false) }
    for (index, span) in row.spans.enumerated() where span.kind != .unchanged {
      atoms.append((row.starts[index]..<row.starts[index + 1], span.kind != .conflict))
    }
    for part in outcome.parts where part.region.isDecision {
      atoms.append((Self.rowLines(of: part.lines, hunks), false))
    }
    atoms.sort {
      ($0.lines.lowerBound, $0.lines.upperBound) < ($1.lines.lowerBound, $1.lines.upperBound)
    }
    var joined: [(lines: Range<Int>, isPlain: Bool)] = []
    for atom in atoms {
      guard let last = joined.last, atom.lines.lowerBound <= last.lines.upperBound else {
        joined.append(atom)
        continue
      }
      let end = max(last.lines.upperBound, atom.lines.upperBound)
      joined[joined.count - 1] = (last.lines.lowerBound..<end, last.isPlain && atom.isPlain)
    }
    return joined.filter { !$0.isPlain }.map {
      Stretch(row: $0.lines, outcome: Self.outcomeLines(of: $0.lines, hunks))
    }
  }

  /// The lines of the row for lines of the outcome, with the hunks that they meet.
  private static func rowLines(of lines: Range<Int>, _ hunks: [Hunk]) -> Range<Int> {
    func place(_ line: Int, isEnd: Bool) -> Int {
      let index = hunks.partitioningIndex { $0.other.upperBound > line }
      if index < hunks.count, hunks[index].other.lowerBound < line {
        return isEnd ? hunks[index].base.upperBound : hunks[index].base.lowerBound
      }
      guard index > 0 else { return line }
      return line + hunks[index - 1].base.upperBound - hunks[index - 1].other.upperBound
    }
    let start = place(lines.lowerBound, isEnd: false)
    return start..<max(start, place(lines.upperBound, isEnd: true))
  }

  /// The lines of the outcome for lines of the row that no hunk extends beyond.
  private static func outcomeLines(of lines: Range<Int>, _ hunks: [Hunk]) -> Range<Int> {
    func shift(_ count: Int) -> Int {
      count > 0 ? hunks[count - 1].other.upperBound - hunks[count - 1].base.upperBound : 0
    }
    let before = hunks.partitioningIndex { $0.base.upperBound >= lines.lowerBound }
    let within = hunks.partitioningIndex { $0.base.lowerBound > lines.upperBound }
    return lines.lowerBound + shift(before)..<lines.upperBound + shift(within)
  }

  // MARK: - Regions

  /// The regions of a stretch; `nil` if a change is unaccounted for, also if an addition of a side is missing
  /// (`mayDrop` is false), or if no side moved lines (`needsMove` is true).
  private func settled(
    _ stretch: Stretch, mayDrop: Bool = true, needsMove: Bool = false
  ) -> [Region]? {
    let span = row.span(of: stretch.row, in: texts)
    let whole = Region.Conflict(
      base: texts.base.text(of: span.base), ours: texts.ours.text(of: span.ours),
      theirs: texts.theirs.text(of: span.theirs))
    let parts = outcome.parts(in: stretch.outcome)
    let rule = boldest(rules(for: whole) + parts.compactMap(\.region.rule)) ?? usualRule
    // Open parts are shown as the inputs have them, so that they are recognized.
    let left = parts.compactMap { part -> Region.Conflict? in
      guard case .conflict(let conflict) = part.region else { return nil }
      return conflict
    }
    if !left.isEmpty || rule.policy > options.policy { return conflicts(whole, left) }
    let bytes = outcome.bytes(stretch.outcome)
    let receipt = RegionAudit(of: whole, decidedAs: bytes[...], by: rule)
    guard receipt.isAccounted else { return nil }
    if needsMove, !receipt.items.haveMove { return nil }
    if receipt.items.contains(where: \.isDroppedAddition) {
      guard mayDrop else { return nil }
      // No rule of the structure drops an addition of a side: it is part of a conflict beside this stretch.
      if !outcome.isClean { return conflicts(whole, []) }
    }
    return [.agreed(.init(bytes: bytes[...], origin: .decided(by: rule, from: whole)))]
  }

  /// The most stretches between which an entry is found that one side moved and the other changed.
  private static let joinLimit = 8

  /// A stretch with some of those behind it as one region, their number, and where it ends in the row; `nil` if no
  /// region accounts for every change without a person.
  ///
  /// The change of an entry that the other side moved is accounted for only in a region with both of its places.
  private func joined(
    _ stretch: Stretch, with rest: ArraySlice<Stretch>
  ) -> (regions: [Region], count: Int, end: Int)? {
    guard mayJoin else { return nil }
    for (offset, last) in rest.prefix(Self.joinLimit).enumerated() {
      let whole = Stretch(
        row: stretch.row.lowerBound..<last.row.upperBound,
        outcome: stretch.outcome.lowerBound..<last.outcome.upperBound)
      if let regions = settled(whole, mayDrop: false, needsMove: true),
        !regions.contains(where: \.isConflict)
      {
        return (regions, offset + 1, last.row.upperBound)
      }
    }
    return nil
  }

  /// A stretch as conflicts of the inputs.
  private func conflicts(_ whole: Region.Conflict, _ left: [Region.Conflict]) -> [Region]? {
    // A conflict in another place of the inputs cannot be shown here.
    if whole.ours == whole.theirs, !left.isEmpty { return nil }
    guard let claim = ConflictLines(whole) else { return nil }
    let isWhole = left.count == 1 && left[0].ours == whole.ours && left[0].theirs == whole.theirs
    return ConflictCutter(
      claim: claim, lineEnding: .lineFeed, suggestion: isWhole ? left[0].suggestion : nil
    ).regions(in: options.style)
  }

  /// The rules by which the structure settled parts of a stretch.
  private func rules(for whole: Region.Conflict) -> [MergeRule] {
    func meets(_ range: Range<Int>?, _ part: ArraySlice<UInt8>) -> Bool {
      guard let range else { return false }
      return range.lowerBound <= part.endIndex && part.startIndex <= range.upperBound
    }
    return decisions.filter { meets($0.ours, whole.ours) || meets($0.theirs, whole.theirs) }
      .map(\.rule)
  }

  private func boldest(_ rules: [MergeRule]) -> MergeRule? {
    rules.max { $0.policy < $1.policy }
  }
}

/// The merge of the structured texts as lines.
private struct Outcome {
  /// The lines; a conflict has those of one side.
  private(set) var lines: [ArraySlice<UInt8>] = []
  /// The regions, each with its lines.
  private(set) var parts: [(region: Region, lines: Range<Int>)] = []
  let isClean: Bool

  init(_ merged: Merged, along side: MergeSide) {
    isClean = merged.isClean
    for region in merged.regions {
      let start = lines.count
      switch region {
      case .agreed(let agreed): lines += LineRun(agreed.bytes).lines
      case .conflict(let conflict):
        lines += LineRun(side == .ours ? conflict.ours : conflict.theirs).lines
      }
      parts.append((region, start..<lines.count))
    }
  }

  func bytes(_ lines: Range<Int>) -> [UInt8] { Array(self.lines[lines].joined()) }

  /// Whether all conflicts are within some of these stretches.
  func hasConflicts(only stretches: [Range<Int>]) -> Bool {
    parts.allSatisfy { part in
      guard part.region.isConflict else { return true }
      let index = stretches.partitioningIndex { $0.upperBound >= part.lines.upperBound }
      return index < stretches.count && stretches[index].lowerBound <= part.lines.lowerBound
    }
  }

  /// The regions of some lines; regions without lines at either end are included.
  func parts(in lines: Range<Int>) -> [(region: Region, lines: Range<Int>)] {
    let first = parts.partitioningIndex { $0.lines.upperBound >= lines.lowerBound }
    return parts[first...].prefix { $0.lines.lowerBound <= lines.upperBound }.filter { part in
      // A region that ends where the lines start, or starts where they end, is not included.
      part.lines.isEmpty || part.lines.overlaps(lines)
    }
  }
}

/// The lines that a merge of lines alone asks for; where it cannot decide, those of one side.
private struct LineRow {
  let spans: [AuditSpan]
  let lines: [ArraySlice<UInt8>]
  /// The first line of each span, then the number of lines.
  let starts: [Int]

  init(_ texts: AuditTexts, along side: MergeSide) {
    spans = texts.spans
    var (lines, starts): ([ArraySlice<UInt8>], [Int]) = ([], [0])
    for span in spans {
      if span.kind == .theirs || span.kind == .conflict && side == .theirs {
        lines += span.theirs.map { texts.theirs.text(of: $0..<$0 + 1) }
      } else {
        lines += span.ours.map { texts.ours.text(of: $0..<$0 + 1) }
      }
      starts.append(lines.count)
    }
    (self.lines, self.starts) = (lines, starts)
  }

  /// Adds regions for lines that need no decision.
  func appendAgreed(_ part: Range<Int>, of texts: AuditTexts, to regions: inout [Region]) {
    guard !part.isEmpty else { return }
    var index = max(0, starts.partitioningIndex { $0 > part.lowerBound } - 1)
    while index < spans.count, starts[index] < part.upperBound {
      let own = (starts[index]..<starts[index + 1]).clamped(to: part)
      if !own.isEmpty {
        let shift = own.lowerBound - starts[index]
        regions.append(agreed(spans[index], shift..<shift + own.count, of: texts))
      }
      index += 1
    }
  }

  private func agreed(_ span: AuditSpan, _ lines: Range<Int>, of texts: AuditTexts) -> Region {
    let isTheirs = span.kind == .theirs
    let first = (isTheirs ? span.theirs : span.ours).lowerBound
    let bytes = (isTheirs ? texts.theirs : texts.ours)
      .text(of: first + lines.lowerBound..<first + lines.upperBound)
    let origin: Region.Agreed.Origin =
      switch span.kind {
      case .unchanged: .base
      case .ours: .ours
      case .theirs: .theirs
      case .both, .conflict: .both
      }
    return .agreed(.init(bytes: bytes, origin: origin))
  }

  /// The inputs' lines for some lines of the row, with all changes where they start and end.
  func span(of lines: Range<Int>, in texts: AuditTexts) -> AuditSpan {
    let (start, end) = (start(lines.lowerBound, texts), end(lines.upperBound))
    return AuditSpan(
      kind: .conflict, base: start.base..<max(start.base, end.base),
      ours: start.ours..<max(start.ours, end.ours),
      theirs: start.theirs..<max(start.theirs, end.theirs))
  }

  private typealias Place = (base: Int, ours: Int, theirs: Int)

  private func start(_ line: Int, _ texts: AuditTexts) -> Place {
    let index = starts.partitioningIndex { $0 >= line }
    guard starts[index] == line else { return within(index - 1, line) }
    guard index < spans.count else { return end(line) }
    let span = spans[index]
    return (span.base.lowerBound, span.ours.lowerBound, span.theirs.lowerBound)
  }

  private func end(_ line: Int) -> Place {
    let index = starts.partitioningIndex { $0 > line } - 1
    guard starts[index] == line else { return within(index, line) }
    guard index > 0 else { return (0, 0, 0) }
    let span = spans[index - 1]
    return (span.base.upperBound, span.ours.upperBound, span.theirs.upperBound)
  }

  /// A place within a span that no side changed.
  private func within(_ index: Int, _ line: Int) -> Place {
    let (span, shift) = (spans[index], line - starts[index])
    return (
      span.base.lowerBound + shift, span.ours.lowerBound + shift, span.theirs.lowerBound + shift
    )
  }
}

extension Region {
  /// Whether it is left to a person.
  var isConflict: Bool {
    if case .conflict = self { return true }
    return false
  }

  /// The rule that settled it, if one did.
  package var rule: MergeRule? {
    guard case .agreed(let agreed) = self, case .decided(let rule, _) = agreed.origin else {
      return nil
    }
    return rule
  }

  /// How many bytes of ours and theirs are left to a person.
  var claimedBytes: Int {
    guard case .conflict(let conflict) = self else { return 0 }
    return conflict.ours.count + conflict.theirs.count
  }

  /// Whether both sides claimed it.
  fileprivate var isDecision: Bool { isConflict || rule != nil }
}

extension [AuditItem] {
  /// Whether a side deleted a line in one place, and added it in another.
  fileprivate var haveMove: Bool {
    [MergeSide.ours, .theirs].contains { side in
      let deleted = lines(side, .deleted)
      return lines(side, .inserted).contains { deleted.contains($0) }
    }
  }

  /// The lines with words that a side deleted or added.
  private func lines(_ side: MergeSide, _ change: AuditItem.Change) -> Set<ArraySlice<UInt8>> {
    Set(
      lazy.filter { $0.side == side && $0.change == change }
        .flatMap { $0.bytes.split(separator: 0x0A) }.filter(\.holdsLetters))
  }
}

extension AuditItem {
  /// Whether a side added it, and a rule settled the place without it.
  fileprivate var isDroppedAddition: Bool {
    if case .dropped = fate { return change == .inserted }
    return false
  }
}
