/// JSON, and related kinds of text.
///
/// An object is a node of kind `members`, an array one of kind `items`; a member whose value is an
/// object or an array is one node, with the key of the member and the kind of the value.
package struct JSONFormat: DocumentFormat {
  /// The extensions of RFC 8259 that are accepted.
  package enum Variant: Sendable, CaseIterable {
    /// None: one value, without comments and without a comma after the last member.
    case json
    /// The extensions of JSON5, and members without the braces around them.
    case jsonc
    /// One JSON value per line.
    case lines
  }

  /// The extensions of RFC 8259 that are accepted.
  package let variant: Variant

  /// Makes the format of a variant.
  package init(_ variant: Variant = .json) {
    self.variant = variant
  }

  /// The name by which `docmerge-format` chooses the format.
  package var traits: FormatTraits { [.json, .names] }

  package var name: String {
    switch variant {
    case .json: "json"
    case .jsonc: "jsonc"
    case .lines: "jsonl"
    }
  }

  /// Finds the members and items of a text.
  ///
  /// - Throws: ``FormatRefusal`` for a text that a JSON parser refuses.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = JSONScanner(text, isTolerant: variant == .jsonc)
    let root = variant == .lines ? try scanner.lines() : try scanner.document()
    return SyntaxTree(text: text, root: root)
  }
}
