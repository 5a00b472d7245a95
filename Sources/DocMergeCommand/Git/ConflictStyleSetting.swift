import DocMergeGit

/// How git shows conflicts.
enum ConflictStyleSetting {
  /// Whether all that a side has in the place of the base stands between the markers.
  static var showsWholeSides: Bool {
    Git.answer(["config", "--get", "merge.conflictStyle"]) != "zdiff3"
  }
}
