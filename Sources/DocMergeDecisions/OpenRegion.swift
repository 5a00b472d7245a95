public import DocMergeCore

/// A region that both sides claim, and what a person takes for it.
///
/// All texts are in UTF-8, with `\n` at the end of each line.
public struct OpenRegion: Sendable, Hashable {
  /// What each text has; the indices are offsets into the texts of the document.
  public let conflict: Region.Conflict

  /// What a person decided for the same conflict before; `nil` where nothing is remembered.
  public let remembered: [UInt8]?

  /// What the person takes; `nil` as long as nothing is decided.
  public internal(set) var choice: Choice?

  /// Whether the sides have a base at all; an empty one may as well be a region that both added.
  private let hasBase: Bool

  init(
    _ conflict: Region.Conflict, remembered: [UInt8]?, hasBase: Bool = true, choice: Choice? = nil
  ) {
    self.conflict = conflict
    self.hasBase = hasBase
    self.remembered = remembered
    self.choice = choice
  }

  /// What a bolder rule would write, and which rule; `nil` where no rule has an answer.
  public var suggestion: Region.Suggestion? { conflict.suggestion }

  /// What the base has; `nil` where the sides have none.
  public var base: ArraySlice<UInt8>? { hasBase ? conflict.base : nil }

  /// The choices that there are, the edited text apart.
  public var choices: [Choice] {
    let all: [Choice] = [
      .ours, .theirs, .oursThenTheirs, .theirsThenOurs, .base, .suggestion, .remembered,
    ]
    return all.filter { text(of: $0) != nil }
  }

  /// The text that a choice stands for; `nil` where there is none, such as a base that is unknown.
  public func text(of choice: Choice) -> [UInt8]? {
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

  /// The text that the person takes; `nil` as long as nothing is decided.
  public var decided: [UInt8]? { choice.flatMap(text) }

  /// One text behind the other, on lines of their own.
  private static func joined(
    _ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>
  ) -> [UInt8] {
    let isFinished = first.last.map { $0 == UInt8(ascii: "\n") } ?? true
    let newline: [UInt8] = isFinished || second.isEmpty ? [] : [UInt8(ascii: "\n")]
    return first + newline + second
  }
}
