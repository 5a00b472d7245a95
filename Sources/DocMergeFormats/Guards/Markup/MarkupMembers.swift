import DocMergeCore

/// Reads the elements of markup that have a name, as nested members.
///
///     <zoo>                                    zoo
///       <animal id="mole" legs="four">           mole
///         <size>two</size>                         legs, size
///       </animal>
///       <list><animal id="pig"/></list>          pig
///
/// The name of an element is an attribute such as `id`, a child such as `<id>`, the `<key>` before it, or its
/// tag where it holds plain text. The contents of elements without a name belong to the element around them.
struct MarkupMembers {
  /// The depth below which elements have no names of their own.
  private static let depthLimit = 100

  private let text: [UInt8]
  private var open: [OpenElement] = []
  /// The members found so far that are in no other member yet.
  private var members: [Node] = []
  /// The names of the open elements, by their hashes.
  private var openNames = OpenNames<UInt64>()
  private var textStart = 0

  /// The named elements of a text, each before those after it.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  static func tree(of text: [UInt8]) -> MemberTree {
    var reader = MarkupMembers(text)
    return MemberTree(text: text, root: reader.root())
  }

  private init(_ text: [UInt8]) { self.text = text }

  private mutating func root() -> Node {
    open = [OpenElement(tag: 0..<0, name: 0..<0, nameHash: 0, firstMember: 0)]
    var tags = MarkupTags(text)
    while let tag = tags.next() {
      addText(upTo: tag.range.lowerBound)
      textStart = tag.range.upperBound
      let name = ContentHash(of: text[tag.name]).value
      guard tag.isClosing else {
        start(tag, name)
        if tag.isEmpty { close(at: tag.range.upperBound) }
        continue
      }
      guard openNames.contains(name) else { continue }
      while let last = open.last, last.nameHash != name { leaveOpen() }
      close(at: tag.range.upperBound)
    }
    addText(upTo: text.count)
    while open.count > 1 { leaveOpen() }
    var root = Node(.members, range: text.indices, body: text.indices)
    root.children = members
    root.content = open[0].content.value
    return root
  }

  private mutating func addText(upTo end: Int) {
    guard textStart < end else { return }
    let words = textStart..<end
    text.withUnsafeBufferPointer { open[open.count - 1].content.add(wordsOf: $0, words) }
  }

  private mutating func start(_ tag: MarkupTags.Tag, _ name: UInt64) {
    open[open.count - 1].isPlain = false
    openNames.insert(name)
    var element = OpenElement(
      tag: tag.range, name: tag.name, nameHash: name, firstMember: members.count)
    text.withUnsafeBufferPointer { element.head.add(wordsOf: $0, tag.range) }
    var cursor = ByteCursor(text, at: tag.name.upperBound)
    while let found = cursor.nextAttribute(), found.name.upperBound < tag.range.upperBound {
      element.add(found, in: text)
    }
    if open.count < Self.depthLimit, let identity = element.identity {
      // An element without an end, such as `<input name="size">`, holds nothing except its attributes.
      var node = Node(
        .members, key: Node.Key(of: element.name, identity, in: text), range: tag.range,
        body: tag.range)
      node.children = element.attributes
      node.content = element.head.value
      members.append(node)
      element.isMember = true
    }
    open.append(element)
  }

  /// Gives the contents of an element without an end to the element around it.
  private mutating func leaveOpen() {
    let element = open.removeLast()
    openNames.remove(element.nameHash)
    open[open.count - 1].content.add(hash: element.head.value)
    open[open.count - 1].content.add(hash: element.content.value)
  }

  /// Ends the innermost element.
  private mutating func close(at end: Int) {
    let element = open.removeLast()
    openNames.remove(element.nameHash)
    var hash = element.head
    hash.add(hash: element.content.value)
    let parent = open.count - 1
    open[parent].content.add(hash: hash.value)
    let words = element.isPlain ? element.words(in: text) : nil
    if let words, isWord("key", element.name), isWord("dict", open[parent].name) {
      open[parent].pairKey = words
      return
    }
    let pairKey = open[parent].pairKey
    open[parent].pairKey = nil
    if let words { open[parent].addIdentity(words, of: element.name, in: text) }
    guard open.count < Self.depthLimit, let key = key(of: element, behind: pairKey) else {
      // The dictionaries of a list have the same keys.
      if isWord("array", element.name) { members.removeSubrange(element.firstMember...) }
      return
    }
    let start = pairKey?.lowerBound ?? element.tag.lowerBound
    var node = Node(.members, key: key, range: start..<end, body: start..<end)
    node.children = element.attributes
    node.children += members[(element.firstMember + (element.isMember ? 1 : 0))...]
    node.content = hash.value
    members.removeLast(members.count - element.firstMember)
    members.append(node)
  }

  private func key(of element: OpenElement, behind pairKey: Range<Int>?) -> Node.Key? {
    if let pairKey { return Node.Key(pairKey, in: text) }
    // There is only one outermost element, so its name is its key.
    if open.count == 1 { return Node.Key(element.name, in: text) }
    if let identity = element.identity { return Node.Key(of: element.name, identity, in: text) }
    guard element.isPlain, element.attributes.isEmpty,
      !ElementGuard.rows.contains(Array(text[element.name]))
    else { return nil }
    return Node.Key(element.name, in: text)
  }

  private func isWord(_ word: StaticString, _ name: Range<Int>) -> Bool {
    name.count == word.utf8CodeUnitCount
      && ByteCursor(text, at: name.lowerBound).isAt(word)
  }
}

