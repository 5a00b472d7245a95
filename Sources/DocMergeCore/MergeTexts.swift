/// The lines of three texts, as text and as tokens, and what each side changed.
struct MergeTexts: Sendable {
  let base: Lines
  let ours: Lines
  let theirs: Lines
  let oursTokens: [Int32]
  let theirsTokens: [Int32]
  let oursHunks: [Hunk]
  let theirsHunks: [Hunk]

  init(base: Lines, ours: Lines, theirs: Lines, algorithm: DiffAlgorithm) {
    var table = TokenTable(capacity: base.count * 2)
    let baseTokens = table.tokens(of: base)
    self.base = base
    self.ours = ours
    self.theirs = theirs
    oursTokens = table.tokens(of: ours)
    theirsTokens = table.tokens(of: theirs)
    oursHunks = TokenDiff(base: baseTokens, other: oursTokens).hunks(by: algorithm)
    theirsHunks = TokenDiff(base: baseTokens, other: theirsTokens).hunks(by: algorithm)
  }
}
