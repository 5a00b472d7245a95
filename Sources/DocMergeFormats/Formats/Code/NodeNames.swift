/// Some names of nodes of a grammar.
///
/// A short list of names, which is made and searched faster than a set: all languages are made at the
/// start of a merge.
package struct NodeNames: Sendable, ExpressibleByArrayLiteral {
  private let names: [String]

  package init(arrayLiteral names: String...) { self.names = names }

  private init(_ names: [String]) { self.names = names }

  /// Whether there is no name.
  package var isEmpty: Bool { names.isEmpty }

  /// Whether a name is one of these.
  package func contains(_ name: String) -> Bool { names.contains(name) }

  /// The names of both.
  package static func + (one: NodeNames, other: NodeNames) -> NodeNames {
    NodeNames(one.names + other.names)
  }
}
