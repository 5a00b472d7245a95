import DocMergeCore

/// The changes of each side in a structured text, value by value.
///
///     $.scripts            changed below
///     $.scripts.test       base "jest", ours "vitest", theirs "node --test": both changed it
///     $.version            base "1.0.0", ours "1.1.0": ours changed it
///
/// Only the contents of values are compared: comments, white space and the order of members are no changes.
package struct StructureChanges: Sendable {
  /// The side that changed a value.
  package enum Author: String, Sendable {
    /// Only ours, or only theirs.
    case ours, theirs
    /// Both sides, in the same way.
    case same
    /// Both sides, in different ways.
    case both
  }

  /// A changed value, or a node with such values below it.
  package struct Entry: Sendable {
    /// Its path: `$.scripts.test`.
    package let path: String
    /// The last part of the path: `test`.
    package let label: String
    /// The number of entries around it.
    package let depth: Int
    /// The side that changed it; `nil` for a node whose values follow.
    package let author: Author?
    /// Whether it is one of several items in a list, without a key of its own.
    package let isItem: Bool
    /// The place of the value in the base; `nil` where there is none, or for a node whose values follow.
    package fileprivate(set) var base: Range<Int>?
    /// Its place in ours.
    package fileprivate(set) var ours: Range<Int>?
    /// Its place in theirs.
    package fileprivate(set) var theirs: Range<Int>?
  }

  /// The entries, each before those below it.
  package private(set) var entries: [Entry] = []
  /// The base with the values; a table may have been given other columns.
  package let base: [UInt8]
  /// The text of ours with the values.
  package let ours: [UInt8]
  /// The text of theirs with the values.
  package let theirs: [UInt8]

  private let names: PlaceNames
  /// Whether the texts are tables, whose outermost entries are rows.
  let isTable: Bool

  /// Whether texts of this name have values with keys, so that they can be compared.
  package static func isPossible(in structure: DocumentStructure) -> Bool {
    KnownFormat.candidates(path: structure.path, name: structure.formatName)
      .contains(where: \.isKeyed)
  }

  /// Compares three texts; `nil` where they are not of one format that has keys.
  ///
  /// - Complexity: that of the tree merge.
  package init?(base: [UInt8], ours: [UInt8], theirs: [UInt8], structure: DocumentStructure) {
    let read = structure.read(base: base, ours: ours, theirs: theirs) as? ReadDocument
    guard let known = read?.known, known.isKeyed, let trees = read?.trees else { return nil }
    names = PlaceNames(of: known)
    isTable = known.format is TableFormat
    (self.base, self.ours, self.theirs) = (trees.base.text, trees.ours.text, trees.theirs.text)
    let walk = ChangeWalk(trees: trees, names: names)
    entries = walk.changes(of: trees.map { Optional($0.root) })
  }
}

/// Walks down three trees, as far as they differ.
private struct ChangeWalk {
  typealias Entry = StructureChanges.Entry

  let trees: Triple<SyntaxTree>
  let names: PlaceNames

  /// The entries of the outermost nodes.
  func changes(of roots: Triple<Node?>) -> [Entry] {
    guard author(of: roots) != nil else { return [] }
    return below(roots, labels: [], depth: 0)
      ?? [entry(roots, [], depth: 0, isGroup: false, isItem: false)]
  }

  /// The entries of the nodes below a node; `nil` where it is compared as one value.
  private func below(_ nodes: Triple<Node?>, labels: [String], depth: Int) -> [Entry]? {
    guard let slots = slots(of: nodes) else { return nil }
    // The order of members does not matter; that of items does.
    let isOrdered = nodes.ours?.kind == .items || nodes.ours?.kind == .blocks
    let found = slots.flatMap { slot in
      entries(
        of: child(of: nodes, in: slot), labels + label(of: slot, in: nodes), depth: depth,
        areItems: isOrdered || nodes.ours?.kind == .set)
    }
    return found.isEmpty && isOrdered && !isSameInOrder(nodes) ? nil : found
  }

