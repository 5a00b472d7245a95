/// The parts of an entry that have been read.
struct POEntry {
  /// Comments, by their purpose.
  enum Comment: Equatable {
    case translator, extracted, references, flags, previous

    /// The key of the node in its entry.
    var key: String { "#\(self)" }
  }

  /// A keyword.
  enum Part: Equatable {
    case context, id, pluralID
    /// A translation; `nil` where there is only one.
    case translation(Int?)

    /// Reads a keyword; `nil` for another word.
    init?(_ word: String) {
      switch word {
      case "msgctxt": self = .context
      case "msgid": self = .id
      case "msgid_plural": self = .pluralID
      case "msgstr": self = .translation(nil)
      default:
        guard word.hasPrefix("msgstr["), word.hasSuffix("]"),
          let index = Int(word.dropFirst(7).dropLast())
        else { return nil }
        self = .translation(index)
      }
    }

    /// Whether it can be the first of an entry.
    var startsEntry: Bool { self == .context || self == .id }
  }

  /// The lines of a keyword, and the text between the quotation marks.
  struct Strings {
    let part: Part
    let keyword: Range<Int>
    /// The lines, without those of the next part.
    var lines: Range<Int>
    var pieces: [Range<Int>] = []
  }

  private(set) var comments: [(kind: Comment, lines: Range<Int>)] = []
  private(set) var strings: [Strings] = []
  private(set) var isObsolete = false
  /// The start of comments that a blank line separates from the entry below.
  private var detachedStart: Int?
  /// The end of the blank lines below the entry.
  var blankEnd = 0

  /// Whether a keyword has been read.
  var hasStrings: Bool { !strings.isEmpty }

  var hasDetachedComments: Bool { detachedStart != nil }

  /// Whether a translation has been read.
  var isComplete: Bool {
    if case .translation = strings.last?.part { true } else { false }
  }

  /// The start of the entry, with comments that are separated from it.
  var start: Int { detachedStart ?? body.lowerBound }

  /// Where the last line of the entry ends.
  var end: Int { body.upperBound }

  private var body: Range<Int> {
    let first = comments.first?.lines ?? strings.first?.lines ?? 0..<0
    return first.lowerBound..<(strings.last?.lines ?? first).upperBound
  }

  /// Whether a keyword can follow.
  func takes(_ part: Part, isObsolete: Bool) -> Bool {
    guard let last = strings.last else { return part.startsEntry }
    guard isObsolete == self.isObsolete else { return false }
    let isPlural = strings.contains { $0.part == .pluralID }
    switch (last.part, part) {
    case (.context, .id), (.id, .pluralID): return true
    case (.id, .translation(nil)): return !isPlural
    case (.pluralID, .translation(0)): return true
    case (.translation(let one?), .translation(let next?)): return next == one + 1
    default: return false
    }
  }

  mutating func addComment(_ kind: Comment, _ lines: Range<Int>) {
    if let last = comments.indices.last, comments[last].kind == kind,
      comments[last].lines.upperBound == lines.lowerBound
    {
      comments[last].lines = comments[last].lines.lowerBound..<lines.upperBound
    } else {
      comments.append((kind, lines))
    }
  }

  /// Separates the comments so far from the entry.
  mutating func detach() {
    guard let first = comments.first else { return }
    detachedStart = detachedStart ?? first.lines.lowerBound
    comments = []
  }

  mutating func start(
    _ part: Part, named keyword: Range<Int>, from start: Int, isObsolete: Bool
  ) {
    self.isObsolete = isObsolete
    strings.append(Strings(part: part, keyword: keyword, lines: start..<start))
  }

  mutating func add(_ piece: Range<Int>) {
    guard let last = strings.indices.last else { return }
    strings[last].pieces.append(piece)
  }

  mutating func extend(to end: Int) {
    guard let last = strings.indices.last else { return }
    strings[last].lines = strings[last].lines.lowerBound..<end
    blankEnd = end
  }
}

// MARK: The node

