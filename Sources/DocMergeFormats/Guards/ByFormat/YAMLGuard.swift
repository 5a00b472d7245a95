import DocMergeCore
import DocMergeLanguage

/// Finds resources that would occur twice in a result, items that share a name that must be unique, and mounts of
/// missing volumes.
struct YAMLGuard {
  private let known: Set<Finding>
  private let unmounted: Set<Finding>
  private let inputs: [SyntaxTree]

  init(_ inputs: [SyntaxTree]) {
    self.inputs = inputs
    known = Set(inputs.flatMap { Self.findings(in: $0).keys })
    unmounted = Set(inputs.flatMap { Self.missingVolumes(in: $0).keys })
  }

  /// The doubled text, and its places.
  private struct Finding: Hashable {
    let container: UInt64
    let name: [UInt8]
  }

  /// Text that occurs twice in the result or is missing there, and in no input.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    func name(_ finding: Finding) -> String { "`\(finding.name.excerpt)`" }
    let doubled = Self.findings(in: tree).filter { !known.contains($0.key) }.map {
      StructureFault(places: $1, reason: tr("\(name($0)) would stand twice"))
    }
    let missing = Self.missingVolumes(in: tree).filter { !unmounted.contains($0.key) }.map {
      StructureFault(places: $1, reason: tr("the volume \(name($0)) would be missing"))
    }
    return (doubled + missing + programFaults(in: tree) + referenceFaults(in: tree)).sorted {
      $0.stands(before: $1)
    }
  }

  /// Faults that the programs which read the documents would reject, though they accept every input.
  private func programFaults(in tree: SyntaxTree) -> [StructureFault] {
    let made = YAMLFindings(tree)
    guard !made.places.isEmpty || !made.missing.isEmpty || !made.commands.isEmpty else {
      return []
    }
    let inputs = inputs.map(YAMLFindings.init)
    let known = Set(inputs.flatMap(\.places.keys))
    var faults = made.places.filter { !known.contains($0.key) }.map {
      StructureFault(places: $1, reason: $0.reason)
    }
    // Variables that no input has are defined elsewhere.
    for (name, places) in made.missing where inputs.contains(where: { $0.variables.contains(name) })
    {
      let known = Set(inputs.flatMap { $0.missing[name]?.keys.map(\.self) ?? [] })
      faults += places.filter { !known.contains($0.key) }.map {
        StructureFault(places: $1, reason: $0.reason)
      }
    }
    guard inputs.count == 3 else { return faults }
    let versions = Triple(base: inputs[0], ours: inputs[1], theirs: inputs[2])
    return faults + CommandGuard(versions).faults(in: made)
  }

  /// Names that parts of a document use, that an input has but the result lacks, and names of steps that occur twice.
  private func referenceFaults(in tree: SyntaxTree) -> [StructureFault] {
    let made = YAMLReferences(tree)
    let (missing, doubled) = (made.missing, made.doubled)
    guard !missing.isEmpty || !doubled.isEmpty else { return [] }
    let inputs = inputs.map(YAMLReferences.init)
    let defined = inputs.reduce(into: Set()) { $0.formUnion($1.defined) }
    // If an input does without it, it is defined elsewhere.
    let absent = Set(inputs.flatMap(\.missing.keys))
    let known = Set(inputs.flatMap(\.doubled.keys))
    func word(_ name: YAMLReferences.Name) -> String {
      name.kind.described(name.bytes.excerpt)
    }
    let lost = missing.filter { defined.contains($0.key) && !absent.contains($0.key) }
    let twice = doubled.filter { !known.contains($0.key) }
    return lost.map { StructureFault(places: $1, reason: tr("\(word($0)) would be missing")) }
      + twice.map { StructureFault(places: $1, reason: tr("\(word($0)) would stand twice")) }
  }

  /// The mounts of volumes that their resource does not have.
  private static func missingVolumes(in tree: SyntaxTree) -> [Finding: [Range<Int>]] {
    var missing: [Finding: [Range<Int>]] = [:]
    let values = YAMLValues(text: tree.text)
    let identities = YAMLIdentities(tree.text)
    for document in tree.yamlDocuments {
      guard let resource = identities.resource(document) else { continue }
      var (volumes, mounts): (Set<[UInt8]>, [(name: [UInt8], place: Range<Int>)]) = ([], [])
      func walk(_ node: Node) {
        let key = node.key.map { String(decoding: tree.text[$0.range], as: UTF8.self) }
        for child in node.children {
          let path = key == "volumeClaimTemplates" ? "metadata.name" : "name"
          if key == "volumes" || key == "volumeClaimTemplates" || key == "volumeMounts",
            let name = values.value(at: path, of: child).map({ Array(tree.text[$0]) })
          {
            if key == "volumeMounts" {
              mounts.append((name, child.body))
            } else {
              volumes.insert(name)
            }
          }
          if !child.children.isEmpty { walk(child) }
        }
      }
      walk(document)
      for mount in mounts where !volumes.contains(mount.name) {
        missing[Finding(container: resource.hash, name: mount.name), default: []].append(
          mount.place)
      }
    }
    return missing
  }

  private static func findings(in tree: SyntaxTree) -> [Finding: [Range<Int>]] {
    var places: [Finding: [Range<Int>]] = [:]
    let lists = YAMLListKeys(tree.text, isKustomization: false)
    let identities = YAMLIdentities(tree.text)
    for document in tree.yamlDocuments {
      guard lists.vocabulary(of: document) == .kubernetes else { continue }
      let resource = identities.resource(document)
      if tree.isYAMLStream, let resource {
        let name = Array(tree.text[resource.range])
        places[Finding(container: resource.hash, name: name), default: []].append(document.body)
      }
      addNames(in: document, lists, path: resource?.hash ?? 0, tree.text, to: &places)
    }
    return places.filter { $0.value.count > 1 }
  }

  /// Adds the names of items that must be unique.
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
