import DocMerge

extension ThreeWayMerge {
  /// What comes of merging a conflict: as it was merged before, if that was done in the same way.
  ///
  /// - Parameters:
  ///   - conflict: what is merged.
  ///   - tried: a merge of it, if one was tried.
  /// - Returns: what came of it.
  /// - Throws: what reading a side throws.
  func attempt(_ conflict: Conflict, knowing tried: TriedMerge?) throws -> MergeAttempt {
    if let tried, tried.merging == self { return tried.attempt }
    return try attempt(conflict)
  }
}
