/// A part of a text: a member, an item, a row, a section or a value, with its own parts.
///
/// All positions are offsets of bytes into the text. A node owns its bytes and nothing else does:
///
///     range   «  // the port\n  "port": {"http": 80},\n»     the bytes that it owns, whole lines where it has lines
///     body                     «"port": {"http": 80}»        the node itself
///     inner                             «"http": 80»         the bytes that its children own
///     separator                                     «,»      the mark between it and the next node
///
/// Before the body there are comments and indentation; after it, besides the separator,
/// blanks, a comment and the end of the line. The children of a node follow each other without a gap,
/// from the start of its ``inner`` to the end.
package struct Node: Sendable {
  /// The contents of a node, and how they are merged.
  package enum Kind: UInt8, Sendable {
    /// One value, such as a number or a date; two changes of it are a conflict.
    case scalar
    /// Text, whose words or lines may be changed independently.
    case text
    /// Children that are found by their keys, and whose order does not matter: an object, a section of keys.
    case members
    /// Children that are items of one list, whose order matters.
    case items
    /// Children that are found by their text, each once: imports, the files of a project.
    case set
    /// Children of any kind, in sequence: paragraphs, statements, sections of a document.
    case blocks
  }

  /// The kind of its contents.
  package var kind: Kind
  /// The key of the node among its siblings; `nil` when only its text identifies it.
  package var key: Key?
  /// All bytes that belong to the node.
  @Compact package var range: Range<Int>
  /// The node without the comments before it and without the separator from the next node.
  @Compact package var body: Range<Int>
  /// The range of the children; empty, at the end of the body, where there can be none.
  @Compact package var inner: Range<Int>
  /// The mark after the body, such as a comma; empty where there is none.
  @Compact package var separator: Range<Int>
  /// The parts of the node, in the order of the text.
  package var children: [Node] = []
  /// The mark between its children; `nil` where there is none, or only the end of a line.
  package var mark: UInt8?
  /// Whether the last child may have the mark, too.
  package var allowsFinalMark = false
  /// Whether its children follow each other on one line, with nothing between them except what they own.
  package var isOneLine = false
  /// A hash of the content of the node: its body without comments, separators and blanks between its parts.
  ///
  /// ``SyntaxTree`` sets it, unless a scanner knows that bytes of a leaf have no meaning, such as those that wrap it.
  package internal(set) var content: UInt64 = 0
  /// How two different changes of a leaf are settled; `nil` leaves them to a person.
  var settlement: Settlement?
  /// Whether a leaf is one value, however many lines it has, so that it is taken as a whole from one side.
  var isWhole = false
  /// Whether siblings below the node depend on it, so that additions of the other side there must precede it.
  var startsGroup = false
  /// Whether the order of a set matters: where both sides changed it, it is left to a person.
  var keepsOrder = false
  /// Whether the marks and words between its children are a part of its content, as operators are.
  var hasTokens = false
  /// Whether a container that both sides added under one key is taken as a whole from one of them, never mixed.
  var isAddedWhole = false
  /// The dependence of parts beside the node on it; `nil` where there is none.
  ///
  /// If each side changed a different one of such parts, both are left to a person.
  var dependence: Dependence?

  /// Makes a node without children; `inner` is empty at the end of the body when it is left out.
  package init(
    _ kind: Kind, key: Key? = nil, range: Range<Int>, body: Range<Int>, inner: Range<Int>? = nil,
    separator: Range<Int>? = nil
  ) {
    self.kind = kind
    self.key = key
    self.range = range
    self.body = body
    self.inner = inner ?? body.upperBound..<body.upperBound
    self.separator = separator ?? body.upperBound..<body.upperBound
  }

  /// The kind of dependence between parts of an entry, with a hash.
  enum Dependence: Hashable, Sendable {
    /// A condition that all other parts must fit, such as flags for the form of a translation.
    case condition(UInt64)
    /// A value that must fit the conditions, and nothing else.
    case value(UInt64)
  }

  /// Whether the node can have children.
  package var isContainer: Bool { kind.isContainer }

  /// The text before the body: comments, blank lines, indentation.
  package var leading: Range<Int> { range.lowerBound..<body.lowerBound }

  /// The start of the body, up to its children.
  package var head: Range<Int> { body.lowerBound..<inner.lowerBound }

  /// The end of the body, after its children.
  package var tail: Range<Int> { inner.upperBound..<body.upperBound }
}

extension Node.Kind {
  /// Whether nodes of the kind have children.
  package var isContainer: Bool { rawValue >= Node.Kind.members.rawValue }
}

extension Node {
  /// The key of a node among its siblings.
  ///
  /// Two keys are the same when their hashes are. The hash is that of the key's meaning, so that `"a"`
  /// and `a` can be one key.
  package struct Key: Sendable, Hashable {
    /// The hash of the key's meaning.
    package var hash: UInt64
    /// The place of the key in the text, without quotation marks.
    @Compact package var range: Range<Int>
    /// The hash of a part of the key that is enough where only one child has it, such as the name of a function
    /// whose key has the types of its parameters, too; 0 where the key has no such part.
    package var name: UInt64 = 0

    /// Makes a key from a range of a text.
    package init(_ range: Range<Int>, in text: [UInt8]) {
      self.init(meaning: text[range], at: range)
    }

    /// Makes a key from the hash of its meaning.
    init(hash: UInt64, at range: Range<Int>) { (self.hash, self.range) = (hash, range) }

    /// Makes a key whose meaning differs from its bytes, such as one with escapes.
    package init(meaning: some Sequence<UInt8>, at range: Range<Int>) {
      var hash = ContentHash()
      for byte in meaning { hash.add(byte) }
      self.hash = hash.value
      self.range = range
    }

    /// Whether both have the same meaning, in any place.
    package static func == (one: Key, other: Key) -> Bool { one.hash == other.hash }

    /// Hashes the key's meaning.
    package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }
}

/// A range of offsets in half the space: a text of a million bytes has a hundred thousand nodes with five of them.
@propertyWrapper
package struct Compact: Sendable, Hashable {
  private var lower: UInt32
  private var upper: UInt32

  package var wrappedValue: Range<Int> {
    get { Range(uncheckedBounds: (Int(lower), Int(upper))) }
    set { (lower, upper) = (UInt32(newValue.lowerBound), UInt32(newValue.upperBound)) }
  }

  package init(wrappedValue: Range<Int>) {
    (lower, upper) = (UInt32(wrappedValue.lowerBound), UInt32(wrappedValue.upperBound))
  }
}

extension Array<Node> {
  /// Calls `body` with each node in place: copying one costs more than most uses of it.
  func forEachInPlace(_ body: (UnsafePointer<Node>) -> Void) {
    withUnsafeBufferPointer { nodes in
      guard let first = nodes.baseAddress else { return }
      for index in nodes.indices { body(first + index) }
    }
  }

  /// Calls `body` with each node in place, to change it.
  mutating func changeInPlace(_ body: (UnsafeMutablePointer<Node>) -> Void) {
    withUnsafeMutableBufferPointer { nodes in
      guard let first = nodes.baseAddress else { return }
      for index in nodes.indices { body(first + index) }
    }
  }
}

extension ArraySlice<Node> {
  /// The first node that ends after a place, found by binary search; the end when none does.
  func firstIndex(endingBehind offset: Int) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
