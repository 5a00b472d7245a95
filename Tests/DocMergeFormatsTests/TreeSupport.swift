import DocMergeFormats
import Testing

/// The tree of a text, checked: its nodes own all bytes, each once.
func soundTree(
  _ text: String, _ format: some DocumentFormat, sourceLocation: SourceLocation = #_sourceLocation
) throws -> SyntaxTree {
  let tree = try format.tree(of: Array(text.utf8))
  #expect(tree.unsoundNode == nil, sourceLocation: sourceLocation)
  return tree
}

extension SyntaxTree {
  /// The bytes of a range, as text.
  func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

  /// The tree, a line a node: its kind, its key and its body.
  var outline: String {
    func lines(_ node: Node, _ depth: Int) -> [String] {
      let indent = String(repeating: "  ", count: depth)
      let key = node.key.map { " " + string($0.range) } ?? ""
      let body =
        node.isContainer ? "" : " = " + string(node.body).replacing("\n", with: "\\n")
      return ["\(indent)\(node.kind)\(key)\(body)"] + node.children.flatMap { lines($0, depth + 1) }
    }
    return lines(root, 0).joined(separator: "\n")
  }
}
