/// The identifiers by which the objects of a project refer to each other.
package struct OpenStepReferences: Sendable {
  /// The places of identifiers that no object has, each once, in the order of the text.
  ///
  /// An identifier of an object of another project, `remoteGlobalIDString`, is not included.
  package private(set) var dangling: [Range<Int>] = []

  /// Finds them in the tree of a project.
  ///
  /// - Parameters:
  ///   - tree: the tree.
  ///   - known: the identifiers of objects in other versions, which are identifiers here, too; of other words, those of
  ///     24 digits are.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package init(in tree: SyntaxTree, known: Set<Node.Key> = []) {
    let defined = Self.objects(of: tree)
    var open = [tree.root]
    var seen = defined
    while let node = open.popLast() {
      open += node.children.reversed()
      guard let place = tree.reference(node) ?? tree.word(node, among: known) else { continue }
      if seen.insert(Node.Key(place, in: tree.text)).inserted { dangling.append(place) }
    }
  }

  /// The identifiers of the objects of a project.
  ///
  /// - Complexity: O(*n*), *n* being the number of objects.
  package static func objects(of tree: SyntaxTree) -> Set<Node.Key> {
    var found: Set<Node.Key> = []
    for member in tree.root.children where tree.says("objects", member.key) {
      let objects = member.children.flatMap { $0.isSection(tree) ? $0.children : [$0] }
      found.formUnion(objects.compactMap(\.key))
    }
    return found
  }
}

extension Node {
  /// Whether it is a section of objects, which begins and ends with a comment.
  fileprivate func isSection(_ tree: SyntaxTree) -> Bool {
    !body.isEmpty && ByteCursor(tree.text, at: body.lowerBound).isAt("/*")
  }
}

extension SyntaxTree {
  /// Whether a key is this word.
  fileprivate func says(_ word: StaticString, _ key: Node.Key?) -> Bool {
    guard let key, key.range.count == word.utf8CodeUnitCount else { return false }
    return ByteCursor(text, at: key.range.lowerBound).isAt(word)
  }

  /// The last word of an element of an array or the value of a member, if it is one of some keys.
  fileprivate func word(_ node: Node, among keys: Set<Node.Key>) -> Range<Int>? {
    guard !keys.isEmpty, node.kind == .scalar, !says("remoteGlobalIDString", node.key) else {
      return nil
    }
    var end = node.body.upperBound
    if end > node.body.lowerBound, text[end - 1] == 0x3B { end -= 1 }
    let word = text[node.body.lowerBound..<end].reversed().prefix(while: \.isPartOfName).count
    let place = end - word..<end
    return word > 0 && keys.contains(Node.Key(place, in: text)) ? place : nil
  }

  /// The identifier in an element of an array or the value of a member.
  fileprivate func reference(_ node: Node) -> Range<Int>? {
    guard node.kind == .scalar, !says("remoteGlobalIDString", node.key) else { return nil }
    var end = node.body.upperBound
    if end > node.body.lowerBound, text[end - 1] == 0x3B { end -= 1 }
    let isQuoted = end > node.body.lowerBound && text[end - 1] == 0x22
    if isQuoted { end -= 1 }
    let start = end - 24
    guard start >= node.body.lowerBound, text[start..<end].allSatisfy(\.isCapitalHexDigit) else {
      return nil
    }
    guard start > node.body.lowerBound else { return start..<end }
    let before = text[start - 1]
    return (isQuoted ? before == 0x22 : !OpenStepFormat.isBare(before)) ? start..<end : nil
  }
}

extension UInt8 {
  /// Whether the byte is a digit of an identifier.
  fileprivate var isCapitalHexDigit: Bool { isDecimalDigit || self >= 0x41 && self <= 0x46 }
}
