import DocMergeCore
import DocMergeLanguage

/// Finds entries of a result that no side wrote so, and that both sides did not change.
///
///     base  a = (1)  b = (1)   ours  b = (1)  a = (1)   theirs  a = (2)  b = (1)
///     fault b = (2)  a = (1)
///
/// Lines alike in several entries let a change of one of them meet another one, where the entries changed places.
struct EditedEntryGuard {
  private let inputs: Triple<SyntaxTree>

  init(_ inputs: Triple<SyntaxTree>) { self.inputs = inputs }

  /// The entries that hold a change of another one.
  ///
  /// Where something is left in conflict, the result holds ours.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes in containers that differ.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    var walk = Walk(text: tree.text)
    walk.compare(
      Triple(base: inputs.base.root, ours: inputs.ours.root, theirs: inputs.theirs.root), tree.root)
    return walk.faults
  }

  /// Walks down the inputs and the result together.
  private struct Walk {
    /// The most entries of a container that are reported.
    private static let limit = 50

    let text: [UInt8]
    var faults: [StructureFault] = []

    /// Compares the entries of containers that a key leads to in each text.
    mutating func compare(_ nodes: Triple<Node>, _ made: Node) {
      var (inBase, inOurs, inTheirs) = (
        KeyedChildren(nodes.base), KeyedChildren(nodes.ours), KeyedChildren(nodes.theirs)
      )
      // The entries without the change that a side made in them, and those with another one.
      var lost: [Node.Key] = []
      var suspects: [Node] = []
      for (place, child) in made.children.enumerated() {
        guard let key = child.key else {
          compareKeyless(nodes, made, at: place)
          continue
        }
        let found = Triple<Node?>(
          base: inBase.child(key), ours: inOurs.child(key), theirs: inTheirs.child(key))
        guard let base = found.base, let ours = found.ours, let theirs = found.theirs else {
          let only = found.base == nil ? [found.ours, found.theirs].compactMap(\.self) : []
          if only.count == 1, only[0].content != child.content { suspects.append(child) }
          continue
        }
        let isOfOneSide = ours.content == base.content || theirs.content == base.content
        if child.content == base.content {
          if isOfOneSide, ours.content != theirs.content { lost.append(key) }
        } else if child.content != ours.content, child.content != theirs.content {
          if isOfOneSide {
            suspects.append(child)
            if ours.content != theirs.content { lost.append(key) }
          } else {
            compare(Triple(base: base, ours: ours, theirs: theirs), child)
          }
        }
      }
      for child in suspects.prefix(Self.limit) {
        guard let key = child.key, lost.contains(where: { $0 != key }) else { continue }
        if isSingle(key, nodes, made) { report(child, key) }
      }
    }

    /// Compares containers without a key, such as the statement around the cases of a choice, which are found by
    /// their place; items of a list may have moved.
    private mutating func compareKeyless(_ nodes: Triple<Node>, _ made: Node, at place: Int) {
      let child = made.children[place]
      let all = [nodes.base, nodes.ours, nodes.theirs]
      guard child.isContainer, made.kind == .blocks || made.kind == .members,
        all.allSatisfy({ $0.children.count == made.children.count && $0.children[place].key == nil }
        )
      else { return }
      let inner = nodes.map { $0.children[place] }
      guard
        ![inner.base, inner.ours, inner.theirs].contains(where: { $0.content == child.content })
      else { return }
      compare(inner, child)
    }

    /// Whether no text has two entries with the key.
    private func isSingle(_ key: Node.Key, _ nodes: Triple<Node>, _ made: Node) -> Bool {
      [nodes.base, nodes.ours, nodes.theirs, made].allSatisfy { node in
        node.children.count { $0.key == key } <= 1
      }
    }

    private mutating func report(_ entry: Node, _ key: Node.Key) {
      let name = String(decoding: text[key.range].prefix(60), as: UTF8.self)
      faults.append(
        StructureFault(
          places: [entry.body], reason: tr("`\(name)` would have a change of another entry")))
    }
  }
}
