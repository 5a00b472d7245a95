/// The lines of three texts as tokens, and what each side changed.
struct MergeTexts: Sendable {
  let base: LineTokens
  let ours: LineTokens
  let theirs: LineTokens
  /// All tokens are less than this.
  let tokenCount: Int
  let oursHunks: [Hunk]
  let theirsHunks: [Hunk]

  init(
    _ texts: TextBuffers, algorithm: DiffAlgorithm, pair: PairRunner = PairRunner.oneByOne
  ) {
    let tokens = LineInterner.tokens(of: texts.base, texts.ours, texts.theirs)
    base = tokens.first
    ours = tokens.others[0]
    theirs = tokens.others[1]
    tokenCount = tokens.count
    (oursHunks, theirsHunks) = Self.hunks(
      base, ours, theirs, tokenCount: tokenCount, algorithm: algorithm, pair: pair)
  }

  /// Compares the same lines in another way.
  init(_ texts: MergeTexts, algorithm: DiffAlgorithm, pair: PairRunner) {
    (base, ours, theirs, tokenCount) = (texts.base, texts.ours, texts.theirs, texts.tokenCount)
    (oursHunks, theirsHunks) = Self.hunks(
      base, ours, theirs, tokenCount: tokenCount, algorithm: algorithm, pair: pair)
  }

  private static func hunks(
    _ base: LineTokens, _ ours: LineTokens, _ theirs: LineTokens, tokenCount: Int,
    algorithm: DiffAlgorithm, pair: PairRunner
  ) -> ([Hunk], [Hunk]) {
    let ours = TokenDiff(base: base.tokens, other: ours.tokens, tokenCount: tokenCount)
    let theirs = TokenDiff(base: base.tokens, other: theirs.tokens, tokenCount: tokenCount)
    return pair.run(
      size: base.count, { ours.hunks(by: algorithm) }, { theirs.hunks(by: algorithm) })
  }
}
