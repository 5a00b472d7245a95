/// Finds the fate of each change in a stretch whose result is not simply the changes of both sides.
struct ChangeClassifier {
  private let stretch: Stretch
  private let result: Stretch.Part
  private let counts: LineCounts
  private let tokens: (base: [Int32], ours: [Int32], theirs: [Int32], result: [Int32])
  /// The rule that settled the stretch; `nil` when none is known.
  private let rule: MergeRule?
  /// The differences of the result from each side.
  private let hunks: (ours: [Hunk], theirs: [Hunk])

  /// The lines of the result that match no line of a side.
  private var unmatched: (ours: Unmatched, theirs: Unmatched)
  /// How many more bytes are searched for words; beyond, a line that is lost counts as lost as a whole.
  private(set) var budget: Int

  /// The default number of bytes that are searched for words.
  static let wordBudget = 1 << 20

  private(set) var items: [AuditItem] = []
  private(set) var findings: [AuditFinding] = []

  /// Judges a stretch; `counts` are those of the whole texts, or of the stretch when it is alone.
  init(
    _ stretch: Stretch, result: ArraySlice<UInt8>, rule: MergeRule?, counts: LineCounts? = nil,
    wordBudget: Int = ChangeClassifier.wordBudget
  ) {
    budget = wordBudget
    self.stretch = stretch
    self.result = Stretch.Part(result)
    self.rule = rule
    let cuts = (base: stretch.base.cut, ours: stretch.ours.cut, theirs: stretch.theirs.cut)
    var counts =
      counts
      ?? LineCounts(
        base: cuts.base, ours: cuts.ours, theirs: cuts.theirs, result: [self.result.cut])
    tokens = (
      counts.tokens(of: cuts.base), counts.tokens(of: cuts.ours), counts.tokens(of: cuts.theirs),
      counts.tokens(of: self.result.cut)
    )
    self.counts = counts
    hunks = (
      TokenizedText.hunks(cuts.ours, self.result.cut, .myers),
      TokenizedText.hunks(cuts.theirs, self.result.cut, .myers)
    )
    let lines = self.result.cut
    unmatched = (
      Unmatched(bytes: hunks.ours.flatMap { lines.text($0.other) }),
      Unmatched(bytes: hunks.theirs.flatMap { lines.text($0.other) })
    )
    for side in MergeSide.allCases { classify(side) }
    findInvented()
    findSurplus()
    if rule?.takesAway == true { return }
    findMissing()
    if findings.isEmpty, !items.contains(where: { $0.fate == .unaccounted }) { findMissingWords() }
  }

  private func hunks(of side: MergeSide) -> [Hunk] { side == .ours ? hunks.ours : hunks.theirs }

  private static func marks(_ ranges: [Range<Int>], count: Int) -> [Bool] {
    var marks = Array(repeating: false, count: count)
    for range in ranges { for line in range { marks[line] = true } }
    return marks
  }

  // MARK: Changes of each side

  private mutating func classify(_ side: MergeSide) {
    let part = stretch.part(of: side)
    let gone = ChangeClassifier.marks(hunks(of: side).map(\.base), count: part.cut.count)
    for hunk in stretch.hunks(of: side) {
      classifyDeletion(hunk, side)
      for run in runs(of: hunk.other, where: { gone[$0] }) {
        if run.value {
          classifyLost(run.lines, hunk, side)
        } else {
          append(side, .inserted, part.text(run.lines), true, isThere: true, hunk)
        }
      }
    }
  }

  private mutating func classifyDeletion(_ hunk: Hunk, _ side: MergeSide) {
    let runs = runs(of: hunk.base) {
      counts.result(tokens.base[$0]) > counts.most(tokens.base[$0])
    }
    for run in runs {
      append(side, .deleted, stretch.base.text(run.lines), true, isThere: !run.value, hunk)
    }
    guard !hunk.other.isEmpty, !runs.contains(where: \.value) else { return }
    let words = fate(
      before: stretch.base.text(hunk.base), after: stretch.part(of: side).text(hunk.other), side)
    for range in words.undone {
      append(side, .deleted, stretch.base.text(hunk.base)[range], false, isThere: false, hunk)
    }
  }

