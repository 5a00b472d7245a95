import DocMerge
import DocMergeFiles
import DocMergeGit

/// Takes back what rules decided, file by file.
struct ReviewReversal {
  let source: GitSource

  /// What became of the files.
  struct Outcome {
    /// A line for each file.
    var messages: [String] = []
    /// Whether a file could not be changed.
    var hasFailed = false
    /// Whether git counts a file as in conflict again.
    var isInConflict = false
  }

  /// Puts the conflicts of some decisions back, and says what became of each file.
  func run(_ items: [ReviewList.Item]) throws {
    guard !items.isEmpty else { return Console.message("No conflict was resolved by rules.") }
    let outcome = outcome(of: items)
    for message in outcome.messages { Console.message(message) }
    if outcome.isInConflict { Console.message("Decide with docmerge resolve, or in an editor.") }
    if outcome.hasFailed { throw ExitStatus.failed }
  }

  /// Puts the conflicts of some decisions back; each file is changed as a whole or not at all.
  func outcome(of items: [ReviewList.Item]) -> Outcome {
    var outcome = Outcome()
    for (record, items) in byFile(items) {
      let name = PrintableText.escape(record.path)
      let count = Words.count(items.count, "conflict")
      do {
        let isStaged = try source.repository.takeBack(Set(items.map(\.index)), of: record)
        outcome.isInConflict = outcome.isInConflict || isStaged
        outcome.messages.append(
          isStaged
            ? "\(name): \(count) back, and in conflict for git."
            : "\(name): \(count) back, as an edit of the worktree.")
      } catch {
        outcome.hasFailed = true
        let reason = (error as? DecisionReversal.Refusal).map(words) ?? "\(error)"
        outcome.messages.append("docmerge: \(name): \(reason); the file is as it was")
      }
    }
    return outcome
  }

  /// The decisions by their record, in the order of the list.
  private func byFile(
    _ items: [ReviewList.Item]
  ) -> [(DecisionRecord, [ReviewList.Item])] {
    var files: [(DecisionRecord, [ReviewList.Item])] = []
    for item in items {
      if let index = files.firstIndex(where: { $0.0 == item.record }) {
        files[index].1.append(item)
      } else {
        files.append((item.record, [item]))
      }
    }
    return files
  }

  private func words(_ refusal: DecisionReversal.Refusal) -> String {
    switch refusal {
    case .changed:
      "what the rule wrote is not found there: it was changed, moved, or taken back already"
    case .tooLarge: "the file was too large to be kept with the record"
    case .notText:
      "markers cannot be put into it: it is not UTF-8, or its lines do not end in a line feed"
    }
  }
}
