import DocMerge

/// Asks a person about each conflict between the markers of files.
struct MarkerInterview {
  /// What is tried when the person asks for a merge.
  let merging: ThreeWayMerge

  private enum Answer {
    case decided(MarkerStrategy.Outcome)
    case skipped, quit
  }

  /// Asks about each conflict and returns how many files are left with markers.
  func resolve(_ files: [String]) throws -> Int {
    var hasQuit = false
    return try files.count { file in
      let count = ConflictedText(try InputFile.read(file)).conflicts.count
      return try MarkerBatch(isDryRun: false).run(file, "by hand") { conflict, number in
        guard !hasQuit else { return nil }
        Console.message(
          "\n\(PrintableText.escape(file)), conflict \(number) of \(count), "
            + MarkerWords.lines(conflict.lines))
        switch try ask(conflict, file) {
        case .decided(let outcome): return outcome
        case .skipped: return nil
        case .quit:
          hasQuit = true
          return nil
        }
      }
    }
  }

  private func ask(_ conflict: MarkedConflict, _ file: String) throws -> Answer {
    show(conflict)
    let sides = conflict.sides.count > 2 ? "[1-\(conflict.sides.count)]" : "[o]urs, [t]heirs"
    let prompt = "Take \(sides), [b]oth, b[a]se, [m]erge, [e]dit, [s]kip, [q]uit? "
    while let answer = Console.ask(prompt) {
      let strategy: MarkerStrategy
      switch answer.lowercased().filter({ $0 != " " }) {
      case "o", "ours": strategy = .side(0)
      case "t", "theirs": strategy = .theirs
      case "b", "both": strategy = .union
      case "a", "base": strategy = .base
      case "m", "merge": strategy = .merge(merging)
      case "e", "edit":
        guard let bytes = try edited(conflict, file) else { continue }
        return .decided(.settled(bytes))
      case "s", "skip": return .skipped
      case "q", "quit": return .quit
      case let text:
        guard let number = Int(text), conflict.sides.indices.contains(number - 1) else {
          Console.message("Answer with one of the letters, or with the number of a side.")
          continue
        }
        strategy = .side(number - 1)
      }
      switch try strategy.outcome(of: conflict) {
      case .left(let reason): Console.message("Not settled: \(reason).")
      case .settled(let bytes):
        if case .merge = strategy { show(bytes) }
        return .decided(.settled(bytes))
      }
    }
    return .quit
  }

  /// What the sides have: as changes from the base if there is one, otherwise from the first side.
  private func show(_ conflict: MarkedConflict) {
    let old = conflict.base ?? conflict.sides[0]
    let oldName = conflict.base == nil ? MarkerWords.name(conflict, side: 0) : "base"
    for (index, side) in conflict.sides.enumerated()
    where conflict.base != nil || index > 0 {
      let labels = UnifiedDiff.Labels(old: oldName, new: MarkerWords.name(conflict, side: index))
      let diff = unifiedDiff(
        old: Array(old.bytes), new: Array(side.bytes), context: 20, labels: labels)
      guard !diff.sections.isEmpty else {
        Console.message("\(labels.new) is the same as \(labels.old).")
        continue
      }
      DiffPrinter(diff: diff).print()
    }
  }

  private func show(_ bytes: [UInt8]) {
    Console.message("Merged:")
    for line in Lines(bytes) {
      let body = line.last == UInt8(ascii: "\n") ? line.dropLast() : line
      Console.message("  " + PrintableText.escape(body))
    }
  }

  /// What the person makes of the conflict in an editor; `nil` if markers are left in it.
  private func edited(_ conflict: MarkedConflict, _ file: String) throws -> [UInt8]? {
    let bytes = try Editor.edit(Array(conflict.source), like: file)
    guard ConflictedText(bytes).isClean else {
      Console.message("There are markers left, so the conflict stays as it was.")
      return nil
    }
    return bytes
  }
}
