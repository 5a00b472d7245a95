import DocMergeLanguage

/// The documents of a text.
extension YAMLScanner {
  /// The node of the whole text: of its document, or of all of them.
  mutating func text() throws(FormatRefusal) -> Node {
    try checkBytes()
    let all = cursor.text.indices
    if cursor.isAt("\u{FEFF}") { cursor.offset = 3 }
    let first = cursor.offset
    var documents: [Node] = []
    var anchors: [Node.Key?] = []
    var begin = first
    try scanGap()
    while !cursor.isAtEnd {
      var document = try document(from: begin)
      if !cursor.isAtEnd {
        let end = blankLinesEnd(from: document.range.upperBound)
        document.range = document.range.lowerBound..<end
      }
      begin = document.range.upperBound
      anchors.append(document.key)
      documents.append(document)
    }
    for index in documents.indices { listKeys.mark(&documents[index]) }
    if documents.count == 1, !isStream, var root = documents.first {
      root.key = nil
      root.range = all
      root.body = all
      root.separator = all.upperBound..<all.upperBound
      if !root.isContainer { root.inner = root.separator }
      return root
    }
    guard !documents.isEmpty else { return Node(.members, range: all, body: all) }
    var root = Node(.blocks, range: all, body: all, inner: first..<begin)
    if identify(&documents, anchors: anchors) { root.kind = .set }
    root.children = documents
    return root
  }

  /// Reads a document, from the gap before it to the gap after it.
  private mutating func document(from start: Int) throws(FormatRefusal) -> Node {
    anchors = []
    let hasDirectives = cursor.next == 0x25 && nextColumn == 0
    while cursor.next == 0x25, nextColumn == 0 {
      cursor.skipLine()
      try scanGap()
    }
    var node: Node
    if cursor.isAt("---"), isAtDocumentMarker {
      cursor.offset += 3
      let anchor = anchorOnLine
      node = try value(from: start, key: anchor, indent: -1, isItem: false, depth: 0)
    } else {
      guard !hasDirectives else { throw refusal(tr("`---` was expected behind the directives")) }
      node =
        nextColumn < 0
        ? Node(.scalar, range: start..<start, body: start..<start)
        : try content(from: start, key: nil, indent: -1, depth: 0)
    }
    guard nextColumn < 0 else {
      throw refusal(tr("the line is indented differently from those before it"))
    }
    try endDocument(&node)
    return node
  }

  /// Adds the comments below a document, and the mark at its end, to the document.
  private mutating func endDocument(_ node: inout Node) throws(FormatRefusal) {
    var end = max(node.range.upperBound, gap.tailEnd(column: 0))
    while cursor.isAt("..."), isAtDocumentMarker {
      cursor.offset += 3
      cursor.skipBlanks()
      guard isAtLineEnd else { throw refusal(tr("the end of the line was expected")) }
      cursor.skipLine()
      try scanGap()
      end = gap.lineEnd
    }
    node.body = node.body.lowerBound..<end
    node.range = node.body
    node.separator = end..<end
    if !node.isContainer { node.inner = node.separator }
  }
}
