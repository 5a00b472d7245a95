import DocMergeCore

/// Something that a merge of trees settled though both sides changed the place.
struct TreeDecision {
  /// Why it could.
  let rule: MergeRule
  /// What it is about in each text, in bytes; `nil` where the text has nothing of it.
  let ranges: Triple<Range<Int>?>
}
