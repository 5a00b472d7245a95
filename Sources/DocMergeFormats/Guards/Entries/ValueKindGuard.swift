import DocMergeCore
import DocMergeLanguage

/// Finds values of a kind that one side replaced by another one in all entries of their container.
///
///     base   a: 1.0    ours   a: {version: 1.0}    theirs   a: 1.0    fault   a: {version: 1.0}
///            b: 2.0           b: {version: 2.0}             b: 2.0            b: {version: 2.0}
///                                                           c: 3.0            c: 3.0
struct ValueKindGuard: Sendable {
  /// What values are.
  private enum Kind: Hashable {
    case container, text, number, word
  }

  /// The kinds that containers had and have, by the hash of the keys that lead to each.
  private var changes: [UInt64: (old: Kind, new: Kind)] = [:]

  /// The fewest entries that show that all are of one kind.
  private static let fewest = 2

  /// Compares the containers that both sides changed.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes in containers that both sides changed.
  init(_ inputs: Triple<SyntaxTree>) {
    let texts = inputs.map(\.text)
    compare(
      Triple(base: inputs.base.root, ours: inputs.ours.root, theirs: inputs.theirs.root), texts,
      at: RecordList.root)
  }

  /// The values of the old kind beside those of the new one.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes; O(1) where no kind was changed.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    guard !changes.isEmpty else { return [] }
    var faults: [StructureFault] = []
    func visit(_ node: Node, _ path: UInt64) {
      if let (old, new) = changes[path] {
        let kinds = node.children.map { Self.kind(of: $0, in: tree.text) }
        if kinds.contains(new) {
          for (child, kind) in zip(node.children, kinds) where kind == old {
            let start = tree.text[child.body].prefix { $0 != 0x0A }.excerpt
            faults.append(
              StructureFault(
                places: [child.body],
                reason: tr("“\(start)” would have another form than the records beside it")))
          }
        }
      }
      for child in node.children where child.isContainer {
        guard let key = child.key else { continue }
        visit(child, RecordList.path(path, key))
      }
    }
    visit(tree.root, RecordList.root)
    return faults
  }

  private mutating func compare(_ nodes: Triple<Node>, _ texts: Triple<[UInt8]>, at path: UInt64) {
    guard nodes.ours.content != nodes.theirs.content,
      nodes.ours.content != nodes.base.content, nodes.theirs.content != nodes.base.content
    else { return }
    let kinds = Triple(
      base: Self.common(nodes.base, texts.base), ours: Self.common(nodes.ours, texts.ours),
      theirs: Self.common(nodes.theirs, texts.theirs))
    if let old = kinds.base, let ours = kinds.ours, let theirs = kinds.theirs,
      (ours == old) != (theirs == old)
    {
      changes[path] = (old, ours == old ? theirs : ours)
    }
    KeyedChildren.forEachChanged(in: nodes) { key, inner in
      compare(inner, texts, at: RecordList.path(path, key))
    }
  }

  /// The kind of all values of a container; `nil` where there are several kinds, or too few values.
  private static func common(_ node: Node, _ text: [UInt8]) -> Kind? {
    guard node.kind == .members, node.children.count >= fewest else { return nil }
    let first = kind(of: node.children[0], in: text)
    for place in node.children.indices.dropFirst() {
      if first == .container, node.children[place].isContainer { continue }
      guard kind(of: node.children[place], in: text) == first else { return nil }
    }
    return first
  }

  private static func kind(of node: Node, in text: [UInt8]) -> Kind {
    if node.isContainer { return .container }
    guard let first = text[node.value(in: text)].trimmed.first else { return .word }
    if first == 0x22 || first == 0x27 { return .text }
    return first.isDecimalDigit || first == 0x2D ? .number : .word
  }
}
