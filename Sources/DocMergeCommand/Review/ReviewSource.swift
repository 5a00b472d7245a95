import DocMerge
import DocMergeGit

/// Where rules decided something: a git repository or a container.
protocol ReviewSource: Sendable {
  /// What rules decided, the newest merge first.
  ///
  /// - Throws: What reading the records, or the versions, throws.
  func list() throws -> ReviewList

  /// Whether a name that a person gave means a decision; it is no number.
  func matches(_ item: ReviewList.Item, _ name: String) throws -> Bool

  /// Takes some decisions back; each document is changed as a whole or not at all.
  func takeBack(_ items: [ReviewList.Item]) -> ReviewOutcome

  /// What a person is asked before a decision is taken back.
  func question(about item: ReviewList.Item) -> String

  /// What is said of records or versions that tell nothing.
  func words(ofBroken count: Int) -> String
}

/// What became of decisions that were to be taken back.
struct ReviewOutcome {
  /// A line for each document.
  var messages: [String] = []
  /// Whether a document could not be changed.
  var hasFailed = false
  /// What is to be done next, if anything.
  var advice: String?
}

extension ReviewSource {
  /// Takes decisions back, and says what became of each document.
  func run(_ items: [ReviewList.Item]) throws {
    guard !items.isEmpty else { return Console.message("No conflict was resolved by rules.") }
    let outcome = takeBack(items)
    for message in outcome.messages { Console.message(message) }
    if let advice = outcome.advice { Console.message(advice) }
    if outcome.hasFailed { throw ExitStatus.failed }
  }
}