/// An element whose end has not been read yet.
private struct OpenElement {
  let tag: Range<Int>
  let name: Range<Int>
  let nameHash: UInt64
  /// The number of members before those in it.
  let firstMember: Int
  /// Whether it is itself the first of these.
  var isMember = false
  /// The text of the tag.
  var head = ContentHash()
  /// The contents of the element.
  var content = ContentHash()
  var attributes: [Node] = []
  /// The identity of the element, and its rank.
  private var foundIdentity: (rank: Int, value: Range<Int>)?
  /// Whether it has no child elements.
  var isPlain = true
  /// The key in a dictionary whose value is next.
  var pairKey: Range<Int>?

  init(tag: Range<Int>, name: Range<Int>, nameHash: UInt64, firstMember: Int) {
    (self.tag, self.name, self.nameHash) = (tag, name, nameHash)
    self.firstMember = firstMember
  }

  var identity: Range<Int>? { foundIdentity?.value }

  /// Whether an attribute identifies the element.
  private var isNamedByAttribute = false

  /// Attributes that identify elements, the most reliable first.
  private static let attributeNames = ["id", "key", "uid", "uuid", "guid", "include", "name"]
    .map { Array($0.utf8) }
  /// Children that identify elements; the `<name>` of a thing is not among them, since it may change.
  private static let childNames = ["id", "key", "uid", "uuid", "guid", "identifier", "artifactid"]
    .map { Array($0.utf8) }

  mutating func add(_ attribute: MarkupTags.Attribute, in text: [UInt8]) {
    guard !attribute.name.isEmpty else { return }
    let range = attribute.name.lowerBound..<attribute.value.upperBound
    let key = Node.Key(meaning: [0x40] + text[attribute.name], at: attribute.name)
    var node = Node(.scalar, key: key, range: range, body: range)
    node.content = ContentHash(of: text[attribute.value]).value
    attributes.append(node)
    propose(attribute.value, of: attribute.name, among: Self.attributeNames, in: text)
    isNamedByAttribute = foundIdentity != nil
  }

  /// Uses the words of a child as the identity of the element, unless an attribute gives one.
  mutating func addIdentity(_ words: Range<Int>, of name: Range<Int>, in text: [UInt8]) {
    guard !isNamedByAttribute else { return }
    propose(words, of: name, among: Self.childNames, in: text)
  }

  private mutating func propose(
    _ value: Range<Int>, of name: Range<Int>, among names: [[UInt8]], in text: [UInt8]
  ) {
    guard !value.isEmpty else { return }
    var local = text[name]
    if let colon = local.lastIndex(of: 0x3A), colon > name.lowerBound {
      // Text that a framework fills in does not identify an element.
      guard !local.starts(with: "v-bind:".utf8) else { return }
      local = local[(colon + 1)...]
    }
    guard
      let rank = names.firstIndex(where: { $0.elementsEqual(local.lazy.map { $0.lowercased }) }),
      rank < foundIdentity?.rank ?? .max
    else { return }
    foundIdentity = (rank, value)
  }

  /// The text of an element without child elements, without blanks around it; `nil` when there is none.
  func words(in text: [UInt8]) -> Range<Int>? {
    let held = text[tag.upperBound...].prefix { $0 != 0x3C }
    guard let first = held.firstIndex(where: { !$0.isWhite }),
      let last = held.lastIndex(where: { !$0.isWhite })
    else { return nil }
    return first..<(last + 1)
  }
}

extension Node.Key {
  /// The key of an element with a tag of this name and an identity.
  fileprivate init(of name: Range<Int>, _ identity: Range<Int>, in text: [UInt8]) {
    self.init(meaning: text[name] + [0] + text[identity], at: identity)
  }
}

extension ContentHash {
  /// The hash of some bytes.
  fileprivate init(of bytes: ArraySlice<UInt8>) {
    self.init()
    for byte in bytes { add(byte) }
  }
}
