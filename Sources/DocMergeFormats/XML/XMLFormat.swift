/// XML, with the vocabularies that it is used for.
///
///     <data name="greeting">        an element: kind `members`, found by its name or by what its vocabulary says
///       <value>Hello</value>        an element with text only and no attributes: one scalar, or text
///     </data>
///
/// An element is a node with one child for its start tag, whose children are the attributes, and one for
/// its content, whose children are the elements in it. Elements among words are part of the text around
/// them. A property list has the nodes that OpenStep's notation of it has: an entry of a dictionary is one
/// node, with the key of the entry and the kind of the value.
package struct XMLFormat: DocumentFormat {
  /// By what elements are found.
  private enum Keys {
    /// What each text says.
    case ofEachText
    /// Their names, until more is known.
    case names
    /// What all texts of a merge say.
    case settled(XMLKeys)
  }

  private let keys: Keys
  /// Whether it is HTML, as far as it is written without doubt.
  let isPage: Bool

  /// Makes the format, or that of pages in HTML.
  package init(isPage: Bool = false) { self.init(.ofEachText, isPage: isPage) }

  private init(_ keys: Keys, isPage: Bool) { (self.keys, self.isPage) = (keys, isPage) }

  package var name: String { isPage ? "html" : "xml" }

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

extension XMLFormat: JointFormat {
  var withoutKeys: any DocumentFormat { XMLFormat(.names, isPage: isPage) }

  func settled(
    over trees: inout Triple<SyntaxTree>, result: inout SyntaxTree?
  ) -> any DocumentFormat {
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
