extension [String: String] {
  /// The names that stand for others, one for one; `nil` where they do not.
  ///
  /// Names that only a number tells apart are counted anew when a document that was written is read.
  ///
  /// - Parameters:
  ///   - found: the names, in order.
  ///   - wanted: the names in the place of these.
  init?(renaming found: [String], as wanted: [String]) {
    guard found.count == wanted.count else { return nil }
    self = [:]
    for (old, new) in zip(found, wanted) {
      guard self[old, default: new] == new else { return nil }
      self[old] = new
    }
    guard Set(values).count == count else { return nil }
  }
}