  /// A node that differs, and the entries below it.
  private func entries(
    of nodes: Triple<Node?>, _ labels: [String], depth: Int, areItems: Bool
  ) -> [Entry] {
    guard author(of: nodes) != nil else { return [] }
    // The components of an element take the place of its own parts.
    let isPart = [nodes.base, nodes.ours, nodes.theirs].contains { $0?.isPartOfElement == true }
    guard let below = below(nodes, labels: labels, depth: isPart ? depth : depth + 1) else {
      return [entry(nodes, labels, depth: depth, isGroup: false, isItem: areItems)]
    }
    if isPart { return below }
    let group = entry(nodes, labels, depth: depth, isGroup: true, isItem: areItems)
    return below.isEmpty ? [] : [group] + below
  }

  /// The children of nodes that are all containers of one kind, each child once.
  private func slots(of nodes: Triple<Node?>) -> [Slot]? {
    guard let ours = nodes.ours, let theirs = nodes.theirs, ours.isContainer,
      ours.kind == theirs.kind, nodes.base.map({ $0.kind == ours.kind }) ?? true
    else { return nil }
    let families = Triple(
      base: ChildMatch.Family(nodes.base, in: trees.base),
      ours: ChildMatch.Family(ours, in: trees.ours),
      theirs: ChildMatch.Family(theirs, in: trees.theirs))
    return SlotRow(families, kind: ours.kind)?.slots
  }

  private func child(of nodes: Triple<Node?>, in slot: Slot) -> Triple<Node?> {
    func node(_ version: Version) -> Node? {
      slot.places[version].flatMap { nodes[version]?.children[$0] }
    }
    return Triple(base: node(.base), ours: node(.ours), theirs: node(.theirs))
  }

  private func label(of slot: Slot, in nodes: Triple<Node?>) -> [String] {
    for version in [Version.ours, .theirs, .base] {
      guard let place = slot.places[version], let parent = nodes[version] else { continue }
      return names.label(of: place, in: parent, trees[version].text).map { [$0] } ?? []
    }
    return []
  }

  /// Whether nodes with equal children also have them in the same order: only white space differs then.
  private func isSameInOrder(_ nodes: Triple<Node?>) -> Bool {
    func words(_ version: Version) -> [UInt8]? {
      nodes[version].map { node in trees[version].text[node.body].filter { !$0.isWhite } }
    }
    let theirs = words(.theirs)
    return words(.ours) == theirs && (nodes.base == nil || words(.base) == theirs)
  }

  /// The side that changed the contents of a node; `nil` where neither did.
  private func author(of nodes: Triple<Node?>) -> StructureChanges.Author? {
    func words(_ version: Version) -> NodeContents? {
      nodes[version].map { NodeContents(of: $0, in: trees[version].text) }
    }
    let says = Triple(base: words(.base), ours: words(.ours), theirs: words(.theirs))
    if says.ours == says.theirs { return says.ours == says.base ? nil : .same }
    if says.theirs == says.base { return .ours }
    return says.ours == says.base ? .theirs : .both
  }

  private func entry(
    _ nodes: Triple<Node?>, _ labels: [String], depth: Int, isGroup: Bool, isItem: Bool
  ) -> Entry {
    var entry = Entry(
      path: names.joined(labels), label: labels.last ?? "", depth: depth,
      author: isGroup ? nil : author(of: nodes), isItem: isItem)
    guard !isGroup else { return entry }
    entry.base = nodes.base?.value(in: trees.base.text)
    entry.ours = nodes.ours?.value(in: trees.ours.text)
    entry.theirs = nodes.theirs?.value(in: trees.theirs.text)
    return entry
  }
}

/// The contents of a node: its value, or the contents of its parts, without the white space around.
private enum NodeContents: Equatable {
  case value(ArraySlice<UInt8>)
  case parts(UInt64)

  init(of node: Node, in text: [UInt8]) {
    self = node.isContainer ? .parts(node.content) : .value(text[node.value(in: text)])
  }
}
