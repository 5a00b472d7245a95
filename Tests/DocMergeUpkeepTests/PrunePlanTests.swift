import DocMergeCore
import DocMergeStoreSamples
import DocMergeTestSupport
import Testing

@testable import DocMergeHistory
@testable import DocMergeObjects
@testable import DocMergeUpkeep

/// What may be pruned: the laws of the plan, and of the horizon that it starts from.
struct PrunePlanTests {
  // MARK: The horizon

  private func operation(
    _ number: Int, at seconds: Int64, others: [Int64] = []
  ) -> DatedOperation {
    DatedOperation(
      id: Samples.object(number), date: Timestamp(seconds: seconds),
      others: others.map { Timestamp(seconds: $0) },
      clock: Clock([Samples.replica(1): UInt64(number)]))
  }

  private func horizon(
    _ log: [DatedOperation], cutoff: Int64, now: Int64 = 1_000, peers: [Int] = []
  ) -> PruneHorizon {
    PruneHorizon(
      log: log, cutoff: Timestamp(seconds: cutoff), now: Timestamp(seconds: now),
      peers: peers.map { Clock([Samples.replica(1): UInt64($0)]) })
  }

  @Test func `the last operation that is old enough is the horizon`() {
    let log = [operation(1, at: 100), operation(2, at: 200), operation(3, at: 300)]
    #expect(horizon(log, cutoff: 99).aged == nil)
    #expect(horizon(log, cutoff: 200).aged == 1)
    #expect(horizon(log, cutoff: 999).aged == 2)
    #expect(horizon(log, cutoff: 999).agreed == 2)
  }

  @Test func `a replica that has not seen an operation moves the horizon back`() {
    let log = [operation(1, at: 100), operation(2, at: 200), operation(3, at: 300)]
    #expect(horizon(log, cutoff: 999, peers: [3, 2]).agreed == 1)
    #expect(horizon(log, cutoff: 999, peers: [3, 2]).aged == 2)
    #expect(horizon(log, cutoff: 999, peers: [0]).agreed == nil)
  }

  @Test func `a clock that went back makes nothing older than what came before it`() {
    let log = [operation(1, at: 100), operation(2, at: 900), operation(3, at: 50)]
    #expect(horizon(log, cutoff: 800).aged == 0)
    #expect(horizon(log, cutoff: 900).aged == 2)
  }

  @Test func `an operation is as young as what it took in, unless that is dated in the future`() {
    let log = [operation(1, at: 100), operation(2, at: 110, others: [900]), operation(3, at: 120)]
    #expect(horizon(log, cutoff: 800).aged == 0)
    #expect(horizon(log, cutoff: 900).aged == 2)
    let ahead = [operation(1, at: 100), operation(2, at: 110, others: [5_000])]
    #expect(horizon(ahead, cutoff: 800).aged == 1)
  }

  // MARK: The plan

  private func record(
    _ document: Int, _ heads: [Int], deleted: Bool = false
  ) -> Record {
    var record = Record(id: Samples.document(document))
    let dot = Dot(replica: Samples.replica(1), counter: 1)
    record.replace(
      [], with: heads.map { Samples.version($0, kind: deleted ? .deleted : .file) }, dot)
    record.rename(Samples.path("\(document).md"), dot)
    return record
  }

  private func kept(
    _ document: Int, _ parents: [Int] = [], isTakenBack: Bool = false
  ) -> PrunePlan.Kept {
    PrunePlan.Kept(
      document: Samples.document(document), parents: parents.map { Samples.object($0) },
      isTakenBack: isTakenBack)
  }

  private func plan(
    _ kept: [Int: PrunePlan.Kept], _ horizon: [Record], later: [Record] = [], peers: [Record] = []
  ) -> PrunePlan {
    PrunePlan(
      kept: Dictionary(uniqueKeysWithValues: kept.map { (Samples.object($0.key), $0.value) }),
      horizon: horizon, later: later, peers: peers)
  }

  @Test func `what was taken back goes, and what led to it stays with the heads`() {
    let versions = [
      1: kept(1), 2: kept(1, [1], isTakenBack: true), 3: kept(1, [2], isTakenBack: true),
    ]
    #expect(
      plan(versions, [record(1, [1])]).versions
        == [Samples.object(2): .undone, Samples.object(3): .undone])
    // Another replica, or a later state, still has it.
    #expect(plan(versions, [record(1, [1])], peers: [record(1, [3])]).versions.isEmpty)
    #expect(plan(versions, [record(1, [1])], later: [record(1, [2])]).versions.count == 1)
  }

  @Test
  func `an unreachable version that was not taken back stays with all that it was made from`() {
    let versions = [1: kept(1), 2: kept(1, [1], isTakenBack: true), 3: kept(1, [2])]
    #expect(plan(versions, [record(1, [1])]).versions.isEmpty)
  }

  @Test func `a deleted document is forgotten with all its versions`() {
    let versions = [1: kept(1), 2: kept(1, [1]), 3: kept(2)]
    let found = plan(versions, [record(1, [2], deleted: true), record(2, [3])])
    #expect(found.documents.map(\.id) == [Samples.document(1)])
    #expect(Set(found.versions.keys) == [Samples.object(1), Samples.object(2)])
    #expect(Set(found.versions.values) == [.deleted])
  }

  @Test func `a deleted document that a replica has in another way is not forgotten`() {
    let versions = [1: kept(1), 2: kept(1, [1])]
    let deleted = record(1, [2], deleted: true)
    for other in [record(1, [1]), record(1, [2], deleted: true)] {
      #expect(plan(versions, [deleted], peers: [other]).documents.isEmpty)
      #expect(plan(versions, [deleted], later: [other]).versions.isEmpty)
    }
  }

  @Test func `what a copy was made from stays when the original goes`() {
    let versions = [1: kept(1), 2: kept(1, [1]), 3: kept(1, [2]), 4: kept(2, [1])]
    let found = plan(versions, [record(1, [3], deleted: true), record(2, [4])])
    #expect(Set(found.versions.keys) == [Samples.object(2), Samples.object(3)])
  }

  @Test(arguments: 0..<200)
  func `no version that a head leads to goes, and none without what was made from it`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let count = generator.number(1...12)
    var versions: [Int: PrunePlan.Kept] = [:]
    for number in 1...count {
      let parents = (1..<max(number, 2)).filter { _ in number > 1 && generator.once(in: 3) }
      versions[number] = kept(
        generator.number(1...3), parents, isTakenBack: generator.once(in: 2))
    }
    func records() -> [Record] {
      (1...3).map { document in
        record(
          document, (1...count).filter { _ in generator.once(in: 5) },
          deleted: generator.once(in: 2))
      }.filter { !$0.heads.dots.isEmpty }
    }
    let (horizon, later, peers) = (records(), records().dropLast(), records().dropLast())
    let found = plan(versions, horizon, later: Array(later), peers: Array(peers))
    let forgotten = Set(found.documents.map(\.id))
    func isLed(_ id: ObjectID, by record: Record) -> Bool {
      var waiting = record.heads.elements.map(\.id)
      while let next = waiting.popLast() {
        if next == id { return true }
        waiting += versions.first { Samples.object($0.key) == next }?.value.parents ?? []
      }
      return false
    }
    for id in found.versions.keys {
      for record in horizon + later + peers where !forgotten.contains(record.id) {
        #expect(!isLed(id, by: record))
      }
      for (number, version) in versions where version.parents.contains(id) {
        #expect(found.versions[Samples.object(number)] != nil)
      }
    }
    for record in later + peers { #expect(!forgotten.contains(record.id)) }
  }
}
