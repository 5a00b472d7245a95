import DocMergeCore

/// Matches the children of one node with those of another one.
struct ChildMatch {
  /// The partner of each child of the first node among the children of the other one, or `nil`.
  private(set) var partners: [Int?]

  private let one: Family
  private let other: Family
  private var taken: [Bool]
  private let renaming: Renaming

  /// Which children may match a child with a different but similar key.
  enum Renaming {
    case none
    /// Those that have a part in common, such as an element with a new id: without such a part, it is another element.
    case ofSharedParts
    /// All, such as a section with a new title.
    case ofAnything
  }

  /// Children, and their keys.
  struct Family {
    let children: [Node]
    let text: [UInt8]
    /// The key of each child; `nil` for a child that only its text identifies.
    var keys: [UInt64?]
    /// The part of each key that is enough to match a child of another key, if no other child has it.
    let names: [UInt64]
    /// Whether each child is found by its place, such as the arguments of a call.
    let isPositional: Bool

    init(_ node: Node?, in tree: SyntaxTree) {
      children = node?.children ?? []
      text = tree.text
      keys = children.map { $0.key?.hash }
      isPositional =
        node?.kind == .blocks && node?.mark == 0x2C && children.allSatisfy { $0.key == nil }
      let hasNames = children.contains { $0.key.map { $0.name != 0 } ?? false }
      names = hasNames ? children.map { $0.key?.name ?? 0 } : []
    }

    /// Whether no child has a key.
    var hasNoKeys: Bool { keys.allSatisfy { $0 == nil } }

    /// Whether two children have the same key.
    var hasDoubledKeys: Bool {
      var known = HashedSet(capacity: keys.count)
      return keys.contains { key in key.map { !known.insert($0) } ?? false }
    }
  }

  /// A pair of gaps with more possible pairs than this is not searched for similar children.
  private static let pairLimit = 2500

  /// Finds pairs: in any order for children whose order does not matter, and on request for renamed ones.
  init(_ one: Family, _ other: Family, inAnyOrder: Bool, _ renaming: Renaming = .none) {
    self.renaming = renaming
    self.one = one
    self.other = other
    partners = Array(repeating: nil, count: one.children.count)
    taken = Array(repeating: false, count: other.children.count)
    matchKeys()
    matchNames()
    matchContents(inAnyOrder: inAnyOrder)
    matchSimilar()
  }

  private mutating func pair(_ first: Int, _ second: Int) {
    partners[first] = second
    taken[second] = true
  }

  /// Pairs children with the same key, the first with the first, the second with the second.
  private mutating func matchKeys() {
    let start = matchFirstKeys()
    let (keys, otherKeys) = (one.keys[start...], other.keys[start...])
    guard keys.contains(where: { $0 != nil }) else { return }
    // The first child of each key, and for each child the next one with its key.
    var first: [UInt64: Int] = [:]
    first.reserveCapacity(otherKeys.count)
    var next = Array(repeating: otherKeys.endIndex, count: otherKeys.count)
    for index in otherKeys.indices.reversed() {
      guard let key = otherKeys[index] else { continue }
      if let known = first.updateValue(index, forKey: key) { next[index - start] = known }
    }
    for index in keys.indices {
      guard let key = keys[index], let place = first[key], place < otherKeys.endIndex else {
        continue
      }
      pair(index, place)
      first[key] = next[place - start]
    }
  }

  /// Pairs children with different keys whose names no other child has, such as a function with another parameter.
  private mutating func matchNames() {
    guard !one.names.isEmpty, !other.names.isEmpty else { return }
    func places(_ names: [UInt64]) -> [UInt64: [Int]] {
      Dictionary(grouping: names.indices.filter { names[$0] != 0 }) { names[$0] }
    }
    let (first, second) = (places(one.names), places(other.names))
    for (name, indices) in first where indices.count == 1 {
      guard let found = second[name], found.count == 1, partners[indices[0]] == nil,
        !taken[found[0]]
      else { continue }
      pair(indices[0], found[0])
    }
  }

