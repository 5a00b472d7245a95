/// Names the places of a document by what they stand in: `$.scripts.test`, `jobs › build › steps[2]`,
/// `Setup › item 3`.
///
/// Elements of lists are counted from 0 in brackets, as in JSONPath; items of prose from 1.
package struct DocumentPlaces: Sendable {
  private let tree: SyntaxTree
  private let notation: Notation

  /// How the names of nested nodes are put together.
  private enum Notation {
    case jsonPath, keys, prose
  }

  /// Names the places of a text; `nil` when no format is known that takes it.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package init?(of text: [UInt8], in structure: DocumentStructure) {
    let formats = KnownFormat.candidates(path: structure.path, name: structure.formatName)
    for known in formats {
      // A refusal means that the text is of another format.
      guard let tree = try? known.format.tree(of: text), tree.isSound else { continue }
      self.tree = tree
      notation = known.isProse ? .prose : known.format is JSONFormat ? .jsonPath : .keys
      return
    }
    return nil
  }

  /// The name of what some bytes are in; `nil` for the document itself.
  ///
  /// - Complexity: O(*d* + log *n*), *d* being the depth and *n* the number of nodes.
  package func name(of bytes: Range<Int>) -> String? {
    var labels: [String] = []
    var node = tree.root
    while true {
      let touched = node.children.touching(bytes)
      guard let first = touched.first, let last = touched.last else { break }
      let names = (label(of: first, in: node), label(of: last, in: node))
      guard touched.count == 1 else {
        if let one = names.0, let other = names.1, one != other {
          labels.append("\(one) … \(other)")
        }
        break
      }
      if let name = names.0 { labels.append(name) }
      node = node.children[first]
    }
    return labels.isEmpty ? nil : joined(labels)
  }

  /// The most bytes of a key that are shown.
  private static let keyLimit = 60

  private func label(of index: Int, in parent: Node) -> String? {
    if let key = parent.children[index].key, !key.range.isEmpty {
      let line = tree.text[key.range].prefix { $0 != 0x0A }.prefix(Self.keyLimit)
      return String(decoding: line.trimming { $0 == .quotationMark }, as: UTF8.self)
    }
    guard parent.kind == .items else { return nil }
    return notation == .prose ? "item \(index + 1)" : "[\(index)]"
  }

  private func joined(_ labels: [String]) -> String {
    var name = notation == .jsonPath ? "$" : ""
    for label in labels {
      switch notation {
      case _ where label.hasPrefix("["): break
      case .jsonPath: name += "."
      case .keys, .prose: name += name.isEmpty ? "" : " › "
      }
      name += label
    }
    return name
  }
}

extension [Node] {
  /// The nodes that some bytes are in, found by halving; an empty range is in the node around it.
  fileprivate func touching(_ bytes: Range<Int>) -> Range<Int> {
    let start = self[...].firstIndex(endingBehind: bytes.lowerBound)
    var end = start
    let limit = Swift.max(bytes.upperBound, bytes.lowerBound + 1)
    while end < count, self[end].range.lowerBound < limit { end += 1 }
    return start..<end
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without those at both ends that are to be left out.
  fileprivate func trimming(_ isLeftOut: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let rest = drop(while: isLeftOut)
    let end = rest.lastIndex { !isLeftOut($0) } ?? rest.startIndex - 1
    return rest[rest.startIndex..<end + 1]
  }
}
