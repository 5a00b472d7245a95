package import DocMergeCore

/// A region that both sides claim, and the person's choice for it.
///
/// All texts are in UTF-8, with `\n` at the end of each line.
package struct OpenRegion: Sendable, Hashable {
  /// The texts of the conflict; the indices are offsets into the texts of the document.
  package let conflict: Region.Conflict

  /// The earlier decision of a person for the same conflict; `nil` where none is remembered.
  package let remembered: [UInt8]?

  /// The person's choice; `nil` as long as nothing is decided.
  package internal(set) var choice: Choice?

  /// Whether the sides have a base at all; an empty one may also mean that both added the region.
  private let hasBase: Bool

  init(
    _ conflict: Region.Conflict, remembered: [UInt8]?, hasBase: Bool = true, choice: Choice? = nil
  ) {
    self.conflict = conflict
    self.hasBase = hasBase
    self.remembered = remembered
    self.choice = choice
  }

  /// The suggestion of a bolder rule, with the rule; `nil` where there is none.
  package var suggestion: Region.Suggestion? { conflict.suggestion }

  /// The text of the base; `nil` where the sides have none.
  package var base: ArraySlice<UInt8>? { hasBase ? conflict.base : nil }

  /// The possible choices, except the edited text.
  package var choices: [Choice] {
    let all: [Choice] = [
      .ours, .theirs, .oursThenTheirs, .theirsThenOurs, .base, .suggestion, .remembered,
    ]
    return all.filter { text(of: $0) != nil }
  }

  /// The text of a choice; `nil` where there is none, such as an unknown base.
  package func text(of choice: Choice) -> [UInt8]? {
    switch choice {
    case .ours: Array(conflict.ours)
    case .theirs: Array(conflict.theirs)
    case .oursThenTheirs: Self.joined(conflict.ours, conflict.theirs)
    case .theirsThenOurs: Self.joined(conflict.theirs, conflict.ours)
    case .base: base.map(Array.init)
    case .suggestion: suggestion?.bytes
    case .remembered: remembered
    case .edited(let bytes): bytes
    }
  }

  /// The decided text; `nil` as long as nothing is decided.
  package var decided: [UInt8]? { choice.flatMap(text) }

  /// One text after the other, on lines of their own.
  private static func joined(
    _ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>
  ) -> [UInt8] {
    let isFinished = first.last.map { $0 == UInt8(ascii: "\n") } ?? true
    let newline: [UInt8] = isFinished || second.isEmpty ? [] : [UInt8(ascii: "\n")]
    return first + newline + second
  }
}
