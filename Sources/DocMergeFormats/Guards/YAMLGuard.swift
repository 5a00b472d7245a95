import DocMergeCore

/// Finds resources that would stand twice in a result, and items that share a name that only one may have.
struct YAMLGuard {
  private let known: Set<Finding>

  init(_ inputs: [SyntaxTree]) { known = Set(inputs.flatMap { Self.findings(in: $0).keys }) }

  /// What stands twice, and where.
  private struct Finding: Hashable {
    let container: UInt64
    let name: [UInt8]
  }

  /// What stands twice in the result, and in no input.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    Self.findings(in: tree).filter { !known.contains($0.key) }.map { finding, places in
      StructureFault(
        places: places,
        reason: "`\(String(decoding: finding.name.prefix(60), as: UTF8.self))` would stand twice")
    }.sorted { $0.stands(before: $1) }
  }

  private static func findings(in tree: SyntaxTree) -> [Finding: [Range<Int>]] {
    var places: [Finding: [Range<Int>]] = [:]
    let lists = YAMLListKeys(tree.text, isKustomization: false)
    let identities = YAMLIdentities(tree.text)
    let isStream = tree.root.kind == .blocks || tree.root.kind == .set
    for document in isStream ? tree.root.children : [tree.root] {
      guard lists.vocabulary(of: document) == .kubernetes else { continue }
      let resource = identities.resource(document)
      if isStream, let resource {
        let name = Array(tree.text[resource.range])
        places[Finding(container: resource.hash, name: name), default: []].append(document.body)
      }
      addNames(in: document, lists, path: resource?.hash ?? 0, tree.text, to: &places)
    }
    return places.filter { $0.value.count > 1 }
  }

  /// Adds the names of items of which each may have a name only once.
  private static func addNames(
    in node: Node, _ lists: YAMLListKeys, path: UInt64, _ text: [UInt8],
    to places: inout [Finding: [Range<Int>]]
  ) {
    let values = YAMLValues(text: text)
    let unique = lists.list(node, .kubernetes)?.unique
    for child in node.children {
      if let unique, let name = values.value(at: unique, of: child) {
        places[Finding(container: path, name: Array(text[name])), default: []].append(child.body)
      }
      guard !child.children.isEmpty else { continue }
      var inner = ContentHash()
      inner.add(hash: path)
      inner.add(hash: child.key?.hash ?? 0)
      addNames(in: child, lists, path: inner.value, text, to: &places)
    }
  }
}
