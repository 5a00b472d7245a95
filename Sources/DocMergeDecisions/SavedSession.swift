/// What a person did in a session that was left, to go on with.
public struct SavedSession: Sendable, Hashable, Codable {
  /// What was done in one document.
  public struct Document: Sendable, Hashable, Codable {
    /// What the document is called.
    public var path: String
    /// Which versions of it were decided between.
    public var identity: String
    /// What the person did, in order.
    public var steps: [Step]
  }

  /// The documents that something was done in.
  public var documents: [Document]

  /// Keeps what was done in a session.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - paths: The documents that are kept; all without it.
  public init(_ session: DecisionSession, of paths: Set<String>? = nil) {
    let documents = session.documents.filter { paths?.contains($0.path) ?? true }
    self.documents = documents.filter { !$0.steps.isEmpty }.map {
      Document(path: $0.path, identity: $0.identity, steps: $0.steps)
    }
  }
}

extension DecisionSession {
  /// Goes on with a session that was left.
  ///
  /// Documents whose versions are other ones now are left as they are.
  ///
  /// - Returns: The paths of those documents: what was decided of them is void.
  public mutating func goOn(with saved: SavedSession) -> [String] {
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
