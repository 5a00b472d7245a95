/// A line of a text, and what the outline has to know of it.
struct OutlineLine {
  /// Where the line starts.
  let start: Int
  /// Where its first byte stands that is neither blank nor in a comment; `end` where there is none.
  var first: Int
  /// Behind its last byte that is neither blank nor in a comment.
  var end: Int
  /// In which column its first byte stands.
  var indent = 0
  /// Whether something is written on it at all.
  var hasComment = false
  /// Whether it starts inside a string, or a comment that follows code: it goes with the line before.
  let isGlued: Bool
  /// The line that ends the container which this one opens.
  var blockEnd: Int?
  /// The bracket that opens the container; 0 where words or tags do.
  var opener: UInt8 = 0
  /// The last line on which something ends that starts on this one.
  var reach: Int
  /// Behind the brackets and tags that the line starts with and that close something.
  var closersEnd: Int
  /// Whether it is one of `#if`, `#else` and `#endif`.
  var isCondition = false
  /// Whether it is in a script inside of markup.
  var isScript = false

  init(start: Int, index: Int, isGlued: Bool) {
    self.start = start
    self.isGlued = isGlued
    (first, end, closersEnd) = (start, start, start)
    reach = index
  }

  var hasCode: Bool { first < end }
  var isBlank: Bool { !hasCode && !hasComment && !isGlued }
  /// Whether it holds nothing but a comment.
  var isComment: Bool { !hasCode && hasComment && !isGlued }
}

/// The brackets that are open at some place; an earlier state can be taken up again.
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

  /// Takes up a state that was `top` before.
  mutating func restore(_ state: Int) { top = state }
}

/// The named things that are open at some place: elements, environments, components.
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
