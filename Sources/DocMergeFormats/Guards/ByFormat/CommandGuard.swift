import DocMergeCore
import DocMergeLanguage

/// Finds words of a command that both sides inserted at one place, where their order is unknown.
///
///     base     [run]
///     ours     [run, --user, root]
///     theirs   [run, --group, root]
///     fault    [run, --user, --group, root]
struct CommandGuard {
  private let inputs: Triple<YAMLFindings>

  init(_ inputs: Triple<YAMLFindings>) { self.inputs = inputs }

  /// The commands that neither side has and that both changed at one place.
  ///
  /// - Complexity: O(*n* · *d*), *n* being the number of words of the commands that both changed, *d* of changed words.
  func faults(in made: YAMLFindings) -> [StructureFault] {
    made.commands.compactMap { path, command in
      guard let ours = inputs.ours.commands[path]?.words,
        let theirs = inputs.theirs.commands[path]?.words, command.words != ours,
        command.words != theirs
      else { return nil }
      if let base = inputs.base.commands[path]?.words {
        guard ours != base, theirs != base,
          Self.areMixed(base, ours, theirs, needsShared: !command.isKnown)
        else { return nil }
      }
      return StructureFault(
        places: [command.body], reason: tr("words of both sides would be in one command"))
    }
  }

  /// Whether both sides inserted words at one place.
  ///
  /// If the list may not be a command, only words that both sides share count as separated from their neighbours.
  private static func areMixed(
    _ base: [[UInt8]], _ ours: [[UInt8]], _ theirs: [[UInt8]], needsShared: Bool
  ) -> Bool {
    let others = diff(base: base, other: theirs)
    return diff(base: base, other: ours).contains { one in
      others.contains { other in
        let (new, otherNew) = (ours[one.other], theirs[other.other])
        let touch =
          one.base.lowerBound <= other.base.upperBound
          && other.base.lowerBound <= one.base.upperBound
        return touch && one.addsWords && other.addsWords
          && (one.base != other.base || new != otherNew)
          && (!needsShared || otherNew.contains(where: new.contains))
      }
    }
  }
}

extension Hunk {
  /// Whether the change makes the list longer.
  fileprivate var addsWords: Bool { other.count > base.count }
}
