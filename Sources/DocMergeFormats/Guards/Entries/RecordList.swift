import DocMergeCore

/// The children of a container that are records of one kind.
///
/// Records are objects, rows, elements of one name, or entries with one value each.
struct RecordList {
  /// A record, and its fields.
  struct Record {
    let body: Range<Int>
    let fields: [RecordField]
  }

  let records: [Record]

  /// Finds the records in a container; `nil` where its children are of several kinds.
  ///
  /// - Complexity: O(*n*), *n* being the number of its children and their children.
  init?(_ node: Node, in text: [UInt8]) {
    let children = node.children.filter(\.isRecord)
    guard let first = children.first, !first.isPartOfElement,
      node.kind == .members || node.kind == .items
        || node.kind == .blocks && children.allSatisfy(\.hasFieldsOnly)
    else { return nil }
    let name = first.elementName(in: text)
    guard
      children.allSatisfy({ child in
        child.isContainer == first.isContainer && child.kind == first.kind
          || name != nil && child.elementName(in: text) == name
      })
    else { return nil }
    if name != nil {
      guard children.allSatisfy({ $0.elementName(in: text) == name }) else { return nil }
      records = children.map { Record(body: $0.body, fields: $0.elementFields(in: text)) }
    } else if first.isContainer {
      records = children.map { Record(body: $0.body, fields: $0.namedFields(in: text)) }
    } else {
      guard children.allSatisfy({ $0.key != nil }) else { return nil }
      records = children.map {
        Record(body: $0.body, fields: [RecordField(name: 0, value: $0.value(in: text))])
      }
    }
  }

  // MARK: Paths

  /// The path of the whole text.
  static let root: UInt64 = 0

  /// The path of a child.
  static func path(_ path: UInt64, _ key: Node.Key) -> UInt64 {
    var hash = ContentHash()
    hash.add(hash: path)
    hash.add(hash: key.hash)
    return hash.value
  }

  /// The path of an item without a key.
  static func path(_ path: UInt64, _ index: Int) -> UInt64 {
    var hash = ContentHash()
    hash.add(hash: path)
    hash.add(hash: UInt64(index))
    return hash.value
  }
}

extension Node {
  /// Whether it can be a record: not the row with the names of columns, and not the empty part above the first
  /// section.
  var isRecord: Bool { key?.hash != TableTree.headerHash && !body.isEmpty }

  /// Whether it has a name, and all that is in it has one: an entry of a bibliography, a block of settings.
  fileprivate var hasFieldsOnly: Bool {
    key != nil && !children.isEmpty && children.allSatisfy { $0.key != nil }
  }

  /// The name of an element of XML; `nil` for other nodes.
  fileprivate func elementName(in text: [UInt8]) -> ArraySlice<UInt8>? {
    let tag = text[body]
    guard tag.first == UInt8(ascii: "<"), tag.last == UInt8(ascii: ">") else { return nil }
    return tag.dropFirst().prefix {
      !$0.isWhite && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
    }
  }

  /// The attributes of an element, and the elements in it, by their names and numbers.
  fileprivate func elementFields(in text: [UInt8]) -> [RecordField] {
    guard let startTag else { return [] }
    let attributes = startTag.children.map {
      RecordField(name: $0.key?.hash ?? 0, value: $0.value(in: text))
    }
    var counts: [ArraySlice<UInt8>: UInt64] = [:]
    let elements = (elementContent?.children ?? []).compactMap { child -> RecordField? in
      guard let name = child.elementName(in: text) else { return nil }
      counts[name, default: 0] += 1
      var hash = ContentHash()
      for byte in name { hash.add(byte) }
      hash.add(hash: counts[name, default: 0])
      return RecordField(name: hash.value, value: child.isContainer ? nil : child.body)
    }
    return attributes + elements
  }

  /// The entries of an object by their keys, or the items of a list by their numbers.
  fileprivate func namedFields(in text: [UInt8]) -> [RecordField] {
    children.enumerated().map { index, child in
      RecordField(
        name: kind == .members || hasFieldsOnly ? child.key?.hash ?? 0 : UInt64(index),
        value: child.isContainer ? nil : child.value(in: text))
    }
  }
}
