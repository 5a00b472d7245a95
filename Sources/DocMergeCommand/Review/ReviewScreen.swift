import DocMerge
import DocMergeFiles
import DocMergeLanguage
import DocMergeSystem
import DocMergeTerminal

/// The decisions of rules, on the whole screen of the terminal, where each decision can be taken back.
struct ReviewScreen {
  let source: any ReviewSource
  let items: [ReviewList.Item]

  /// Shows the decisions until the person leaves.
  ///
  /// - Throws: `TerminalError` where the terminal cannot be used.
  func run() throws {
    Interruption.listen()
    var takenBack: Set<Int> = []
    let action = ListAction(
      key: "x", name: tr("take back"),
      question: { source.question(about: items[$0]) },
      perform: { number in
        let outcome = source.takeBack([items[number]])
        if !outcome.hasFailed { takenBack.insert(number) }
        return (outcome.messages.joined(separator: " "), shown(without: takenBack))
      })
    try ListScreen(
      title: tr("Resolved by rules"), items: shown(without: takenBack), action: action,
      stop: Interruption.file
    ).run()
  }

  private func shown(without takenBack: Set<Int>) -> [ListItem] {
    items.enumerated().map { number, item in
      ListItem(item, isTakenBack: takenBack.contains(number))
    }
  }
}

extension ListItem {
  /// A decision of a rule, with the three texts and the result.
  fileprivate init(_ item: ReviewList.Item, isTakenBack: Bool) {
    let decision = item.decision
    let path = PrintableText.escape(item.record.path)
    let mark = isTakenBack ? tr("taken back") : decision.risk.words
    self.init(
      group: ReviewPrinter.heading(of: item),
      title: "\(item.number)  \(path):\(decision.lines.lowerBound + 1)  \(mark)",
      note: "\(path), \(ReviewPrinter.place(of: decision))",
      lines: [Line(.heading, "\(decision.reason) (\(decision.rule), \(decision.risk.words))")]
        + Self.texts(decision))
  }

  private static func texts(_ decision: DecisionRecord.Decision) -> [Line] {
    let base = decision.base ?? []
    func text(_ kind: Line.Kind, _ name: String, _ bytes: [UInt8]) -> [Line] {
      let changes = kind == .base ? [] : DiffPrinter.highlights(old: base, new: bytes).new
      let lines = Line.lines(kind, bytes, changes: base.isEmpty ? [] : changes)
      let heading = bytes.isEmpty ? tr("\(name): nothing") : name
      return [Line(.heading, ""), Line(.heading, heading)] + lines
    }
    return (decision.base.map { text(.base, tr("base"), $0) } ?? [])
      + text(.ours, tr("ours"), decision.ours) + text(.theirs, tr("theirs"), decision.theirs)
      + text(.result, tr("result"), decision.result)
  }
}
