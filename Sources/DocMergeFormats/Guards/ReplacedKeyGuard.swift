import DocMergeCore
import DocMergeLanguage

/// Finds records of a result whose id one side replaced, and whose values the other side changed.
///
///     base  {"id": 1, "n": "a"}   ours  {"id": 7, "n": "a"}   theirs  {"id": 1, "n": "z"}
///     fault {"id": 7, "n": "z"}
///
/// Another id often means another thing, for which no side wrote these values.
struct ReplacedKeyGuard: Sendable {
  /// The records that only one side has, in a place where it has a record no more whose values the other side changed,
  /// each with its values.
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
    // The containers with a record that the side has no more, and the other side changed.
    let containers = Set(
      base.filter { name, record in
        side[name] == nil && other[name].map { $0.rest != record.rest } == true
      }.map(\.key.container))
    guard !containers.isEmpty else { return [:] }
    return side.filter { name, _ in
      containers.contains(name.container) && base[name] == nil && other[name] == nil
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

  /// The names of ids, as JSON and the like have them, and XML.
  private static let idNames = Set(
    (certainNames + ["name", "key", "code", "sku", "slug", "isbn", "artifactId"])
      .flatMap { [ContentHash.of($0.utf8), XMLKeys.hash(of: $0.utf8)] })
  private static let certainNames = ["id", "uuid", "guid", "uid"]

  init(_ tree: SyntaxTree, usesKeys: Bool) {
    func walk(_ node: Node, _ container: UInt64) {
      for child in node.children where !child.children.isEmpty {
        if let (name, record) = Self.record(child, in: container, usesKeys, tree.text) {
          all[name] = record
        }
        var inner = ContentHash()
        inner.add(hash: container)
        inner.add(hash: child.key?.hash ?? 0)
        walk(child, inner.value)
      }
    }
    walk(tree.root, 0)
    // A whole text can be one record.
    let hasId = tree.root.children.contains { child in
      child.key.map { key in Self.certainNames.contains { ContentHash.of($0.utf8) == key.hash } }
        ?? false
    }
    if !usesKeys || hasId && tree.root.children.allSatisfy({ !$0.isContainer }),
      let (name, record) = Self.record(tree.root, in: 0, false, tree.text)
    {
      all[name] = record
    }
  }

  /// Whether a node is an element with fields; the entries of a property list have keys.
  private static func isRecord(_ node: Node, in text: [UInt8]) -> Bool {
    guard !node.isStartTag, !node.isElementContent else { return false }
    return
      (node.startTag != nil || node.elementContent != nil
      || node.isContainer && node.key != nil)
      && !["<key>", "<dict", "<array"].contains { text[node.body].starts(with: $0.utf8) }
  }

  private static func record(
    _ node: Node, in container: UInt64, _ usesKeys: Bool, _ text: [UInt8]
  ) -> (Name, Record)? {
    // Only elements of XML are not found by the keys of entries.
    let isElement = !usesKeys && isRecord(node, in: text)
    let content = node.startTag == nil ? node : node.elementContent
    let fields =
      isElement ? (node.startTag?.children ?? []) + (content?.children ?? []) : node.children
    // The root of a document names the whole, unless it is no more than a record.
    if isElement, container == 0,
      fields.contains(where: { field in
        field.elementContent?.isContainer == true || record(field, in: 1, false, text) != nil
      })
    {
      return nil
    }
    let place = fields.firstIndex { child in
      // Several words are a label: `name: Run the tests`.
      let isId = child.key.map { idNames.contains($0.hash) } ?? false
      return isId && text[child.gist].split(whereSeparator: \.isWhite).count < 3
    }
    func rest(without place: Int?) -> UInt64 {
      var hash = ContentHash()
      for index in fields.indices where index != place {
        hash.add(hash: fields[index].key?.hash ?? 0)
        hash.add(hash: fields[index].content)
      }
      if isElement, let content = node.elementContent, !content.isContainer {
        hash.add(hash: content.content)
      }
      return hash.value
    }
    if node.kind == .members || isElement, node.key == nil || isElement, let place,
      fields.count > 1, isElement || !fields[place].isContainer
    {
      return (
        Name(container: container, id: fields[place].content),
        Record(id: fields[place].body, body: node.body, rest: rest(without: place))
      )
    }
    guard usesKeys, let key = node.key, !key.range.isEmpty else { return nil }
    return (
      // Where a name is enough to find it, the rest of the key is a value.
      Name(container: container, id: key.name == 0 ? key.hash : key.name),
      Record(id: key.range, body: node.body, rest: rest(without: nil))
    )
  }
}
