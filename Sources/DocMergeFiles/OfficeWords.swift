package import DocMergeOffice
import DocMergeSystem

/// Messages about an office document that is not merged.
package enum OfficeWords {
  /// The reason, in a form that can follow a comma or a colon.
  package static func reason(_ refusal: OfficeRefusal) -> String {
    switch refusal {
    case .encrypted: "a version is encrypted, and only opens with its password"
    case .damaged(""): "a version is damaged: it is no zip archive"
    case .damaged(let part): "a version is damaged: \(shown(part)) in it cannot be read"
    case .tooLarge(let part): "a version is too large: \(shown(part)) expands to too much"
    case .otherForm:
      "only documents of Word, Excel and PowerPoint, texts, sheets and slides of OpenDocument, and books "
        + "are merged"
    case .malformed(let part, let reason): "\(shown(part)) is not as expected: \(reason)"
    case .bothChanged(let part): "both sides changed \(shown(part)), which is only kept whole"
    case .lostReference(let cell):
      "the formula in \(shown(cell)) means a cell that the other side deleted"
    case .movedLines(let cell):
      "rows or columns moved, and the formula in \(shown(cell)) names several sheets at once"
    case .movedRange(let sheet):
      "one side moved rows, and a range of \(shown(sheet)) would no longer mean the same ones"
    case .openChanges(let authors):
      "a version shows a conflict as tracked changes, by "
        + authors.map(shown).joined(separator: ", ")
        + ", which have to be accepted or rejected first"
    case .notTracked(let reason): "tracked changes cannot show it: \(shown(reason))"
    case .unaccounted: "the result would not account for every change"
    }
  }

  private static func shown(_ name: String) -> String { PrintableText.escape(Array(name.utf8)) }
}
