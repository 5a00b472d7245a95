import DocMergeCore
import DocMergeLanguage

/// Finds elements of a list that have the same name, where a member with a name tells all elements of the inputs apart.
///
///     - name: HOST        - name: HOST
///     - name: PORT        - name: LEVEL     value: info     (ours)
///                         - name: PORT
///                         - name: LEVEL     value: debug    (theirs)   a fault
struct RecordGuard {
  /// A member of the elements of lists that are reached by the same keys.
  private struct Member: Hashable {
    let list: UInt64
    let key: UInt64
  }

  private let inputs: [SyntaxTree]

  init(_ inputs: [SyntaxTree]) { self.inputs = inputs }

  /// The elements whose name another one has in the result.
  ///
  /// The inputs are examined only when a name occurs twice.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    var doubled: [(member: Member, elements: [Node], name: Range<Int>)] = []
    Self.forEachList(in: tree) { list, elements in
      for key in Self.names(of: elements, in: tree.text) {
        let values = elements.compactMap { $0.member(key) }
        let groups = Dictionary(grouping: values.indices, by: { values[$0].content })
        for group in groups.values.filter({ $0.count > 1 }).sorted(by: { $0[0] < $1[0] }) {
          let name = values[group[0]].body
          let member = Member(list: list, key: key.hash)
          doubled.append((member, group.map { elements[$0] }, name))
        }
      }
    }
    guard !doubled.isEmpty else { return [] }
    let distinct = distinctMembers()
    return doubled.filter { distinct.contains($0.member) }.map { _, elements, name in
      let text = String(
        decoding: tree.text[name].prefix { $0 != 0x0A }.prefix(80), as: UTF8.self)
      return StructureFault(
        places: elements.map(\.body), reason: tr("two elements would have `\(text)`"))
    }
  }

  /// The members that tell the elements of a list apart, in at least one input, and in each that has them.
  private func distinctMembers() -> Set<Member> {
    var (distinct, repeating) = (Set<Member>(), Set<Member>())
    for input in inputs {
      Self.forEachList(in: input) { list, elements in
        guard elements.count > 1 else { return }
        for key in Self.names(of: elements, in: input.text) {
          let member = Member(list: list, key: key.hash)
          let values = Set(elements.compactMap { $0.member(key)?.content })
          if values.count == elements.count {
            distinct.insert(member)
          } else {
            repeating.insert(member)
          }
        }
      }
    }
    return distinct.subtracting(repeating)
  }

  private static let usualNames = ["id", "name", "key", "uuid", "uid", "slug"]

  /// The keys that all elements have, with a value, and that can name them: the first one, or a usual name.
  private static func names(of elements: [Node], in text: [UInt8]) -> [Node.Key] {
    guard let first = elements.first else { return [] }
    return first.children.prefix(8).enumerated().compactMap { index, child in
      guard let key = child.key, !child.isContainer,
        index == 0 || usualNames.contains(String(decoding: text[key.range], as: UTF8.self)),
        elements.allSatisfy({ $0.member(key).map { !$0.isContainer } ?? false })
      else { return nil }
      return key
    }
  }

  /// Visits the lists of objects, with a hash of the keys that lead to each.
  private static func forEachList(
    in tree: SyntaxTree, _ visit: (UInt64, _ elements: [Node]) -> Void
  ) {
    func walk(_ node: Node, _ path: UInt64) {
      let children = node.children
      if node.kind == .items, children.allSatisfy({ $0.kind == .members && $0.key == nil }),
        !children.isEmpty
      {
        visit(path, children)
      }
      for child in children where !child.children.isEmpty {
        var inner = ContentHash()
        inner.add(hash: path)
        inner.add(hash: child.key?.hash ?? 0)
        walk(child, inner.value)
      }
    }
    walk(tree.root, 0)
  }
}
