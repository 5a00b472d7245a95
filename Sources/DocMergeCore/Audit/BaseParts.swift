/// The base parts that conflicts show, compared with those that a merge shows for the same conflicts.
///
/// No line is taken from them, but a person reads them to decide.
struct BaseParts {
  private struct Sides: Hashable {
    let ours: [UInt8]
    let theirs: [UInt8]

    init(_ conflict: Region.Conflict) {
      ours = conflict.ours.withoutFinalLineEnding
      theirs = conflict.theirs.withoutFinalLineEnding
    }
  }

  /// The base part of each conflict that shows one.
  private var shown: [(sides: Sides, base: ArraySlice<UInt8>)]

  init(of conflicts: [Region.Conflict]) {
    shown = conflicts.compactMap { conflict in
      conflict.base.map { (Sides(conflict), $0) }
    }
  }

  /// Base lines that a merge shows between the same sides, and that are missing here.
  ///
  /// A conflict that no merge has was written by hand, and gets no finding.
  func findings(explainedBy explanations: [ResultAuditor.Explanation]) -> [AuditFinding] {
    var rest = shown
    var known: [Sides: ArraySlice<UInt8>] = [:]
    let effort = ResultAuditor.effortLimit / (2 * MergePolicy.allCases.count)
    for explain in explanations {
      for style in [ConflictStyle.diff3, .zdiff3] {
        if rest.isEmpty { return [] }
        guard let merged = explain(style, effort) else { continue }
        let parts = BaseParts(of: merged.conflicts)
        var bases: [Sides: Set<[UInt8]>] = [:]
        for part in parts.shown {
          bases[part.sides, default: []].insert(part.base.withoutFinalLineEnding)
          known[part.sides] = known[part.sides] ?? part.base
        }
        rest.removeAll { bases[$0.sides]?.contains($0.base.withoutFinalLineEnding) ?? false }
      }
    }
    return rest.flatMap { part in
      known[part.sides].map { Self.missing(from: part.base, of: $0) } ?? []
    }
  }

  private static func missing(
    from shown: ArraySlice<UInt8>, of base: ArraySlice<UInt8>
  ) -> [AuditFinding] {
    let (base, shown) = (LineRun(base), LineRun(shown))
    var numbers = PieceNumbers()
    let lines = (
      numbers.numbers(of: base.lines.map { $0.withoutFinalLineEnding[...] }),
      numbers.numbers(of: shown.lines.map { $0.withoutFinalLineEnding[...] })
    )
    return TokenDiff(base: lines.0, other: lines.1).hunks(by: .histogram).flatMap { hunk in
      let gone = base[hunk.base].text
      return [
        gone.isEmpty ? nil : AuditFinding(kind: .missing, bytes: gone),
        hunk.other.isEmpty ? nil : AuditFinding(kind: .invented, bytes: shown[hunk.other].text),
      ].compactMap(\.self)
    }
  }
}
