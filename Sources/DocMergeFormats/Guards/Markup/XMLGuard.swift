import DocMergeCore
import DocMergeLanguage

/// Finds faults of a result that an XML parser accepts though they make no sense: an id that occurs twice, a prefix
/// without a binding, one element that both sides put into different lists.
///
///     <group>                     <group>
///       <item id="a"/>              <item id="a"/>      ours moved it here, theirs there
///     </group>                    </group>
struct XMLGuard {
  private let inputs: [SyntaxTree]

  init(_ inputs: [SyntaxTree]) { self.inputs = inputs }

  /// The faults of a result that no input has.
  ///
  /// The inputs are examined only when there is one.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let found = XMLNames(in: tree)
    guard !found.doubled.isEmpty || !found.unbound.isEmpty else { return [] }
    let known = inputs.map { XMLNames(in: $0) }
    var faults: [StructureFault] = []
    for (name, places) in found.doubled {
      // Where an input has a name of the kind twice, such names are no identity.
      guard !known.contains(where: { $0.hasDoubled(name.kind) }) else { continue }
      let word = places.last.map { String(decoding: tree.text[$0].prefix(80), as: UTF8.self) } ?? ""
      faults.append(.doubled(word, at: places))
    }
    for (prefix, places) in found.unbound
    where !known.contains(where: { $0.unbound[prefix] != nil }) {
      let word = String(decoding: prefix.prefix(80), as: UTF8.self)
      faults.append(
        StructureFault(places: places, reason: tr("the prefix `\(word)` would be bound to nothing"))
      )
    }
    return faults.sorted { $0.stands(before: $1) }
  }
}

/// The names that elements of a document have, and the prefixes that they use.
private struct XMLNames {
  /// A name, and its kind.
  struct Name: Hashable {
    /// Zero for an id, otherwise the names of the element and of its list.
    let kind: UInt64
    let hash: UInt64
  }

  /// The places of names that occur twice or more.
  private(set) var doubled: [Name: [Range<Int>]] = [:]
  /// The places of prefixes that no element around them binds.
  private(set) var unbound: [[UInt8]: [Range<Int>]] = [:]

  private var known: [Name: Range<Int>] = [:]
  private var bound: [[UInt8]: Int] = ["xml": 1, "xmlns": 1].reduce(into: [:]) {
    $0[Array($1.key.utf8)] = $1.value
  }
  private let text: [UInt8]

  private static let ids = Set(["id", "xml:id", "android:id"].map { XMLKeys.hash(of: $0.utf8) })

  init(in tree: SyntaxTree) {
    text = tree.text
    guard tree.root.key != nil else { return }
    withUnsafePointer(to: tree.root) { visit($0) }
  }

  func hasDoubled(_ kind: UInt64) -> Bool { doubled.keys.contains { $0.kind == kind } }

  private mutating func visit(_ element: UnsafePointer<Node>) {
    let prefixes = boundPrefixes(of: element)
    for prefix in prefixes { bound[prefix, default: 0] += 1 }
    note(nameRange(of: element))
    element.forEachAttribute { attribute in
      guard let key = attribute.pointee.key else { return }
      note(key.range)
      guard Self.ids.contains(key.hash),
        let value = attribute.pointee.attributeValue(in: text)
      else { return }
      note(Name(kind: 0, hash: XMLText.hash(of: value, in: text)), at: value)
    }
    let list = element.pointee.key == nil ? nameRange(of: element) : nil
    element.forEachElement { child in
      if let list { note(child, in: list) }
      visit(child)
    }
    for prefix in prefixes { bound[prefix, default: 0] -= 1 }
  }

  /// Records an element with a key in a list without one: the element could be in another such list.
  private mutating func note(_ element: UnsafePointer<Node>, in list: Range<Int>) {
    guard let key = element.pointee.key else { return }
    let name = nameRange(of: element)
    let kind = XMLKeys.pair(XMLKeys.hash(of: text[list]), XMLKeys.hash(of: text[name]))
    guard key.range != name else { return }
    note(Name(kind: max(kind, 1), hash: key.hash), at: key.range)
  }

  private mutating func note(_ name: Name, at place: Range<Int>) {
    guard let first = known.updateValue(place, forKey: name) else { return }
    doubled[name, default: [first]].append(place)
  }

  /// Records the prefix of a name.
  private mutating func note(_ name: Range<Int>) {
    guard let colon = text[name].firstIndex(of: 0x3A), colon > name.lowerBound else { return }
    let prefix = Array(text[name.lowerBound..<colon])
    guard bound[prefix, default: 0] == 0 else { return }
    unbound[prefix, default: []].append(name)
  }

  private func boundPrefixes(of element: UnsafePointer<Node>) -> [[UInt8]] {
    var prefixes: [[UInt8]] = []
    element.forEachAttribute { attribute in
      guard let name = attribute.pointee.key?.range, name.count > 5,
        text[name.lowerBound] == UInt8(ascii: "x"), text[name].starts(with: "xmlns:".utf8)
      else { return }
      prefixes.append(Array(text[name].dropFirst(6)))
    }
    return prefixes
  }

  /// The place of the name of an element.
  private func nameRange(of element: UnsafePointer<Node>) -> Range<Int> {
    let body = element.pointee.body
    let start = body.lowerBound + 1
    let end = text[start..<max(start, body.upperBound)].firstIndex {
      $0.isWhite || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/")
    }
    return start..<(end ?? max(start, body.upperBound))
  }
}
