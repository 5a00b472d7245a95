import DocMergeCore
import DocMergeLanguage

/// Finds values of a result that mix those of both sides, though they belong together.
///
///     base     rails (6.0)  ours  rails (6.1)  theirs  rails (6.0)  fault  rails (6.1)
///                a (= 6.0)          a (= 6.1)            b (= 6.0)           a (= 6.1)
///                                                                            b (= 6.0)
///
/// Parts that depend on each other, such as a version and its checksum, are treated as one value.
struct MixtureGuard {
  private let inputs: Triple<SyntaxTree>
  /// Whether items that have keys are examined, see ``MemberGuard``.
  private let looksIntoItems: Bool

  init(_ inputs: Triple<SyntaxTree>, looksIntoItems: Bool) {
    (self.inputs, self.looksIntoItems) = (inputs, looksIntoItems)
  }

  /// The values that no side has.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes in containers that differ.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    var walk = Walk(inputs: inputs, text: tree.text, looksIntoItems: looksIntoItems)
    walk.compare(
      Triple(base: inputs.base.root, ours: inputs.ours.root, theirs: inputs.theirs.root), tree.root)
    return walk.faults
  }

  /// Walks down the inputs and the result together.
  private struct Walk {
    let inputs: Triple<SyntaxTree>
    let text: [UInt8]
    let looksIntoItems: Bool
    var faults: [StructureFault] = []

    mutating func compare(_ nodes: Triple<Node?>, _ made: Node) {
      guard let ours = nodes.ours, let theirs = nodes.theirs,
        made.kind == .members || looksIntoItems && made.kind == .items,
        ours.content != theirs.content, ours.content != nodes.base?.content,
        theirs.content != nodes.base?.content
      else { return }
      if isMixed(nodes, made) { report(made) }
      var (inBase, inOurs, inTheirs) = (
        KeyedChildren(nodes.base), KeyedChildren(ours), KeyedChildren(theirs)
      )
      for place in made.children.indices {
        guard let key = made.children[place].key else { continue }
        let (base, ours, theirs) = (
          inBase.place(of: key), inOurs.place(of: key), inTheirs.place(of: key)
        )
        if made.children[place].isWhole {
          let content = made.children[place].content
          let known = [
            base.map(inBase.content), ours.map(inOurs.content), theirs.map(inTheirs.content),
          ].compactMap(\.self)
          if !known.isEmpty, !known.contains(content) { report(made.children[place]) }
        } else if let ours, let theirs, inOurs.content(at: ours) != inTheirs.content(at: theirs) {
          let parts = Triple<Node?>(
            base: base.map { inBase[$0] }, ours: inOurs[ours], theirs: inTheirs[theirs])
          compare(parts, made.children[place])
        }
      }
    }

    private mutating func report(_ made: Node) {
      let name = made.key.map { text[$0.range].excerpt } ?? ""
      faults.append(
        StructureFault(
          places: [made.body], reason: tr("`\(name)` would be a mixture of both sides")))
    }

    /// The parts that both sides changed and that are merged in a way of their own.
    private func mergedKeys(_ nodes: Triple<Node?>) -> Set<Node.Key> {
      let parts = nodes.ours?.children.filter { $0.settlement != nil && $0.dependence != nil } ?? []
      return Set(
        parts.filter { part in
          guard let key = part.key else { return false }
          let base = nodes.base?.member(key)?.content
          return part.content != base && nodes.theirs?.member(key)?.content != base
        }.compactMap(\.key))
    }

    /// Whether parts that depend on each other are from different sides.
    private func isMixed(_ nodes: Triple<Node?>, _ made: Node) -> Bool {
      let merged = mergedKeys(nodes)
      func found(_ entry: Node) -> DependentParts { DependentParts(entry, without: merged) }
      let parts = found(made)
      let (base, ours, theirs) = (
        nodes.base.map(found), nodes.ours.map(found), nodes.theirs.map(found)
      )
      guard let ours, let theirs, ours != base, theirs != base,
        [parts, ours, theirs].contains(where: { $0.count > 1 })
      else { return false }
      let isConditionChanged = [ours, theirs].contains { $0.hasConditionChanged(from: base) }
      return isConditionChanged && parts != ours && parts != theirs && parts != base
    }
  }
}

/// The parts of an entry that depend on each other, by their names.
private struct DependentParts: Equatable {
  private var conditions: [Node.Key: UInt64] = [:]
  private var values: [Node.Key: UInt64] = [:]

  var count: Int { conditions.count + values.count }

  init(_ entry: Node, without leftOut: Set<Node.Key>) {
    var (conditions, values) = (conditions, values)
    entry.children.forEachInPlace { part in
      guard let key = part.pointee.key, !leftOut.contains(key) else { return }
      switch part.pointee.dependence {
      case .condition(let hash): conditions[key] = hash
      case .value(let hash): values[key] = hash
      case nil:
        if RowRules.dependentNames.contains(key.hash) { conditions[key] = part.pointee.content }
      }
    }
    (self.conditions, self.values) = (conditions, values)
  }

  func hasConditionChanged(from base: DependentParts?) -> Bool {
    conditions != base?.conditions ?? [:]
  }
}
