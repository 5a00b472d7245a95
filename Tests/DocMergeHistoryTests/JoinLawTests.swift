import DocMergeStoreSamples
import DocMergeTestSupport
import Testing

@testable import DocMergeHistory

/// Joining states is commutative, associative and idempotent, and loses nothing that was not seen.
struct JoinLawTests {
  /// Replicas that change a handful of documents and take in each other's states, at random.
  private struct World {
    var states: [State]
    /// All states that ever were.
    var all: [State] = []
    private var generator: SeededGenerator
    private let replicas: [ReplicaID]
    private let documents: [DocumentID]
    private var versions = 0

    init(seed: Int) {
      var generator = SeededGenerator(seed: seed)
      let count = generator.number(2...4)
      replicas = (1...count).map { Samples.replica($0) }
      documents = (1...generator.number(1...3)).map { Samples.document($0) }
      states = replicas.map { _ in State() }
      self.generator = generator
      for _ in 0..<30 { step() }
    }

    private mutating func step() {
      let index = generator.number(0...replicas.count - 1)
      switch generator.number(0...9) {
      case 0...3:
        let other = generator.number(0...replicas.count - 1)
        states[index] = states[index].joined(states[other])
      default: change(index)
      }
      all.append(states[index])
    }

    private mutating func change(_ index: Int) {
      let dot = states[index].clock.advance(replicas[index])
      let id = documents[generator.number(0...documents.count - 1)]
      var record = states[index].records[id] ?? Record(id: id)
      let ranked = record.ranked
      // Some heads are superseded by a new version; sometimes an old version is restored.
      let old = ranked.filter { _ in generator.once(in: 2) }
      versions += generator.once(in: 4) ? 0 : 1
      record.replace(old, with: [Samples.version(versions)], dot)
      if generator.once(in: 3) || record.name == nil {
        record.rename(Samples.path("name \(generator.number(0...3)).md"), dot)
      }
      states[index].records[id] = record
    }
  }

  @Test(arguments: 0..<20)
  func `joining is commutative and idempotent`(seed: Int) {
    let all = World(seed: seed).all
    for one in all {
      #expect(one.joined(one) == one)
      for two in all.suffix(8) {
        let joined = one.joined(two)
        #expect(joined == two.joined(one))
        #expect(joined.joined(one) == joined)
        #expect(joined.joined(two) == joined)
      }
    }
  }

  @Test(arguments: 0..<20)
  func `joining is associative`(seed: Int) {
    let all = Array(World(seed: seed).all.suffix(7))
    for one in all {
      for two in all {
        let joined = one.joined(two)
        for three in all {
          #expect(joined.joined(three) == one.joined(two.joined(three)))
        }
      }
    }
  }

