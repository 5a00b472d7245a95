import DocMergeCore

/// Finds words of a command that both sides put in at one place, where nobody can tell their order.
///
///     base     [run]
///     ours     [run, --user, root]
///     theirs   [run, --group, root]
///     fault    [run, --user, --group, root]
struct CommandGuard {
  private let inputs: Triple<YAMLFindings>

  init(_ inputs: Triple<YAMLFindings>) { self.inputs = inputs }

  /// The commands that no side has and that both changed at one place.
  ///
  /// - Complexity: O(*n*²), *n* being the number of words of a command that both sides changed.
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
        places: [command.body], reason: "words of both sides would be in one command")
    }
  }

  /// No person wrote a command of more words.
  private static let wordLimit = 500

  /// Whether both sides put words in at one place.
  ///
  /// Where nobody knows that the list is a command, only words that both sides share are torn from their neighbours.
  private static func areMixed(
    _ base: [[UInt8]], _ ours: [[UInt8]], _ theirs: [[UInt8]], needsShared: Bool
  ) -> Bool {
    guard [base, ours, theirs].allSatisfy({ $0.count < wordLimit }) else { return false }
    let others = Hunk.all(base, theirs)
    return Hunk.all(base, ours).contains { one in
      others.contains { other in
        one.isMixed(with: other) && (!needsShared || other.new.contains(where: one.new.contains))
      }
    }
  }

  /// Words that a side put in place of others.
  private struct Hunk: Equatable {
    var old: Range<Int>
    var new: ArraySlice<[UInt8]>

    private var adds: Bool { new.count > old.count }

    func isMixed(with other: Hunk) -> Bool {
      let touches =
        old.lowerBound <= other.old.upperBound && other.old.lowerBound <= old.upperBound
      return touches && adds && other.adds && self != other
    }

    /// What a side changed, by the longest row of words that it kept.
    static func all(_ base: [[UInt8]], _ side: [[UInt8]]) -> [Hunk] {
      var lengths = Array(
        repeating: Array(repeating: 0, count: side.count + 1), count: base.count + 1)
      for old in base.indices.reversed() {
        for new in side.indices.reversed() {
          lengths[old][new] =
            base[old] == side[new]
            ? lengths[old + 1][new + 1] + 1 : max(lengths[old + 1][new], lengths[old][new + 1])
        }
      }
      var (hunks, old, new) = ([Hunk](), 0, 0)
      while old < base.count || new < side.count {
        let (firstOld, firstNew) = (old, new)
        while old < base.count || new < side.count {
          if old < base.count, new < side.count, base[old] == side[new] { break }
          let dropsOld =
            new == side.count || old < base.count && lengths[old + 1][new] >= lengths[old][new + 1]
          if dropsOld { old += 1 } else { new += 1 }
        }
        if firstOld < old || firstNew < new {
          hunks.append(Hunk(old: firstOld..<old, new: side[firstNew..<new]))
        }
        while old < base.count, new < side.count, base[old] == side[new] {
          old += 1
          new += 1
        }
      }
      return hunks
    }
  }
}
