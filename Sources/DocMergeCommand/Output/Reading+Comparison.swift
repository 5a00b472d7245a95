import DocMerge
import DocMergeDecisions
import DocMergeSystem

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
}
