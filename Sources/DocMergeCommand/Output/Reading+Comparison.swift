import DocMerge
import DocMergeDecisions
import DocMergeSystem

extension Reading {
  /// The differences of a document.
  init(_ comparison: DiffReport.Comparison) {
    func text(_ text: (label: String, bytes: [UInt8])) -> Text {
      Text(name: PrintableText.words(text.label), bytes: text.bytes)
    }
    let kinds = comparison.kinds?.words.map { " (\($0))" } ?? ""
    self.init(
      path: PrintableText.words(comparison.path) + kinds,
      content: .comparison(old: text(comparison.old), new: text(comparison.new)))
  }
}
