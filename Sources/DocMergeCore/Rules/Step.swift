/// The result of a rung for a part of a claim.
enum Step {
  /// All three texts agree, or only one side or both alike changed it.
  case agreed(ArraySlice<UInt8>, Region.Agreed.Origin)
  /// A rule settled the part.
  case settled([UInt8], ConflictLines, MergeRule)
  /// The part is still claimed by both sides.
  case left(ConflictLines)
}

/// A way to settle a claim, or parts of it.
protocol Rung: Sendable {
  /// The name under which it decides.
  var rule: MergeRule { get }

  /// Settles `claim` or cuts it into smaller parts; `nil` when the rung does not apply.
  func steps(for claim: ConflictLines, in surroundings: InputTexts) -> [Step]?

  /// Whether it settles words of lines that all texts have, or lines that one side added among such: it makes
  /// no item of a list.
  var isAboutWords: Bool { get }

  /// Whether it may join items of a list that the structure of a text does not know.
  var isAboutItems: Bool { get }

  /// Whether it compares words across lines, so that those of one entry could settle another one.
  var comparesAcrossLines: Bool { get }
}

extension Rung {
  var isAboutWords: Bool { false }
  var isAboutItems: Bool { false }
  var comparesAcrossLines: Bool { false }
}
