import DocMerge
import DocMergeDecisions
import DocMergeLanguage
import DocMergeOffice
import DocMergeSystem
import DocMergeTerminal

/// The result of `docmerge diff`: one comparison for each document.
struct DiffReport {
  /// Two texts that were compared.
  struct Comparison {
    /// The document.
    var path: String
    /// The old text, with its label.
    var old: (label: String, bytes: [UInt8])
    /// The new text, with its label.
    var new: (label: String, bytes: [UInt8])
    /// The kinds of both; `nil` where only texts are compared.
    var kinds: Kinds?
    /// Whether two office documents that differ have the same text with the same formatting.
    var isSameText = false

    /// Whether the texts or the kinds differ.
    var isDifferent: Bool { old.bytes != new.bytes || kinds?.words != nil }

    /// Whether one of them is not text.
    var isBinary: Bool { DocMerge.isBinary(old.bytes) || DocMerge.isBinary(new.bytes) }

    /// The differences by lines.
    var diff: UnifiedDiff {
      unifiedDiff(
        old: old.bytes, new: new.bytes,
        labels: UnifiedDiff.Labels(old: old.label, new: new.label))
    }
  }

  /// The comparisons whose texts differ.
  private let comparisons: [Comparison]

  /// Takes comparisons; office documents are compared as text.
  ///
  /// - Parameters:
  ///   - comparisons: the pairs of versions.
  ///   - namesFormatting: whether changed formatting is shown after the line; `nil` shows it where the
  ///     versions do not differ in words.
  init(_ comparisons: [Comparison], namesFormatting: Bool? = nil) {
    self.comparisons = comparisons.filter(\.isDifferent).map { comparison in
      var comparison = comparison
      guard comparison.old.bytes != comparison.new.bytes else { return comparison }
      let texts = OfficeView.texts(
        old: comparison.old.bytes, new: comparison.new.bytes, path: comparison.path,
        namesFormatting: namesFormatting)
      if let texts { (comparison.old.bytes, comparison.new.bytes) = (texts.old, texts.new) }
      comparison.isSameText = texts.map { $0.old == $0.new } ?? false
      return comparison
    }
  }

  /// The way to show it.
  enum Form {
    /// For a person, page by page.
    case text
    case json
    /// On the whole screen of the terminal.
    case screen
    /// On a page in the browser.
    case page
  }

  /// Shows it.
  func show(as form: Form) throws {
    switch form {
    case .json: Console.print(try JSONText.text(Encoded(self)))
    case .screen: try showOnScreen()
    case .page: try showOnPage()
    case .text: try printText()
    }
  }

  private func showOnPage() throws {
    guard !comparisons.isEmpty else { return Console.message(tr("Nothing differs.")) }
    try Pages.show(comparisons.map(Reading.init), title: "docmerge diff")
  }

  private func showOnScreen() throws {
    guard !comparisons.isEmpty else { return Console.message(tr("Nothing differs.")) }
    Interruption.listen()
    try ListScreen(
      title: tr("Differences"), items: comparisons.map { ListItem($0) }, stop: Interruption.file
    ).run()
  }

  private func printText() throws {
    guard !comparisons.isEmpty else { return }
    try Pager.start()
    for comparison in comparisons {
      let path = PrintableText.words(comparison.path)
      if let words = comparison.kinds?.words { Console.print("\(path): \(words)") }
      if comparison.isSameText {
        Console.print(tr("\(path): the text is the same; settings or styles differ"))
      } else if comparison.old.bytes == comparison.new.bytes {
        continue
      } else if comparison.isBinary {
        Console.print(tr("\(path): binary contents differ"))
      } else {
        DiffPrinter(diff: comparison.diff).print()
      }
    }
  }

  private struct Encoded: Encodable {
    var format = "docmerge-diff"
    var version = 1
    var documents: [Document]

    init(_ report: DiffReport) { documents = report.comparisons.map(Document.init) }
  }

  private struct Document: Encodable {
    var path: String
    var old: String
    var new: String
    var oldKind: String?
    var newKind: String?
    var isBinary: Bool
    var sections: [Section]

    init(_ comparison: Comparison) {
      path = comparison.path
      (old, new) = (comparison.old.label, comparison.new.label)
      (oldKind, newKind) = (comparison.kinds?.old.rawValue, comparison.kinds?.new.rawValue)
      isBinary = comparison.isBinary
      sections = isBinary ? [] : comparison.diff.sections.map(Section.init)
    }
  }

  private struct Section: Encodable {
    var oldStart: Int
    var oldCount: Int
    var newStart: Int
    var newCount: Int
    var lines: [Line]

    init(_ section: UnifiedDiff.Section) {
      // As in the text, an empty range follows the line with its number.
      oldStart = section.old.lowerBound + (section.old.isEmpty ? 0 : 1)
      oldCount = section.old.count
      newStart = section.new.lowerBound + (section.new.isEmpty ? 0 : 1)
      newCount = section.new.count
      lines = section.lines.map(Line.init)
    }
  }

  private struct Line: Encodable {
    var kind: String
    var text: String

    init(_ line: UnifiedDiff.Line) {
      kind =
        switch line.kind {
        case .context: "context"
        case .deleted: "deleted"
        case .inserted: "inserted"
        }
      text = String(decoding: line.bytes, as: UTF8.self)
    }
  }
}
