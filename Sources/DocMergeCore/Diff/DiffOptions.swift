/// Settings of a comparison of lines.
public struct DiffOptions: Sendable, Hashable {
  /// How the lines are matched.
  public var algorithm: DiffAlgorithm

  /// Whether a change that could lie in several places is put where the indentation suggests it.
  ///
  /// `git diff` does so; `git merge` and `git merge-file` do not.
  public var followsIndentation: Bool

  /// Which white space tells lines apart.
  public var whitespace: WhitespaceRule

  /// Makes settings; as they are, they are those of `git merge-file`.
  public init(
    algorithm: DiffAlgorithm = .myers, followsIndentation: Bool = false,
    whitespace: WhitespaceRule = .exact
  ) {
    self.algorithm = algorithm
    self.followsIndentation = followsIndentation
    self.whitespace = whitespace
  }
}
