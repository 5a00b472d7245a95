extension Array where Element == Node {
  /// One node that holds these adjacent nodes.
  ///
  /// The last one ends with its line; the blank lines below it belong to the node around it.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes and of bytes below the last one.
  func joined(_ kind: Node.Kind, key: Node.Key? = nil, in text: [UInt8]) -> Node {
    let start = first?.range.lowerBound ?? 0
    var (nodes, end) = (self, last?.range.upperBound ?? start)
    let range = start..<end
    if var last = nodes.popLast() {
      let bound = Swift.max(last.separator.upperBound, last.body.upperBound)
      let newline = text[bound..<end].firstIndex(of: 0x0A).map { $0 + 1 } ?? end
      last.range = last.range.lowerBound..<newline
      nodes.append(last)
      end = newline
    }
    var node = Node(kind, key: key, range: range, body: start..<end, inner: start..<end)
    node.children = nodes
    return node
  }

  /// The nodes with each run of imports as one set; a blank line ends a run.
  ///
  /// - Parameters:
  ///   - text: The text of the nodes.
  ///   - isImport: Whether a node imports something.
  ///   - key: The key of an import in its set.
  /// - Returns: The nodes, fewer where imports are adjacent.
  /// - Complexity: O(*n*), *n* being the number of nodes.
  func joiningImports(
    in text: [UInt8], where isImport: (Node) -> Bool, key: (Node) -> Node.Key
  ) -> [Node] {
    guard let first = firstIndex(where: isImport) else { return self }
    var result = Array(self[..<first])
    var start = first
    while start < count {
      var end = start
      while end < count, isImport(self[end]) {
        end += 1
        if self[end - 1].precedesBlankLine(in: text) { break }
      }
      guard end > start else {
        result.append(self[start])
        start += 1
        continue
      }
      var imports = Array(self[start..<end])
      for index in imports.indices { imports[index].key = key(imports[index]) }
      result.append(imports.joined(.set, in: text))
      start = end
    }
    return result
  }
}

extension Node {
  /// Whether a blank line follows the node.
  fileprivate func precedesBlankLine(in text: [UInt8]) -> Bool {
    text[body.upperBound..<range.upperBound].count { $0 == 0x0A } > 1
  }
}
