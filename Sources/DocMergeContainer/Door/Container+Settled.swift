package import DocMergeCore
import DocMergeFolder
package import DocMergeHistory
import DocMergeObjects

/// A version that settled others of its document, and its operation.
package struct SettledVersion: Sendable {
  /// The operation of this replica that made the version, or that merged it from another replica.
  package var operation: Operation
  /// The version, with the versions that it settled as its parents, and how it was decided.
  package var entry: HistoryEntry
  /// Whether the document still has it: nothing was edited, undone or settled since.
  package var isCurrent: Bool
}

extension Container {
  /// The versions that settled conflicts on this replica or came from others, those of the newest operation first.
  ///
  /// Undone operations do not count, nor do versions that are not here.
  ///
  /// - Parameters:
  ///   - oldest: The date of the oldest operation to read.
  ///   - limit: How many operations to read.
  /// - Returns: The versions.
  /// - Throws: ``GitError``, ``StateError``.
  /// - Complexity: Linear in the number of operations, and in what they changed.
  package func settledVersions(since oldest: Timestamp, limit: Int) throws -> [SettledVersion] {
    guard let now = try state() else { return [] }
    return try operations(limit: limit).prefix { $0.date >= oldest }
      .filter { ($0.kind == .resolve || $0.kind == .sync) && !$0.isUndone }
      .flatMap { operation in
        try settledEntries(by: operation).map { entry in
          let heads = try now.record(entry.document).map(graph.heads) ?? []
          return SettledVersion(
            operation: operation, entry: entry, isCurrent: heads.map(\.id) == [entry.id])
        }
      }
  }

  /// The versions of an operation that settled others.
  private func settledEntries(by operation: Operation) throws -> [HistoryEntry] {
    let before = try git.commit(operation.id).parents.first.map { try StateReader($0, in: git) }
    return try StateReader(operation.id, in: git).changes(since: before).flatMap { change in
      try (change.new?.ranked ?? []).filter { change.old?.heads.dots[$0] == nil }
        .compactMap { version in
          guard try git.contains(version.id) else { return nil }
          let entry = try entry(version.id)
          return entry.operation == .resolve && entry.parents.count > 1 ? entry : nil
        }
    }
  }

  /// Puts documents in conflict again, between the versions that were settled.
  ///
  /// A separate operation, which can be undone. The version that settled them stays in the history, and is not made
  /// again without a person.
  ///
  /// - Parameter entries: The versions that settled the conflicts, each the only head of its document.
  /// - Throws: ``ContainerError/changedSince(documents:)`` where a document has changed since;
  ///   ``ContainerError/notDownloaded(_:)`` where a version that was settled is not here; ``FileError``, ``GitError``.
  ///   Nothing is changed then.
  package func unsettle(_ entries: [HistoryEntry]) throws {
    try operate {
      let places = try entries.compactMap { try index.entry(of: $0.document)?.path }
      _ = try saveUnlocked(.only(Set(places)), kind: .save, message: nil)
      var change = try StateChange(git: git, identity: try identity(), base: try state())
      var names: [String] = []
      var changed: [String] = []
      for entry in entries {
        guard var record = try change.record(entry.document) else {
          throw ContainerError.noSuchDocument(entry.document.description)
        }
        let name = record.name?.display ?? record.id.description
        names.append(name)
        guard try graph.heads(of: record).map(\.id) == [entry.id] else {
          changed.append(name)
          continue
        }
        let parents = try entry.parents.map { parent in
          guard try git.contains(parent) else { throw ContainerError.notDownloaded(name) }
          return try self.entry(parent).version
        }
        record.replace(record.ranked, with: parents, change.dot())
        try change.put(record)
      }
      guard changed.isEmpty else { throw ContainerError.changedSince(documents: changed.sorted()) }
      let subject = names.count == 1 ? names[0] : "\(names.count) documents"
      guard try change.commit(.undo, "take back what was decided in \(subject)") != nil else {
        return
      }
      try catchUp()
    }
  }
}
