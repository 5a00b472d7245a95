import DocMerge
import DocMergeGit
import DocMergeLanguage

/// A source of decisions of rules: a git repository or a container.
protocol ReviewSource: Sendable {
  /// The decisions of rules, the newest merge first.
  ///
  /// - Throws: The errors of reading the records, or the versions.
  func list() throws -> ReviewList

  /// Whether a name from a person matches a decision; it is not a number.
  func matches(_ item: ReviewList.Item, _ name: String) throws -> Bool

  /// Takes some decisions back; each document is changed as a whole or not at all.
  func takeBack(_ items: [ReviewList.Item]) -> ReviewOutcome

  /// The question before a decision is taken back.
  func question(about item: ReviewList.Item) -> String

  /// The message about unreadable records or versions.
  func words(ofBroken count: Int) -> String
}

/// The result of taking back decisions.
struct ReviewOutcome {
  /// A line for each document.
  var messages: [String] = []
  /// Whether a document could not be changed.
  var hasFailed = false
  /// The next step, if any.
  var advice: String?
}

extension ReviewSource {
  /// Takes decisions back, and reports the result for each document.
  func run(_ items: [ReviewList.Item]) throws {
    guard !items.isEmpty else { return Console.message(tr("No conflict was resolved by rules.")) }
    let outcome = takeBack(items)
    for message in outcome.messages { Console.message(message) }
    if let advice = outcome.advice { Console.message(advice) }
    if outcome.hasFailed { throw ExitStatus.failed }
  }
}
