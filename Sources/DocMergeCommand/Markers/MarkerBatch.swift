import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// Resolves conflicts between markers, file by file.
struct MarkerBatch {
  let isDryRun: Bool
  /// Remembers the decisions, in a git repository.
  var memory: MarkerMemory?
  /// The log that `--json` prints afterwards.
  var log: ResolveLog?

  /// Resolves the files with one strategy and returns how many are left with markers.
  func run(_ files: [String], _ strategy: MarkerStrategy) throws -> Int {
    // As for paths in conflict: a decision about many files at once was not made by looking at each.
    let isDecision = files.count == 1 && strategy.isDecision
    return try files.count { file in
      var partial: [Range<Int>] = []
      let nesting = UnionNesting(ConflictedText(try InputFile.read(file)))
      let isLeft = try run(file, "(\(strategy.name))", isDecision: isDecision) { conflict, _ in
        if case .base = strategy, conflict.mayLackBase { partial.append(conflict.lines) }
        if case .union = strategy, !nesting.allows(conflict) {
          return .left(MarkerWords.losesClosing)
        }
        return try strategy.outcome(of: conflict)
      }
      try warn(ofBases: partial, in: file)
      if isLeft {
        log?.left(Array(file.utf8))
      } else {
        log?.resolved(Array(file.utf8), strategy.name)
      }
      return isLeft
    }
  }

  /// Warns where the style zdiff3 hides a part of the base.
  private func warn(ofBases lines: [Range<Int>], in file: String) throws {
    guard !lines.isEmpty, !ConflictStyleSetting.showsWholeSides else { return }
    let places = lines.map(MarkerWords.lines).joined(separator: ", ")
    Console.message(
      tr(
        """
          \(places): in the style zdiff3 (merge.conflictStyle), lines that both sides have alike stand \
        outside of the markers, and stay: look whether they fit the base.
        """))
  }

  /// Resolves one file and returns whether markers are left.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - remark: added to the message about a file without markers.
  ///   - isDecision: whether a person looked at the conflicts.
  ///   - decide: decides one conflict by its number; `nil` means that a person has seen it.
  /// - Returns: whether anything is left.
  /// - Throws: ``CommandError`` or ``FileError`` when the file cannot be read or written.
  func run(
    _ file: String, _ remark: String, isDecision: Bool = true,
    _ decide: (MarkedConflict, Int) throws -> MarkerStrategy.Outcome?
  ) throws -> Bool {
    let name = PrintableText.escape(file)
    let bytes = try InputFile.read(file)
    let text = ConflictedText(bytes)
    guard !text.isClean else {
      Console.message(tr("\(name): no conflict markers."))
      return false
    }
    var number = 0
    var reasons: [String] = []
    var decisions: [(MarkedConflict, [UInt8])] = []
    let settled = try text.settled { conflict -> [UInt8]? in
      number += 1
      switch try decide(conflict, number) {
      case .settled(let bytes):
        decisions.append((conflict, bytes))
        return bytes
      case .left(let reason):
        reasons.append("\(MarkerWords.lines(conflict.lines)): \(reason)")
        return nil
      case nil: return nil
      }
    }
    let result = settled.bytes
    if result != bytes, !isDryRun {
      try TextFiles.replace(file, bytes, with: result)
      if isDecision { memory?.remember(decisions, in: file) }
    }
    let left = ConflictedText(result)
    let count = text.conflicts.count - settled.conflicts.count
    say(name, count: count, of: text.conflicts.count, left, remark)
    for line in reasons { Console.message("  \(line)") }
    if !reasons.isEmpty { log?.reason(Array(file.utf8), reasons.joined(separator: "; ")) }
    for finding in left.findings { Console.message("  " + MarkerWords.text(finding)) }
    return !left.isClean
  }

  private func say(
    _ name: String, count: Int, of all: Int, _ left: ConflictedText, _ remark: String
  ) {
    if left.isClean {
      let settled = counted(count, "conflict")
      Console.message(
        isDryRun
          ? tr("Would resolve \(name): \(settled) \(remark).")
          : tr("Resolved \(name): \(settled) \(remark)."))
      return
    }
    var text =
      isDryRun
      ? tr("\(name): \(count) of \(counted(all, "conflict")) would be resolved \(remark)")
      : tr("\(name): \(count) of \(counted(all, "conflict")) resolved \(remark)")
    if !left.findings.isEmpty {
      text += tr("; \(counted(left.findings.count, "marker")) left over or broken")
    }
    Console.message(text + ".")
  }
}

extension MarkedConflict {
  /// Whether the sides have no line in common at either end, as zdiff3 leaves them.
  var mayLackBase: Bool {
    guard base != nil, sides.count == 2, style == .diff3 else { return false }
    let (ours, theirs) = (Lines(Array(sides[0].bytes)), Lines(Array(sides[1].bytes)))
    guard ours.count > 0, theirs.count > 0 else { return true }
    return ours[0] != theirs[0] && ours[ours.count - 1] != theirs[theirs.count - 1]
  }
}
