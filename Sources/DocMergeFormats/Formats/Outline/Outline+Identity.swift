/// The identities of a part of an outline besides its key.
///
/// Two additions to one container that share one of these are about the same thing, or would conflict: a name that
/// is declared or given a value, the number of a field, an `id`, the number that a migration starts with.
package func identities(of node: Node, in tree: SyntaxTree) -> [Node.Key] {
  NodeIdentity(node, tree).all
}

/// The containers around a place in a text, from the outermost to the innermost, without the root.
package func containerPath(at offset: Int, in tree: SyntaxTree) -> [Node] {
  var path: [Node] = []
  var children = tree.root.children[...]
  while let child = children.owner(of: offset), child.isContainer {
    path.append(child)
    children = child.children[...]
  }
  return path
}

extension ArraySlice<Node> {
  /// The node that owns a place.
  fileprivate func owner(of offset: Int) -> Node? {
    let index = firstIndex(endingBehind: offset)
    return index < endIndex && self[index].range.contains(offset) ? self[index] : nil
  }
}

/// Finds the identities of a node.
private struct NodeIdentity {
  let node: Node
  let tree: SyntaxTree
  let text: [UInt8]
  /// The first line of the node.
  let head: Range<Int>
  private let names: DeclaredName

  init(_ node: Node, _ tree: SyntaxTree) {
    self.node = node
    self.tree = tree
    text = tree.text
    let end = text[node.body].firstIndex(of: 0x0A) ?? node.body.upperBound
    head = node.body.lowerBound..<min(end, node.body.lowerBound + 400)
    names = DeclaredName(text, LanguageFamily())
  }

  var all: [Node.Key] {
    var found: [Node.Key] = []
    func add(_ range: Range<Int>?, _ kind: StaticString) {
      guard let range, !range.isEmpty else { return }
      let mark = UnsafeBufferPointer(start: kind.utf8Start, count: kind.utf8CodeUnitCount)
      let key = Node.Key(meaning: Array(mark) + text[range], at: range)
      if !found.contains(key) { found.append(key) }
    }
    guard !head.isEmpty else { return [] }
    if text[head.lowerBound] != 0x3C {
      add(node.key?.range, "name ")
      add(name, "name ")
    }
    add(fieldNumber, "number ")
    add(prefixNumber, "migration ")
    add(names.identifier(in: head), "id ")
    add(names.identifier(in: head, named: "name="), "attribute ")
    add(node.children.first { isIdentifier($0.key) }?.body, "member ")
    return found
  }

  /// The name that is declared, called or given a value.
  private var name: Range<Int>? {
    if let name = names.key(ofItem: head)?.range { return name }
    if let name = names.declared(head, isLocal: false) { return name }
    return names.assigned(
      head, hasBody: node.isContainer && node.kind == .blocks, BlockContext())
  }

  private func isIdentifier(_ key: Node.Key?) -> Bool {
    guard let key else { return false }
    return ["id", "uid", "key"].contains {
      text[key.range].map { $0 | 0x20 }.elementsEqual($0.utf8)
    }
  }

  // MARK: - Numbers

  private static let numbered = ["message", "enum", "oneof", "extend", "struct", "union"]

  /// The number of a field or of a case, where such numbers are unique.
  private var fieldNumber: Range<Int>? {
    let path = containerPath(at: node.body.lowerBound, in: tree)
    guard let parent = path.last(where: { $0.body.lowerBound < node.body.lowerBound }) else {
      return nil
    }
    let words = HeadWords(text, parent.head, LanguageFamily()).words.prefix(3)
    guard words.contains(where: { Self.numbered.contains($0.word) }) else { return nil }
    var place = head.lowerBound
    if text[place].isDecimalDigit {
      let number = digits(from: place)
      return number.upperBound < text.count && text[number.upperBound] == 0x3A ? number : nil
    }
    guard let sign = text[head].firstIndex(of: 0x3D) else { return nil }
    place = sign + 1
    while place < head.upperBound, text[place].isBlankOrTab { place += 1 }
    let number = digits(from: place)
    let next = number.upperBound < head.upperBound ? text[number.upperBound] : 0x3B
    return [0x20, 0x3B, 0x2C, 0x5B].contains(next) ? number : nil
  }

  private func digits(from start: Int) -> Range<Int> {
    var end = start
    while end < text.count, text[end].isDecimalDigit { end += 1 }
    return start..<end
  }

  /// The number of three digits or more at the start of a name in the node, such as that of `0003_mail`.
  private var prefixNumber: Range<Int>? {
    var place = head.lowerBound
    while place < head.upperBound {
      guard text[place].isDecimalDigit else {
        place += 1
        continue
      }
      let number = digits(from: place)
      let end = number.upperBound
      place = end
      guard number.count >= 3, end + 1 < text.count, text[end] == 0x5F || text[end] == 0x2D,
        text[end + 1] | 0x20 >= 0x61, text[end + 1] | 0x20 <= 0x7A,
        number.lowerBound == 0
          || !text[number.lowerBound - 1].isPartOfWord
            && text[number.lowerBound - 1] != 0x2D && text[number.lowerBound - 1] != 0x2E
      else { continue }
      return number
    }
    return nil
  }
}
