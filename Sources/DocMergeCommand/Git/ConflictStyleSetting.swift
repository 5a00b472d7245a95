import DocMergeGit

/// How git shows conflicts.
enum ConflictStyleSetting {
  /// Whether the markers enclose all text that a side has in place of the base.
  static var showsWholeSides: Bool {
    Git.answer(["config", "--get", "merge.conflictStyle"]) != "zdiff3"
  }
}
