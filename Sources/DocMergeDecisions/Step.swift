/// One thing that a person did in a document, by the numbers that its regions had then.
public enum Step: Sendable, Hashable, Codable {
  /// Takes a choice for a region; `nil` leaves it open again.
  case choose(region: Int, Choice?)
  /// Cuts a region in two, behind some lines of each text.
  case split(region: Int, ours: Int, base: Int, theirs: Int)
  /// Joins a region with the next one, and with what lies between.
  case join(region: Int)
  /// Opens again what a rule decided, by its number among all that rules decided.
  case reopen(decision: Int)
  /// Decides for the whole document.
  case keep(WholeChoice)
}

/// What a person takes for a whole document.
public enum WholeChoice: Sendable, Hashable, Codable {
  /// The version with this number, from 0; it may be that there is no file.
  case version(Int)
  /// All versions, the others beside the first.
  case all
  /// The version that was changed last.
  case newest
  /// The version that was changed first.
  case oldest
  /// All versions, merged by rules.
  case merge
  /// The text, with what is open as tracked changes, to be decided in a word processor.
  case tracked
}
