import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// Asks a person about each conflict between the markers of files.
struct MarkerInterview {
  /// The merge that is tried on request.
  let merging: ThreeWayMerge
  /// Remembers the decisions, in a git repository.
  var memory: MarkerMemory?

  /// Asks about each conflict and returns how many files are left with markers.
  func resolve(_ files: [String]) throws -> Int {
    var hasQuit = false
    return try files.count { file in
      let count = ConflictedText(try InputFile.read(file)).conflicts.count
      return try MarkerBatch(isDryRun: false, memory: memory).run(file, tr("by hand")) {
        conflict, number in
        guard !hasQuit else { return nil }
        let lines = MarkerWords.lines(conflict.lines)
        Console.message(
          "\n" + tr("\(PrintableText.escape(file)), conflict \(number) of \(count), \(lines)"))
        let question = ConflictQuestion(conflict: conflict, file: file, merging: merging)
        switch try question.ask() {
        case .decided(let bytes): return .settled(bytes)
        case .skipped: return nil
        case .quit:
          hasQuit = true
          return nil
        }
      }
    }
  }
}
