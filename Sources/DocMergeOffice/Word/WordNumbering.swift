import DocMergeArchive

/// The lists of a document of Word.
struct WordNumbering {
  /// How a list is numbered.
  struct List {
    var definition: XMLElement
    /// The id of the definition; lists that share one go on with each other's numbers.
    var definitionId: String
    var changes: [XMLElement]
  }

  /// The names of lists by their ids.
  private(set) var names: [String: String] = [:]
  /// How a list is numbered, by its name.
  private(set) var lists: [String: List] = [:]
  var document: XMLDocument?

  init(_ document: XMLDocument?) {
    self.document = document
    guard let document else { return }
    var definitions: [String: XMLElement] = [:]
    for element in document.root.elements where element.name == "w:abstractNum" {
      if let id = element["w:abstractNumId"] { definitions[id] = element }
    }
    var counts: [String: Int] = [:]
    for element in document.root.elements where element.name == "w:num" {
      guard let id = element["w:numId"], let abstract = element.first("w:abstractNumId")?["w:val"],
        let definition = definitions[abstract]
      else { continue }
      let changes = element.elements.filter { $0.name != "w:abstractNumId" }
      let content = contentName(of: Self.said(definition) + changes.map(\.xml).joined())
      counts[content, default: 0] += 1
      let name = "\(content) \(counts[content] ?? 1)"
      names[id] = name
      lists[name] = List(definition: definition, definitionId: abstract, changes: changes)
    }
  }

  /// Gives lists other names.
  mutating func rename(_ others: [String: String]) {
    names = names.mapValues { others[$0] ?? $0 }
    lists = Dictionary(lists.map { (others[$0.key] ?? $0.key, $0.value) }) { first, _ in first }
  }

  /// Gives lists the names of those of the base that have the same items; programs number lists anew.
  ///
  /// - Parameters:
  ///   - base: the lists of the base.
  ///   - items: the items of each list by its id.
  ///   - baseItems: those of the lists of the base.
  mutating func align(
    to base: WordNumbering, items: [String: [String]], baseItems: [String: [String]]
  ) {
    // Where ids have the same items still, an item that is of another list was put there by a person.
    let isKnown = base.names.allSatisfy { id, name in
      guard names[id] == name else { return false }
      let (own, old) = (Set(items[id] ?? []), baseItems[id] ?? [])
      return own.isEmpty || old.isEmpty || !own.isDisjoint(with: old)
    }
    if isKnown { return }
    var others: [String: String] = [:]
    var taken: Set<String> = []
    for pair in pairs(with: base, items, baseItems)
    where others[pair.name] == nil && !taken.contains(pair.other) {
      others[pair.name] = pair.other
      taken.insert(pair.other)
    }
    var known = taken.union(base.names.values).union(names.values)
    for name in lists.keys.sorted() where others[name] == nil && taken.contains(name) {
      guard let free = Self.free(like: name, known) else { continue }
      known.insert(free)
      others[name] = free
    }
    rename(others.filter { $0.key != $0.value })
  }

  /// A list, one of the base that is numbered alike, and how many items they have in common.
  private typealias Pair = (name: String, other: String, count: Int)

  /// The lists that have items in common with those of the base, with the most first.
  private func pairs(
    with base: WordNumbering, _ items: [String: [String]], _ baseItems: [String: [String]]
  ) -> [Pair] {
    var holders: [String: [String]] = [:]
    for (id, texts) in baseItems {
      guard let name = base.names[id] else { continue }
      for text in Set(texts) where !text.isEmpty { holders[text, default: []].append(name) }
    }
    var pairs: [Pair] = []
    for (id, texts) in items {
      guard let name = names[id] else { continue }
      var counts: [String: Int] = [:]
      for other in Set(texts).flatMap({ holders[$0] ?? [] })
      where Self.content(of: other) == Self.content(of: name) {
        counts[other, default: 0] += 1
      }
      pairs += counts.map { (name, $0.key, $0.value) }
    }
    return pairs.sorted { one, two in
      if one.count != two.count { return one.count > two.count }
      let isSame = (one.name == one.other, two.name == two.other)
      if isSame.0 != isSame.1 { return isSame.0 }
      return (one.name, one.other) < (two.name, two.other)
    }
  }