  @Test(arguments: 0..<20)
  func `replicas that have seen the same agree, in whatever order they met`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let states = World(seed: seed).states
    let whole = states.reduce(State()) { $0.joined($1) }
    for _ in 0..<5 {
      let order = states.shuffled(using: &generator)
      let other = order.dropFirst().reduce(order[0]) { $0.joined($1) }
      #expect(other == whole)
      for (id, record) in other.records {
        #expect(record.ranked == whole.records[id]?.ranked)
        #expect(record.name == whole.records[id]?.name)
        #expect(record.aliases == whole.records[id]?.aliases)
      }
    }
  }

  @Test(arguments: 0..<20)
  func `joining with an earlier state of the same line changes nothing`(seed: Int) {
    let world = World(seed: seed)
    for state in world.states {
      for earlier in world.all where state.clock.joined(earlier.clock) == state.clock {
        #expect(state.joined(earlier) == state)
      }
    }
  }

  @Test func `an edit that a resolution had not seen stays beside it`() {
    var (a, b) = Samples.pair()
    let id = Samples.document(1)
    a.add(Samples.version(2), to: id, by: Samples.replica(1))
    b.add(Samples.version(3), to: id, by: Samples.replica(2))
    let joined = a.joined(b)
    #expect(joined.records[id]?.heads.elements.count == 2)
    var resolved = joined
    resolved.add(Samples.version(4), to: id, by: Samples.replica(1))
    #expect(resolved.joined(b).records[id]?.heads.elements.count == 1)
    b.add(Samples.version(5), to: id, by: Samples.replica(2))
    let ids = Set([4, 5].map { Samples.version($0).id })
    #expect(Set(resolved.joined(b).records[id]?.ranked.map(\.id) ?? []) == ids)
  }

  @Test func `the same version made on both is one head`() {
    var (a, b) = Samples.pair()
    let id = Samples.document(1)
    let version = Samples.version(2)
    a.add(version, to: id, by: Samples.replica(1))
    b.add(version, to: id, by: Samples.replica(2))
    let joined = a.joined(b)
    #expect(joined.records[id]?.ranked == [version])
    #expect(joined.records[id]?.heads.dots[version]?.count == 2)
    var next = a
    next.add(Samples.version(3), to: id, by: Samples.replica(1))
    // B's act was not seen by A's edit, so its version stays known: ancestry drops it, not joining.
    #expect(next.joined(b).records[id]?.ranked.count == 2)
  }

  /// A document that was deleted and forgotten, and edited by those who were not known.
  private func resurrected(seed: Int) -> [State] {
    var generator = SeededGenerator(seed: seed)
    let id = Samples.document(1)
    let count = generator.number(3...5)
    var states = (0..<count).map { _ in Samples.pair().0 }
    for version in 2..<12 {
      let index = generator.number(0...count - 1)
      let dot = states[index].clock.advance(Samples.replica(index + 1))
      var record = states[index].records[id] ?? Record(id: id)
      switch generator.number(0...5) {
      case 0: states[index].records[id] = nil
      case 1 where !record.heads.dots.isEmpty:
        record.rename(Samples.path("name \(generator.number(0...3)).md"), dot)
        states[index].records[id] = record
      case 2, 3:
        let other = generator.number(0...count - 1)
        if !states[index].clock.covers(states[other].clock) {
          states[index] = states[index].joined(states[other])
        }
      default:
        record.replace(record.ranked, with: [Samples.version(version)], dot)
        if record.name == nil { record.rename(Samples.path("new \(index).md"), dot) }
        states[index].records[id] = record
      }
    }
    return states
  }

  @Test(arguments: 0..<200)
  func `a document that some have forgotten and others edited is alike once all have met again`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    var states = resurrected(seed: seed)
    let pairs = states.indices.flatMap { one in states.indices.map { (one, $0) } }
    // As replicas do: who has seen all that the other has takes in nothing, unless both have seen the same.
    for _ in 0..<6 {
      for (one, two) in pairs.shuffled(using: &generator) {
        let (ours, theirs) = (states[one].clock, states[two].clock)
        if ours == theirs || !ours.covers(theirs) {
          states[one] = states[one].joined(states[two])
        }
      }
    }
    #expect(Set(states).count == 1)
    for record in states.flatMap(\.records.values) { #expect(record.name != nil) }
  }

  @Test func `what one has forgotten the other forgets, unless it has edited it since`() {
    var (a, b) = Samples.pair()
    let id = Samples.document(1)
    let before = b
    _ = a.clock.advance(Samples.replica(1))
    a.records[id] = nil
    #expect(a.joined(b).records.isEmpty && b.joined(a).records.isEmpty)
    #expect(a.joined(b) == b.joined(a))
    b.add(Samples.version(2), to: id, by: Samples.replica(2))
    let joined = a.joined(b)
    #expect(joined == b.joined(a) && joined.joined(before) == joined)
    #expect(joined.records[id]?.ranked == [Samples.version(2)])
    #expect(joined.records[id]?.name == Samples.path("a.md"))
    // A replica that has never heard of it learns of it.
    #expect(State().joined(before).records[id] != nil)
  }

  @Test func `names that a prune left apart are all kept once both have seen the same`() {
    var (a, b) = Samples.pair()
    let id = Samples.document(1)
    // Both know of both names, and each has kept another one.
    a.rename(id, "b.md", by: Samples.replica(1))
    b.rename(id, "c.md", by: Samples.replica(2))
    let clock = a.clock.joined(b.clock)
    (a.clock, b.clock) = (clock, clock)
    let joined = a.joined(b)
    #expect(joined == b.joined(a) && joined.joined(a) == joined && joined.joined(b) == joined)
    let names = ["b.md", "c.md"].map { Samples.path($0) }
    #expect(joined.records[id].map { Set($0.names.elements) } == Set(names))
  }

  @Test func `of two names given apart the one with more acts before it counts`() {
    var (a, b) = Samples.pair()
    let id = Samples.document(1)
    a.rename(id, "b.md", by: Samples.replica(1))
    b.rename(id, "first.md", by: Samples.replica(2))
    b.rename(id, "c.md", by: Samples.replica(2))
    // Both are the second act of their replica: the larger replica decides.
    var joined = a.joined(b)
    #expect(joined.records[id]?.name == Samples.path("c.md"))
    #expect(joined.records[id]?.aliases == [Samples.path("b.md")])
    a.rename(id, "d.md", by: Samples.replica(1))
    joined = a.joined(b)
    #expect(joined.records[id]?.name == Samples.path("d.md"))
    joined.rename(id, "e.md", by: Samples.replica(2))
    #expect(joined.joined(a).joined(b).records[id]?.names.elements == [Samples.path("e.md")])
  }
}

extension State {
  /// Replaces all heads of a document by one version, as one act.
  fileprivate mutating func add(_ version: Version, to id: DocumentID, by replica: ReplicaID) {
    let dot = clock.advance(replica)
    var record = records[id] ?? Record(id: id)
    record.replace(record.ranked, with: [version], dot)
    records[id] = record
  }

  fileprivate mutating func rename(_ id: DocumentID, _ name: String, by replica: ReplicaID) {
    let dot = clock.advance(replica)
    records[id]?.rename(Samples.path(name), dot)
  }
}
