import DocMergeCore

/// Finds records of a result whose id one side replaced, and whose values the other side changed.
///
///     base  {"id": 1, "n": "a"}   ours  {"id": 7, "n": "a"}   theirs  {"id": 1, "n": "z"}
///     fault {"id": 7, "n": "z"}
///
/// Another id often means another thing, whose values nobody has seen.
struct ReplacedKeyGuard {
  private let inputs: Triple<Records>
  private let usesKeys: Bool

  /// Prepares for the results of a merge; `usesKeys` means that the key of an entry with children is its id, too.
  init(_ inputs: Triple<SyntaxTree>, usesKeys: Bool) {
    self.usesKeys = usesKeys
    self.inputs = inputs.map { Records($0, usesKeys: usesKeys) }
  }

  /// The records with an id that one side gave them, and values that the other side did.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let replaced = replaced(by: inputs.ours, beside: inputs.theirs)
      .merging(replaced(by: inputs.theirs, beside: inputs.ours)) { one, _ in one }
    guard !replaced.isEmpty else { return [] }
    let records = Records(tree, usesKeys: usesKeys)
    return records.all.compactMap { name, record in
      guard let rest = replaced[name], record.rest != rest else { return nil }
      let id = String(decoding: tree.text[record.id].prefix(60), as: UTF8.self)
      return StructureFault(
        places: [record.body],
        reason: "one side changed the record that the other side gave the id `\(id)`")
    }
    .sorted { $0.stands(before: $1) }
  }

  /// The records that a side gave another id while the other side changed their values, each with the side's values.
  private func replaced(by side: Records, beside other: Records) -> [Records.Name: UInt64] {
    var replaced: [Records.Name: UInt64] = [:]
    let gone = inputs.base.all.filter { side.all[$0.key] == nil }
    guard !gone.isEmpty else { return [:] }
    for (name, record) in side.all where inputs.base.all[name] == nil {
      let old = gone.first { $0.key.container == name.container && $0.value.rest == record.rest }
      guard let old, let edited = other.all[old.key], edited.rest != old.value.rest else {
        continue
      }
      replaced[name] = record.rest
    }
    return replaced
  }
}

/// The records of a text, by their containers and ids.
private struct Records {
  /// The place of a record: the keys around it, and its id.
  struct Name: Hashable {
    let container: UInt64
    let id: UInt64
  }

  /// A record.
  struct Record {
    /// The place of its id.
    let id: Range<Int>
    let body: Range<Int>
    /// The hash of everything but the id.
    let rest: UInt64
  }

  private(set) var all: [Name: Record] = [:]

  private static let idNames = Set(
    ["id", "uuid", "guid", "uid", "name", "key", "code", "sku", "slug", "isbn"]
      .map { ContentHash.of($0.utf8) })

  init(_ tree: SyntaxTree, usesKeys: Bool) {
    func walk(_ node: Node, _ container: UInt64) {
      for child in node.children where !child.children.isEmpty {
        if let (name, record) = Self.record(child, in: container, usesKeys) { all[name] = record }
        var inner = ContentHash()
        inner.add(hash: container)
        inner.add(hash: child.key?.hash ?? 0)
        walk(child, inner.value)
      }
    }
    walk(tree.root, 0)
  }

  private static func record(
    _ node: Node, in container: UInt64, _ usesKeys: Bool
  ) -> (Name, Record)? {
    let place = node.children.firstIndex { child in
      !child.isContainer && (child.key.map { idNames.contains($0.hash) } ?? false)
    }
    func rest(without place: Int?) -> UInt64 {
      var hash = ContentHash()
      for index in node.children.indices where index != place {
        hash.add(hash: node.children[index].key?.hash ?? 0)
        hash.add(hash: node.children[index].content)
      }
      return hash.value
    }
    if node.kind == .members, node.key == nil, let place, node.children.count > 1 {
      let id = node.children[place]
      return (
        Name(container: container, id: id.content),
        Record(id: id.body, body: node.body, rest: rest(without: place))
      )
    }
    guard usesKeys, let key = node.key, !key.range.isEmpty else { return nil }
    return (
      Name(container: container, id: key.hash),
      Record(id: key.range, body: node.body, rest: rest(without: nil))
    )
  }
}
