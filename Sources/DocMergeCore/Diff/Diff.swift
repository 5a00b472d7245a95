/// The hunks that turn the lines of `base` into the lines of `other`.
///
///     diffLines(base: Array("a\nb\n".utf8), other: Array("a\nc\n".utf8))
///     // one hunk: base 1..<2, other 1..<2
///
/// Myers' algorithm is the one of "An O(ND) Difference Algorithm and Its Variations" (Eugene W.
/// Myers, 1986) with git's limits and shortcuts, so that the hunks are those of git. The histogram
/// algorithm is that of JGit and git, an extension of Bram Cohen's patience diff.
///
/// - Complexity: Myers O(*n* · *d*), *n* lines and *d* changed ones, but never far beyond
///   O(*n* · √*n*) because of the limit on the search; histogram O(*n*) for each level of
///   recursion.
public func diffLines(
  base: [UInt8], other: [UInt8], options: DiffOptions = DiffOptions()
) -> [Hunk] {
  LineComparison(base: Lines(base), other: Lines(other), options: options).hunks
}

/// The hunks that turn `base` into `other`, for elements of any kind.
///
/// - Complexity: As ``diffLines(base:other:options:)``, and one look-up for each element.
public func diff<Element: Hashable>(
  base: some Sequence<Element>, other: some Sequence<Element>, algorithm: DiffAlgorithm = .myers
) -> [Hunk] {
  var numbers: [Element: Int32] = [:]
  func token(of element: Element) -> Int32 {
    if let known = numbers[element] { return known }
    let token = Int32(numbers.count)
    numbers[element] = token
    return token
  }
  let baseTokens = base.map(token)
  let otherTokens = other.map(token)
  return TokenDiff(base: baseTokens, other: otherTokens).hunks(by: algorithm)
}

/// Two texts and the differences between their lines.
struct LineComparison {
  let base: Lines
  let other: Lines
  let hunks: [Hunk]

  init(base: Lines, other: Lines, options: DiffOptions) {
    let lines = base.bytes.withUnsafeBytes { base in
      other.bytes.withUnsafeBytes { other in options.whitespace.tokens(of: base, other) }
    }
    let tokens = TokenDiff(
      base: lines.first.tokens, other: lines.others[0].tokens, tokenCount: lines.count)
    let indentation = options.followsIndentation ? (base: base, other: other) : nil
    self.base = base
    self.other = other
    hunks = tokens.hunks(by: options.algorithm, indentation: indentation)
  }
}