  /// Pairs children at the same places as long as the keys are the same; returns their number.
  private mutating func matchFirstKeys() -> Int {
    var index = 0
    let end = min(one.keys.count, other.keys.count)
    while index < end, one.keys[index] == other.keys[index] {
      if one.keys[index] != nil { pair(index, index) }
      index += 1
    }
    return index
  }

  /// Pairs children without keys that have the same text.
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

  /// Pairs children that have the same text in different places, where each text has just one of them.
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

  /// Pairs the remaining children between the same neighbours, by the part of them that is the same.
  private mutating func matchSimilar() {
    var (start, otherStart) = (0, 0)
    for index in 0...one.children.count {
      let partner = index < one.children.count ? partners[index] : other.children.count
      guard let partner else { continue }
      // Mostly there is nothing between two pairs.
      if partner > otherStart, start < index {
        let left = (start..<index).filter {
          partners[$0] == nil && (renaming != .none || one.keys[$0] == nil)
        }
        let right = (otherStart..<partner).filter {
          !taken[$0] && (renaming != .none || other.keys[$0] == nil)
        }
        pairSimilar(left, right)
      }
      otherStart = max(otherStart, partner + 1)
      start = index + 1
    }
  }

  /// How similar two children are; 0 where one has replaced the other.
  private func likeness(_ index: Int, _ otherIndex: Int) -> Double {
    let (child, partner) = (one.children[index], other.children[otherIndex])
    if renaming == .ofSharedParts, let key = child.key, let otherKey = partner.key, key != otherKey,
      !child.children.isEmpty,
      !partner.children.isEmpty,
      Set(child.children.map(\.content)).isDisjoint(with: partner.children.map(\.content))
    {
      return 0
    }
    let likeness = Likeness.of(child, in: one.text, partner, in: other.text)
    // A node that wraps the other one is a new node, not a changed version of it.
    let isWrapped =
      likeness > 0 && (partner.holds(child.content) || child.holds(partner.content))
    if isWrapped { return 0 }
    return likeness > 0 && Self.shareChild(child, partner) ? likeness + 1 : likeness
  }

  /// With more children than this two nodes are compared by their words alone.
  private static let mostChildren = 64

  /// Whether two containers have a child in common: that counts more than tags that all of them have.
  private static func shareChild(_ one: Node, _ other: Node) -> Bool {
    guard one.children.count <= mostChildren, other.children.count <= mostChildren else {
      return false
    }
    return one.children.contains { child in
      other.children.contains { $0.content == child.content }
    }
  }

  /// Whether each of some children that are found by their places has replaced the one at its place.
  private func haveReplaced(_ left: [Int], _ right: [Int]) -> Bool {
    guard one.isPositional, other.isPositional, left.count == right.count else { return false }
    return zip(left, right).allSatisfy { index, otherIndex in
      !one.children[index].isContainer && !other.children[otherIndex].isContainer
        || likeness(index, otherIndex) > 0
    }
  }

  /// Pairs children in order so that the sum of the similarities is the largest.
  private mutating func pairSimilar(_ left: [Int], _ right: [Int]) {
    guard !left.isEmpty, !right.isEmpty, left.count * right.count <= Self.pairLimit else { return }
    if haveReplaced(left, right) { return zip(left, right).forEach { pair($0, $1) } }
    var best = Array(
      repeating: Array(repeating: 0.0, count: right.count + 1), count: left.count + 1)
    var alike = Array(repeating: Array(repeating: 0.0, count: right.count), count: left.count)
    for row in left.indices.reversed() {
      for column in right.indices.reversed() {
        let likeness = likeness(left[row], right[column])
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

extension Node {
  /// How many nodes around a part are searched for it.
  private static let wrappings = 4

  /// Whether one of its parts, or of theirs, has some content.
  fileprivate func holds(_ content: UInt64, depth: Int = wrappings) -> Bool {
    depth > 0
      && children.contains { $0.content == content || $0.holds(content, depth: depth - 1) }
  }
}
