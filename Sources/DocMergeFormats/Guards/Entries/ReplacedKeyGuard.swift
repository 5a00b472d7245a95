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
    // Most merges replace no id: then sums of all names are equal, and no values need be hashed.
    let sums = inputs.map { Records($0, usesKeys: usesKeys, sumOnly: true).sum }
    guard sums.ours != sums.base || sums.theirs != sums.base else {
      replaced = [:]
      return
    }
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
      let id = tree.text[record.id].excerpt
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
  /// A sum of the hashes of all names.
  private(set) var sum: UInt64 = 0

  /// The hashes of the names of ids, as JSON and the like have them, and XML.
  private static let (idNames, certainIdNames) = (
    hashes(certainNames + otherNames),
    hashes(certainNames)
  )
  private static let certainNames = ["id", "uuid", "guid", "uid"]
  private static let otherNames = [
    "name", "key", "code", "sku", "slug", "isbn", "ean", "iso", "artifactId", "module", "package",
    "repo", "job_name",
  ]

  private static func hashes(_ names: [String]) -> HashedSet {
    var hashes = HashedSet(capacity: names.count * 2)
    for name in names {
      hashes.insert(ContentHash.of(name.utf8))
      hashes.insert(XMLKeys.hash(of: name.utf8))
    }
    return hashes
  }

  private let text: [UInt8]
  private let usesKeys: Bool
  private let sumOnly: Bool

  /// Finds the records of a text, or only the sum of their names.
  init(_ tree: SyntaxTree, usesKeys: Bool, sumOnly: Bool = false) {
    (text, self.usesKeys, self.sumOnly) = (tree.text, usesKeys, sumOnly)
    withUnsafePointer(to: tree.root) { root in
      collect(root, 0)
      // A whole text can be one record.
      let children = tree.root.children
      let hasId = children.contains {
        $0.key.map { Self.certainIdNames.contains($0.hash) } ?? false
      }
      if !usesKeys || hasId && children.allSatisfy({ !$0.isContainer }),
        let (name, record) = record(root, in: 0, usesKeys: false)
      {
        add(record, name)
      }
    }
  }

  private mutating func add(_ record: Record, _ name: Name) {
    var hash = ContentHash()
    hash.add(hash: name.container)
    hash.add(hash: name.id)
    sum &+= hash.value
    if !sumOnly { all[name] = record }
  }

  private mutating func collect(_ node: UnsafePointer<Node>, _ container: UInt64) {
    node.pointee.children.forEachInPlace { child in
      guard !child.pointee.children.isEmpty else { return }
      if let (name, record) = record(child, in: container, usesKeys: usesKeys) {
        add(record, name)
      }
      var inner = ContentHash()
      inner.add(hash: container)
      inner.add(hash: child.pointee.key?.hash ?? 0)
      collect(child, inner.value)
    }
  }

  private func record(
    _ node: UnsafePointer<Node>, in container: UInt64, usesKeys: Bool
  ) -> (Name, Record)? {
    let id = node.pointee.isPartOfElement ? nil : Self.id(of: node, in: text)
    if let id, isRecord(node, with: id, usesKeys: usesKeys),
      container != 0 || usesKeys || !isWhole(node)
    {
      return (
        Name(container: container, id: id.pointee.content),
        Record(id: id.pointee.body, body: node.pointee.body, rest: rest(of: node, without: id))
      )
    }
    guard usesKeys, let key = node.pointee.key, !key.range.isEmpty else { return nil }
    return (
      // Where a name is enough to find it, the rest of the key is a value.
      Name(container: container, id: key.name == 0 ? key.hash : key.name),
      Record(id: key.range, body: node.pointee.body, rest: rest(of: node, without: nil))
    )
  }

  /// The field with the id of a node, in the storage of the tree, which stays in place while it is read.
  private static func id(of node: UnsafePointer<Node>, in text: [UInt8]) -> UnsafePointer<Node>? {
    var id: UnsafePointer<Node>?
    node.forEachField { field in
      // Several words are a label: `name: Run the tests`.
      if id == nil, let key = field.pointee.key, idNames.contains(key.hash),
        text[field.pointee.gist].hasFewWords
      {
        id = field
      }
    }
    return id
  }

  private func isRecord(
    _ node: UnsafePointer<Node>, with id: UnsafePointer<Node>, usesKeys: Bool
  ) -> Bool {
    var count = 0
    node.forEachField { _ in count += 1 }
    guard count > 1 else { return false }
    return isElement(node, usesKeys: usesKeys)
      || node.pointee.kind == .members && node.pointee.key == nil && !id.pointee.isContainer
  }

  /// Whether a node is an element with fields; the entries of a property list have keys.
  ///
  /// Only elements of XML are not found by the keys of entries.
  private func isElement(_ node: UnsafePointer<Node>, usesKeys: Bool) -> Bool {
    guard !usesKeys, !node.pointee.isPartOfElement,
      node.hasPartsOfElement || node.pointee.isContainer && node.pointee.key != nil
    else { return false }
    return !Self.entriesOfPropertyList.contains { text[node.pointee.body].starts(with: $0) }
  }

  private static let entriesOfPropertyList = ["<key>", "<dict", "<array"].map { Array($0.utf8) }

  /// Whether a root names the whole document: there are records in it.
  private func isWhole(_ root: UnsafePointer<Node>) -> Bool {
    guard isElement(root, usesKeys: false) else { return false }
    var isWhole = false
    root.forEachField { field in
      if field.pointee.elementContent?.isContainer == true
        || record(field, in: 1, usesKeys: false) != nil
      {
        isWhole = true
      }
    }
    return isWhole
  }

  private func rest(of node: UnsafePointer<Node>, without id: UnsafePointer<Node>?) -> UInt64 {
    if sumOnly { return 0 }
    var hash = ContentHash()
    node.forEachField { field in
      guard field != id else { return }
      hash.add(hash: field.pointee.key?.hash ?? 0)
      hash.add(hash: field.pointee.content)
    }
    if !usesKeys, let content = node.pointee.elementContent, !content.isContainer {
      hash.add(hash: content.content)
    }
    return hash.value
  }
}

extension ArraySlice<UInt8> {
  /// Whether there are fewer than three words.
  fileprivate var hasFewWords: Bool {
    var (count, isWord) = (0, false)
    for byte in self {
      if !byte.isWhite, !isWord { count += 1 }
      isWord = !byte.isWhite
      if count > 2 { return false }
    }
    return true
  }
}

extension UnsafePointer<Node> {
  /// Whether it is an element with a start tag or a content of its own.
  fileprivate var hasPartsOfElement: Bool {
    let children = pointee.children
    return children.first?.isStartTag ?? false
      || children.count == 2 && children[1].isElementContent
  }

  /// Calls `body` with the attributes and elements of an element, or the children of another node.
  fileprivate func forEachField(_ body: (UnsafePointer<Node>) -> Void) {
    guard hasPartsOfElement else { return pointee.children.forEachInPlace(body) }
    forEachAttribute(body)
    if pointee.children.count == 2 { pointee.children[1].children.forEachInPlace(body) }
  }
}
