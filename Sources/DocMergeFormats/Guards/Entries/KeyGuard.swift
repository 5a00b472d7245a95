import DocMergeCore
import DocMergeLanguage

/// Finds keys that occur twice in one container of a result, and in none of the inputs.
struct KeyGuard {
  /// A kind of container, by the keys that lead to it or by its own, and a key in it.
  private struct Entry: Hashable {
    let container: UInt64
    let key: UInt64
  }

  /// A key that occurs twice in a container.
  private struct DoubledKey {
    let entry: Entry
    /// The same for containers with this key anywhere: one side may have put another container around it.
    let anywhere: Entry?
  }

  private let inputs: [SyntaxTree]

  init(_ inputs: [SyntaxTree]) { self.inputs = inputs }

  /// Whether any key occurs twice.
  static func isPossible(in tree: SyntaxTree) -> Bool { !doubled(in: [tree]).isEmpty }

  /// The keys that occur twice, and in no input do so.
  ///
  /// The inputs are examined only when a key does.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let doubled = Self.doubled(in: [tree])
    guard !doubled.isEmpty else { return [] }
    let known = Self.doubled(in: inputs)
    guard !doubled.isSubset(of: known) else { return [] }
    var faults: [StructureFault] = []
    Self.forEachDouble(in: tree) { doubled, nodes, path in
      guard !known.contains(doubled.entry), doubled.anywhere.map({ !known.contains($0) }) ?? true,
        let first = nodes.first
      else { return }
      let key = first.key.flatMap { $0.range.isEmpty ? nil : $0.range }
      let line = tree.text[key ?? first.body].prefix { $0 != 0x0A }
      let name = String(decoding: line.prefix(80), as: UTF8.self)
      let places = path.map { String(decoding: tree.text[$0].prefix(80), as: UTF8.self) }
      let container = places.joined(separator: ".")
      faults.append(
        StructureFault(
          places: nodes.map(\.body),
          reason: places.isEmpty
            ? tr("`\(name)` would stand twice")
            : tr("`\(name)` would stand twice in `\(container)`")))
    }
    return faults
  }

  /// The entries that occur twice in one of some texts.
  private static func doubled(in trees: [SyntaxTree]) -> Set<Entry> {
    var doubled: Set<Entry> = []
    for tree in trees {
      forEachDouble(in: tree) { key, _, _ in
        doubled.insert(key.entry)
        if let anywhere = key.anywhere { doubled.insert(anywhere) }
      }
    }
    return doubled
  }

  /// Visits the keys that occur twice or more in one container, with the nodes that have them and the keys around it.
  private static func forEachDouble(
    in tree: SyntaxTree, _ visit: (DoubledKey, _ nodes: [Node], _ path: [Range<Int>]) -> Void
  ) {
    var path: [Range<Int>] = []
    func walk(_ parent: UnsafePointer<Node>, _ container: UInt64) {
      // Inverted, so that no path of keys has this hash.
      let own = parent.pointee.key.map { ~$0.hash }
      let keys = doubled(in: parent.pointee, tree.text)
      if !keys.isEmpty {
        let places = places(of: Set(keys), in: parent.pointee, tree.text)
        for key in keys {
          let nodes = (places[key] ?? []).map { parent.pointee.children[$0] }
          visit(
            DoubledKey(
              entry: Entry(container: container, key: key),
              anywhere: own.map { Entry(container: $0, key: key) }), nodes, path)
        }
      }
      parent.pointee.children.forEachInPlace { child in
        guard !child.pointee.children.isEmpty else { return }
        let key = child.pointee.key
        var inner = ContentHash()
        inner.add(hash: container)
        inner.add(hash: key?.hash ?? 0)
        let isNamed = key.map { !$0.range.isEmpty } ?? false
        if let key, isNamed { path.append(key.range) }
        walk(child, inner.value)
        if isNamed { path.removeLast() }
      }
    }
    withUnsafePointer(to: tree.root) { walk($0, 0) }
  }

  private static func places(
    of keys: Set<UInt64>, in parent: Node, _ text: [UInt8]
  ) -> [UInt64: [Int]] {
    parent.children.indices.reduce(into: [:]) { places, index in
      guard let identity = parent.children[index].identity(in: parent.kind, text),
        keys.contains(identity)
      else { return }
      places[identity, default: []].append(index)
    }
  }

  /// With fewer children than this, doubled ones are found by comparing all pairs.
  private static let fewChildren = 12

  /// The identities that occur twice or more among the children, each once, in the order of the text.
  private static func doubled(in parent: Node, _ text: [UInt8]) -> [UInt64] {
    let (children, kind) = (parent.children, parent.kind)
    var doubled: [UInt64] = []
    guard children.count > 1 else { return doubled }
    if children.count < fewChildren {
      withUnsafeTemporaryAllocation(of: UInt64.self, capacity: fewChildren) { known in
        var count = 0
        children.forEachInPlace { child in
          guard let identity = child.pointee.identity(in: kind, text) else { return }
          let isKnown = known[..<count].contains(identity)
          if isKnown, !doubled.contains(identity) { doubled.append(identity) }
          known.initializeElement(at: count, to: identity)
          count += 1
        }
      }
      return doubled
    }
    var (known, found) = (HashedSet(capacity: children.count), Set<UInt64>())
    for index in children.indices {
      guard let identity = children[index].identity(in: kind, text), !known.insert(identity),
        found.insert(identity).inserted
      else { continue }
      doubled.append(identity)
    }
    return doubled
  }
}

extension Node {
  /// The fewest bytes of a child without a key outside of lists, of one word and of several ones.
  ///
  /// Shorter ones are alike by chance.
  private static let (leastBytesOfWord, leastBytes) = (12, 5)

  /// The identity that must not occur twice in a container of some kind: the key, the label of a branch, or the whole
  /// text of a child without a key.
  fileprivate func identity(in container: Kind, _ text: [UInt8]) -> UInt64? {
    if let key { return canRepeat(key, in: text) ? nil : key.hash }
    if let label = CaseLabel(of: body, in: text) { return label.hash }
    let isItem = container == .items || container == .set
    return isItem && !body.isEmpty || isTelling(in: text) ? content : nil
  }

  /// Whether a key can occur twice: a rule such as `@media`, initialisers, a declaration for one platform.
  private func canRepeat(_ key: Node.Key, in text: [UInt8]) -> Bool {
    let name = text[key.range]
    return name.first == UInt8(ascii: "@") || name.elementsEqual("init".utf8)
      || isContainer && text[leading].contains(UInt8(ascii: "#"))
        && text[leading].firstRange(of: Array("#[cfg(".utf8)) != nil
  }

  /// Texts that mean the same wherever they stand.
  private static let usualStarts = ["end ", "<hr", "<br", "if err != nil"]

  /// Whether a child without a key is long enough, so that it is not there twice by chance.
  private func isTelling(in text: [UInt8]) -> Bool {
    if Self.usualStarts.contains(where: { text[body].starts(with: $0.utf8) }) { return false }
    if body.count >= Self.leastBytesOfWord { return true }
    guard body.count >= Self.leastBytes else { return false }
    return text[body].split { !$0.isPartOfName }.count > 1
  }
}
