import DocMergeCore
import DocMergeLanguage

/// Finds members that only one side changed, and that differ from that side in a result.
///
///     base    pig: {legs: beta, size: two}     mole: {legs: beta}
///     ours    removed `pig`
///     theirs                                   removed `legs`
///     fault                                    mole: {legs: beta}
///
/// Equal lines can be matched with each other, as the two `legs` are, so that line by line nothing is lost.
struct MemberGuard {
  private let inputs: Triple<MemberTree>
  /// Whether items that have keys are examined: those of notebooks are changed by running them, which may be lost.
  private let looksIntoItems: Bool

  init(_ inputs: Triple<MemberTree>, looksIntoItems: Bool = true) {
    (self.inputs, self.looksIntoItems) = (inputs, looksIntoItems)
  }

  /// The members that differ from the version of one side while the other side left them alone.
  ///
  /// Keys that occur twice in a container are skipped: their members cannot be told apart.
  ///
  /// Where conflicts are left, one of them may hold the members that a container lacks.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes in containers that differ.
  func faults(in tree: MemberTree, isWhole: Bool) -> [StructureFault] {
    var walk = Walk(
      inputs: inputs, made: tree.text, isWhole: isWhole, looksIntoItems: looksIntoItems)
    let root = inputs.base.name(of: inputs.base.root)
    walk.compare(inputs.map(\.root), tree.root, path: root.isEmpty ? [] : [root])
    return walk.faults
  }

  /// What a side did to a member.
  private enum Change {
    case removal, addition, change

    /// That a result lacks it, in words.
    func loss(_ name: String, _ place: String) -> String {
      let isNamed = !name.isEmpty
      return switch self {
      case .removal where isNamed: tr("the removal of `\(name)`\(place) would be lost")
      case .removal: tr("a removal\(place) would be lost")
      case .addition where isNamed: tr("the addition of `\(name)`\(place) would be lost")
      case .addition: tr("a addition\(place) would be lost")
      case .change where isNamed: tr("the change of `\(name)`\(place) would be lost")
      case .change: tr("a change\(place) would be lost")
      }
    }
  }

  /// Walks down the inputs and the result together.
  private struct Walk {
    let inputs: Triple<MemberTree>
    /// The text of the result.
    let made: [UInt8]
    let isWhole: Bool
    let looksIntoItems: Bool
    var faults: [StructureFault] = []

    mutating func compare(_ nodes: Triple<Node>, _ made: Node, path: [String]) {
      guard nodes.base.content != nodes.ours.content || nodes.base.content != nodes.theirs.content,
        [nodes.base, nodes.ours, nodes.theirs, made].allSatisfy({
          $0.kind == .members || $0.kind == .set || looksIntoItems && $0.kind == .items
        })
      else { return }
      if isWhole { reportKeyless(nodes, made, path: path) }
      var doubled: Set<UInt64> = []
      let all = nodes.map { MemberPlaces($0.children, doubled: &doubled) }
      let found = MemberPlaces(made.children, doubled: &doubled)
      for version in [Version.base, .ours, .theirs] {
        let children = nodes[version].children
        for place in children.indices {
          guard let key = children[place].key?.hash else { continue }
          let places = all.map { $0[key] }
          guard isFirst(version, places), !areAlike(nodes, places), !doubled.contains(key) else {
            continue
          }
          let madePlace = found[key]
          guard madePlace == nil || !isMoved(places, nodes, all) else { continue }
          // This guard does not check the new key of a member that a side renamed.
          if isRenamed(children[place], in: places.base == nil ? nodes.base : made) { continue }
          let known = faults.count
          compareMember(
            members(of: nodes, at: places), madePlace.map { made.children[$0] }, path: path)
          for index in known..<faults.count where faults[index].places.isEmpty {
            let gap = isWhole ? made.gap(at: place, among: children, found) : made.range
            faults[index].places = [gap]
          }
        }
      }
    }

    /// Whether no version before this one has the member.
    private func isFirst(_ version: Version, _ places: Triple<Int?>) -> Bool {
      switch version {
      case .base: true
      case .ours: places.base == nil
      case .theirs: places.base == nil && places.ours == nil
      }
    }

