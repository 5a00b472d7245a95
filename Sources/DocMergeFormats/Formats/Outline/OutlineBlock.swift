/// The known properties of a container before its children are read.
struct BlockContext {
  /// The kind of its children.
  enum Scope { case declarations, statements, items }

  /// The bracket that opens it; 0 where a word, a tag or the indentation opens it.
  var opener: UInt8 = 0
  var scope = Scope.declarations
  /// Whether it is a value, such as an object, and not a body.
  var isValue = false
  /// Whether it holds only imports.
  var isImports = false
  var depth = 0
  /// Whether it is the whole text.
  var isRoot = false
}

/// The children of a container, and their separators.
struct OutlineBlock {
  var kind = Node.Kind.blocks
  var inner: Range<Int>
  var children: [Node] = []
  var mark: UInt8?
  var allowsFinalMark = false

  /// A node of such children.
  func node(key: Node.Key?, range: Range<Int>, body: Range<Int>) -> Node {
    var node = Node(kind, key: key, range: range, body: body, inner: inner)
    node.children = children
    node.mark = mark
    node.allowsFinalMark = allowsFinalMark
    return node
  }
}
