import DocMergeCore
import DocMergeLanguage

/// Finds faults that Unity could not load, although each part of an asset is as a side has it.
struct UnityGuard {
  private let inputs: [Asset]

  private let trees: [SyntaxTree]

  init(_ inputs: [SyntaxTree]) {
    trees = inputs
    self.inputs = inputs.map(Asset.init)
  }

  /// Objects that occur twice, have two parents or are their own parents, and references to objects that are missing or
  /// belong elsewhere, where no input has such a fault.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let result = Asset(tree)
    let dangling = inputs.reduce(into: Set<Asset.Reference>()) { $0.formUnion($1.dangling.keys) }
    let shared = inputs.reduce(into: Set<Node.Key>()) { $0.formUnion($1.shared.keys) }
    var faults: [StructureFault] = []
    for (reference, places) in result.dangling where !dangling.contains(reference) {
      let name = String(decoding: tree.text[reference.id.range], as: UTF8.self)
      faults.append(
        StructureFault(places: places, reason: tr("the object `\(name)` would be missing")))
    }
    for (id, places) in result.shared where !shared.contains(id) {
      let name = String(decoding: tree.text[id.range], as: UTF8.self)
      faults.append(
        StructureFault(
          places: places, reason: tr("the object `\(name)` would belong to two others")))
    }
    faults += linkFaults(tree) + lostOrders(in: result, tree.text)
    return faults.sorted { $0.stands(before: $1) }
  }

  /// Objects that disagree about their owners; the inputs are examined only where there are some.
  private func linkFaults(_ tree: SyntaxTree) -> [StructureFault] {
    let made = UnityLinks(tree).places
    guard !made.isEmpty else { return [] }
    let known = trees.reduce(into: Set()) { $0.formUnion(UnityLinks($1).places.keys) }
    return made.filter { !known.contains($0.key) }.map {
      StructureFault(places: $1, reason: $0.reason)
    }
  }

  /// Lists that a side reordered, and whose order in the result is a different one.
  private func lostOrders(in result: Asset, _ text: [UInt8]) -> [StructureFault] {
    guard inputs.count == 3 else { return [] }
    return result.lists.compactMap { id, list in
      let known = inputs.compactMap { $0.lists[id]?.keys }
      guard known.count == 3 else { return nil }
      let shared = known.reduce(Set(list.keys)) { $0.intersection($1) }
      func order(_ keys: [Node.Key]) -> [Node.Key] { keys.filter(shared.contains) }
      let (base, made) = (order(known[0]), order(list.keys))
      let isLost = known[1...].contains { order($0) != base && order($0) != made }
      guard isLost else { return nil }
      let name = String(decoding: text[list.name], as: UTF8.self)
      return StructureFault(places: [list.body], reason: tr("an order of `\(name)` would be lost"))
    }
  }
}

/// The objects of an asset, as far as they refer to each other.
private struct Asset {
  /// The places of references to objects that are not in the asset.
  private(set) var dangling: [Reference: [Range<Int>]] = [:]
  /// Objects that more than one object has among its children or components, and their places.
  private(set) var shared: [Node.Key: [Range<Int>]] = [:]
  /// Lists whose order matters, by their object and key.
  private(set) var lists: [UInt64: List] = [:]

  /// A reference of an object.
  struct Reference: Hashable {
    let object: Node.Key?
    let id: Node.Key
  }

  struct List {
    let name: Range<Int>
    let body: Range<Int>
    let keys: [Node.Key]
  }

  init(_ tree: SyntaxTree) {
    let objects = Set(tree.root.children.compactMap(\.key))
    for object in tree.root.children {
      UnityReferences.forEach(in: tree.text, object.body) { id in
        guard !objects.contains(id) else { return }
        dangling[Reference(object: object.key, id: id), default: []].append(id.range)
      }
      for part in object.children.flatMap(\.children) where part.kind == .set && part.keepsOrder {
        note(part, of: object)
        guard Self.owning.contains(part.key) else { continue }
        for item in part.children {
          if let key = item.key { shared[key, default: []].append(item.body) }
        }
      }
    }
    shared = shared.filter { $0.value.count > 1 }
  }

  private mutating func note(_ list: Node, of object: Node) {
    var id = ContentHash()
    id.add(hash: object.key?.hash ?? 0)
    id.add(hash: list.key?.hash ?? 0)
    lists[id.value] = List(
      name: list.key?.range ?? list.body, body: list.body, keys: list.children.compactMap(\.key))
  }

  private static let owning: Set<Node.Key?> = [
    Node.Key(meaning: "m_Children".utf8, at: 0..<0),
    Node.Key(meaning: "m_Component".utf8, at: 0..<0),
  ]
}
