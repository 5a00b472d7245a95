/// Bibliographies as BibTeX and biber read them.
///
///     @article{knuth84,            an entry: found by its key, of any type
///       title = {Literate {P}},    a field: found by its name
///     }
///     Text between entries is a comment.
package struct BibTeXFormat: DocumentFormat {
  /// Makes the format.
  package init() {}

  package var name: String { "bibtex" }

  package var traits: FormatTraits { .names }

  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = BibTeXScanner(text)
    var list = ChildList(from: 0)
    while try scanner.skipToEntry() {
      let node = try scanner.readEntry()
      list.append(node, scanner.endOfEntry())
    }
    var root = Node(.blocks, range: text.indices, body: text.indices, inner: 0..<list.end)
    root.children = list.nodes
    return SyntaxTree(text: text, root: root)
  }
}
