/// Settings of a comparison of lines.
public struct DiffOptions: Sendable, Hashable {
  /// How the lines are matched.
  public var algorithm: DiffAlgorithm

  /// Whether a change that could be in several places is put where the indentation suggests.
  ///
  /// `git diff` does so; `git merge` and `git merge-file` do not.
  public var followsIndentation: Bool

  /// The white space that makes lines differ.
  public var whitespace: WhitespaceRule

  /// Makes settings; the defaults are those of `git merge-file`.
  public init(
    algorithm: DiffAlgorithm = .myers, followsIndentation: Bool = false,
    whitespace: WhitespaceRule = .exact
  ) {
    self.algorithm = algorithm
    self.followsIndentation = followsIndentation
    self.whitespace = whitespace
  }
}
