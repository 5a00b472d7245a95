/// The lines of three texts as tokens, and what each side changed.
struct MergeTexts: Sendable {
  let base: LineTokens
  let ours: LineTokens
  let theirs: LineTokens
  /// All tokens are less than this.
  let tokenCount: Int
  private(set) var oursHunks: [Hunk]
  private(set) var theirsHunks: [Hunk]

  init(
    _ texts: TextBuffers, algorithm: DiffAlgorithm, pair: PairRunner = PairRunner.oneByOne
  ) {
    let tokens = LineInterner.tokens(of: texts.base, texts.ours, texts.theirs)
    base = tokens.first
    ours = tokens.others[0]
    theirs = tokens.others[1]
    tokenCount = tokens.count
    let ours = TokenDiff(base: base.tokens, other: ours.tokens, tokenCount: tokenCount)
    let theirs = TokenDiff(base: base.tokens, other: theirs.tokens, tokenCount: tokenCount)
    let hunks = pair.run(
      size: base.count, { ours.hunks(by: algorithm) }, { theirs.hunks(by: algorithm) })
    (oursHunks, theirsHunks) = hunks
  }

  /// Makes insertions clash that say one thing in two places.
  mutating func guardAgainstDoubledInsertions() {
    let guarded = DoubledInsertions(self)
    (oursHunks, theirsHunks) = (guarded.ours, guarded.theirs)
  }
}
