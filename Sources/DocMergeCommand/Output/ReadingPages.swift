import DocMerge
import DocMergeDecisions
import DocMergeFiles

/// What is shown on a page in the browser that only shows.
enum ReadingPages {
  /// Shows differences until the person leaves.
  ///
  /// - Throws: What the server throws.
  static func show(_ comparisons: [DiffReport.Comparison]) throws {
    guard !comparisons.isEmpty else { return Console.message("Nothing differs.") }
    try show(comparisons.map(Reading.init), title: "docmerge diff")
  }

  /// Shows what rules decided until the person leaves.
  ///
  /// - Throws: What the server throws.
  static func show(_ items: [ReviewList.Item]) throws {
    try show(Reading.decisions(items), title: "docmerge review")
  }

  private static func show(_ readings: [Reading], title: String) throws {
    Interruption.listen()
    try CommandProgram.pages().show(readings, title: title)
  }
}

extension Reading {
  /// The differences of a document.
  init(_ comparison: DiffReport.Comparison) {
    func text(_ text: (label: String, bytes: [UInt8])) -> Text {
      Text(name: PrintableText.words(text.label), bytes: text.bytes)
    }
    self.init(
      path: PrintableText.words(comparison.path),
      content: .comparison(old: text(comparison.old), new: text(comparison.new)))
  }

  /// What rules decided, merge by merge and document by document, in the order of the list.
  static func decisions(_ items: [ReviewList.Item]) -> [Reading] {
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
          content: .decisions(same.map(Decision.init))))
    }
    return readings
  }
}

extension Reading.Decision {
  /// A decision of the list.
  fileprivate init(_ item: ReviewList.Item) {
    let decision = item.decision
    self.init(
      title: "\(item.number) · \(ReviewPrinter.place(of: decision))",
      reason: "\(decision.reason) (\(decision.rule))", risk: decision.risk.rawValue,
      command: "docmerge review --take-back \(item.number)", base: decision.base,
      ours: decision.ours, theirs: decision.theirs, result: decision.result)
  }
}
