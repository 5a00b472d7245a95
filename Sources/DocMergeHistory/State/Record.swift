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
  ///
  /// - Parameters:
  ///   - ours: what one side knows.
  ///   - theirs: what the other one knows.
  ///   - clock: what our side has seen.
  ///   - otherClock: what the other one has seen.
  ///   - isSame: whether both have seen the same acts. Then they only differ in what was saved from a prune, by
  ///     the order in which they heard of it, and keep everything.
  /// - Returns: the record of whoever knows both.
  package static func joined(
    _ ours: Record, _ theirs: Record, clock: Clock, otherClock: Clock, isSame: Bool = false
  ) -> Record {
    let isForgotten = ours.heads.dots.isEmpty || theirs.heads.dots.isEmpty
    if isSame, !isForgotten {
      return Record(
        id: ours.id, heads: ours.heads.merged(theirs.heads), names: ours.names.merged(theirs.names))
    }
    var heads = ours.heads.joined(theirs.heads, clock: clock, otherClock: otherClock)
    // Acts that remove a head add another one, as long as no replica forgets an act of its own. If one did,
    // everything that is known is better than nothing.
    if heads.dots.isEmpty, !isForgotten { heads = ours.heads.merged(theirs.heads) }
    guard !heads.dots.isEmpty else { return Record(id: ours.id) }
    var names = ours.names.joined(theirs.names, clock: clock, otherClock: otherClock)
    if names.dots.isEmpty { names = namesKept(by: heads, ours, theirs) }
    return Record(id: ours.id, heads: heads, names: names)
  }

  /// The names of a document that one side has forgotten and the other has edited since: those of whoever has
  /// the edits.
  private static func namesKept(
    by heads: ObservedSet<Version>, _ ours: Record, _ theirs: Record
  ) -> ObservedSet<DocumentPath> {
    let sides = [ours, theirs].filter { side in
      !side.names.dots.isEmpty && heads.elements.contains { side.heads.dots[$0] != nil }
    }
    guard sides.count == 1 else { return ours.names.merged(theirs.names) }
    return sides[0].names
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
  /// Commutative and idempotent; associative but for the names of documents that one of three has forgotten and
  /// others have edited since. Those are alike once all have met again.
  package func joined(_ other: State) -> State {
    var result = State(clock: clock.joined(other.clock))
    for id in Set(records.keys).union(other.records.keys) {
      let record = Record.joined(
        records[id] ?? Record(id: id), other.records[id] ?? Record(id: id),
        clock: clock, otherClock: other.clock, isSame: clock == other.clock)
      if !record.heads.dots.isEmpty { result.records[id] = record }
    }
    return result
  }
}