    /// Whether a container has a member with another key, but with the same identifying name.
    private func isRenamed(_ member: Node, in container: Node) -> Bool {
      guard let name = member.key?.name, name != 0 else { return false }
      return container.children.contains { $0.key?.name == name && $0.key != member.key }
    }

    /// Whether no side changed the member, so that there is nothing to lose.
    private func areAlike(_ nodes: Triple<Node>, _ places: Triple<Int?>) -> Bool {
      guard let base = places.base, let ours = places.ours, let theirs = places.theirs else {
        return false
      }
      let content = nodes.base.children[base].content
      return nodes.ours.children[ours].content == content
        && nodes.theirs.children[theirs].content == content
    }

    private func members(of nodes: Triple<Node>, at places: Triple<Int?>) -> Triple<Node?> {
      Triple(
        base: places.base.map { nodes.base.children[$0] },
        ours: places.ours.map { nodes.ours.children[$0] },
        theirs: places.theirs.map { nodes.theirs.children[$0] })
    }

    /// Whether one side removed a member that the other one moved, so that it needs a decision.
    private func isMoved(
      _ places: Triple<Int?>, _ nodes: Triple<Node>, _ all: Triple<MemberPlaces>
    ) -> Bool {
      guard let old = places.base, (places.ours == nil) != (places.theirs == nil),
        let new = places.ours ?? places.theirs
      else { return false }
      let keeper: Version = places.ours == nil ? .theirs : .ours
      // If only one neighbour differs, that one moved.
      let isShared = { (other: UInt64) in all.base[other] != nil && all[keeper][other] != nil }
      let (before, after) = (nodes.base.children, nodes[keeper].children)
      return before.lastKey(before: old, where: isShared)
        != after.lastKey(before: new, where: isShared)
        && before.firstKey(after: old, where: isShared)
          != after.firstKey(after: new, where: isShared)
    }

    private mutating func compareMember(
      _ nodes: Triple<Node?>, _ made: Node?, path: [String]
    ) {
      let contents = nodes.map { $0?.content }
      if contents.ours == contents.base, contents.theirs == contents.base { return }
      guard let expected = contents.settled else {
        return compareContested(nodes, made, path: path)
      }
      guard made?.content != expected, !isPadded(made, as: expected, of: nodes) else { return }
      let known = faults.count
      compareContested(nodes, made, path: path)
      guard faults.count == known else { return }
      let change: Change = expected == nil ? .removal : contents.base == nil ? .addition : .change
      report(change, of: nodes, at: made, path: path)
    }

    /// Whether a member of the result differs from the expected one only in the padding within its lines.
    private func isPadded(_ made: Node?, as expected: UInt64?, of nodes: Triple<Node?>) -> Bool {
      guard let made, let expected else { return false }
      return [Version.ours, .theirs].contains { version in
        guard let node = nodes[version], node.content == expected else { return false }
        return inputs[version].text[node.body].withoutPadding == self.made[made.body].withoutPadding
      }
    }

    /// A member that both sides changed: its parts are compared, and a change is not lost in a removal.
    private mutating func compareContested(
      _ nodes: Triple<Node?>, _ made: Node?, path: [String]
    ) {
      guard let base = nodes.base else { return }
      guard let ours = nodes.ours, let theirs = nodes.theirs else {
        // A change beside a removal; a removal beside an unchanged value is examined as a whole.
        let isChange = nodes.map { $0?.content }.settled == nil
        if made == nil, isChange {
          report(.change, of: nodes, at: nil, path: path)
        }
        return
      }
      guard let made else { return }
      // The tag and the content of an element have no names of their own.
      let name = name(of: nodes)
      compare(
        Triple(base: base, ours: ours, theirs: theirs), made,
        path: name.isEmpty ? path : path + [name])
    }

    private mutating func reportKeyless(_ nodes: Triple<Node>, _ made: Node, path: [String]) {
      let place = Self.place(path)
      for child in KeylessChildren.lostRemovals(of: nodes, in: made) {
        faults.append(
          StructureFault(
            places: [child.body], reason: tr("a change of an item\(place) would be lost")))
      }
    }

