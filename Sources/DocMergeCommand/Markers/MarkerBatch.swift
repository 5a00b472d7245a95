import DocMerge

/// Resolves conflicts between markers, file by file.
struct MarkerBatch {
  let isDryRun: Bool

  /// Resolves the files with one strategy and returns how many are left with markers.
  func run(_ files: [String], _ strategy: MarkerStrategy) throws -> Int {
    try files.count { file in
      try run(file, "(\(strategy.name))") { conflict, _ in try strategy.outcome(of: conflict) }
    }
  }

  /// Resolves one file and says whether markers are left.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - remark: what stands behind the message about a file without markers.
  ///   - decide: decides one conflict, knowing its number; `nil` says that a person has seen it.
  /// - Returns: whether anything is left.
  /// - Throws: ``CommandError`` or ``FileError`` when the file cannot be read or written.
  func run(
    _ file: String, _ remark: String,
    _ decide: (MarkedConflict, Int) throws -> MarkerStrategy.Outcome?
  ) throws -> Bool {
    let name = PrintableText.escape(file)
    let bytes = try InputFile.read(file)
    let text = ConflictedText(bytes)
    guard !text.isClean else {
      Console.message("\(name): no conflict markers.")
      return false
    }
    var number = 0
    var reasons: [String] = []
    let settled = try text.settled { conflict -> [UInt8]? in
      number += 1
      switch try decide(conflict, number) {
      case .settled(let bytes): return bytes
      case .left(let reason):
        reasons.append("  \(MarkerWords.lines(conflict.lines)): \(reason)")
        return nil
      case nil: return nil
      }
    }
    let result = settled.bytes
    if result != bytes, !isDryRun { try TextFiles.replace(file, bytes, with: result) }
    let left = ConflictedText(result)
    let count = text.conflicts.count - settled.conflicts.count
    say(name, count: count, of: text.conflicts.count, left, remark)
    for line in reasons { Console.message(line) }
    for finding in left.findings { Console.message("  " + MarkerWords.text(finding)) }
    return !left.isClean
  }

  private func say(
    _ name: String, count: Int, of all: Int, _ left: ConflictedText, _ remark: String
  ) {
    let verb = isDryRun ? "Would resolve" : "Resolved"
    if left.isClean {
      Console.message("\(verb) \(name): \(Words.count(count, "conflict")) \(remark).")
      return
    }
    let settled = isDryRun ? "would be resolved" : "resolved"
    var text = "\(name): \(count) of \(Words.count(all, "conflict")) \(settled) \(remark)"
    if !left.findings.isEmpty {
      text += "; \(Words.count(left.findings.count, "marker")) left over or broken"
    }
    Console.message(text + ".")
  }
}
