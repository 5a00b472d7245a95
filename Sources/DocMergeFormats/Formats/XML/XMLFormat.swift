/// XML, with its vocabularies.
///
///     <data name="greeting">        an element: kind `members`, found by its name or by a rule of its vocabulary
///       <value>Hello</value>        an element with text only and no attributes: one scalar, or text
///     </data>
///
/// An element is a node with one child for its start tag, whose children are the attributes, and one for
/// its content, whose children are the elements in it. Elements among words are part of the text around
/// them. A property list has the same nodes as in OpenStep's notation: an entry of a dictionary is one
/// node, with the key of the entry and the kind of the value.
package struct XMLFormat: DocumentFormat {
  /// How elements are found.
  private enum Keys {
    /// By the text of each.
    case ofEachText
    /// By their names, until more is known.
    case names
    /// By keys that all texts of a merge decide.
    case settled(XMLKeys)
  }

  private let keys: Keys
  /// Whether it is HTML, as far as its syntax is unambiguous.
  let isPage: Bool

  /// Makes the format, or that of HTML pages.
  package init(isPage: Bool = false) { self.init(.ofEachText, isPage: isPage) }

  private init(_ keys: Keys, isPage: Bool) { (self.keys, self.isPage) = (keys, isPage) }

  package var name: String { isPage ? "html" : "xml" }

  package var traits: FormatTraits { isPage ? .page : .independentItems }

  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = XMLScanner(text, isPage: isPage)
    var tree = SyntaxTree(text: text, root: try scanner.document())
    switch keys {
    case .ofEachText: XMLKeys([tree], isPage: isPage).apply(to: &tree)
    case .names: break
    case .settled(let keys): keys.apply(to: &tree)
    }
    return tree
  }
}

extension XMLFormat {
  /// The format that reads a text before the keys are settled.
  var withoutKeys: XMLFormat { XMLFormat(.names, isPage: isPage) }

  /// Settles the keys with trees that were read so, and gives them to their nodes, and those of a result; returns
  /// the format that reads merges of them in the same way.
  func settled(
    over trees: inout Triple<SyntaxTree>, result: inout SyntaxTree?
  ) -> XMLFormat {
    let keys = XMLKeys([trees.base, trees.ours, trees.theirs], isPage: isPage)
    keys.apply(to: &trees.base)
    keys.apply(to: &trees.ours)
    keys.apply(to: &trees.theirs)
    if var tree = result {
      result = nil
      keys.apply(to: &tree)
      result = tree
    }
    return XMLFormat(.settled(keys), isPage: isPage)
  }
}
