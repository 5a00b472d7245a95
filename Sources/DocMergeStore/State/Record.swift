/// What a state knows of one document: its heads and its names, with the acts that put them there.
package struct Record: Sendable, Hashable {
  package var id: DocumentID
  package var heads: ObservedSet<Version>
  package var names: ObservedSet<DocumentPath>

  package init(
    id: DocumentID, heads: ObservedSet<Version> = .init(),
    names: ObservedSet<DocumentPath> = .init()
  ) {
    self.id = id
    self.heads = heads
    self.names = names
  }

  /// The heads, the winner first (``Version/wins(over:)``).
  ///
  /// Heads that are ancestors of others are still among them: see ``HeadGraph``.
  package var ranked: [Version] { heads.dots.keys.sorted { $0.wins(over: $1) } }

  /// The name that counts: of several, given apart, the one from the latest act, ties by bytes.
  package var name: DocumentPath? {
    names.dots.max { one, two in
      let (first, second) = (one.value.max(), two.value.max())
      guard let first, let second, first != second else { return two.key < one.key }
      return first < second
    }?.key
  }

  /// The other names that replicas gave it at the same time, sorted.
  package var aliases: [DocumentPath] { names.elements.filter { $0 != name }.sorted() }

  /// Replaces the heads `old` (those that are still there) by `new`, in one act.
  package mutating func replace(_ old: some Sequence<Version>, with new: [Version], _ dot: Dot) {
    for version in old { heads.remove(version) }
    for version in new { heads.add(version, dot) }
  }

  /// Gives the document one name, in one act.
  package mutating func rename(_ name: DocumentPath, _ dot: Dot) {
    for old in names.elements { names.remove(old) }
    names.add(name, dot)
  }

  /// What both sides agree on after each has seen the other; see ``ObservedSet``.
  ///
  /// Without heads when one of them has forgotten the document after it had seen all that the other knows of
  /// it: a prune did that.
  package static func joined(
    _ ours: Record, _ theirs: Record, clock: Clock, otherClock: Clock
  ) -> Record {
    let isForgotten = ours.heads.dots.isEmpty || theirs.heads.dots.isEmpty
    let heads =
      isForgotten
      ? ours.heads.joined(theirs.heads, clock: clock, otherClock: otherClock)
      : joined(ours.heads, theirs.heads, clock, otherClock)
    guard !heads.dots.isEmpty else { return Record(id: ours.id) }
    return Record(
      id: ours.id, heads: heads, names: joined(ours.names, theirs.names, clock, otherClock))
  }

  /// Joins a set that is never to be empty: where each side saw the other's entries go, all of them stay.
  ///
  /// Acts that remove an entry add another one, so this only happens to the names of a document that one
  /// side has forgotten and the other has edited since, as long as no replica forgets an act of its own. If
  /// one did, everything that is known is better than nothing.
  private static func joined<Element>(
    _ ours: ObservedSet<Element>, _ theirs: ObservedSet<Element>, _ clock: Clock,
    _ otherClock: Clock
  ) -> ObservedSet<Element> {
    let result = ours.joined(theirs, clock: clock, otherClock: otherClock)
    guard result.dots.isEmpty else { return result }
    return ObservedSet(ours.dots.merging(theirs.dots) { $0.union($1) })
  }
}

/// Which documents exist, with their heads and names, and what has been seen: a whole state as a value.
///
/// The store never holds one whole (see ``StateReader``); the laws of joining are stated, and tested,
/// on this value.
package struct State: Sendable, Hashable {
  package var clock: Clock
  package var records: [DocumentID: Record]

  package init(clock: Clock = .init(), records: [DocumentID: Record] = [:]) {
    self.clock = clock
    self.records = records
  }

  /// The union of what both know.
  ///
  /// Commutative, associative and idempotent.
  package func joined(_ other: State) -> State {
    var result = State(clock: clock.joined(other.clock))
    for id in Set(records.keys).union(other.records.keys) {
      let record = Record.joined(
        records[id] ?? Record(id: id), other.records[id] ?? Record(id: id),
        clock: clock, otherClock: other.clock)
      if !record.heads.dots.isEmpty { result.records[id] = record }
    }
    return result
  }
}
