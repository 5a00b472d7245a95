import DocMergeCore

/// Finds members that only one side changed, and that a result has otherwise.
///
///     base    pig: {legs: beta, size: two}     mole: {legs: beta}
///     ours    removed `pig`
///     theirs                                   removed `legs`
///     fault                                    mole: {legs: beta}
///
/// Lines that are alike stand for each other, as the two `legs` do, so that line by line nothing is lost.
struct MemberGuard {
  private let inputs: Triple<MemberTree>

  init(_ inputs: Triple<MemberTree>) { self.inputs = inputs }

  /// The members that differ from what one side made of them while the other left them alone.
  ///
  /// Keys that stand twice in a container are passed over: their members cannot be told apart.
  ///
  /// Where conflicts are left, one of them may hold what a container of them lacks.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes in containers that differ.
  func faults(in tree: MemberTree, isWhole: Bool) -> [StructureFault] {
    var walk = Walk(inputs: inputs, isWhole: isWhole)
    walk.compare(inputs.map(\.root), tree.root, path: [])
    return walk.faults
  }

  /// Goes down the inputs and the result together.
  private struct Walk {
    let inputs: Triple<MemberTree>
    let isWhole: Bool
    var faults: [StructureFault] = []

    mutating func compare(_ nodes: Triple<Node>, _ made: Node, path: [String]) {
      guard nodes.base.content != nodes.ours.content || nodes.base.content != nodes.theirs.content,
        nodes.base.kind == .members, nodes.ours.kind == .members, nodes.theirs.kind == .members,
        made.kind == .members
      else { return }
      var doubled: Set<UInt64> = []
      let all = nodes.map { $0.members(doubled: &doubled) }
      let found = made.members(doubled: &doubled)
      for version in [Version.base, .ours, .theirs] {
        let children = nodes[version].children
        for place in children.indices {
          guard let key = children[place].key?.hash, isFirst(key, version, all),
            !doubled.contains(key), found[key] == nil || !isMoved(key, nodes, all)
          else { continue }
          let known = faults.count
          compareMember(all.map { $0[key] }, found[key], path: path)
          for index in known..<faults.count where faults[index].places.isEmpty {
            let gap = isWhole ? made.gap(at: place, among: children, found) : made.range
            faults[index].places = [gap]
          }
        }
      }
    }

    private func isFirst(
      _ key: UInt64, _ version: Version, _ all: Triple<[UInt64: Node]>
    ) -> Bool {
      switch version {
      case .base: true
      case .ours: all.base[key] == nil
      case .theirs: all.base[key] == nil && all.ours[key] == nil
      }
    }

    /// Whether one side removed a member that the other one put elsewhere, so that it has to decide.
    private func isMoved(
      _ key: UInt64, _ nodes: Triple<Node>, _ all: Triple<[UInt64: Node]>
    ) -> Bool {
      guard all.base[key] != nil, (all.ours[key] == nil) != (all.theirs[key] == nil) else {
        return false
      }
      let keeper: Version = all.ours[key] == nil ? .theirs : .ours
      // Where only one neighbour is another one, that one moved.
      let isShared = { (other: UInt64) in all.base[other] != nil && all[keeper][other] != nil }
      let (old, new) = (nodes.base, nodes[keeper])
      return old.lastKey(before: key, where: isShared) != new.lastKey(before: key, where: isShared)
        && old.firstKey(after: key, where: isShared) != new.firstKey(after: key, where: isShared)
    }

    private mutating func compareMember(
      _ nodes: Triple<Node?>, _ made: Node?, path: [String]
    ) {
      let contents = nodes.map { $0?.content }
      if contents.ours == contents.base, contents.theirs == contents.base { return }
      guard let expected = contents.settled else {
        return compareContested(nodes, made, path: path)
      }
      guard made?.content != expected else { return }
      let known = faults.count
      compareContested(nodes, made, path: path)
      guard faults.count == known else { return }
      let verb = expected == nil ? "removal" : contents.base == nil ? "addition" : "change"
      report(verb, of: nodes, at: made, path: path)
    }

    /// A member that both sides changed: its parts are compared, and a change is not lost in a removal.
    private mutating func compareContested(
      _ nodes: Triple<Node?>, _ made: Node?, path: [String]
    ) {
      guard let base = nodes.base else { return }
      guard let ours = nodes.ours, let theirs = nodes.theirs else {
        // A change beside a removal; a removal beside nothing is looked at as a whole.
        let isChange = nodes.map { $0?.content }.settled == nil
        if made == nil, isChange {
          report("change", of: nodes, at: nil, path: path)
        }
        return
      }
      guard let made else { return }
      compare(
        Triple(base: base, ours: ours, theirs: theirs), made, path: path + [name(of: nodes)])
    }

    private mutating func report(
      _ verb: String, of nodes: Triple<Node?>, at made: Node?, path: [String]
    ) {
      let place = path.isEmpty ? "" : " in `\(path.joined(separator: "."))`"
      faults.append(
        StructureFault(
          places: made.map { [$0.body] } ?? [],
          reason: "the \(verb) of `\(name(of: nodes))`\(place) would be lost"))
    }

    private func name(of nodes: Triple<Node?>) -> String {
      for version in [Version.base, .ours, .theirs] {
        guard let key = nodes[version]?.key else { continue }
        let line = inputs[version].text[key.range].prefix { $0 != 0x0A }
        return String(decoding: line.prefix(80), as: UTF8.self)
      }
      return ""
    }
  }
}

/// A text, and what it holds by keys.
struct MemberTree {
  let text: [UInt8]
  let root: Node

  init(text: [UInt8], root: Node) { (self.text, self.root) = (text, root) }

  init(_ tree: SyntaxTree) { self.init(text: tree.text, root: tree.root) }
}

extension Node {
  /// The children by their keys; adds the keys that stand twice.
  fileprivate func members(doubled: inout Set<UInt64>) -> [UInt64: Node] {
    var members: [UInt64: Node] = [:]
    for child in children {
      guard let key = child.key?.hash else { continue }
      if members.updateValue(child, forKey: key) != nil { doubled.insert(key) }
    }
    return members
  }

  /// The last key before one among those that count.
  fileprivate func lastKey(before key: UInt64, where counts: (UInt64) -> Bool) -> UInt64? {
    let before = children.prefix { $0.key?.hash != key }
    return before.last { $0.key.map { counts($0.hash) } ?? false }?.key?.hash
  }

  /// The key of the first child behind one that counts.
  fileprivate func firstKey(after key: UInt64, where counts: (UInt64) -> Bool) -> UInt64? {
    let after = children.drop { $0.key?.hash != key }.dropFirst()
    return after.first { $0.key.map { counts($0.hash) } ?? false }?.key?.hash
  }

  /// Where a child is missing: from the child before it to the one behind it, both as found here.
  ///
  /// Of both the byte beside the gap belongs to it, so that there is a line even where nothing stands between.
  fileprivate func gap(
    at index: Int, among children: [Node], _ found: [UInt64: Node]
  ) -> Range<Int> {
    func place(_ child: Node) -> Range<Int>? { child.key.flatMap { found[$0.hash]?.body } }
    let before = children[..<index].reversed().lazy.compactMap(place).first
    let after = children[(index + 1)...].lazy.compactMap(place).first
    let start = before.map { $0.upperBound - 1 } ?? range.lowerBound
    let end = after.map { $0.lowerBound + 1 } ?? range.upperBound
    return start < end ? start..<end : range
  }
}
