import DocMergeFolder
package import DocMergeHistory
package import DocMergeSystem

extension Container {
  /// Whether a placeholder is at a path, in any container.
  package static func isPlaceholder(_ path: SystemPath) -> Bool {
    Placeholder.at(path) != nil
  }

  /// Whether the placeholder of this document is at a path, and not that of another one.
  package func isPlaceholder(of document: DocumentID, at path: DocumentPath) -> Bool {
    Placeholder.at(root.appending(path))?.document == document
  }
}
