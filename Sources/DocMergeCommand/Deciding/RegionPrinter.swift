import DocMerge
import DocMergeDecisions
import DocMergeFiles
import DocMergeLanguage
import DocMergeSystem

/// Draws one region for a person, line by line.
struct RegionPrinter {
  /// The document of the region.
  let document: SessionDocument

  /// How many lines before and after a region are shown.
  private static let contextLines = 3

  /// Prints a heading, the context, both sides with their changed words, and the suggestion.
  func show(_ region: OpenRegion, in text: TextDecisions, _ number: Int, heading: String) {
    Console.print("")
    Console.print(Style.bold("── \(heading) ──"))
    let context = text.context(of: number, lines: Self.contextLines)
    show(context.before, .dim)
    let conflict = region.conflict
    if let base = region.base {
      Console.print(Style.dim(tr("base")))
      show(base, .dim)
    }
    show(conflict.ours, against: conflict.base, name(of: 0), .red, .redWord)
    show(conflict.theirs, against: conflict.base, name(of: 1), .green, .greenWord)
    show(context.behind, .dim)
    if let suggestion = region.suggestion {
      let reason =
        "\(suggestion.rule.words) (\(suggestion.rule.name), \(suggestion.rule.risk.words))"
      Console.print(Style.yellow(tr("suggested: ")) + reason)
      show(suggestion.bytes[...], .yellow)
    }
    if let remembered = region.remembered {
      Console.print(
        Style.yellow(tr("remembered: ")) + tr("an earlier decision about this conflict"))
      show(remembered[...], .yellow)
    }
    if let choice = region.choice, let bytes = region.text(of: choice) {
      Console.print(Style.cyan(tr("taken: ")) + choice.words)
      show(bytes[...], .cyan)
    }
  }

  /// Prints the decisions of rules in the document before a person was asked.
  func showRules() {
    let decided = document.text?.decidedByRules ?? []
    guard !decided.isEmpty else { return }
    Console.print("")
    let name = PrintableText.words(document.path)
    Console.print(
      tr(
        """
        \(name): \(counted(decided.count, "conflict")) resolved automatically; [v] shows the result, \
        [D] lets you decide them
        """))
    for decision in decided.prefix(Self.rulesLimit) {
      Console.print(
        Style.dim(
          "    \(document.place(of: decision.conflict)): \(decision.rule.words) "
            + "(\(decision.rule.name), \(decision.rule.risk.words))"))
    }
    let rest = decided.count - Self.rulesLimit
    if rest > 0 { Console.print(Style.dim(tr("    and \(rest) more"))) }
  }

  /// How many decisions of rules are listed.
  private static let rulesLimit = 8

  /// The description of a version: `ours (main, 1a2b3c4 “subject”)`.
  private func name(of number: Int) -> String {
    guard document.versions.indices.contains(number) else {
      return number == 0 ? tr("ours") : tr("theirs")
    }
    let version = document.versions[number]
    return version.origin.isEmpty ? version.name : "\(version.name) (\(version.origin))"
  }

  private func show(_ bytes: ArraySlice<UInt8>, _ style: Style) {
    guard !bytes.isEmpty else { return Console.print("    " + Style.dim(tr("(nothing)"))) }
    for line in Lines(Array(bytes)) { Console.print("    " + style(Self.printable(line))) }
  }

  private func show(_ lines: [ArraySlice<UInt8>], _ style: Style) {
    for line in lines { Console.print("    " + style(Self.printable(line))) }
  }

  /// Prints one side, with the words highlighted that the base lacks.
  private func show(
    _ side: ArraySlice<UInt8>, against base: ArraySlice<UInt8>?, _ name: String, _ line: Style,
    _ word: Style
  ) {
    Console.print(line(name))
    guard let base, !base.isEmpty, !side.isEmpty, Console.hasColour else { return show(side, line) }
    let bytes = Array(side)
    let changes = wordChanges(old: Array(base), new: bytes)
    var start = 0
    for piece in Lines(bytes) {
      let end = start + piece.count
      var output = ""
      var position = start
      for range in changes.new where range.overlaps(start..<end) {
        let part = range.clamped(to: start..<end)
        output += styled(bytes[position..<part.lowerBound], line) + styled(bytes[part], word)
        position = part.upperBound
      }
      Console.print("    " + output + styled(bytes[position..<end], line))
      start = end
    }
  }

  private func styled(_ bytes: ArraySlice<UInt8>, _ style: Style) -> String {
    let text = Self.printable(bytes)
    return text.isEmpty ? "" : style(text)
  }

  /// The line without its end, safe for a terminal; tabs stay.
  private static func printable(_ bytes: ArraySlice<UInt8>) -> String {
    let body = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes
    return body.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      .map { PrintableText.escape($0).replacing("\\\\", with: "\\") }.joined(separator: "\t")
  }
}
