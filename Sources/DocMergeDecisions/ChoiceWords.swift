import DocMergeLanguage

extension Choice {
  /// The choice for a key, in every prompt and on every screen; `nil` for other keys.
  package init?(key: Character) {
    switch key {
    case "o", "1": self = .ours
    case "t", "2": self = .theirs
    case "b": self = .oursThenTheirs
    case "B": self = .theirsThenOurs
    case "a": self = .base
    case "m": self = .suggestion
    case "r": self = .remembered
    default: return nil
    }
  }

  /// Its description for a person: `both, ours first`.
  package var words: String {
    switch self {
    case .ours: tr("ours")
    case .theirs: tr("theirs")
    case .oursThenTheirs: tr("both, ours first")
    case .theirsThenOurs: tr("both, theirs first")
    case .base: tr("the base")
    case .suggestion: tr("as suggested")
    case .remembered: tr("as remembered")
    case .edited: tr("edited")
    }
  }
}

extension WholeChoice {
  /// The choice for a key; `nil` for other keys.
  ///
  /// A digit names a version, counted from 1.
  package init?(key: Character) {
    switch key {
    case "o": self = .version(0)
    case "t": self = .version(1)
    case "b", "k": self = .all
    case "m": self = .merge
    case "W": self = .tracked
    case ">": self = .newest
    case "<": self = .oldest
    default:
      guard let number = key.wholeNumberValue else { return nil }
      self = .version(number - 1)
    }
  }

  /// Its description for a person: `the version of ours`.
  ///
  /// - Parameter document: The document that it is for.
  /// - Returns: The words, without a period.
  package func words(in document: SessionDocument) -> String {
    switch self {
    case .version(let number):
      document.versions.indices.contains(number)
        ? tr("the version of \(document.versions[number].name)") : tr("version \(number + 1)")
    case .all: tr("all versions, one beside the other")
    case .newest: tr("the version that was changed last")
    case .oldest: tr("the version that was changed first")
    case .merge: tr("all versions, merged by rules")
    case .tracked: tr("tracked changes, to be decided in a word processor")
    }
  }
}
