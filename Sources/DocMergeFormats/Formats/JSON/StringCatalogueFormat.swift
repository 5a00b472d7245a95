/// String catalogues of Xcode: JSON in which the state of a translation depends on its text.
///
///     "stringUnit": {
///       "state": "translated",     a translator has checked
///       "value": "Öffnen"          this text, and no other one
///     }
package struct StringCatalogueFormat: DocumentFormat {
  /// Makes the format.
  package init() {}

  /// The name `xcstrings`.
  package var name: String { "xcstrings" }

  package var traits: FormatTraits { .json }

  private static let unit = Node.Key(meaning: "stringUnit".utf8, at: 0..<0)

  /// Finds the members of a text.
  ///
  /// - Throws: ``FormatRefusal`` for a text that a JSON parser refuses.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = JSONScanner(text, isTolerant: false)
    var root = try scanner.document()
    Self.markUnits(in: &root, text)
    return SyntaxTree(text: text, root: root)
  }

  private static func markUnits(in node: inout Node, _ text: [UInt8]) {
    let isUnit = node.kind == .members && node.key == unit
    for index in node.children.indices {
      if isUnit {
        var hash = ContentHash()
        for byte in text[node.children[index].body] { hash.add(byte) }
        node.children[index].dependence = .condition(hash.value)
      }
      if !node.children[index].children.isEmpty { markUnits(in: &node.children[index], text) }
    }
  }
}
