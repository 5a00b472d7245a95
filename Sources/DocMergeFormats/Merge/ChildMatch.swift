import DocMergeCore

/// Finds the children of one node that are those of another one.
struct ChildMatch {
  /// For each child of the first node the child of the other one, or `nil`.
  private(set) var partners: [Int?]

  private let one: Family
  private let other: Family
  private var taken: [Bool]
  /// Whether a child may be one of another key that is like it, such as a section with a new title.
  private let isAcrossKeys: Bool

  /// Children, and what they are found by.
  struct Family {
    let children: [Node]
    let text: [UInt8]
    /// By what each child is found; `nil` for a child that only what it says identifies.
    var keys: [UInt64?]

    init(_ node: Node?, in tree: SyntaxTree) {
      children = node?.children ?? []
      text = tree.text
      keys = children.map { $0.key?.hash }
    }
  }

  /// A pair of gaps with more possible pairs than this is not searched for similar children.
  private static let pairLimit = 2500

  /// Finds pairs: in any order for children whose order tells nothing, and on request for those renamed.
  init(_ one: Family, _ other: Family, inAnyOrder: Bool, isAcrossKeys: Bool = false) {
    self.isAcrossKeys = isAcrossKeys
    self.one = one
    self.other = other
    partners = Array(repeating: nil, count: one.children.count)
    taken = Array(repeating: false, count: other.children.count)
    matchKeys()
    matchContents(inAnyOrder: inAnyOrder)
    matchSimilar()
  }

  private mutating func pair(_ first: Int, _ second: Int) {
    partners[first] = second
    taken[second] = true
  }

  /// Pairs children of one key, the first with the first, the second with the second.
  private mutating func matchKeys() {
    var places: [UInt64: [Int]] = [:]
    for (index, key) in other.keys.enumerated().reversed() {
      if let key { places[key, default: []].append(index) }
    }
    for (index, key) in one.keys.enumerated() {
      guard let key, let place = places[key]?.popLast() else { continue }
      pair(index, place)
    }
  }

  /// Pairs children without keys that say the same.
  private mutating func matchContents(inAnyOrder: Bool) {
    let first = one.children.indices.filter { one.keys[$0] == nil }
    let second = other.children.indices.filter { other.keys[$0] == nil }
    guard !first.isEmpty, !second.isEmpty else { return }
    let contents = (
      first.map { one.children[$0].content }, second.map { other.children[$0].content }
    )
    if inAnyOrder {
      var places: [UInt64: [Int]] = [:]
      for (place, content) in contents.1.enumerated().reversed() {
        places[content, default: []].append(place)
      }
      for (place, content) in contents.0.enumerated() {
        if let found = places[content]?.popLast() { pair(first[place], second[found]) }
      }
      return
    }
    var (start, otherStart) = (0, 0)
    let hunks = diff(base: contents.0, other: contents.1, algorithm: .histogram)
    for hunk in hunks + [Hunk(base: first.count..<first.count, other: second.count..<second.count)]
    {
      for distance in 0..<(hunk.base.lowerBound - start) {
        pair(first[start + distance], second[otherStart + distance])
      }
      (start, otherStart) = (hunk.base.upperBound, hunk.other.upperBound)
    }
    matchMoved()
  }

  /// Pairs children that say the same in another place, where each text has just one of them.
  private mutating func matchMoved() {
    let left = one.children.indices.filter { partners[$0] == nil && one.keys[$0] == nil }
    let right = other.children.indices.filter { !taken[$0] && other.keys[$0] == nil }
    guard !left.isEmpty, !right.isEmpty else { return }
    let first = Dictionary(grouping: left) { one.children[$0].content }
    let second = Dictionary(grouping: right) { other.children[$0].content }
    for (content, places) in first where places.count == 1 {
      if let found = second[content], found.count == 1 { pair(places[0], found[0]) }
    }
  }

