/// Keeps every version: the first stays the document, each other becomes a document of its own.
///
/// A deletion is not a document: of an edit and a deletion, only the edit is kept.
public struct KeepBoth: Resolver {
  /// Makes the resolver.
  public init() {}

  /// Always decides.
  public func resolve(_ conflict: Conflict) -> Resolution? {
    let kept = conflict.sides.indices.filter { conflict.sides[$0].kind != .deleted }
    return Resolution(
      outcome: .side(kept.first ?? 0), copies: Array(kept.dropFirst()), strategy: "keep-both")
  }
}
