/// Why a grammar cannot be used.
package struct GrammarFailure: Error, Hashable {
  /// The reason, such as "it was built for another version of tree-sitter".
  package var reason: String

  /// Makes a failure.
  package init(_ reason: String) { self.reason = reason }
}