  /// Lines that are not in the result as they are: they moved, their words are there, or they are lost.
  private mutating func classifyLost(_ lines: Range<Int>, _ hunk: Hunk, _ side: MergeSide) {
    let part = stretch.part(of: side)
    let tokens = side == .ours ? self.tokens.ours : self.tokens.theirs
    guard !lines.allSatisfy({ counts.result(tokens[$0]) >= counts.least(tokens[$0]) }) else {
      append(side, .inserted, part.text(lines), true, isThere: true, hunk)
      return
    }
    let whole = part.text(lines)
    let words = fate(before: stretch.base.text(hunk.base), after: whole, side)
    let isGone = hunks(of: side).allSatisfy(\.other.isEmpty)
    let lost =
      isGone
      ? [whole.indices] : words.lost.map { $0.clamped(to: whole.indices) }.filter { !$0.isEmpty }
    if lost.isEmpty { append(side, .inserted, whole, true, isThere: true, hunk) }
    for range in lost {
      append(side, .inserted, whole[range], range == whole.indices, isThere: false, hunk)
    }
  }

  /// The fate of the words of a change, searched for in the result's lines that match no line of the side.
  private mutating func fate(
    before: ArraySlice<UInt8>, after: ArraySlice<UInt8>, _ side: MergeSide
  ) -> WordFate {
    let size = before.count + after.count + unmatched(of: side).bytes.count
    budget -= size
    guard budget >= 0, size <= CombinedChanges.wordLimit else { return WordFate(unknown: after) }
    let words =
      side == .ours ? unmatched.ours.words() : unmatched.theirs.words()
    return WordFate(before: before, after: after, result: words)
  }

  private func unmatched(of side: MergeSide) -> Unmatched {
    side == .ours ? unmatched.ours : unmatched.theirs
  }

  private mutating func append(
    _ side: MergeSide, _ change: AuditItem.Change, _ bytes: ArraySlice<UInt8>, _ isWhole: Bool,
    isThere: Bool, _ hunk: Hunk
  ) {
    guard !bytes.isEmpty else { return }
    var fate = AuditItem.Fate.kept
    if !isThere {
      fate = lostFate(bytes)
    } else if stretch.isShared(change, hunk, of: side) {
      fate = .same
    }
    items.append(
      AuditItem(side: side, change: change, bytes: bytes, isWholeLines: isWhole, fate: fate))
  }

  /// A rule that claims to drop nothing may only have changed the layout.
  private func lostFate(_ bytes: ArraySlice<UInt8>) -> AuditItem.Fate {
    guard let rule else { return .unaccounted }
    return rule.risk == .none && bytes.holdsText ? .unaccounted : .dropped(by: rule)
  }

  private func runs(
    of lines: Range<Int>, where test: (Int) -> Bool
  ) -> [(lines: Range<Int>, value: Bool)] {
    var runs: [(lines: Range<Int>, value: Bool)] = []
    for line in lines {
      let value = test(line)
      if let last = runs.last, last.value == value {
        runs[runs.count - 1].lines = last.lines.lowerBound..<line + 1
      } else {
        runs.append((line..<line + 1, value))
      }
    }
    return runs
  }

  // MARK: Changes of neither side

  private mutating func findInvented() {
    let unknown = tokens.result.indices.filter { !counts.isKnown(tokens.result[$0]) }
    guard !unknown.isEmpty else { return }
    let parts = [stretch.base, stretch.ours, stretch.theirs]
    var known = parts.reduce(into: Set<ArraySlice<UInt8>>()) {
      $0.formUnion(WordTokens($1.cut.bytes))
    }
    for word in rule?.ownWords ?? [] { known.insert(Array(word.utf8)[...]) }
    for line in unknown {
      let text = result.text(line..<line + 1)
      let words = WordTokens(Array(text)).filter { !known.contains($0) }
      let isWhole = words.reduce(0) { $0 + $1.count } == text.count
      for word in isWhole ? [Array(text)[...]] : words where rule == nil || word.holdsLetters {
        let start = text.startIndex + word.startIndex
        findings.append(AuditFinding(kind: .invented, bytes: text[start..<start + word.count]))
      }
    }
  }

