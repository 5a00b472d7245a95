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
    case .bothChanged(let part):
      tr(
        """
        both sides changed \(shown(part)), which is only kept whole; take the change of one side over by hand
        """)
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
    case .unaccounted(""): tr("the result would not account for every change")
    case .unaccounted(let place):
      tr(
        """
        the result would not account for every change, first of all here: \(shown(place)); make the change of \
        one side there by hand
        """)
    }
  }

  /// The conflicts of a document, a line each: where it is, and what each side has there.
  ///
  /// - Parameters:
  ///   - conflicts: the conflicts.
  ///   - limit: how many are named.
  /// - Returns: the lines; the last one counts those that are not named.
  package static func lines(_ conflicts: [ConflictPlace], limit: Int = 10) -> [String] {
    func quoted(_ words: String?) -> String { words.map { "“\(shown($0))”" } ?? tr("nothing") }
    var lines = conflicts.prefix(limit).map { conflict in
      let (ours, theirs) = (quoted(conflict.ours), quoted(conflict.theirs))
      return tr("  \(shown(conflict.place)): ours has \(ours), theirs has \(theirs)")
    }
    let more = conflicts.count - lines.count
    if more > 0 { lines.append(tr("  and \(counted(more, "conflict")) more")) }
    return lines
  }

  private static func names(_ authors: [String]) -> String {
    authors.map(shown).joined(separator: ", ")
  }

  private static func shown(_ name: String) -> String { PrintableText.escape(Array(name.utf8)) }
}