  /// Pairs what is left between the same neighbours, by how much of it is the same.
  private mutating func matchSimilar() {
    var (start, otherStart) = (0, 0)
    for index in 0...one.children.count {
      let partner = index < one.children.count ? partners[index] : other.children.count
      guard let partner else { continue }
      if partner >= otherStart {
        let left = (start..<index).filter {
          partners[$0] == nil && (isAcrossKeys || one.keys[$0] == nil)
        }
        let right = (otherStart..<partner).filter {
          !taken[$0] && (isAcrossKeys || other.keys[$0] == nil)
        }
        pairSimilar(left, right)
        otherStart = partner + 1
      }
      start = index + 1
    }
  }

  /// Pairs in order so that the sum of the similarities is the largest.
  private mutating func pairSimilar(_ left: [Int], _ right: [Int]) {
    guard !left.isEmpty, !right.isEmpty, left.count * right.count <= Self.pairLimit else { return }
    var best = Array(
      repeating: Array(repeating: 0.0, count: right.count + 1), count: left.count + 1)
    var alike = Array(repeating: Array(repeating: 0.0, count: right.count), count: left.count)
    for row in left.indices.reversed() {
      for column in right.indices.reversed() {
        let likeness = Likeness.of(
          one.children[left[row]], in: one.text, other.children[right[column]], in: other.text)
        alike[row][column] = likeness
        let skipped = max(best[row + 1][column], best[row][column + 1])
        best[row][column] = max(skipped, likeness > 0 ? likeness + best[row + 1][column + 1] : 0)
      }
    }
    var (row, column) = (0, 0)
    while row < left.count, column < right.count {
      if best[row][column] == best[row + 1][column] {
        row += 1
      } else if best[row][column] == best[row][column + 1] {
        column += 1
      } else {
        pair(left[row], right[column])
        (row, column) = (row + 1, column + 1)
      }
    }
  }
}

/// How much two nodes have in common.
enum Likeness {
  /// What two nodes must have in common to be one node that was changed.
  private static let least = 0.5
  /// Longer nodes are compared by as many bytes of theirs.
  static let byteLimit = 2000

  /// From 0 to 1; 0 for nodes that have less than half in common, or are of different kinds.
  static func of(
    _ one: Node, in text: [UInt8], _ other: Node, in otherText: [UInt8]
  ) -> Double {
    guard one.isContainer == other.isContainer else { return 0 }
    let (shared, total, otherTotal) = words(one, text, other, otherText)
    guard total > 0, otherTotal > 0 else { return 0 }
    let likeness = Double(2 * shared) / Double(total + otherTotal)
    return likeness >= least ? likeness : 0
  }

  /// Whether the shorter of two nodes has at least half of its words from the other one.
  static func isRewritten(
    _ old: Node, in text: [UInt8], as new: Node, in newText: [UInt8]
  ) -> Bool {
    let (shared, total, otherTotal) = words(old, text, new, newText)
    return shared > 0 && Double(shared) >= least * Double(min(total, otherTotal))
  }

  /// How many words two nodes share, and how many each has.
  private static func words(
    _ one: Node, _ text: [UInt8], _ other: Node, _ otherText: [UInt8]
  ) -> (shared: Int, total: Int, otherTotal: Int) {
    var counts: [UInt64: Int] = [:]
    var (total, otherTotal, shared) = (0, 0, 0)
    forEachWord(of: one.body, in: text) { word in
      counts[word, default: 0] += 1
      total += 1
    }
    forEachWord(of: other.body, in: otherText) { word in
      otherTotal += 1
      guard let count = counts[word], count > 0 else { return }
      counts[word] = count - 1
      shared += 1
    }
    return (shared, total, otherTotal)
  }

  static func forEachWord(
    of range: Range<Int>, in text: [UInt8], limit: Int = byteLimit, _ body: (UInt64) -> Void
  ) {
    var hash = ContentHash()
    var isInWord = false
    for index in range.prefix(limit) {
      let byte = text[index]
      if byte.isPartOfName {
        hash.add(byte)
        isInWord = true
      } else if isInWord {
        body(hash.value)
        hash = ContentHash()
        isInWord = false
      }
    }
    if isInWord { body(hash.value) }
  }
}

extension UInt8 {
  /// Whether names are made of it: ASCII letters, digits and `_`, and all beyond ASCII.
  var isPartOfName: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
    default: false
    }
  }
}
