import DocMergeLanguage

/// The links between the objects of an asset of Unity, from both ends.
///
///     Transform 101     m_Children: [201]
///     Transform 201     m_Father: 101
struct UnityLinks {
  /// Two objects that disagree, or one in a circle of parents.
  struct Finding: Hashable {
    let reason: String
    let owner: Node.Key
    let part: Node.Key
  }

  private(set) var places: [Finding: [Range<Int>]] = [:]
  private let text: [UInt8]

  /// An object, with its links to others.
  private struct Object {
    let key: Node.Key
    /// The places where it names its owners, by the name of the member.
    var owners: [String: (key: Node.Key, place: Range<Int>)] = [:]
    /// Its lists of owned objects, by their names.
    var lists: [String: List] = [:]
  }

  private struct List {
    let body: Range<Int>
    var items: [Node.Key: Range<Int>] = [:]
  }

  init(_ tree: SyntaxTree) {
    text = tree.text
    var objects: [Node.Key: Object] = [:]
    for node in tree.root.children {
      if let object = object(node) { objects[object.key] = object }
    }
    for object in objects.values {
      compare(object, "m_Children", "m_Father", objects)
      compare(object, "m_Component", "m_GameObject", objects)
    }
    addCircles(objects)
  }

  private func object(_ node: Node) -> Object? {
    guard let key = node.key else { return nil }
    var object = Object(key: key)
    let values = YAMLValues(text: text)
    guard let body = node.children.first else { return object }
    for name in ["m_Father", "m_GameObject"] {
      guard let member = values.member(name, of: body),
        let owner = UnityReferences.first(in: text, member.body)
      else { continue }
      object.owners[name] = (owner, member.body)
    }
    for name in ["m_Children", "m_Component"] {
      guard let member = values.member(name, of: body) else { continue }
      var list = List(body: member.body)
      for item in member.children {
        let part = item.key.flatMap { UnityReferences.first(in: text, $0.range) }
        if let part { list.items[part] = item.body }
      }
      object.lists[name] = list
    }
    return object
  }

  /// Adds parts that a list names and that belong elsewhere, and those that the list of their owner lacks.
  private mutating func compare(
    _ object: Object, _ list: String, _ owner: String, _ objects: [Node.Key: Object]
  ) {
    for (part, place) in object.lists[list]?.items ?? [:] {
      guard let found = objects[part]?.owners[owner], found.key != object.key else { continue }
      add(.elsewhere, object.key, part, [place, found.place])
    }
    guard let (above, place) = object.owners[owner], let listed = objects[above]?.lists[list],
      listed.items[object.key] == nil
    else { return }
    add(.unlisted, above, object.key, [listed.body, place])
  }

  /// Adds objects that are their own parents, over any number of steps.
  private mutating func addCircles(_ objects: [Node.Key: Object]) {
    var done: Set<Node.Key> = []
    for key in objects.keys {
      var (next, path): (Node.Key?, [Node.Key]) = (key, [])
      while let object = next, done.insert(object).inserted {
        path.append(object)
        next = objects[object]?.owners["m_Father"]?.key
      }
      guard let last = next, let start = path.firstIndex(of: last) else { continue }
      let circle = path[start...]
      let first = circle.min { $0.hash < $1.hash } ?? last
      add(
        .circle, first, first,
        circle.compactMap { objects[$0]?.owners["m_Father"]?.place })
    }
  }

  /// A fault in the links of an object.
  private enum Problem {
    case elsewhere, unlisted, circle

    func reason(_ name: String) -> String {
      switch self {
      case .elsewhere: tr("the object `\(name)` would belong elsewhere")
      case .unlisted: tr("the object `\(name)` would be missing in a list")
      case .circle: tr("the object `\(name)` would be its own parent")
      }
    }
  }

  private mutating func add(
    _ problem: Problem, _ owner: Node.Key, _ part: Node.Key, _ found: [Range<Int>]
  ) {
    let name = String(decoding: text[part.range], as: UTF8.self)
    let finding = Finding(reason: problem.reason(name), owner: owner, part: part)
    places[finding, default: []] += found
  }
}

/// References to objects of the same asset: `{fileID: 101}`.
enum UnityReferences {
  private static let start = Array("{fileID: ".utf8)

  /// Visits the ids between braces without the name of another file; 0 is none.
  static func forEach(in text: [UInt8], _ range: Range<Int>, _ visit: (Node.Key) -> Void) {
    var cursor = ByteCursor(text, at: range.lowerBound)
    while true {
      cursor.skip { $0 != 0x7B }
      guard cursor.offset < range.upperBound else { return }
      guard cursor.isAt("{fileID: ") else {
        cursor.offset += 1
        continue
      }
      cursor.offset += start.count
      let id = cursor.offset
      _ = cursor.take(0x2D)
      cursor.skip(while: \.isDecimalDigit)
      guard cursor.next == 0x7D, text[id..<cursor.offset] != [0x30] else { continue }
      visit(Node.Key(id..<cursor.offset, in: text))
    }
  }

  /// The first id in a range.
  static func first(in text: [UInt8], _ range: Range<Int>) -> Node.Key? {
    var first: Node.Key?
    forEach(in: text, range) { if first == nil { first = $0 } }
    return first
  }
}
