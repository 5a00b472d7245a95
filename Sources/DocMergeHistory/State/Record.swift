/// What a state knows about one document: its heads and its names, with the acts that added them.
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

  /// The name in force: of several, given independently, the one from the latest act, ties by bytes.
  package var name: DocumentPath? {
    names.dots.max { one, two in
      let (first, second) = (one.value.max(), two.value.max())
      guard let first, let second, first != second else { return two.key < one.key }
      return first < second
    }?.key
  }

  /// The other names that replicas gave it at the same time, sorted.
  package var aliases: [DocumentPath] { names.elements.filter { $0 != name }.sorted() }

  /// Replaces the heads `old`, as far as they still exist, by `new`, in one act.
  package mutating func replace(_ old: some Sequence<Version>, with new: [Version], _ dot: Dot) {
    for version in old { heads.remove(version) }
    for version in new { heads.add(version, dot) }
  }

  /// Gives the document one name, in one act.
  package mutating func rename(_ name: DocumentPath, _ dot: Dot) {
    for old in names.elements { names.remove(old) }
    names.add(name, dot)
  }

  /// The record that both sides agree on once each has seen the other; see ``ObservedSet``.
  ///
  /// Without heads if one side has forgotten the document, by a prune, after it had seen everything that the other side
  /// knows about it.
  ///
  /// - Parameters:
  ///   - ours: what one side knows.
  ///   - theirs: what the other side knows.
  ///   - clock: what our side has seen.
  ///   - otherClock: what the other side has seen.
  ///   - isSame: whether both have seen the same acts. Then they differ only in what a prune spared, which depends on
  ///     the order in which they learned of it; everything is kept.
  /// - Returns: the record of a replica that knows both.
  package static func joined(
    _ ours: Record, _ theirs: Record, clock: Clock, otherClock: Clock, isSame: Bool = false
  ) -> Record {
    let isForgotten = ours.heads.dots.isEmpty || theirs.heads.dots.isEmpty
    if isSame, !isForgotten {
      return Record(
        id: ours.id, heads: ours.heads.merged(theirs.heads), names: ours.names.merged(theirs.names))
    }
    var heads = ours.heads.joined(theirs.heads, clock: clock, otherClock: otherClock)
    // An act that removes a head adds another, as long as no replica forgets its own acts. If one did, all known heads
    // are better than none.
    if heads.dots.isEmpty, !isForgotten { heads = ours.heads.merged(theirs.heads) }
    guard !heads.dots.isEmpty else { return Record(id: ours.id) }
    var names = ours.names.joined(theirs.names, clock: clock, otherClock: otherClock)
    if names.dots.isEmpty { names = namesKept(by: heads, ours, theirs) }
    return Record(id: ours.id, heads: heads, names: names)
  }

  /// The version of a document that one side moved, while the other one deleted it without having seen that.
  ///
  /// Names and contents are joined apart: the deletion alone would remove a document that a person has just put in its
  /// place.
  ///
  /// - Parameters: as those of ``joined(_:_:clock:otherClock:isSame:)``.
  /// - Returns: `nil` where neither side moved what the other one deleted.
  package static func moved(
    _ ours: Record, _ theirs: Record, clock: Clock, otherClock: Clock
  ) -> Version? {
    func kept(by side: Record, despite other: Record, seeing seen: Clock) -> Version? {
      guard let version = side.ranked.first, !version.isDeletion,
        !other.heads.dots.isEmpty, other.heads.elements.allSatisfy(\.isDeletion),
        let name = side.name, name != other.name,
        side.names.dots[name, default: []].contains(where: { !seen.covers($0) })
      else { return nil }
      return version
    }
    return kept(by: ours, despite: theirs, seeing: otherClock)
      ?? kept(by: theirs, despite: ours, seeing: clock)
  }

  /// The names of a document that one side has forgotten and the other has edited since: those of the side with the
  /// edits.
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

/// A whole state as a value: the documents with their heads and names, and the acts that have been seen.
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

  /// The union of what both states know.
  ///
  /// Commutative and idempotent; associative except for the names of documents that one of three has forgotten and
  /// others have edited since. Those are equal once all have synced again.
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
