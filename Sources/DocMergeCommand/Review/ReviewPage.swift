import DocMerge
import DocMergeDecisions
import DocMergeFiles
import DocMergeLanguage
import DocMergeSystem
import Synchronization

/// The decisions of rules, on a page in the browser.
enum ReviewPage {
  /// Shows decisions of rules, which can be taken back there, until the person leaves.
  ///
  /// - Throws: The errors of the server.
  static func show(_ items: [ReviewList.Item], of source: any ReviewSource) throws {
    let takenBack = Mutex<Set<Int>>([])
    let action = ReadingAction(
      name: tr("Take back"),
      question: { number in items.first { $0.number == number }.map(source.question) ?? "" },
      perform: { number in
        let outcome = source.takeBack(items.filter { $0.number == number })
        let numbers = takenBack.withLock { numbers in
          if !outcome.hasFailed { numbers.insert(number) }
          return numbers
        }
        return (outcome.messages.joined(separator: " "), Reading.decisions(items, without: numbers))
      })
    try Pages.show(Reading.decisions(items), title: "docmerge review", action: action)
  }
}

extension Reading {
  /// The decisions of rules, by merge and document, in the order of the list.
  ///
  /// - Parameters:
  ///   - items: The list.
  ///   - takenBack: The numbers of decisions that were taken back.
  /// - Returns: A reading for each document of each merge.
  static func decisions(
    _ items: [ReviewList.Item], without takenBack: Set<Int> = []
  ) -> [Reading] {
    var rest = items[...]
    var readings: [Reading] = []
    while let first = rest.first {
      let heading = ReviewPrinter.heading(of: first)
      let path = first.record.path
      let same = rest.prefix {
        $0.record.path == path && ReviewPrinter.heading(of: $0) == heading
      }
      rest = rest.dropFirst(same.count)
      readings.append(
        Reading(
          group: heading, path: PrintableText.escape(path),
          content: .decisions(
            same.map { Decision($0, isTakenBack: takenBack.contains($0.number)) })))
    }
    return readings
  }
}

extension Reading.Decision {
  /// A decision of the list.
  fileprivate init(_ item: ReviewList.Item, isTakenBack: Bool) {
    let decision = item.decision
    self.init(
      number: item.number, isTakenBack: isTakenBack,
      title: "\(item.number) · \(ReviewPrinter.place(of: decision))",
      reason: "\(decision.reason) (\(decision.rule))", risk: decision.risk.rawValue,
      command: "docmerge review --take-back \(item.number)", base: decision.base,
      ours: decision.ours, theirs: decision.theirs, result: decision.result)
  }
}
