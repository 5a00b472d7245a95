/// A stretch of the three inputs, and what each side did to its base.
///
/// The indices of the slices are offsets into the inputs.
struct Stretch {
  let base: Part
  let ours: Part
  let theirs: Part
  let oursHunks: [Hunk]
  let theirsHunks: [Hunk]

  /// One input's part of the stretch, cut into lines.
  struct Part {
    let slice: ArraySlice<UInt8>
    let cut: TokenizedText

    init(_ slice: ArraySlice<UInt8>) {
      self.slice = slice
      cut = TokenizedText(linesOf: Array(slice))
    }

    /// Lines as a slice of the input.
    func text(_ lines: Range<Int>) -> ArraySlice<UInt8> {
      bytes(cut.starts[lines.lowerBound]..<cut.starts[lines.upperBound])
    }

    /// Bytes, counted from the start of the stretch, as a slice of the input.
    func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
      slice[slice.startIndex + range.lowerBound..<slice.startIndex + range.upperBound]
    }
  }

  init(base: ArraySlice<UInt8>, ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>) {
    self.base = Part(base)
    self.ours = Part(ours)
    self.theirs = Part(theirs)
    oursHunks = TokenizedText.hunks(self.base.cut, self.ours.cut, .histogram)
    theirsHunks = TokenizedText.hunks(self.base.cut, self.theirs.cut, .histogram)
  }

  func part(of side: MergeSide) -> Part { side == .ours ? ours : theirs }

  func hunks(of side: MergeSide) -> [Hunk] { side == .ours ? oursHunks : theirsHunks }

  /// Whether `result` keeps everything that both sides did, and nothing else.
  func isKept(in result: [UInt8]) -> Bool {
    CombinedChanges.accepts(
      result, base: base.cut.bytes, ours: ours.cut.bytes, theirs: theirs.cut.bytes)
  }

  /// Whether `result` keeps every word that it should, wherever lines break.
  func isKeptButForLayout(in result: [UInt8]) -> Bool {
    let texts = [base, ours, theirs].map(\.cut.bytes)
    guard texts.reduce(result.count, { $0 + $1.count }) <= CombinedChanges.wordLimit else {
      return false
    }
    let words = texts.map { TokenizedText(linesOf: Stretch.words($0)) }
    let combined = CombinedChanges(words[0], words[1], words[2], .words, .myers)
    return combined?.fits(Stretch.words(result)) ?? false
  }

  /// The words and marks of a text, each on a line of its own.
  ///
  /// Three dashes count as much as more of them: such rules are as wide as their table.
  private static func words(_ text: [UInt8]) -> [UInt8] {
    var words: [UInt8] = []
    var (dash, count): (UInt8?, Int) = (nil, 0)
    for token in WordTokens(text) {
      let first = token.first
      let isDash = token.count == 1 && (first == UInt8(ascii: "-") || first == UInt8(ascii: "="))
      (dash, count) = (isDash ? first : nil, isDash && dash == first ? count + 1 : 1)
      guard let first, first != .blank, first != UInt8(ascii: "\t"), first != .newline,
        first != .carriageReturn, !isDash || count <= 3
      else { continue }
      words += token
      words.append(.newline)
    }
    return words
  }

  /// Everything that the sides did, all with one fate; `nil` means kept, or same.
  func items(_ fate: AuditItem.Fate? = nil) -> [AuditItem] {
    MergeSide.allCases.flatMap { side in
      hunks(of: side).flatMap { hunk in
        [
          (AuditItem.Change.deleted, base.text(hunk.base)),
          (.inserted, part(of: side).text(hunk.other)),
        ].filter { !$0.1.isEmpty }.map { change, bytes in
          let kept = isShared(change, hunk, of: side) ? AuditItem.Fate.same : .kept
          return AuditItem(
            side: side, change: change, bytes: bytes, isWholeLines: true, fate: fate ?? kept)
        }
      }
    }
  }

  /// Whether the other side has the same hunk, or deletes what the hunk does.
  func isShared(_ change: AuditItem.Change, _ hunk: Hunk, of side: MergeSide) -> Bool {
    let other: MergeSide = side == .ours ? .theirs : .ours
    let hunks = hunks(of: other)
    let index = hunks.partitioningIndex { $0.base.upperBound >= hunk.base.upperBound }
    guard index < hunks.count, hunks[index].base.lowerBound <= hunk.base.lowerBound else {
      return false
    }
    return change == .deleted
      || hunks[index].base == hunk.base
        && part(of: other).text(hunks[index].other) == part(of: side).text(hunk.other)
  }
}
