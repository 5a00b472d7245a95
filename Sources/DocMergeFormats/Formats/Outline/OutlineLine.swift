/// A line of a text, with the properties that the outline needs.
///
/// Texts may have as many lines as bytes: numbers are stored in 32 bits.
struct OutlineLine {
  private var places: (start: UInt32, first: UInt32, end: UInt32, closersEnd: UInt32)
  private var block: UInt32 = 0
  private var last: UInt32
  private var spanPlaces: (UInt32, UInt32) = (0, 0)

  /// The column of its first byte.
  var indent: UInt32 = 0
  /// How many brackets open on the line and close on a later one.
  var spanCount: UInt32 = 0
  /// The bracket that opens the container; 0 where words or tags open it.
  var opener: UInt8 = 0
  /// Whether there is a comment on it.
  var hasComment = false
  /// Whether it starts inside a string, or a comment that follows code: it belongs to the line before.
  let isGlued: Bool
  /// Whether it is one of `#if`, `#else` and `#endif`.
  var isCondition = false
  /// Whether it is in a script inside markup.
  var isScript = false

  init(start: Int, index: Int, isGlued: Bool) {
    let place = UInt32(truncatingIfNeeded: start)
    places = (place, place, place, place)
    last = UInt32(truncatingIfNeeded: index)
    self.isGlued = isGlued
  }

  /// Where the line starts.
  var start: Int { Int(places.start) }

  /// The first byte of the line that is neither blank nor in a comment; `end` where there is none.
  var first: Int {
    get { Int(places.first) }
    set { places.first = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The end of the last byte of the line that is neither blank nor in a comment.
  var end: Int {
    get { Int(places.end) }
    set { places.end = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The end of the closing brackets and tags that the line starts with.
  var closersEnd: Int {
    get { Int(places.closersEnd) }
    set { places.closersEnd = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The line that ends the container which this one opens.
  var blockEnd: Int? {
    get { block == 0 ? nil : Int(block) }
    set { block = UInt32(truncatingIfNeeded: newValue ?? 0) }
  }

  /// The last line on which something ends that starts on this one.
  var reach: Int {
    get { Int(last) }
    set { last = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The outermost bracket that opens on the line and closes on a later one, and where it closes.
  var span: Range<Int>? {
    get { spanCount == 0 ? nil : Int(spanPlaces.0)..<Int(spanPlaces.1) }
    set {
      guard let newValue else { return }
      spanPlaces.0 = UInt32(truncatingIfNeeded: newValue.lowerBound)
      spanPlaces.1 = UInt32(truncatingIfNeeded: newValue.upperBound)
      spanCount += 1
    }
  }

  var hasCode: Bool { places.first < places.end }
  var isBlank: Bool { !hasCode && !hasComment && !isGlued }
  /// Whether it holds only a comment.
  var isComment: Bool { !hasCode && hasComment && !isGlued }
}

/// The brackets that are open at a place; an earlier state can be restored.
struct BracketStack {
  private struct Entry {
    let offset: Int
    let line: Int
    let parent: Int
    /// The innermost open bracket of each kind.
    var nearest: (Int, Int, Int)
  }

  private var entries: [Entry] = []
  /// The innermost bracket, or -1.
  private(set) var top = -1

  mutating func push(_ bracket: UInt8, offset: Int, line: Int) {
    var nearest = top < 0 ? (-1, -1, -1) : entries[top].nearest
    switch bracket {
    case UInt8(ascii: "{"): nearest.0 = entries.count
    case UInt8(ascii: "["): nearest.1 = entries.count
    default: nearest.2 = entries.count
    }
    entries.append(Entry(offset: offset, line: line, parent: top, nearest: nearest))
    top = entries.count - 1
  }

  /// Closes the innermost bracket of a kind, and all that are open inside it.
  mutating func pop(_ bracket: UInt8) -> (offset: Int, line: Int)? {
    guard top >= 0 else { return nil }
    let nearest = entries[top].nearest
    let index =
      switch bracket {
      case UInt8(ascii: "}"): nearest.0
      case UInt8(ascii: "]"): nearest.1
      default: nearest.2
      }
    guard index >= 0 else { return nil }
    top = entries[index].parent
    return (entries[index].offset, entries[index].line)
  }

  /// Restores an earlier value of `top`.
  mutating func restore(_ state: Int) { top = state }
}

/// The named things that are open at a place: elements, environments, components.
struct NameStack {
  private var open: [(name: Int, line: Int)] = []
  private var counts: [Int: Int] = [:]

  mutating func push(_ name: Int, line: Int) {
    open.append((name, line))
    counts[name, default: 0] += 1
  }

  /// The innermost open one of a name, if it is the innermost of all.
  var last: (name: Int, line: Int)? { open.last }

  /// Replaces the line of the innermost one.
  mutating func move(to line: Int) {
    guard let last = open.popLast() else { return }
    open.append((last.name, line))
  }

  /// Closes the innermost one of a name, and all that are open inside it.
  mutating func pop(_ name: Int) -> Int? {
    guard let count = counts[name], count > 0 else { return nil }
    while let last = open.popLast() {
      counts[last.name, default: 1] -= 1
      if last.name == name { return last.line }
    }
    return nil
  }

  /// A number for a name, the same for the same bytes.
  static func number(_ bytes: some Sequence<UInt8>) -> Int {
    var hasher = Hasher()
    for byte in bytes { hasher.combine(byte) }
    return hasher.finalize()
  }
}
