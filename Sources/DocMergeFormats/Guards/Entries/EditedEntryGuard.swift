import DocMergeCore
import DocMergeLanguage

/// Finds entries of a result that are written as in no input, although at most one side changed them.
///
///     base  a = (1)  b = (1)   ours  b = (1)  a = (1)   theirs  a = (2)  b = (1)
///     fault b = (2)  a = (1)
///
/// Entries can have equal lines. If one side moved such entries, the other side's change of one can end up in another.
/// An entry that one side removed, and the other side moved or changed, is found, too, if the result has it.
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

    /// The faults among the entries of a container.
    private struct Findings {
      /// The entries without the change that a side made in them.
      var lost: [Node.Key] = []
      /// The entries that are written as in no side.
      var suspects: [Node] = []
      /// Those of the suspects that all texts have.
      var known: [Node] = []
    }

    /// Compares the entries of containers that a key leads to in each text.
    mutating func compare(_ nodes: Triple<Node>, _ made: Node) {
      // A side may have renamed an entry instead of removing it: a new entry can hold its change rightly.
      let removed = isProse ? [] : changedRemovals(nodes, made)
      if isWhole, !isProse { comparePermutation(nodes, made) }
      let found = compareEntries(of: nodes, made)
      let suspects = found.lost.isEmpty ? (removed.isEmpty ? [] : found.known) : found.suspects
      for child in suspects.prefix(Self.limit) {
        guard let key = child.key, (found.lost + removed).contains(where: { $0 != key }) else {
          continue
        }
        if isSingle(key, nodes, made) { report([child]) }
      }
    }

    private mutating func compareEntries(of nodes: Triple<Node>, _ made: Node) -> Findings {
      var (inBase, inOurs, inTheirs) = (
        KeyedChildren(nodes.base), KeyedChildren(nodes.ours), KeyedChildren(nodes.theirs)
      )
      var found = Findings()
      for place in made.children.indices {
        guard let key = made.children[place].key else {
          compareKeyless(nodes, made, at: place)
          continue
        }
        let content = made.children[place].content
        let (base, ours, theirs) = (
          inBase.place(of: key), inOurs.place(of: key), inTheirs.place(of: key)
        )
        if let base, let ours, let theirs {
          // Most entries are the same everywhere: they are not copied.
          let isChanged =
            inBase.content(at: base) != content || inOurs.content(at: ours) != content
            || inTheirs.content(at: theirs) != content
          guard isChanged else { continue }
          let nodes = Triple(base: inBase[base], ours: inOurs[ours], theirs: inTheirs[theirs])
          compare(made.children[place], key, with: nodes, &found)
        } else if base == nil {
          let added = [ours.map(inOurs.content), theirs.map(inTheirs.content)].compactMap(\.self)
          if added.count == 1, added[0] != content { found.suspects.append(made.children[place]) }
        }
      }
      return found
    }

    /// Compares an entry that all texts have.
    private mutating func compare(
      _ child: Node, _ key: Node.Key, with nodes: Triple<Node>, _ found: inout Findings
    ) {
      let (base, ours, theirs) = (nodes.base.content, nodes.ours.content, nodes.theirs.content)
      let isOfOneSide = ours == base || theirs == base
      if child.content == base {
        if isOfOneSide, ours != theirs { found.lost.append(key) }
      } else if !isOfOneSide, ours != theirs, child.content == ours || child.content == theirs {
        // The change of the other side is not in it.
        found.lost.append(key)
        compare(nodes, child)
      } else if child.content != ours, child.content != theirs {
        guard isOfOneSide else { return compare(nodes, child) }
        found.suspects.append(child)
        found.known.append(child)
        if ours != theirs { found.lost.append(key) }
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
      for place in nodes.base.children.indices {
        guard let key = nodes.base.children[place].key else { continue }
        let kept: UInt64
        switch (inOurs.place(of: key), inTheirs.place(of: key)) {
        case (let ours?, nil): kept = inOurs.content(at: ours)
        case (nil, let theirs?): kept = inTheirs.content(at: theirs)
        default: continue
        }
        if kept != nodes.base.children[place].content { lost.append(key) }
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
      text[node.key?.range ?? node.body].excerpt
    }

    /// Compares all entries with those of one side if the other only moved some.
    private mutating func comparePermutation(_ nodes: Triple<Node>, _ made: Node) {
      guard made.kind == .blocks || made.kind == .members else { return }
      for side in [Version.ours, .theirs] {
        guard nodes[side].children.count == nodes.base.children.count else { continue }
        for says in [contents, contentsWithComments] {
          let (before, moved) = (says(nodes.base, texts.base), says(nodes[side], texts[side]))
          guard moved != before, Self.areSame(moved, before) else { continue }
          let expected = says(nodes[side.opposite], texts[side.opposite])
          let others = unexpected(made, says(made, text), expected)
          guard !others.isEmpty else { continue }
          report(others)
          return
        }
      }
    }

    /// Whether two lists have the same hashes, in any order; most differ in their sums, which need no sorting.
    private static func areSame(_ one: [UInt64], _ other: [UInt64]) -> Bool {
      var sum: UInt64 = 0
      for hash in one { sum &+= hash }
      for hash in other { sum &-= hash }
      return sum == 0 && one.sorted() == other.sorted()
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
