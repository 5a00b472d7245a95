import DocMergeCore

extension GitRepository {
  /// Whether git's rerere is used in the current merge.
  public var usesRerere: Bool { holds("MERGE_RR") }

  /// The paths in conflict whose files hold a resolution that git's rerere recorded before.
  ///
  /// Git fills in the file and still counts the path as in conflict. Calls `git rerere remaining`.
  ///
  /// - Parameter edits: Files in conflict that differ from the result of a merge.
  /// - Returns: Those of them that rerere resolved.
  /// - Throws: ``GitFailure``.
  public func filledByRerere(of edits: [[UInt8]: GitEdit]) throws -> Set<[UInt8]> {
    guard usesRerere, !edits.isEmpty else { return [] }
    let output = try git.output(["rerere", "remaining"].map { Array($0.utf8) })
    guard output.status == 0 else { return [] }
    let left = Set(output.bytes.split(separator: UInt8(ascii: "\n")).map(Array.init))
    return Set(
      edits.filter { path, edit in
        !left.contains(path) && ConflictedText(edit.bytes).isClean
      }.keys)
  }
}
