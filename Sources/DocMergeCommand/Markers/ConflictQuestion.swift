import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// Asks a person what to do with one conflict.
struct ConflictQuestion {
  /// The conflict, in UTF-8.
  let conflict: MarkedConflict
  /// Its file, whose name shows an editor the kind of text.
  let file: String
  /// The merge that is tried on request.
  let merging: ThreeWayMerge

  /// The answer of the person.
  enum Answer {
    case decided([UInt8])
    case skipped, quit
  }

  /// Shows the conflict, and asks until there is an answer; the end of the input also counts as one.
  func ask() throws -> Answer {
    show()
    while let answer = Console.ask(prompt) {
      switch answer.lowercased().filter({ $0 != " " }) {
      case "s", "skip": return .skipped
      case "q", "quit": return .quit
      case let word:
        if let bytes = try decision(word) { return .decided(bytes) }
      }
    }
    return .quit
  }

  private var prompt: String {
    let sides = conflict.sides.count > 2 ? "[1-\(conflict.sides.count)]" : tr("[o]urs, [t]heirs")
    let base = conflict.bases.isEmpty ? "" : tr(", b[a]se")
    return tr("Take \(sides), [b]oth\(base), [m]erge, [e]dit, [s]kip, [q]uit? ")
  }

  /// The decision of a word; `nil` if it is none.
  private func decision(_ word: String) throws -> [UInt8]? {
    switch word {
    case "o", "ours": return try outcome(.side(0))
    case "t", "theirs": return try outcome(.theirs)
    case "b", "both": return try outcome(.union)
    case "a", "base": return try outcome(.base)
    case "m", "merge":
      let bytes = try outcome(.merge(merging))
      if let bytes { show(merged: bytes) }
      return bytes
    case "e", "edit": return edited()
    default:
      guard let number = Int(word), conflict.sides.indices.contains(number - 1) else {
        Console.message(tr("Answer with one of the letters, or with the number of a side."))
        return nil
      }
      return try outcome(.side(number - 1))
    }
  }

  private func outcome(_ strategy: MarkerStrategy) throws -> [UInt8]? {
    switch try strategy.outcome(of: conflict) {
    case .settled(let bytes): return bytes
    case .left(let reason):
      Console.message(tr("Not settled: \(reason)."))
      return nil
    }
  }

  // MARK: Display

  /// Shows the sides: as changes from the base if there is one, otherwise from the first side.
  private func show() {
    let old = conflict.base ?? conflict.sides[0]
    let oldName = conflict.base == nil ? MarkerWords.name(conflict, side: 0) : tr("base")
    for (index, side) in conflict.sides.enumerated()
    where conflict.base != nil || index > 0 {
      let labels = UnifiedDiff.Labels(old: oldName, new: MarkerWords.name(conflict, side: index))
      let diff = unifiedDiff(
        old: Array(old.bytes), new: Array(side.bytes), context: 20, labels: labels)
      guard !diff.sections.isEmpty else {
        Console.message(tr("\(labels.new) is the same as \(labels.old)."))
        continue
      }
      DiffPrinter(diff: diff).print()
    }
  }

  private func show(merged bytes: [UInt8]) {
    Console.message(bytes.isEmpty ? tr("Merged: nothing.") : tr("Merged:"))
    for line in Lines(bytes) {
      let body = line.last == UInt8(ascii: "\n") ? line.dropLast() : line
      Console.message("  " + PrintableText.escape(body))
    }
  }

  // MARK: In an editor

  /// The person's resolution from an editor; `nil` if markers are left in it.
  private func edited() -> [UInt8]? {
    do {
      let bytes = try Editor.edit(Array(conflict.source), like: file)
      guard ConflictedText(bytes, markerSize: conflict.markerSize).isClean else {
        Console.message(tr("There are markers left, so the conflict stays as it was."))
        return nil
      }
      return conflict.endedAsBefore(bytes)
    } catch {
      // Earlier decisions must not be lost because an editor cannot be started.
      Console.message(tr("Not settled: \(PrintableText.words(ErrorWords.words(of: error)))."))
      return nil
    }
  }
}
