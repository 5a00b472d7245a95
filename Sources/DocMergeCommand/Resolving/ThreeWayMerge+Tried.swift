import DocMerge

extension ThreeWayMerge {
  /// Merges a conflict, unless the same merge was tried before.
  ///
  /// - Parameters:
  ///   - conflict: the conflict.
  ///   - tried: a merge of it, if one was tried.
  /// - Returns: the result of the merge.
  /// - Throws: the errors of reading a side.
  func attempt(_ conflict: Conflict, knowing tried: TriedMerge?) throws -> MergeAttempt {
    if let tried, tried.merging == self { return tried.attempt }
    return try attempt(conflict)
  }
}
