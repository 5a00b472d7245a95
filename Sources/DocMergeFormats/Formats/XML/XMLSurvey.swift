import DocMergeCore

/// Looks for the keys that tell the elements of texts apart.
struct XMLSurvey {
  /// The elements of one name in elements of one name.
  struct Kind {
    /// Whether some element holds two of them.
    var isRepeated = false
    /// The rule of the vocabulary.
    let declared: XMLKeyRule?
    /// Whether the rule gives two of them in one element the same key.
    var isDeclaredDoubled = false
    /// The signs that all of them have, and that differ among siblings, as bits.
    fileprivate var signs: UInt64 = .max
    /// Whether some of them have text only.
    fileprivate(set) var hasText = false
    /// Whether the first text, which is the base, has any.
    let isInBase: Bool
    let parent: UInt64

    fileprivate init(declared: XMLKeyRule?, parent: UInt64, isInBase: Bool) {
      self.declared = declared
      self.parent = parent
      self.isInBase = isInBase
    }

    /// The most reliable sign that tells all of them apart.
    var inferred: XMLKeyRule? {
      let place = signs.trailingZeroBitCount
      return place < XMLSurvey.signs.count ? XMLSurvey.signs[place].rule : nil
    }
  }

  /// The kinds found.
  private(set) var kinds: [Kind] = []
  /// Their places, by the names of both.
  private(set) var places = XMLPairPlaces()
  private let vocabulary: XMLVocabulary?
  private var textCount = 0

  init(_ vocabulary: XMLVocabulary?) { self.vocabulary = vocabulary }

  /// The names of elements in which each name occurs once, some of them with text only.
  var records: Set<UInt64> {
    var (records, lists): (Set<UInt64>, Set<UInt64>) = ([], [])
    for kind in kinds {
      if kind.isRepeated { lists.insert(kind.parent) }
      if kind.hasText { records.insert(kind.parent) }
    }
    return records.subtracting(lists)
  }

  /// Adds the elements of a tree.
  mutating func add(_ tree: SyntaxTree) {
    textCount += 1
    withUnsafePointer(to: tree.root) { add($0, tree.text) }
  }

  private mutating func add(_ element: UnsafePointer<Node>, _ text: [UInt8]) {
    guard let name = element.pointee.key?.hash, element.holdsElements else { return }
    let count = element.pointee.children[1].children.count
    let hasNamesakes = count > Self.few || Self.hasNamesakes(element)
    var known = HashedSet(capacity: hasNamesakes ? count * Self.usualSigns : 0)
    var room = known.slotCount / 2
    element.forEachElement { child in
      guard let childName = child.pointee.key?.hash else { return }
      let pair = XMLKeys.pair(name, childName)
      let place = place(of: pair, childName, in: name)
      note(child, place, text)
      if hasNamesakes { compare(child, place, pair, with: &known, room: &room, text) }
      if child.pointee.isContainer { add(child, text) }
    }
  }

  /// The number of elements up to which each is compared with each other one.
  private static let few = 12

  /// Whether two of the elements in an element have the same name.
  private static func hasNamesakes(_ element: UnsafePointer<Node>) -> Bool {
    var result = false
    element.forEachElement { one in
      guard !result, let name = one.pointee.key?.hash else { return }
      element.forEachElement { other in
        if other < one, other.pointee.key?.hash == name { result = true }
      }
    }
    return result
  }

  private mutating func place(of pair: UInt64, _ name: UInt64, in parent: UInt64) -> Int {
    if let place = places[pair] { return place }
    places.insert(pair, at: kinds.count)
    kinds.append(
      Kind(
        declared: vocabulary?.rule(for: name, in: parent), parent: parent,
        isInBase: textCount == 1))
    return kinds.count - 1
  }

  /// Records the signs of an element.
  private mutating func note(_ element: UnsafePointer<Node>, _ place: Int, _ text: [UInt8]) {
    if element.pointee.holdsText { kinds[place].hasText = true }
    guard kinds[place].signs != 0 else { return }
    var signs: UInt64 = 0
    forEachSign(of: element) { sign, node in
      // An empty value tells nothing apart.
      let value =
        sign < Self.attributeNames.count
        ? node.pointee.attributeValue(in: text)
        : node.pointee.elementText(in: text)
      if value?.isEmpty == false { signs |= 1 << sign }
    }
    kinds[place].signs &= signs
  }

