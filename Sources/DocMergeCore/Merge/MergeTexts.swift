/// The lines of three texts as tokens, and the changes of each side.
struct MergeTexts: Sendable {
  let base: LineTokens
  let ours: LineTokens
  let theirs: LineTokens
  /// All tokens are less than this.
  let tokenCount: Int
  private(set) var oursHunks: [Hunk]
  private(set) var theirsHunks: [Hunk]

  /// Whether lines of ours and theirs count as the same change.
  ///
  /// Where a `\r` before the newline does not count, git compares lines of two sides less strictly
  /// than those of a side and the base: a line may then end in one `\r` more than the other.
  func areAlike(oursLine: Int, theirsLine: Int) -> Bool {
    let (token, otherToken) = (ours.tokens[oursLine], theirs.tokens[theirsLine])
    guard token != otherToken, let exact = ours.exactTokens, let otherExact = theirs.exactTokens
    else { return token == otherToken }
    let (first, second) = (exact[oursLine], otherExact[theirsLine])
    return first == second || token == second || first == otherToken
  }

  init(
    _ texts: TextBuffers, profile: MergeProfile, pair: PairRunner = PairRunner.oneByOne
  ) {
    let tokens = profile.whitespace.tokens(of: texts.base, texts.ours, texts.theirs)
    base = tokens.first
    ours = tokens.others[0]
    theirs = tokens.others[1]
    tokenCount = tokens.count
    (oursHunks, theirsHunks) = Self.hunks(
      base, ours, theirs, tokenCount: tokenCount, profile: profile, pair: pair)
  }

  /// Compares the same lines in another way.
  init(_ texts: MergeTexts, profile: MergeProfile, pair: PairRunner) {
    (base, ours, theirs, tokenCount) = (texts.base, texts.ours, texts.theirs, texts.tokenCount)
    (oursHunks, theirsHunks) = Self.hunks(
      base, ours, theirs, tokenCount: tokenCount, profile: profile, pair: pair)
  }

  private static func hunks(
    _ base: LineTokens, _ ours: LineTokens, _ theirs: LineTokens, tokenCount: Int,
    profile: MergeProfile, pair: PairRunner
  ) -> ([Hunk], [Hunk]) {
    @Sendable func hunks(_ other: LineTokens) -> [Hunk] {
      var diff = TokenDiff(base: base.tokens, other: other.tokens, tokenCount: tokenCount)
      diff.stepLimit = profile.stepLimit
      return diff.hunks(by: profile.algorithm)
    }
    return pair.run(size: base.count, { hunks(ours) }, { hunks(theirs) })
  }

  /// Makes all changes within some stretches of the base overlap, so that they are conflicts.
  mutating func join(over stretches: [Range<Int>]) {
    let joined = JoinedHunks(ours: oursHunks, theirs: theirsHunks, over: stretches)
    (oursHunks, theirsHunks) = (joined.ours, joined.theirs)
  }
}
