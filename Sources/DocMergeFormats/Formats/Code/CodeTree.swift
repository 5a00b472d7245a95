/// The result of a parser of program code: every token, and the nodes that the tokens belong to.
///
/// The nodes are in the order of the text, each before its children, so that the nodes between one and
/// its ``Node/next`` are its contents.
package struct CodeTree: Sendable {
  /// The names that a grammar gives to its nodes and to their places in other nodes.
  package struct Vocabulary: Sendable, Hashable {
    /// The names of nodes, by their numbers.
    package let types: [String]
    /// The names of places, by their numbers; 0 is none.
    package let fields: [String]

    /// Makes a vocabulary.
    package init(types: [String], fields: [String]) {
      (self.types, self.fields) = (types, fields)
    }
  }

  /// Traits of a node besides its name.
  package struct Traits: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    /// It is not just a word or mark of the language.
    package static let named = Traits(rawValue: 1)
    /// It may occur anywhere, as comments do.
    package static let extra = Traits(rawValue: 2)
    /// The parser did not understand it.
    package static let broken = Traits(rawValue: 4)
    /// The parser inserted it, since something is missing there.
    package static let missing = Traits(rawValue: 8)
  }

  /// A node.
  package struct Node: Sendable, Hashable {
    /// The number of its name in the vocabulary.
    package var type: UInt16
    /// The number of its place in the node around it; 0 for none.
    package var field: UInt16
    /// Its other traits.
    package var traits: Traits
    /// Its bytes.
    package var range: Range<Int>
    /// The index after the last node that is in it.
    package var next: Int

    /// Makes a node.
    package init(type: UInt16, field: UInt16, traits: Traits, range: Range<Int>, next: Int) {
      (self.type, self.field, self.traits) = (type, field, traits)
      (self.range, self.next) = (range, next)
    }
  }

  /// The names.
  package let vocabulary: Vocabulary
  /// The nodes, the one of the whole text first.
  package let nodes: [Node]

  /// Makes a tree of a text of this many bytes; `nil` when nodes overlap, or are not inside their parents.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes.
  package init?(_ nodes: [Node], _ vocabulary: Vocabulary, byteCount: Int) {
    guard let root = nodes.first, root.next == nodes.count else { return nil }
    var around: [Int] = []
    // After the last node without contents.
    var end = 0
    for (index, node) in nodes.enumerated() {
      while let last = around.last, nodes[last].next <= index { around.removeLast() }
      let outer = around.last.map { nodes[$0] }
      let limits = outer?.range ?? 0..<byteCount
      guard node.next > index, node.next <= outer?.next ?? nodes.count,
        Int(node.type) < vocabulary.types.count, Int(node.field) < vocabulary.fields.count,
        node.range.lowerBound >= max(limits.lowerBound, end),
        node.range.upperBound <= limits.upperBound
      else { return nil }
      around.append(index)
      if node.next == index + 1 { end = node.range.upperBound }
    }
    (self.nodes, self.vocabulary) = (nodes, vocabulary)
  }

  /// The name of a node.
  package func type(_ index: Int) -> String { vocabulary.types[Int(nodes[index].type)] }

  /// The place of a node in its parent; empty for none.
  package func field(_ index: Int) -> String { vocabulary.fields[Int(nodes[index].field)] }

  /// The direct children of a node, in the order of the text.
  package func children(_ index: Int) -> [Int] {
    var children: [Int] = []
    var child = index + 1
    while child < nodes[index].next {
      children.append(child)
      child = nodes[child].next
    }
    return children
  }

  /// Whether a node is a word or mark of the language.
  package func isToken(_ index: Int) -> Bool { !nodes[index].traits.contains(.named) }
}

/// Reads program code of one language.
package protocol CodeParser: Sendable {
  /// Finds the nodes of a text.
  ///
  /// - Throws: ``FormatRefusal`` when the parser cannot be run, or does not end.
  func parse(_ text: [UInt8]) throws(FormatRefusal) -> CodeTree
}