  /// Records the signs that an earlier sibling has, too.
  private mutating func compare(
    _ element: UnsafePointer<Node>, _ place: Int, _ pair: UInt64, with known: inout HashedSet,
    room: inout Int,
    _ text: [UInt8]
  ) {
    if !known.insert(pair) { kinds[place].isRepeated = true }
    if let key = kinds[place].declared?.key(of: element, in: text),
      !known.insert(Self.mixed(pair, 0, key.hash))
    {
      kinds[place].isDeclaredDoubled = true
    }
    let signs = kinds[place].signs
    guard signs != 0 else { return }
    var doubled: UInt64 = 0
    forEachSign(of: element) { sign, node in
      guard signs & 1 << sign != 0, room > 0 else { return }
      room -= 1
      let isAttribute = sign < Self.attributeNames.count
      let value =
        isAttribute ? node.pointee.attributeValue(in: text) : node.pointee.elementText(in: text)
      let hash = value.map { XMLText.hash(of: $0, in: text) } ?? 0
      // An empty value tells nothing apart.
      if value?.isEmpty ?? true || !known.insert(Self.mixed(pair, UInt64(sign) + 1, hash)) {
        doubled |= 1 << sign
      }
    }
    kinds[place].signs &= ~doubled
  }

  /// The number of signs for which an element reserves space.
  private static let usualSigns = 6

  private static func mixed(_ pair: UInt64, _ place: UInt64, _ value: UInt64) -> UInt64 {
    var hash = ContentHash()
    hash.add(hash: pair &+ place)
    hash.add(hash: value)
    return hash.value
  }

  // MARK: - Signs

  /// A sign that may tell elements apart: an attribute, or an element with text.
  private struct Sign: Sendable {
    let hash: UInt64
    let rule: XMLKeyRule

    init(_ name: String, isAttribute: Bool) {
      hash = XMLKeys.hash(of: name.utf8)
      rule = XMLKeyRule(isAttribute ? "@" + name : name)
    }
  }

  private static let attributeNames = [
    "xml:id", "id", "Id", "ID", "android:id", "uuid", "UUID", "guid", "Guid", "GUID", "uid", "key",
    "Key", "x:Key", "android:name", "name", "Name", "x:Name", "Include", "Update", "code",
  ]
  /// The `<name>` of a thing is not among them, since it may change.
  private static let childNames = [
    "id", "Id", "ID", "uuid", "guid", "uid", "key", "Key", "identifier", "artifactId", "fullName",
  ]

  /// The signs, the most reliable first.
  private static let signs =
    attributeNames.map { Sign($0, isAttribute: true) }
    + childNames.map { Sign($0, isAttribute: false) }

  /// The hashes of the names of child elements, which few elements have.
  private static let childSigns: HashedSet = {
    var hashes = HashedSet(capacity: childNames.count)
    for sign in signs[attributeNames.count...] { hashes.insert(sign.hash) }
    return hashes
  }()

  /// How many child elements of an element are examined.
  private static let childLimit = 6

  private func forEachSign(
    of element: UnsafePointer<Node>, _ body: (Int, UnsafePointer<Node>) -> Void
  ) {
    guard element.pointee.children.first?.isStartTag == true else { return }
    let attributes = Self.attributeNames.count
    element.forEachAttribute { node in
      guard let name = node.pointee.key?.hash,
        let place = Self.signs[..<attributes].firstIndex(where: { $0.hash == name })
      else { return }
      body(place, node)
    }
    var count = 0
    element.forEachElement { node in
      count += 1
      guard count <= Self.childLimit, let name = node.pointee.key?.hash,
        Self.childSigns.contains(name),
        let place = Self.signs[attributes...].firstIndex(where: { $0.hash == name })
      else { return }
      body(place, node)
    }
  }
}
