/// Names the places of a document by the parts around them: `$.scripts.test`, `jobs › build › steps[2]`,
/// `Setup › item 3`.
package struct DocumentPlaces: Sendable {
  private let tree: SyntaxTree
  private let names: PlaceNames

  /// Names the places of a text; `nil` when no known format accepts it.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package init?(of text: [UInt8], in structure: DocumentStructure) {
    let formats = KnownFormat.candidates(path: structure.path, name: structure.formatName)
    for known in formats {
      // A refusal means that the text is of another format.
      guard let tree = try? known.format.tree(of: text), tree.isSound else { continue }
      self.tree = tree
      names = PlaceNames(of: known)
      return
    }
    return nil
  }

  /// The name of the part that some bytes are in; `nil` for the document itself.
  ///
  /// - Complexity: O(*d* + log *n*), *d* being the depth and *n* the number of nodes.
  package func name(of bytes: Range<Int>) -> String? {
    var labels: [String] = []
    var node = tree.root
    while true {
      let touched = node.children.touching(bytes)
      guard let first = touched.first, let last = touched.last else { break }
      guard touched.count == 1 else {
        if let one = label(of: first, in: node), let other = label(of: last, in: node), one != other
        {
          labels.append("\(one) … \(other)")
        }
        break
      }
      if let name = label(of: first, in: node) { labels.append(name) }
      node = node.children[first]
    }
    return labels.isEmpty ? nil : names.joined(labels)
  }

  private func label(of index: Int, in parent: Node) -> String? {
    names.label(of: index, in: parent, tree.text)
  }
}

extension [Node] {
  /// The nodes that some bytes are in, found by binary search; an empty range is in the node around it.
  fileprivate func touching(_ bytes: Range<Int>) -> Range<Int> {
    let start = self[...].firstIndex(endingBehind: bytes.lowerBound)
    var end = start
    let limit = Swift.max(bytes.upperBound, bytes.lowerBound + 1)
    while end < count, self[end].range.lowerBound < limit { end += 1 }
    return start..<end
  }
}
