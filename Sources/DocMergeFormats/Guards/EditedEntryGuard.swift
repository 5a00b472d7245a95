import DocMergeCore
import DocMergeLanguage

/// Finds entries of a result that no side wrote so, and that both sides did not change.
///
///     base  a = (1)  b = (1)   ours  b = (1)  a = (1)   theirs  a = (2)  b = (1)
///     fault b = (2)  a = (1)
///
/// Lines alike in several entries let a change of one of them meet another one, where the entries changed places. An
/// entry that one side removed and the other moved or changed is found, too, if the result has it.
struct EditedEntryGuard {
  private let inputs: Triple<SyntaxTree>
  /// Whether entries are sections of prose, which a side renames and puts into others.
  private let isProse: Bool

  init(_ inputs: Triple<SyntaxTree>, isProse: Bool) {
    (self.inputs, self.isProse) = (inputs, isProse)
  }

  /// The entries that hold a change of another one.
  ///
  /// Where something is left in conflict, the result holds ours.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of nodes in containers that differ.
  func faults(in tree: SyntaxTree, isWhole: Bool) -> [StructureFault] {
    var walk = Walk(
      texts: inputs.map(\.text), text: tree.text, isWhole: isWhole, isProse: isProse)
    walk.compare(
      Triple(base: inputs.base.root, ours: inputs.ours.root, theirs: inputs.theirs.root), tree.root)
    return walk.faults
  }

  /// Walks down the inputs and the result together.
  private struct Walk {
    /// The most entries of a container that are reported.
    private static let limit = 50

    /// The inputs.
    let texts: Triple<[UInt8]>
    /// The result.
    let text: [UInt8]
    /// Whether nothing is left in conflict.
    let isWhole: Bool
    let isProse: Bool
    var faults: [StructureFault] = []

    /// Compares the entries of containers that a key leads to in each text.
    mutating func compare(_ nodes: Triple<Node>, _ made: Node) {
      var (inBase, inOurs, inTheirs) = (
        KeyedChildren(nodes.base), KeyedChildren(nodes.ours), KeyedChildren(nodes.theirs)
      )
      // The entries without the change that a side made in them, and those with another one.
      var lost: [Node.Key] = []
      var suspects: [Node] = []
      // An entry that a side removed can have another name there, so a new entry is no suspect of its change.
      let removed = isProse ? [] : changedRemovals(nodes, made)
      var known: [Node] = []
      if isWhole, !isProse { comparePermutation(nodes, made) }
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
        } else if !isOfOneSide, ours.content != theirs.content,
          child.content == ours.content || child.content == theirs.content
        {
          // The change of the other side is not in it.
          lost.append(key)
          compare(Triple(base: base, ours: ours, theirs: theirs), child)
        } else if child.content != ours.content, child.content != theirs.content {
          if isOfOneSide {
            suspects.append(child)
            known.append(child)
            if ours.content != theirs.content { lost.append(key) }
          } else {
            compare(Triple(base: base, ours: ours, theirs: theirs), child)
          }
        }
      }
      let found = lost.isEmpty ? (removed.isEmpty ? [] : known) : suspects
      for child in found.prefix(Self.limit) {
        guard let key = child.key, (lost + removed).contains(where: { $0 != key }) else { continue }
        if isSingle(key, nodes, made) { report([child]) }
      }
    }

    /// The entries that one side changed or moved and the other removed: the change is not in them.
    ///
    /// An entry that the result has all the same is a fault.
    private mutating func changedRemovals(_ nodes: Triple<Node>, _ made: Node) -> [Node.Key] {
      var (inOurs, inTheirs, inResult) = (
        KeyedChildren(nodes.ours), KeyedChildren(nodes.theirs), KeyedChildren(made)
      )
      var lost: [Node.Key] = []
      for base in nodes.base.children {
        guard let key = base.key else { continue }
        let left = [inOurs.child(key), inTheirs.child(key)]
        guard left.count(where: { $0 == nil }) == 1, let kept = left.compactMap(\.self).first else {
          continue
        }
        if kept.content != base.content { lost.append(key) }
        guard isWhole, let result = inResult.child(key), isSingle(key, nodes, made) else {
          continue
        }
        let name = name(of: result)
        faults.append(
          StructureFault(
            places: [result.body], reason: tr("`\(name)` would come back, which a side removed")))
      }
      return lost
    }

    private func name(of node: Node) -> String {
      String(decoding: text[node.key?.range ?? node.body].prefix(60), as: UTF8.self)
    }

    /// Compares all entries with those of one side if the other only moved some.
    private mutating func comparePermutation(_ nodes: Triple<Node>, _ made: Node) {
      guard made.kind == .blocks || made.kind == .members else { return }
      for side in [Version.ours, .theirs] {
        guard nodes[side].children.count == nodes.base.children.count else { continue }
        for says in [contents, contentsWithComments] {
          let (before, moved) = (says(nodes.base, texts.base), says(nodes[side], texts[side]))
          guard moved != before, moved.sorted() == before.sorted() else { continue }
          let expected = says(nodes[side.opposite], texts[side.opposite])
          let others = unexpected(made, says(made, text), expected)
          guard !others.isEmpty else { continue }
          report(others)
          return
        }
      }
    }

    /// The entries of the result whose contents are not expected, or occur more often than expected.
    private func unexpected(_ made: Node, _ contents: [UInt64], _ expected: [UInt64]) -> [Node] {
      var counts: [UInt64: Int] = [:]
      for content in expected { counts[content, default: 0] += 1 }
      var others: [Node] = []
      for (child, content) in zip(made.children, contents) {
        if let count = counts[content], count > 0 {
          counts[content] = count - 1
        } else {
          others.append(child)
        }
      }
      return others
    }

    private func contents(_ node: Node, _ text: [UInt8]) -> [UInt64] {
      node.children.map(\.content)
    }

    /// The contents of the children, each with the comment above it.
    private func contentsWithComments(_ node: Node, _ text: [UInt8]) -> [UInt64] {
      node.children.map { child in
        var hash = ContentHash()
        for byte in text[child.leading] where !byte.isWhite { hash.add(byte) }
        return hash.value ^ child.content
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

    /// Adds a fault for entries with a change of another one.
    private mutating func report(_ entries: [Node]) {
      guard let first = entries.first else { return }
      let name = name(of: first)
      faults.append(
        StructureFault(
          places: entries.map(\.body),
          reason: tr("`\(name)` would have a change of another entry")))
    }
  }
}
