import DocMergeCore
import DocMergeFolder
public import DocMergeHistory
import DocMergeObjects

extension Container {
  package static let focusKey = "docmerge.focus"

  /// Which documents are in the folder of this copy; `nil`: all.
  ///
  /// - Throws: ``ContainerError/invalidPattern(_:)`` where the setting is invalid, ``GitError``.
  public func focus() throws -> Focus? {
    try git.configuration(Container.focusKey).map(Focus.init(setting:))
  }

  /// How many documents are not in the folder because they are outside of its focus.
  ///
  /// Reads only the index.
  ///
  /// - Throws: `DatabaseError`.
  public func countOutside() throws -> Int { try index.countOutside() }

  /// The names of the documents of a folder that are outside of the focus; `nil` is the top of the container.
  ///
  /// - Throws: `DatabaseError`.
  package func namesOutside(in folder: DocumentPath?) throws -> [[UInt8]] {
    try index.outside().map(\.wanted).filter { $0.folder == folder }.map(\.name)
  }

  /// How many documents outside of the focus are in conflict.
  ///
  /// Costs what the conflicts cost.
  ///
  /// - Throws: ``GitError``, `DatabaseError`.
  public func countConflictsOutside() throws -> Int {
    guard try index.countOutside() > 0, let state = try state() else { return 0 }
    return try state.conflicts().count { try index.isOutside($0) }
  }

  /// The documents in the focus whose contents are not here, where a copy has all contents of its focus.
  ///
  /// ``download(_:options:isCancelled:progress:)`` fetches them.
  ///
  /// - Throws: ``GitError``, `DatabaseError`.
  public func placeholdersInFocus() throws -> [DocumentID] {
    guard try bringsFocus() else { return [] }
    return try index.placeholders().map(\.id)
  }
}