  /// What a list says, of its name.
  private static func content(of name: String) -> Substring { name.prefix { $0 != " " } }

  /// A name that no list has, for one that is numbered as another.
  private static func free(like name: String, _ taken: Set<String>) -> String? {
    (2...).lazy.map { "\(content(of: name)) \($0)" }.first { !taken.contains($0) }
  }

  /// Gives lists that a side added names that the other side does not use for lists that it added.
  ///
  /// Each list counts from its own start, also where two are numbered alike. Lists with the same items are one.
  ///
  /// - Parameters:
  ///   - other: the lists of the other side.
  ///   - base: those that both sides had.
  ///   - isSame: whether the lists of two ids have the same items.
  mutating func distinguish(
    from other: WordNumbering, base: WordNumbering,
    isSame: (_ id: String, _ otherId: String) -> Bool
  ) {
    let old = Set(base.names.values)
    let others = Dictionary(other.names.map { ($0.value, $0.key) }) { first, _ in first }
    var taken = Set(names.values).union(others.keys).union(old)
    for (id, name) in names.sorted(by: { ($0.key.count, $0.key) < ($1.key.count, $1.key) }) {
      guard !old.contains(name), let otherId = others[name], !isSame(id, otherId),
        let free = Self.free(like: name, taken)
      else { continue }
      taken.insert(free)
      names[id] = free
      lists[free] = lists[name]
    }
  }

  /// What a definition says, without the numbers that programs give it.
  private static func said(_ definition: XMLElement) -> String {
    var definition = definition.without("w:abstractNumId").without("w15:restartNumberingAfterBreak")
    definition.children.removeAll { child in
      if case .element(let element) = child {
        return element.name == "w:nsid" || element.name == "w:tmpl"
      }
      return false
    }
    return definition.xml
  }

  /// The id of a list; it is added where it is another version's.
  mutating func id(of name: String, in others: [WordNumbering]) -> String? {
    if let known = names.filter({ $0.value == name }).keys.min(by: {
      ($0.count, $0) < ($1.count, $1)
    }) {
      return known
    }
    guard var document, let source = others.first(where: { $0.lists[name] != nil }),
      var list = source.lists[name]
    else { return nil }
    func next(_ element: String, _ attribute: String) -> String {
      let numbers = document.root.elements.filter { $0.name == element }
        .compactMap { $0[attribute].flatMap { Int($0) } }
      return String((numbers.filter { $0 < 1 << 30 }.max() ?? 0) + 1)
    }
    let isNumber = { (child: XMLElement.Child) in
      if case .element(let element) = child { return element.name == "w:num" }
      return false
    }
    var place = document.root.children.firstIndex(where: isNumber) ?? document.root.children.count
    if let shared = definitionId(sharedBy: name, in: source) {
      list.definitionId = shared
    } else {
      list.definitionId = next("w:abstractNum", "w:abstractNumId")
      list.definition["w:abstractNumId"] = list.definitionId
      document.root.children.insert(.element(list.definition), at: place)
      place += 1
    }
    let id = next("w:num", "w:numId")
    let reference = XMLElement("w:abstractNumId", [.init("w:val", list.definitionId)])
    let number = XMLElement(
      "w:num", [.init("w:numId", id)],
      children: ([reference] + list.changes).map(XMLElement.Child.element))
    let end = document.root.children.lastIndex(where: isNumber).map { $0 + 1 } ?? place
    document.root.children.insert(.element(number), at: end)
    self.document = document
    names[id] = name
    lists[name] = list
    return id
  }

  /// The id of the definition of a list that goes on with the numbers of another list, which is here already.
  private func definitionId(sharedBy name: String, in source: WordNumbering) -> String? {
    let own = source.lists[name]?.definitionId
    let others = source.lists.filter { $0.key != name && $0.value.definitionId == own }
    return others.keys.sorted().lazy.compactMap { lists[$0]?.definitionId }.first
  }
}
