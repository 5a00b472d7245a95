import DocMergeArchive

/// Why an office document is not merged.
public enum OfficeRefusal: Error, Sendable, Hashable {
  /// It cannot be opened without its password.
  case encrypted
  /// A part, or the archive where none is named, is damaged.
  case damaged(part: String)
  /// A part is larger than that of any document, or expands to more than it should.
  case tooLarge(part: String)
  /// It is no document of the form that its name promises.
  case otherForm
  /// A part has no place in the document, or lacks one that it needs.
  case malformed(part: String, reason: String)
  /// Both sides changed a part that can only be kept whole.
  case bothChanged(part: String)
  /// A formula means a cell that the result does not have.
  case lostReference(cell: String)
  /// A formula names cells of several sheets at once, and lines of these moved.
  case movedLines(cell: String)
  /// Rows of a sheet moved out of a range, or others into it, so that its meaning is unknown.
  case movedRange(sheet: String)
  /// A version shows a conflict as tracked changes, which a person has not decided yet.
  case openChanges(authors: [String])
  /// No tracked change can show the conflict.
  case notTracked(reason: String)
  /// The merged document does not say what the merged text says, so that something would be lost; where that
  /// is, a part or a place in the text, or nothing where no place is known.
  case unaccounted(in: String)
}

extension OfficeRefusal {
  /// What a refused archive means for the document in it.
  init(_ refusal: ArchiveRefusal) {
    switch refusal {
    case .notZip: self = .damaged(part: "")
    case .encrypted: self = .encrypted
    case .damaged(let part), .doubled(let part), .notXML(let part, _), .documentType(let part):
      self = .damaged(part: part)
    case .tooLarge(let part): self = .tooLarge(part: part)
    }
  }
}
