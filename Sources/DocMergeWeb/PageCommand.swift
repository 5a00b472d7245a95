import DocMergeCore
import DocMergeDecisions

/// An action of a person in the page.
///
///     {"revision": 4, "action": "choose", "document": 0, "region": 2, "choice": "ours"}
struct PageCommand: Codable {
  /// The kinds of actions.
  enum Action: String, Codable {
    /// Takes a choice for a region; without one, the region is open again.
    case choose
    /// Takes a text of the person's own for a region.
    case edit
    /// Takes a version of a whole document.
    case keep
    /// Cuts a region in two.
    case split
    /// Joins a region with the next one.
    case join
    /// Opens a decision of a rule again, by its number in `region`; without one, all of them.
    case reopen
    /// Takes one choice for everything that is open in a document.
    case rest
    /// Takes the suggestions up to a risk, in a document or in all.
    case suggestions
    /// Takes back the last step.
    case undo
    /// Repeats the step that was taken back.
    case redo
  }

  /// The number of the state that the person saw.
  var revision: Int
  var action: Action
  /// The number of the document; for suggestions, `nil` means all.
  var document: Int?
  /// The number of the region, or of the rule's decision that is opened again.
  var region: Int?
  /// The choice by its name, such as `ours`.
  var choice: String?
  /// The person's own text.
  var text: String?
  /// The version that is kept, by its number.
  var version: Int?
  /// The number of lines of each text after which a region is cut.
  var cut: Cut?
  /// The highest risk of the suggestions that are taken.
  var risk: String?

  /// The number of lines of each text in the first part.
  struct Cut: Codable {
    var ours: Int
    var base: Int
    var theirs: Int
  }
}

extension Choice {
  /// The choice with a name, such as `ours`; the edited text has none.
  init?(name: String) {
    let named: [Choice] = [
      .ours, .theirs, .oursThenTheirs, .theirsThenOurs, .base, .suggestion, .remembered,
    ]
    guard let choice = named.first(where: { $0.name == name }) else { return nil }
    self = choice
  }

  /// Its name in the page.
  var name: String {
    switch self {
    case .ours: "ours"
    case .theirs: "theirs"
    case .oursThenTheirs: "oursThenTheirs"
    case .theirsThenOurs: "theirsThenOurs"
    case .base: "base"
    case .suggestion: "suggestion"
    case .remembered: "remembered"
    case .edited: "edited"
    }
  }
}

extension WholeChoice {
  /// The choice with a name, such as `version` and a number, or `all`.
  init?(name: String, version: Int?) {
    switch name {
    case "version":
      guard let version else { return nil }
      self = .version(version)
    case "all": self = .all
    case "newest": self = .newest
    case "oldest": self = .oldest
    case "merge": self = .merge
    case "tracked": self = .tracked
    default: return nil
    }
  }

  /// Its name in the page.
  var name: String {
    switch self {
    case .version: "version"
    case .all: "all"
    case .newest: "newest"
    case .oldest: "oldest"
    case .merge: "merge"
    case .tracked: "tracked"
    }
  }
}
