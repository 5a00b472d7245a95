extension [Hunk] {
  /// The hunks without those that the other side has, too; both are in the order of the base.
  ///
  /// - Parameters:
  ///   - others: The hunks of the other side.
  ///   - isTheSame: Whether two hunks that replace the same lines of the base replace them by the same.
  /// - Returns: the rest of the hunks, in their order.
  /// - Complexity: O(*h*), *h* being the number of hunks.
  func without(_ others: [Hunk], _ isTheSame: (Hunk, Hunk) -> Bool) -> [Hunk] {
    var next = 0
    return filter { hunk in
      while next < others.count, others[next].base.lowerBound < hunk.base.lowerBound { next += 1 }
      guard next < others.count, others[next].base == hunk.base else { return true }
      return !isTheSame(hunk, others[next])
    }
  }
}
