import DocMergeLanguage
package import DocMergeOffice
import DocMergeSystem

/// Messages about an office document that is not merged.
package enum OfficeWords {
  /// The reason, in a form that can follow a comma or a colon.
  package static func reason(_ refusal: OfficeRefusal) -> String {
    switch refusal {
    case .encrypted: tr("a version is encrypted, and only opens with its password")
    case .damaged(""): tr("a version is damaged: it is no zip archive")
    case .damaged(let part): tr("a version is damaged: \(shown(part)) in it cannot be read")
    case .tooLarge(let part): tr("a version is too large: \(shown(part)) expands to too much")
    case .otherForm:
      tr(
        """
        only documents of Word, Excel and PowerPoint, texts, sheets and slides of OpenDocument, and books \
        are merged
        """)
    case .malformed(let part, let reason): tr("\(shown(part)) is not as expected: \(reason)")
    case .bothChanged(let part): tr("both sides changed \(shown(part)), which is only kept whole")
    case .lostReference(let cell):
      tr("the formula in \(shown(cell)) means a cell that the other side deleted")
    case .movedLines(let cell):
      tr("rows or columns moved, and the formula in \(shown(cell)) names several sheets at once")
    case .movedRange(let sheet):
      tr("one side moved rows, and a range of \(shown(sheet)) would no longer mean the same ones")
    case .openChanges(let authors):
      tr(
        """
        a version shows a conflict as tracked changes, by \(names(authors)), \
        which have to be accepted or rejected first
        """)
    case .notTracked(let reason): tr("tracked changes cannot show it: \(shown(reason))")
    case .unaccounted: tr("the result would not account for every change")
    }
  }

  private static func names(_ authors: [String]) -> String {
    authors.map(shown).joined(separator: ", ")
  }

  private static func shown(_ name: String) -> String { PrintableText.escape(Array(name.utf8)) }
}
