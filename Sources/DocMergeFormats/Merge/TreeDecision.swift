import DocMergeCore

/// A settlement of a place that both sides changed, in a merge of trees.
struct TreeDecision {
  /// The rule.
  let rule: MergeRule
  /// The bytes of the place in each text; `nil` where the text has none.
  let ranges: Triple<Range<Int>?>
}
