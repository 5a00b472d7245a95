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
  private typealias Members = [UInt64: Node]

  private let inputs: Triple<SyntaxTree>

  init(_ inputs: Triple<SyntaxTree>) { self.inputs = inputs }

  /// The members that differ from what one side made of them while the other left them alone.
  ///
  /// Containers in which a key stands twice are passed over: its members cannot be told apart.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes in containers that differ.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    var walk = Walk(inputs: inputs, result: tree)
    walk.compare(inputs.map(\.root), tree.root, path: [])
    return walk.faults
  }

  /// Goes down the inputs and the result together.
  private struct Walk {
    let inputs: Triple<SyntaxTree>
    let result: SyntaxTree
    var faults: [StructureFault] = []

    mutating func compare(_ nodes: Triple<Node>, _ made: Node, path: [String]) {
      guard nodes.base.content != nodes.ours.content || nodes.base.content != nodes.theirs.content,
        let base = members(of: nodes.base), let ours = members(of: nodes.ours),
        let theirs = members(of: nodes.theirs), let found = members(of: made)
      else { return }
      let all = Triple(base: base, ours: ours, theirs: theirs)
      for version in [Version.base, .ours, .theirs] {
        for node in nodes[version].children {
          guard let key = node.key?.hash, isFirst(key, version, all) else { continue }
          compareMember(all.map { $0[key] }, found[key], in: made, path: path)
        }
      }
    }

    private func isFirst(_ key: UInt64, _ version: Version, _ all: Triple<Members>) -> Bool {
      switch version {
      case .base: true
      case .ours: all.base[key] == nil
      case .theirs: all.base[key] == nil && all.ours[key] == nil
      }
    }

    private mutating func compareMember(
      _ nodes: Triple<Node?>, _ made: Node?, in container: Node, path: [String]
    ) {
      let contents = nodes.map { $0?.content }
      if contents.ours == contents.base, contents.theirs == contents.base { return }
      guard let expected = contents.settled else {
        return compareContested(nodes, made, in: container, path: path)
      }
      guard made?.content != expected else { return }
      let known = faults.count
      compareContested(nodes, made, in: container, path: path)
      guard faults.count == known else { return }
      let verb = expected == nil ? "removal" : contents.base == nil ? "addition" : "change"
      report(verb, of: nodes, at: made, in: container, path: path)
    }

    /// A member that both sides changed: its parts are compared, and a change is not lost in a removal.
    private mutating func compareContested(
      _ nodes: Triple<Node?>, _ made: Node?, in container: Node, path: [String]
    ) {
      guard let base = nodes.base else { return }
      guard let ours = nodes.ours, let theirs = nodes.theirs else {
        // A change beside a removal; a removal beside nothing is looked at as a whole.
        let isChange = nodes.map { $0?.content }.settled == nil
        if made == nil, isChange {
          report("change", of: nodes, at: nil, in: container, path: path)
        }
        return
      }
      guard let made else { return }
      compare(
        Triple(base: base, ours: ours, theirs: theirs), made, path: path + [name(of: nodes)])
    }

    private mutating func report(
      _ verb: String, of nodes: Triple<Node?>, at made: Node?, in container: Node, path: [String]
    ) {
      let place = path.isEmpty ? "" : " in `\(path.joined(separator: "."))`"
      faults.append(
        StructureFault(
          places: [made?.body ?? container.range],
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

    /// The members of an object by their keys; `nil` for other nodes, and where a key stands twice.
    private func members(of node: Node) -> Members? {
      guard node.kind == .members else { return nil }
      var members: Members = [:]
      for child in node.children {
        guard let key = child.key?.hash else { continue }
        guard members.updateValue(child, forKey: key) == nil else { return nil }
      }
      return members
    }
  }
}
