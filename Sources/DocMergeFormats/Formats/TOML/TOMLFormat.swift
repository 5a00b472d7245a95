/// TOML, as tables of keys: configuration and lock files.
///
///     # top                  the head of the text
///
///     a = 1                  keys of the text: a node of their own, always the first child, possibly empty
///     [b.c]                  a table: a child of the text, with any name
///     d.e = [1, 2]           a member `d.e`, whose value is a list of items
///     [[f]]                  an element: a child of the text, found by its `name`, `id` or `key`
///     name = "g"             keys of the element: a node of their own, as above
///     [f.h]                  a table of the element: its child
///
/// The keys of the text, and those of an element, have a node of their own so that no table can
/// precede them: there, they would become keys of the table.
package struct TOMLFormat: DocumentFormat {
  /// Makes the format.
  package init() {}

  /// The name `toml`.
  package var name: String { "toml" }

  package var traits: FormatTraits { .names }

  /// Finds the tables of a text, and the keys, values and items in them.
  ///
  /// - Parameter text: UTF-8, with `\n` at the end of each line.
  /// - Returns: A sound tree. Equal keys are not refused, and both nodes have the key.
  /// - Throws: ``FormatRefusal`` for text that TOML 1.0 does not accept.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = TOMLScanner(text)
    return SyntaxTree(text: text, root: try scanner.document())
  }
}
