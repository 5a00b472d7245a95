/// The lines of three texts as tokens, and what each side changed.
struct MergeTexts: Sendable {
  let base: LineTokens
  let ours: LineTokens
  let theirs: LineTokens
  /// All tokens are less than this.
  let tokenCount: Int
  let oursHunks: [Hunk]
  let theirsHunks: [Hunk]

  init(_ texts: TextBuffers, algorithm: DiffAlgorithm) {
    let tokens = LineInterner.tokens(of: texts.base, texts.ours, texts.theirs)
    base = tokens.first
    ours = tokens.others[0]
    theirs = tokens.others[1]
    tokenCount = tokens.count
    oursHunks = TokenDiff(base: base.tokens, other: ours.tokens, tokenCount: tokenCount)
      .hunks(by: algorithm)
    theirsHunks = TokenDiff(base: base.tokens, other: theirs.tokens, tokenCount: tokenCount)
      .hunks(by: algorithm)
  }
}
