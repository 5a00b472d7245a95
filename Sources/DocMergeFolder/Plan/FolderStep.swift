package import DocMergeHistory

/// What a document should be in the folder: `nil` where it should not be.
package struct FolderTarget: Sendable {
  package var id: DocumentID
  package var wish: (name: DocumentPath, version: Version)?
  /// The name that it had, in the state that the folder was in line with.
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

  /// What is to be in the folder for a document.
  package enum Presence: Sendable {
    /// A placeholder stays one, and contents stay contents, as far as they are here.
    case asItWas
    case contents
    case placeholder
    /// Nothing: the document is outside of the focus.
    case outside
  }
}

/// What is to be done about a document.
///
/// Behind a reference, since steps go through many hands.
package struct FolderStep: Sendable {
  private var parts: Parts

  private final class Parts: Sendable {
    let old: FolderIndex.Entry?
    let new: FolderIndex.Entry?
    let filling: Filling?
    let outside: FolderIndex.Outside?

    init(
      _ old: FolderIndex.Entry?, _ new: FolderIndex.Entry?, _ filling: Filling?,
      _ outside: FolderIndex.Outside?
    ) {
      (self.old, self.new, self.filling, self.outside) = (old, new, filling, outside)
    }
  }

  package init(
    old: FolderIndex.Entry?, new: FolderIndex.Entry?, filling: Filling?,
    outside: FolderIndex.Outside? = nil
  ) {
    parts = Parts(old, new, filling, outside)
  }

  /// What is in the folder.
  package var old: FolderIndex.Entry? {
    get { parts.old }
    set { parts = Parts(newValue, parts.new, parts.filling, parts.outside) }
  }

  /// What is to be there.
  package var new: FolderIndex.Entry? { parts.new }

  /// What is to be known of a document that is outside of the focus.
  package var outside: FolderIndex.Outside? { parts.outside }

  /// The document; `nil` where there is nothing to do.
  package var id: DocumentID? { (parts.new ?? parts.old)?.id ?? parts.outside?.id }

  /// What it is made of.
  package var filling: Filling? { parts.filling }

  /// Whether anything is to be other than it was.
  package var isChange: Bool {
    guard let old = parts.old, let new = parts.new else {
      return parts.old != nil || parts.new != nil || parts.outside != nil
    }
    return old.path != new.path || old.wanted != new.wanted || old.version != new.version
      || old.content != new.content
  }
}
