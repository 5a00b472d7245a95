/// One action of a person in a document, by the numbers of its regions at that time.
package enum Step: Sendable, Hashable, Codable {
  /// Takes a choice for a region; `nil` leaves it open again.
  case choose(region: Int, Choice?)
  /// Cuts a region in two, after some lines of each text.
  case split(region: Int, ours: Int, base: Int, theirs: Int)
  /// Joins a region with the next one, and with the text between them.
  case join(region: Int)
  /// Opens a decision of a rule again, by its number among all decisions of rules.
  case reopen(decision: Int)
  /// Decides for the whole document.
  case keep(WholeChoice)
}

/// A choice for a whole document.
package enum WholeChoice: Sendable, Hashable, Codable {
  /// The version with this number, from 0; the version may be a deletion.
  case version(Int)
  /// All versions, the others beside the first.
  case all
  /// The version that was changed last.
  case newest
  /// The version that was changed first.
  case oldest
  /// All versions, merged by rules.
  case merge
  /// The text, with open regions as tracked changes, to be decided in a word processor.
  case tracked
}
