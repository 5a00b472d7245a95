import DocMergeCore

/// Finds keys that stand twice in one container of a result, and not so in any input.
struct KeyGuard {
  /// A container, by the keys that lead to it, and a key in it.
  private struct Entry: Hashable {
    let container: UInt64
    let key: UInt64
  }

  private var most: [Entry: Int] = [:]

  /// Counts the keys of the inputs.
  init(_ inputs: [SyntaxTree]) {
    for tree in inputs {
      var counts: [Entry: Int] = [:]
      Self.walk(tree) { entry, _, _ in counts[entry, default: 0] += 1 }
      for (entry, count) in counts where count > 1 { most[entry] = max(most[entry] ?? 1, count) }
    }
  }

  /// The keys that stand more often than in any input.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    var places: [Entry: [(Node, String)]] = [:]
    var twice: [Entry] = []
    Self.walk(tree) { entry, node, path in
      places[entry, default: []].append((node, path))
      if places[entry]?.count == 2 { twice.append(entry) }
    }
    return twice.compactMap { entry in
      guard let found = places[entry], found.count > most[entry] ?? 1, let first = found.first,
        let key = first.0.key
      else { return nil }
      let name = String(decoding: tree.text[key.range], as: UTF8.self)
      let container = first.1.isEmpty ? "" : " in `\(first.1)`"
      return StructureFault(
        places: found.map(\.0.body), reason: "`\(name)` would stand twice\(container)")
    }
  }

  /// Visits all nodes that have keys.
  private static func walk(_ tree: SyntaxTree, _ visit: (Entry, Node, String) -> Void) {
    func walk(_ node: Node, _ container: UInt64, _ path: String) {
      var index: UInt64 = 0
      for child in node.children {
        if let key = child.key {
          visit(Entry(container: container, key: key.hash), child, path)
        }
        index += 1
        guard child.isContainer, !child.children.isEmpty else { continue }
        var inner = ContentHash()
        inner.add(hash: container)
        inner.add(hash: child.key?.hash ?? child.identity ?? index)
        walk(child, inner.value, path)
      }
    }
    walk(tree.root, 0, "")
  }
}

extension Node {
  /// What tells an element without a key from others: its first scalar member.
  fileprivate var identity: UInt64? {
    children.first { !$0.isContainer }?.content
  }
}