  /// Lines that are in the result more often than they should be, or in the wrong place.
  private mutating func findSurplus() {
    let isNew = MergeSide.allCases.map {
      ChangeClassifier.marks(hunks(of: $0).map(\.other), count: result.cut.count)
    }
    var seen: [Int32: Int] = [:]
    let inBase = Set(tokens.base)
    for (line, token) in tokens.result.enumerated() where counts.isKnown(token) {
      seen[token, default: 0] += 1
      let text = result.text(line..<line + 1)
      let isSurplus = rule == nil ? isNew[0][line] && isNew[1][line] : text.holdsText
      guard isSurplus else { continue }
      if counts.result(token) > counts.mostWithDeleted(token) {
        guard rule == nil || seen[token, default: 0] > counts.mostWithDeleted(token) else {
          continue
        }
        findings.append(AuditFinding(kind: .doubled, bytes: text))
      } else if rule == nil {
        findStranger(text, token, isInBase: inBase.contains(token))
      }
    }
  }

  /// A line that one of the sides deleted elsewhere, or that belongs in another place.
  private mutating func findStranger(
    _ text: ArraySlice<UInt8>, _ token: Int32, isInBase: Bool
  ) {
    let isBack = counts.result(token) > counts.most(token)
    if isBack, isInBase { return }
    findings.append(AuditFinding(kind: isBack ? .restored : .moved, bytes: text))
  }

  /// Lines that both sides left alone and the result lacks.
  private mutating func findMissing() {
    let changed = (stretch.oursHunks + stretch.theirsHunks).map(\.base)
    let isChanged = ChangeClassifier.marks(changed, count: stretch.base.cut.count)
    for line in isChanged.indices where !isChanged[line] {
      guard counts.result(tokens.base[line]) < counts.leastKept(tokens.base[line]) else { continue }
      let text = stretch.base.text(line..<line + 1)
      let words = fate(before: [], after: text, .ours)
      if words.lost.isEmpty { continue }
      for range in words.lost where rule == nil || text[range].holdsText {
        findings.append(AuditFinding(kind: .missing, bytes: text[range]))
      }
    }
  }

  /// Words within changed lines that both sides left alone and the result lacks.
  private mutating func findMissingWords() {
    let bytes = [stretch.base, stretch.ours, stretch.theirs, result].map(\.cut.bytes)
    guard bytes.reduce(0, { $0 + $1.count }) <= CombinedChanges.wordLimit else { return }
    let texts = bytes.dropLast().map(WordTokens.init)
    let result = WordTokens(result.cut.bytes)
    var goneFromOurs: [ArraySlice<UInt8>: Int] = [:]
    for range in wordChanges(old: texts[1], new: result).old {
      for word in WordTokens(Array(bytes[1][range])) { goneFromOurs[word, default: 0] += 1 }
    }
    let changed = (stretch.oursHunks + stretch.theirsHunks).map {
      stretch.base.cut.starts[$0.base.lowerBound]..<stretch.base.cut.starts[$0.base.upperBound]
    }
    let deleted = texts[1...].map { wordChanges(old: texts[0], new: $0).old }
    let gone = wordChanges(old: texts[0], new: result).old
      .flatMap { WordFate.subtract(deleted[0], from: $0) }
      .flatMap { WordFate.subtract(deleted[1], from: $0) }
    for range in gone where changed.contains(where: { $0.overlaps(range) }) {
      for word in WordTokens(Array(bytes[0][range])) where word.holdsText {
        guard let count = goneFromOurs[word], count > 0 else { continue }
        goneFromOurs[word] = count - 1
        let start = range.lowerBound + word.startIndex
        findings.append(
          AuditFinding(kind: .missing, bytes: stretch.base.bytes(start..<start + word.count)))
      }
    }
  }
}

/// The lines of a result that match no line of a side, cut into words when they are needed.
private struct Unmatched {
  let bytes: [UInt8]
  private var cut: WordTokens?

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func words() -> WordTokens {
    let words = cut ?? WordTokens(bytes)
    cut = words
    return words
  }
}
