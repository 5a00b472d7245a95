/// The steps of a person in a session that was left, to be continued.
package struct SavedSession: Sendable, Hashable, Codable {
  /// The steps in one document.
  package struct Document: Sendable, Hashable, Codable {
    /// The path of the document.
    package var path: String
    /// The identity of the versions that were decided between.
    package var identity: String
    /// The steps, in order.
    package var steps: [Step]
  }

  /// The documents with steps.
  package var documents: [Document]

  /// Saves the steps of a session.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - paths: The documents to save; `nil` means all.
  package init(_ session: DecisionSession, of paths: Set<String>? = nil) {
    let documents = session.documents.filter { paths?.contains($0.path) ?? true }
    self.documents = documents.filter { !$0.steps.isEmpty }.map {
      Document(path: $0.path, identity: $0.identity, steps: $0.steps)
    }
  }
}

extension DecisionSession {
  /// Continues a session that was left.
  ///
  /// Documents whose versions have changed are left as they are.
  ///
  /// - Returns: The paths of those documents: their decisions are void.
  package mutating func resume(with saved: SavedSession) -> [String] {
    var changed: [String] = []
    for old in saved.documents {
      guard let number = documents.firstIndex(where: { $0.path == old.path }) else { continue }
      guard documents[number].identity == old.identity, takeAll(old.steps, in: number) else {
        changed.append(old.path)
        continue
      }
    }
    return changed
  }
}
