import DocMergeCore
import DocMergeFormats

/// Merges three texts with the structure that a path tells.
func merged(
  _ path: String, _ base: String, _ ours: String, _ theirs: String, _ policy: MergePolicy
) throws -> Merged {
  var options = TextMergeOptions(policy: policy)
  options.structure = DocumentStructure(path: path)
  return try mergeText(
    base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), options: options)
}

/// The text of a merge without conflicts; `nil` where one is left.
func text(_ merged: Merged) -> String? {
  merged.clean.map { String(decoding: $0, as: UTF8.self) }
}