extension POEntry {
  /// The node of the entry, with its parts.
  func node(in text: [UInt8]) -> Node {
    var node = Node(.members, key: key(in: text), range: body, body: body, inner: body)
    var begin = body.lowerBound
    func append(_ child: Node) {
      var child = child
      if let last = node.children.indices.last {
        let start = node.children[last].range.lowerBound
        node.children[last].range = start..<child.body.lowerBound
      }
      begin = child.body.upperBound
      child.range = child.body
      node.children.append(child)
    }
    for (index, comment) in comments.enumerated() {
      let count = comments[..<index].count { $0.kind == comment.kind }
      append(self.node(of: comment.kind, comment.lines, number: count, in: text))
    }
    // Each entry has both, so that a merge finds a place for them.
    for kind in [Comment.references, .flags] where !comments.contains(where: { $0.kind == kind }) {
      append(self.node(of: kind, begin..<begin, number: 0, in: text))
    }
    for part in strings { append(self.node(of: part, in: text)) }
    return node
  }

  private func node(
    of kind: Comment, _ lines: Range<Int>, number: Int, in text: [UInt8]
  ) -> Node {
    let name = number == 0 ? kind.key : "\(kind.key) \(number)"
    let place = lines.lowerBound..<lines.lowerBound
    var node = Node(
      .text, key: Node.Key(meaning: name.utf8, at: place), range: lines, body: lines)
    switch kind {
    case .references:
      node.settlement = .unionOfReferences
      node.content = Self.hash(ofSet: POComments.values(text[lines], .references))
    case .flags:
      node.settlement = .unionOfFlags
      node.content = Self.hash(ofSet: POComments.values(text[lines], .flags))
      // They describe the required form of a translation, and whether it has been checked.
      node.dependence = .condition(node.content)
    default: break
    }
    return node
  }

  private func node(of part: Strings, in text: [UInt8]) -> Node {
    let name = Node.Key(part.keyword, in: text)
    if isHeader, part.part == .translation(nil),
      let header = POHeader.node(of: part, key: name, in: text)
    {
      return header
    }
    var node = Node(.text, key: name, range: part.lines, body: part.lines)
    node.content = Self.hash(of: part, in: text)
    switch part.part {
    case .translation: node.dependence = .value(node.content)
    case .pluralID: node.dependence = .condition(node.content)
    case .context, .id: break
    }
    return node
  }

  /// Whether the entry holds facts about the whole text.
  private var isHeader: Bool {
    !isObsolete
      && strings.allSatisfy {
        $0.part != .context && ($0.part != .id || $0.pieces.allSatisfy(\.isEmpty))
      }
  }

  /// The key of the entry: context and source, regardless of how lines are wrapped.
  private func key(in text: [UInt8]) -> Node.Key {
    var meaning: [UInt8] = []
    var place: Range<Int>?
    for part in strings where part.part.startsEntry {
      if part.part == .context { meaning.append(0x04) }
      for piece in part.pieces { meaning += text[piece] }
      meaning.append(0x00)
      if part.part == .id { place = part.pieces.first { !$0.isEmpty } ?? part.pieces.first }
    }
    var key = Node.Key(meaning: meaning, at: place ?? body.lowerBound..<body.lowerBound)
    if isObsolete { key.hash ^= Self.obsoleteMark }
    return key
  }

  /// The difference between the key of an obsolete entry and that of the entry in use.
  private static let obsoleteMark: UInt64 = 0x7E7E_7E7E_7E7E_7E7E

  /// The key that an obsolete entry would have in use; `nil` for one that is in use.
  static func keyInUse(of node: Node, in text: [UInt8]) -> UInt64? {
    guard let key = node.key else { return nil }
    let before = text[node.body.lowerBound..<key.range.lowerBound]
    let line = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? before.startIndex
    let start = text[line..<key.range.lowerBound].drop(while: \.isWhite)
    let isObsolete = start.starts(with: "#~".utf8)
    return isObsolete ? key.hash ^ obsoleteMark : nil
  }

  /// A hash of a string, regardless of how lines are wrapped.
  private static func hash(of part: Strings, in text: [UInt8]) -> UInt64 {
    var hash = ContentHash()
    hash.add(hash: 1)
    for piece in part.pieces { for byte in text[piece] { hash.add(byte) } }
    return hash.value
  }

  private static func hash(ofSet values: [ArraySlice<UInt8>]) -> UInt64 {
    var hash = ContentHash()
    hash.add(hash: 2)
    for value in Set(values).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      for byte in value { hash.add(byte) }
      hash.add(0xFF)
    }
    return hash.value
  }
}
