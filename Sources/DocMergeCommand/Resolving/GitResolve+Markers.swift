import DocMerge
import DocMergeGit
import DocMergeLanguage

extension GitResolve {
  /// The resolution, unless it would stage conflict markers that were committed before.
  func checked(
    _ resolution: Resolution, _ conflict: GitConflict, _ value: Conflict
  ) throws -> Decision? {
    guard case .contents(let bytes, _) = resolution.outcome,
      let line = ConflictedText(bytes).firstBlock
    else { return .resolution(resolution) }
    Console.message(
      tr(
        """
        \(conflict.display): merged, but line \(line) has conflict markers, which a version was \
        committed with; so it stays in conflict.
        """))
    let shown = GivenName.typed(try source.name(of: conflict))
    Console.message(
      tr("  See: docmerge diff \(shown); take one with docmerge resolve \(shown) --ours"))
    return nil
  }

  /// Warns that a version has conflict markers; it is used with them when requested.
  func warn(of version: GitVersion, _ conflict: GitConflict) throws {
    guard let stage = version.stage(of: conflict), !stage.isSymlink, !stage.isSubmodule else {
      return
    }
    let text = try ConflictedText(source.repository.bytes(of: stage))
    guard let line = text.firstBlock else { return }
    Console.message(
      tr(
        """
        \(conflict.display): line \(line) of \(version.rawValue) has conflict markers, which it was \
        committed with.
        """))
  }

  /// Whether the requested side was already merged by git, and is in no commit; reports it.
  func isLost(_ conflict: GitConflict, _ strategy: Strategy) throws -> Bool {
    let sides: [GitConflict.Stage?] =
      switch strategy {
      case .keep(let version): [version.stage(of: conflict)]
      case .resolver: [conflict.ours, conflict.theirs]
      case .written, .each, .edited, .tracked: []
      }
    guard sides.contains(where: conflict.isLost) else { return false }
    let shown = GivenName.typed(try source.name(of: conflict))
    Console.message(
      tr(
        """
        \(conflict.display): git has merged it with another file, and no commit has the side \
        without git's markers, so the path stays in conflict.
        """))
    Console.message(
      tr(
        """
          Edit the file, then: docmerge resolve \(shown) --edited (with --ours, --theirs or another \
        strategy for the conflicts left between its markers)
        """))
    return true
  }

  /// A message that git had merged a side, where the side was read from its commit; `nil` elsewhere.
  static func halfMergeWords(_ conflict: GitConflict) -> String? {
    guard let (number, staged) = conflict.halfMerged.min(by: { $0.key < $1.key }),
      (number == 2 ? conflict.ours : conflict.theirs) != staged
    else { return nil }
    let object = staged.object.prefix(12)
    guard number == 2 else {
      return tr(
        """
          Git had merged theirs with a file of another name, and left markers in it (git show \
        \(object)); here theirs is what its commit has.
        """)
    }
    return tr(
      """
        Git had merged ours with a file of another name, and left markers in it (git show \
      \(object)); here ours is what its commit has.
      """)
  }

  /// The line of a separator that no version of the path has; `nil` where there is none.
  private func leftOver(in bytes: [UInt8], of conflict: GitConflict) throws -> Int? {
    try LeftOverMarkers(bytes).firstLine(
      besides: conflict.stages.map { try source.repository.bytes(of: $0.stage) })
  }

  /// The conflicts before markers make them smaller; `nil` where a side is missing.
  private func wholeConflicts(_ conflict: GitConflict) throws -> WholeConflicts? {
    guard let ours = conflict.ours, let theirs = conflict.theirs else { return nil }
    let repository = source.repository
    return WholeConflicts(
      base: try conflict.base.map(repository.bytes) ?? [], ours: try repository.bytes(of: ours),
      theirs: try repository.bytes(of: theirs), path: conflict.display)
  }

  /// The result of a person's edit of a file, and of a strategy for the rest between its markers.
  func settled(
    _ markers: MarkerStrategy?, _ conflict: GitConflict, _ edit: GitEdit?
  ) throws -> Resolution? {
    guard let file = try edit ?? source.repository.file(of: conflict) else {
      Console.message(tr("\(conflict.display): there is no file."))
      return nil
    }
    let text = ConflictedText(file.bytes)
    if !isForced, try hasLeftChanges(file.bytes, conflict) { return nil }
    guard edit != nil || !text.isClean else {
      Console.message(tr("\(conflict.display): not edited since git left it."))
      return nil
    }
    let (bytes, reasons) = try settled(text, by: markers, conflict)
    let left = ConflictedText(bytes)
    if left.isClean, let line = try leftOver(in: bytes, of: conflict) {
      Console.message(
        tr(
          """
          \(conflict.display): line \(line) is a conflict marker that neither version has, so the \
          path stays in conflict. Delete that line, or, if it is meant, stage the file with git add.
          """))
      return nil
    }
    guard left.isClean else {
      Console.message(
        tr("\(conflict.display): conflict markers are left, so it stays in conflict."))
      explain(left, of: text, markers, reasons)
      return nil
    }
    return byHand(bytes, conflict, file)
  }

  /// A file with the conflicts settled that a strategy settles, and why it leaves others.
  private func settled(
    _ text: ConflictedText, by markers: MarkerStrategy?, _ conflict: GitConflict
  ) throws -> (bytes: [UInt8], reasons: [String]) {
    var reasons: [String] = []
    let settling = try markers.map { EditedConflict($0, text, try wholeConflicts(conflict)) }
    let settled = try text.settledWidely { conflict -> ConflictedText.Settlement? in
      switch try settling?.outcome(of: conflict) {
      case .settled(let settlement): return settlement
      case .left(let reason):
        reasons.append("  \(MarkerWords.lines(conflict.lines)): \(reason)")
        return nil
      case nil: return nil
      }
    }
    return (settled.bytes, reasons)
  }

  /// Explains why markers are left in a file, and how to settle them.
  private func explain(
    _ left: ConflictedText, of text: ConflictedText, _ markers: MarkerStrategy?, _ reasons: [String]
  ) {
    for line in reasons { Console.message(line) }
    if markers != nil, reasons.isEmpty, left.findings.isEmpty {
      Console.message(tr("  The lines around them were edited, too: settle them in an editor."))
    }
    if markers == nil, !text.conflicts.isEmpty {
      Console.message(
        tr("  Settle them with --ours, --theirs, --both or --merge, or in an editor."))
    }
    for finding in left.findings { Console.message("  " + MarkerWords.text(finding)) }
  }
}

extension ConflictedText {
  /// The first line of a conflict, whole or broken, counted from 1; a lone `>>>>>>>` is a quotation.
  var firstBlock: Int? {
    let broken = findings.filter { $0.problem != .stray && $0.problem != .withinLine }.map(\.line)
    return (conflicts.map(\.lines.lowerBound) + broken).min()
  }
}
