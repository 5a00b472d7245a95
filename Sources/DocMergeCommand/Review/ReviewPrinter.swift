import DocMerge
import DocMergeFiles
import DocMergeLanguage
import DocMergeSystem

/// The decisions of rules, for a person.
enum ReviewPrinter {
  /// Prints a line for each decision, under its merge and file.
  static func list(_ items: [ReviewList.Item]) {
    var merge = ""
    var path: [UInt8]?
    for item in items {
      let heading = heading(of: item)
      if heading != merge {
        Console.print(Style.bold(heading))
        (merge, path) = (heading, nil)
      }
      if item.record.path != path {
        Console.print(
          "  \(PrintableText.escape(item.record.path))\(left(item.record))\(since(item))")
        path = item.record.path
      }
      let number =
        String(repeating: " ", count: max(0, 5 - "\(item.number)".count)) + "\(item.number)"
      Console.print(
        "\(Style.cyan(number))  \(place(of: item.decision))  \(words(item.decision))")
    }
  }

  /// Prints each decision with the three texts at its place and the rule's result.
  static func show(_ items: [ReviewList.Item]) {
    for (index, item) in items.enumerated() {
      if index > 0 { Console.print("") }
      let decision = item.decision
      let path = Style.bold(PrintableText.escape(item.record.path))
      Console.print("\(Style.cyan("\(item.number)"))  \(path), \(place(of: decision))")
      Console.print("   \(words(decision))")
      show(texts(of: decision))
    }
  }

  /// A text of a decision, with its name.
  private struct Text {
    var name: String
    var bytes: [UInt8]
    var style: Style
  }

  private static func texts(of decision: DecisionRecord.Decision) -> [Text] {
    let base = decision.base.map { Text(name: tr("base"), bytes: $0, style: .dim) }
    let others = [
      Text(name: tr("ours"), bytes: decision.ours, style: .red),
      Text(name: tr("theirs"), bytes: decision.theirs, style: .cyan),
      Text(name: tr("result"), bytes: decision.result, style: .green),
    ]
    return (base.map { [$0] } ?? []) + others
  }

  private static func show(_ texts: [Text]) {
    let width = texts.map { $0.name.count }.max() ?? 0
    for text in texts { show(text.bytes, as: Words.pad(text.name, width), text.style) }
  }

  private static func show(_ bytes: [UInt8], as name: String, _ style: Style) {
    let lines =
      bytes.isEmpty
      ? [tr("(nothing)")]
      : Lines(bytes).map { line in
        PrintableText.escape(line.last == UInt8(ascii: "\n") ? line.dropLast() : line)
      }
    for (index, line) in lines.enumerated() {
      let title = Words.pad(index == 0 ? name : "", name.count)
      Console.print("   \(style(title)) │ \(line)")
    }
  }

  /// The merge of a decision: its date, and the two sides.
  static func heading(of item: ReviewList.Item) -> String {
    let sides = [item.record.labels.ours, item.record.labels.theirs].compactMap { label in
      label.map { PrintableText.escape($0) }
    }
    let words =
      sides.count == 2 ? tr("\(sides[0]) and \(sides[1])") : sides.joined(separator: ", ")
    return [Words.date(item.date), words].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// A note if the version of a container is no longer the current one.
  private static func since(_ item: ReviewList.Item) -> String {
    item.settled.map { $0.isCurrent ? "" : Style.dim(tr("  changed since")) } ?? ""
  }

  private static func left(_ record: DecisionRecord) -> String {
    record.left == 0
      ? "" : Style.yellow(tr("  \(counted(record.left, "conflict")) left to you"))
  }

  /// The place of a decision: `lines 9-11, Setup › item 3`.
  static func place(of decision: DecisionRecord.Decision) -> String {
    let first = decision.lines.lowerBound + 1
    let lines =
      switch decision.lines.count {
      case 0: tr("before line \(first)")
      case 1: tr("line \(first)")
      default: tr("lines \(first)-\(decision.lines.upperBound)")
      }
    return decision.place.map { "\(lines), \(PrintableText.escape(Array($0.utf8)))" } ?? lines
  }

  /// The reason of a rule: `each side changed different words (words, medium risk)`.
  static func words(_ decision: DecisionRecord.Decision) -> String {
    let risk = decision.risk.words
    let shown =
      switch decision.risk {
      case .none, .low: risk
      case .medium: Style.yellow(risk)
      case .high: Style.red(risk)
      }
    return "\(decision.reason) (\(decision.rule), \(shown))"
  }
}
