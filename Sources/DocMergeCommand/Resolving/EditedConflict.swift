import DocMerge
import DocMergeGit
import DocMergeLanguage

/// Settles the remaining conflicts between the markers of a file in conflict, where git has its full versions.
struct EditedConflict {
  let markers: MarkerStrategy
  let text: ConflictedText
  /// The conflicts with their lines outside of the markers; `nil` where a side is missing.
  let whole: WholeConflicts?
  private let nesting: UnionNesting

  /// Takes the current file, and its versions.
  init(_ markers: MarkerStrategy, _ text: ConflictedText, _ whole: WholeConflicts?) {
    self.markers = markers
    self.text = text
    self.whole = whole
    nesting = UnionNesting(text)
  }

  /// The outcome for a conflict.
  enum Outcome {
    case settled(ConflictedText.Settlement)
    case left(String)
  }

  /// Settles one conflict.
  func outcome(of conflict: MarkedConflict) throws -> Outcome {
    let edges = whole?.edges(of: conflict)
    switch markers {
    case .base where conflict.base != nil: return base(conflict, edges)
    case .union: return union(conflict, edges)
    case .base, .merge, .side, .theirs:
      switch try markers.outcome(of: conflict) {
      case .settled(let bytes): return .settled(.init(bytes))
      case .left(let reason): return .left(reason)
      }
    }
  }

  /// The base, also in place of the equal lines of both sides around the markers.
  private func base(_ conflict: MarkedConflict, _ edges: WholeConflicts.Edges?) -> Outcome {
    let bytes = Array(conflict.base?.bytes ?? [])
    guard let edges else {
      let isWhole = !conflict.mayLackBase || ConflictStyleSetting.showsWholeSides
      return isWhole
        ? .settled(.init(bytes))
        : .left(
          tr(
            """
            by merge.conflictStyle, lines that both sides have alike may stand outside of the \
            markers, and the base may have others there: settle it in an editor
            """))
    }
    return .settled(.init(bytes, before: edges.before, after: edges.after))
  }

  /// All sides, with the line that closes each between them.
  private func union(_ conflict: MarkedConflict, _ edges: WholeConflicts.Edges?) -> Outcome {
    let shared = edges.flatMap { $0.before.isEmpty ? $0.after : nil } ?? []
    let isClosing = Self.closes(shared)
    if !isClosing, nesting.allows(conflict) { return .settled(.init(conflict.union)) }
    guard !shared.isEmpty, nesting.allows(conflict, between: shared) else {
      return .left(MarkerWords.losesClosing)
    }
    return .settled(.init(conflict.union(between: shared)))
  }

  /// Whether the first line closes a block with a word, as in shell, Ruby and Lua.
  private static func closes(_ lines: ArraySlice<UInt8>) -> Bool {
    let words: Set = ["end", "fi", "done", "esac", "endif", "#endif"]
    let first = Lines(Array(lines)).lazy
      .map { String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isWhitespace) }
      .first { !$0.isEmpty }?.first
    return first.map { words.contains(String($0.prefix { $0 != ";" && $0 != "," })) } ?? false
  }
}
