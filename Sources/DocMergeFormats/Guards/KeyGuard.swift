import DocMergeCore

/// Finds keys that stand twice in one container of a result, and in none of the inputs.
struct KeyGuard {
  /// A kind of container, by the keys that lead to it, and a key in it.
  private struct Entry: Hashable {
    let container: UInt64
    let key: UInt64
  }

  private var known: Set<Entry> = []

  /// Looks for the keys that stand twice in the inputs.
  init(_ inputs: [SyntaxTree]) {
    for tree in inputs {
      Self.forEachDouble(in: tree) { entry, _, _ in known.insert(entry) }
    }
  }

  /// The keys that stand twice, and in no input.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    var faults: [StructureFault] = []
    Self.forEachDouble(in: tree) { entry, nodes, path in
      guard !known.contains(entry), let first = nodes.first else { return }
      let line = tree.text[first.key?.range ?? first.body].prefix { $0 != 0x0A }
      let name = String(decoding: line.prefix(80), as: UTF8.self)
      let places = path.compactMap { $0.key?.range }
        .map { String(decoding: tree.text[$0].prefix(80), as: UTF8.self) }
      let container = places.isEmpty ? "" : " in `\(places.joined(separator: "."))`"
      faults.append(
        StructureFault(
          places: nodes.map(\.body), reason: "`\(name)` would stand twice\(container)"))
    }
    return faults
  }

  /// Visits the keys that stand twice or more in one container.
  private static func forEachDouble(
    in tree: SyntaxTree, _ visit: (Entry, [Node], _ path: [Node]) -> Void
  ) {
    var path: [Node] = []
    func walk(_ node: Node, _ container: UInt64) {
      var counts: [UInt64: Int] = [:]
      for key in node.children.lazy.compactMap(\.identity) { counts[key, default: 0] += 1 }
      for (key, count) in counts where count > 1 {
        visit(
          Entry(container: container, key: key), node.children.filter { $0.identity == key }, path)
      }
      for child in node.children where !child.children.isEmpty {
        var inner = ContentHash()
        inner.add(hash: container)
        inner.add(hash: child.key?.hash ?? 0)
        path.append(child)
        walk(child, inner.value)
        path.removeLast()
      }
    }
    walk(tree.root, 0)
  }
}

extension Node {
  /// How many bytes a child without a key has at least; shorter ones are alike by chance.
  private static let leastBytes = 12

  /// What must not stand twice in one container: the key, or all that a child without a key says.
  fileprivate var identity: UInt64? {
    if let key { return key.hash }
    return body.count >= Self.leastBytes ? content : nil
  }
}
