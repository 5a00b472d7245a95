import DocMergeCore
import DocMergeLanguage

/// Finds records of a result whose id one side replaced, and whose values the other side changed.
///
///     base  {"id": 1, "n": "a"}   ours  {"id": 7, "n": "a"}   theirs  {"id": 1, "n": "z"}
///     fault {"id": 7, "n": "z"}
///
/// Another id often means another thing, for which no side wrote these values.
struct ReplacedKeyGuard: Sendable {
  /// The records to which one side gave another id while the other side changed their values, each with the values
  /// that it has on the side with the new id.
  private let replaced: [Records.Name: UInt64]
  private let usesKeys: Bool

  /// Compares the records of the inputs; `usesKeys` means that the key of an entry with children is its id, too.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes.
  init(_ inputs: Triple<SyntaxTree>, usesKeys: Bool) {
    self.usesKeys = usesKeys
    let records = inputs.map { Records($0, usesKeys: usesKeys).all }
    replaced = Self.replaced(in: records.base, by: records.ours, beside: records.theirs)
      .merging(Self.replaced(in: records.base, by: records.theirs, beside: records.ours)) {
        one, _ in
        one
      }
  }

  /// The records with an id that one side gave them, and values that the other side did.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes; O(1) where no id was replaced.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    guard !replaced.isEmpty else { return [] }
    let records = Records(tree, usesKeys: usesKeys)
    return records.all.compactMap { name, record in
      guard let rest = replaced[name], record.rest != rest else { return nil }
      let id = String(decoding: tree.text[record.id].prefix(60), as: UTF8.self)
      return StructureFault(
        places: [record.body],
        reason: tr("one side changed the record that the other side gave the id `\(id)`"))
    }
    .sorted { $0.stands(before: $1) }
  }

  private static func replaced(
    in base: Records.ByName, by side: Records.ByName, beside other: Records.ByName
  ) -> [Records.Name: UInt64] {
    var gone: [Records.Content: [Records.Name]] = [:]
    for (name, record) in base where side[name] == nil {
      gone[Records.Content(container: name.container, rest: record.rest), default: []].append(name)
    }
    guard !gone.isEmpty else { return [:] }
    return side.filter { name, record in
      let content = Records.Content(container: name.container, rest: record.rest)
      return base[name] == nil
        && gone[content]?.contains { other[$0].map { $0.rest != record.rest } ?? false } == true
    }.mapValues(\.rest)
  }
}

/// The records of a text, by their containers and ids.
private struct Records {
  /// The place of a record: the keys around it, and its id.
  struct Name: Hashable {
    let container: UInt64
    let id: UInt64
  }

  /// The values of a record, by which it is found again with another id.
  struct Content: Hashable {
    let container: UInt64
    let rest: UInt64
  }

  /// A record.
  struct Record {
    /// The place of its id.
    let id: Range<Int>
    let body: Range<Int>
    /// The hash of everything but the id.
    let rest: UInt64
  }

  typealias ByName = [Name: Record]

  private(set) var all: ByName = [:]

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
