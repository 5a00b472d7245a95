package import DocMergeHistory

/// The target of a document in the folder: `nil` if it should not be there.
package struct FolderTarget: Sendable {
  package var id: DocumentID
  package var wish: (name: DocumentPath, version: Version)?
  /// Its name in the state that the folder was last updated to.
  package var oldName: DocumentPath?
  package var presence = Presence.asItWas
  /// Whether people have to decide between several versions of it.
  package var isInConflict = false

  package init(
    id: DocumentID, wish: (name: DocumentPath, version: Version)? = nil,
    oldName: DocumentPath? = nil, presence: Presence = Presence.asItWas,
    isInConflict: Bool = false
  ) {
    self.id = id
    self.wish = wish
    self.oldName = oldName
    self.presence = presence
    self.isInConflict = isInConflict
  }

  /// What should be in the folder for a document.
  package enum Presence: Sendable {
    /// A placeholder stays one, and contents stay contents, as far as they are here.
    case asItWas
    case contents
    case placeholder
    /// Nothing: the document is outside of the focus.
    case outside
  }
}

/// The step for a document.
///
/// A reference, since steps are passed on often.
package struct FolderStep: Sendable {
  private var parts: Parts

  private final class Parts: Sendable {
    let old: FolderIndex.Entry?
    let new: FolderIndex.Entry?
    let fileContent: FileContent?
    let outside: FolderIndex.OutOfFocusDocument?

    init(
      _ old: FolderIndex.Entry?, _ new: FolderIndex.Entry?, _ fileContent: FileContent?,
      _ outside: FolderIndex.OutOfFocusDocument?
    ) {
      (self.old, self.new, self.fileContent, self.outside) = (old, new, fileContent, outside)
    }
  }

  package init(
    old: FolderIndex.Entry?, new: FolderIndex.Entry?, fileContent: FileContent?,
    outside: FolderIndex.OutOfFocusDocument? = nil
  ) {
    parts = Parts(old, new, fileContent, outside)
  }

  /// The entry of the document that is in the folder.
  package var old: FolderIndex.Entry? {
    get { parts.old }
    set { parts = Parts(newValue, parts.new, parts.fileContent, parts.outside) }
  }

  /// The entry that it should get.
  package var new: FolderIndex.Entry? { parts.new }

  /// What to note about a document that is outside of the focus.
  package var outside: FolderIndex.OutOfFocusDocument? { parts.outside }

  /// The document; `nil` where there is nothing to do.
  package var id: DocumentID? { (parts.new ?? parts.old)?.id ?? parts.outside?.id }

  /// Its new contents.
  package var fileContent: FileContent? { parts.fileContent }

  /// Whether the step changes anything.
  package var isChange: Bool {
    guard let old = parts.old, let new = parts.new else {
      return parts.old != nil || parts.new != nil || parts.outside != nil
    }
    return old.path != new.path || old.wanted != new.wanted || old.version != new.version
      || old.content != new.content
  }
}
