import DocMerge
import DocMergeFiles
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

/// The recorded decisions of rules in a git repository.
struct GitReview: ReviewSource {
  let source: GitSource

  func list() throws -> ReviewList { try ReviewList(source.repository) }

  func matches(_ item: ReviewList.Item, _ name: String) -> Bool {
    source.path(of: GivenName(name)) == item.record.path
  }

  func question(about item: ReviewList.Item) -> String {
    tr("Put the conflict back into \(PrintableText.escape(item.record.path))?")
  }

  func words(ofBroken count: Int) -> String {
    tr(
      count, one: "\(count) record cannot be read, and left out.",
      other: "\(count) records cannot be read, and left out.")
  }

  func takeBack(_ items: [ReviewList.Item]) -> ReviewOutcome {
    var outcome = ReviewOutcome()
    for (record, items) in byFile(items) {
      let name = PrintableText.escape(record.path)
      let count = counted(items.count, "conflict")
      do {
        let isStaged = try source.repository.takeBack(Set(items.map(\.index)), of: record)
        if isStaged { outcome.advice = tr("Decide with docmerge resolve, or in an editor.") }
        outcome.messages.append(
          isStaged
            ? tr("\(name): \(count) back, and in conflict for git.")
            : tr("\(name): \(count) back, as an edit of the worktree."))
      } catch {
        outcome.hasFailed = true
        let reason = (error as? DecisionReversal.Refusal).map(words) ?? ErrorWords.words(of: error)
        outcome.messages.append(tr("docmerge: \(name): \(reason); the file is as it was"))
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
      tr("what the rule wrote is not found there: it was changed, moved, or taken back already")
    case .tooLarge: tr("the file was too large to be kept with the record")
    case .notText:
      tr("markers cannot be put into it: it is not UTF-8, or its lines do not end in a line feed")
    }
  }
}
