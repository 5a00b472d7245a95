import DocMergeCore

/// Merges a part of a document as a text of its own, such as the code of a cell or of a block.
struct PartMerge {
  /// The structure of a file at a path.
  typealias Structure = @Sendable (_ path: String) -> any MergeStructure

  /// The name of a file with the text, which tells its format.
  let path: String
  let policy: MergePolicy
  /// The structure of a file at a path.
  let structure: Structure

  /// The merged text and the boldest rule that was needed, `usual` where none was; `nil` where a conflict is left.
  ///
  /// - Complexity: That of ``mergeText(base:ours:theirs:options:)``.
  func merged(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], usual: MergeRule
  ) -> (text: [UInt8], rule: MergeRule)? {
    var options = TextMergeOptions(policy: policy)
    options.structure = structure(path)
    // It is never cancelled.
    guard
      let merged = try? mergeText(base: base, ours: ours, theirs: theirs, options: options),
      let text = merged.clean
    else { return nil }
    return (text, merged.regions.compactMap(\.rule).max { $0.policy < $1.policy } ?? usual)
  }
}