    private static func place(_ path: [String]) -> String {
      guard !path.isEmpty else { return "" }
      let names = path.joined(separator: ".")
      return tr(" in `\(names)`")
    }

    private mutating func report(
      _ change: Change, of nodes: Triple<Node?>, at made: Node?, path: [String]
    ) {
      let name = name(of: nodes)
      faults.append(
        StructureFault(
          places: made.map { [$0.body] } ?? [], reason: change.loss(name, Self.place(path))))
    }

    private func name(of nodes: Triple<Node?>) -> String {
      for version in [Version.base, .ours, .theirs] {
        guard let node = nodes[version], node.key != nil else { continue }
        return inputs[version].name(of: node)
      }
      return ""
    }
  }
}

/// A text, and its members by keys.
struct MemberTree: Sendable {
  let text: [UInt8]
  let root: Node

  init(text: [UInt8], root: Node) { (self.text, self.root) = (text, root) }

  init(_ tree: SyntaxTree) { self.init(text: tree.text, root: tree.root) }

  /// The key of a node as it is written; empty where it has none.
  fileprivate func name(of node: Node) -> String {
    guard let key = node.key else { return "" }
    return String(decoding: text[key.range].prefix { $0 != 0x0A }.prefix(80), as: UTF8.self)
  }
}

/// The places of the children of a container, by their keys; of those with one key the last one.
private struct MemberPlaces {
  private var keys: HashedSet
  /// The place of the child whose key is in a slot.
  private var places: [Int]

  /// Finds the children that have keys; adds the keys that occur twice.
  init(_ children: [Node], doubled: inout Set<UInt64>) {
    keys = HashedSet(capacity: children.count)
    places = Array(repeating: 0, count: keys.slotCount)
    for place in children.indices {
      guard let key = children[place].key?.hash else { continue }
      let (slot, isNew) = keys.slot(inserting: key)
      if !isNew { doubled.insert(key) }
      places[slot] = place
    }
  }

  /// The place of a child; `nil` when none has the key.
  subscript(key: UInt64) -> Int? { keys.slot(of: key).map { places[$0] } }
}

extension [Node] {
  /// The last key before a place among those that count.
  fileprivate func lastKey(before place: Int, where counts: (UInt64) -> Bool) -> UInt64? {
    for index in self[..<place].indices.reversed() {
      if let key = self[index].key?.hash, counts(key) { return key }
    }
    return nil
  }

  /// The first key after a place among those that count.
  fileprivate func firstKey(after place: Int, where counts: (UInt64) -> Bool) -> UInt64? {
    for index in self[(place + 1)...].indices {
      if let key = self[index].key?.hash, counts(key) { return key }
    }
    return nil
  }
}

extension Node {
  /// The gap of a missing child: from the child before it to the one after it, both as found here.
  ///
  /// The byte of each beside the gap is included, so that the gap is on a line even if it is empty.
  fileprivate func gap(
    at index: Int, among siblings: [Node], _ found: MemberPlaces
  ) -> Range<Int> {
    func place(_ sibling: Node) -> Range<Int>? {
      sibling.key.flatMap { found[$0.hash] }.map { children[$0].body }
    }
    let before = siblings[..<index].reversed().lazy.compactMap(place).first
    let after = siblings[(index + 1)...].lazy.compactMap(place).first
    let start = before.map { $0.upperBound - 1 } ?? range.lowerBound
    let end = after.map { $0.lowerBound + 1 } ?? range.upperBound
    return start < end ? start..<end : range
  }
}

extension ArraySlice<UInt8> {
  /// The text with one blank for several, except at the start of a line and between quotation marks.
  fileprivate var withoutPadding: [UInt8] {
    var bytes: [UInt8] = []
    var (isInside, isQuoted) = (true, false)
    for byte in self {
      if byte == .quotationMark { isQuoted.toggle() }
      if isInside, !isQuoted, byte == 0x20, bytes.last == 0x20 { continue }
      if byte == 0x0A {
        (isInside, isQuoted) = (false, false)
      } else if byte != 0x20 {
        isInside = true
      }
      bytes.append(byte)
    }
    return bytes
  }
}
