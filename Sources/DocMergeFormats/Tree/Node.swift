/// A part of a text: a member, an item, a row, a section or a value, with the parts that it consists of.
///
/// All positions are offsets of bytes into the text. A node owns its bytes and nothing else does:
///
///     range   «  // the port\n  "port": {"http": 80},\n»     what it owns, whole lines where it has lines
///     body                     «"port": {"http": 80}»        the node itself
///     inner                             «"http": 80»         what its children own
///     separator                                     «,»      the mark that parts it from the next node
///
/// What stands before the body are comments and indentation; what stands behind it, the separator aside,
/// are blanks, a comment and the end of the line. The children of a node follow each other without a gap,
/// from the start of its ``inner`` to the end.
package struct Node: Sendable {
  /// What a node holds, and what that means for its merge.
  package enum Kind: UInt8, Sendable {
    /// One value, such as a number or a date; two changes of it are a conflict.
    case scalar
    /// Text, whose words or lines may be changed apart from each other.
    case text
    /// Children that are found by their keys, and whose order tells nothing: an object, a section of keys.
    case members
    /// Children that are items of one list, in an order that tells something.
    case items
    /// Children that are found by what they say, each once: imports, the files of a project.
    case set
    /// Children of any kind, one after the other: paragraphs, statements, sections of a document.
    case blocks
  }

  /// What it holds.
  package var kind: Kind
  /// By what the node is found among its siblings; `nil` when only what it says identifies it.
  package var key: Key?
  /// All bytes that belong to the node.
  @Compact package var range: Range<Int>
  /// The node without the comments before it and without what parts it from the next node.
  @Compact package var body: Range<Int>
  /// Where the children stand, or would stand; empty, at the end of the body, where there can be none.
  @Compact package var inner: Range<Int>
  /// The mark behind the body, such as a comma; empty where there is none.
  @Compact package var separator: Range<Int>
  /// The parts of the node, in the order of the text.
  package var children: [Node] = []
  /// The mark that its children are parted by; `nil` where there is none, or only the end of a line.
  package var mark: UInt8?
  /// Whether the last child may have the mark too.
  package var allowsFinalMark = false
  /// Whether its children follow each other on one line, with nothing between them but what they own.
  package var isOneLine = false
  /// A hash of what the node says: its body without comments, separators and blanks between its parts.
  ///
  /// ``SyntaxTree`` fills it in, unless a scanner knows that bytes of a leaf say nothing, such as those that wrap it.
  package internal(set) var content: UInt64 = 0
  /// How two different changes of a leaf are settled; `nil` leaves them to a person.
  var settlement: Settlement?
  /// Whether a leaf says one thing, however many lines it has, so that it is as one of the sides has it.
  var isWhole = false
  /// Whether siblings below the node depend on it, so that what the other side added there must come first.
  var startsGroup = false
  /// Whether the order of a set matters: where both sides changed it, it is left to a person.
  var keepsOrder = false
  /// Whether a container that both sides added under one key is as one of them has it, and never a bit of both.
  var isAddedWhole = false
  /// What parts beside the node depend on; `nil` where they do not.
  ///
  /// Where each side changed another one of such parts, both are left to a person.
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

  /// What other parts of an entry depend on, as a hash.
  enum Dependence: Hashable, Sendable {
    /// Something that all other parts have to fit, such as flags that say what a translation looks like.
    case condition(UInt64)
    /// Something that has to fit the conditions, and nothing else.
    case value(UInt64)
  }

  /// Whether the node can have children.
  package var isContainer: Bool { kind.isContainer }

  /// What stands before the body: comments, blank lines, indentation.
  package var leading: Range<Int> { range.lowerBound..<body.lowerBound }

  /// The start of the body, up to its children.
  package var head: Range<Int> { body.lowerBound..<inner.lowerBound }

  /// The end of the body, from behind its children.
  package var tail: Range<Int> { inner.upperBound..<body.upperBound }
}

extension Node.Kind {
  /// Whether nodes of the kind have children.
  package var isContainer: Bool { rawValue >= Node.Kind.members.rawValue }
}

extension Node {
  /// By what a node is found among its siblings.
  ///
  /// Two keys are the same when their hashes are. The hash is that of what the key means, so that `"a"`
  /// and `a` can be one key.
  package struct Key: Sendable, Hashable {
    /// The hash of what the key means.
    package var hash: UInt64
    /// Where the key stands in the text, without quotation marks.
    @Compact package var range: Range<Int>
    /// The hash of a part of the key that is enough where only one child has it, such as the name of a function
    /// whose key has the types of its parameters, too; 0 where the key has no such part.
    package var name: UInt64 = 0

    /// Makes the key that stands somewhere in a text.
    package init(_ range: Range<Int>, in text: [UInt8]) {
      self.init(meaning: text[range], at: range)
    }

    /// Makes a key from the hash of what it means.
    init(hash: UInt64, at range: Range<Int>) { (self.hash, self.range) = (hash, range) }

    /// Makes a key that means something else than its bytes, such as one with escapes.
    package init(meaning: some Sequence<UInt8>, at range: Range<Int>) {
      var hash = ContentHash()
      for byte in meaning { hash.add(byte) }
      self.hash = hash.value
      self.range = range
    }

    /// Whether both mean the same, wherever they stand.
    package static func == (one: Key, other: Key) -> Bool { one.hash == other.hash }

    /// Feeds what the key means.
    package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }
}

/// A range of offsets in half the room: a text of a million bytes has a hundred thousand nodes with five of them.
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
  /// Passes each node where it stands: copying one costs more than most looks at it.
  func forEachInPlace(_ body: (UnsafePointer<Node>) -> Void) {
    withUnsafeBufferPointer { nodes in
      guard let first = nodes.baseAddress else { return }
      for index in nodes.indices { body(first + index) }
    }
  }

  /// Passes each node where it stands, to be changed.
  mutating func changeInPlace(_ body: (UnsafeMutablePointer<Node>) -> Void) {
    withUnsafeMutableBufferPointer { nodes in
      guard let first = nodes.baseAddress else { return }
      for index in nodes.indices { body(first + index) }
    }
  }
}

extension ArraySlice<Node> {
  /// The first node that ends behind a place, found by halving; the end when none does.
  func firstIndex(endingBehind offset: Int) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
