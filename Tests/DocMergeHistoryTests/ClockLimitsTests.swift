import DocMergeCore
import DocMergeStoreSamples
import DocMergeTestSupport
import Testing

@testable import DocMergeHistory
@testable import DocMergeObjects

/// Clocks of states whose histories are lines, meet, or have one replica in them that went on twice.
struct ClockLimitsTests {
  private let folder = TemporaryFolder()
  private let git: GitStore

  init() throws {
    try GitStore.create(path: "\(folder.path)/git")
    git = GitStore(path: "\(folder.path)/git")
  }

  /// A state of replica `number` after some others, dated so many days after the first.
  private func state(
    _ number: Int, _ counts: [Int: UInt64], after parents: [StateReader] = [], day: Int64 = 0
  ) throws -> StateReader {
    let identity = Identity(
      person: Person(name: "Anna", email: "anna@example.org"), replica: Samples.replica(number),
      computer: "laptop")
    let clock = Clock(
      Dictionary(uniqueKeysWithValues: counts.map { (Samples.replica($0.key), $0.value) }))
    var batch = ObjectBatch()
    var root = Tree()
    for (name, text) in [
      (StateReader.clockName, StateText.text(clock)), (StateReader.formatName, StateText.format),
    ] {
      let id = try batch.add(GitObject(kind: .blob, bytes: text))
      root.set(name, to: .init(name: name, mode: .file, id: id))
    }
    let documents = try batch.add(Tree().object)
    let name = StateReader.documentsName
    root.set(name, to: .init(name: name, mode: .folder, id: documents))
    let date = Timestamp(nanoseconds: 1_000_000_000_000_000_000)
    let signature = Commit.Signature(
      person: identity.person, seconds: date.seconds + day * 86_400)
    let id = try batch.add(
      Commit(
        tree: batch.add(root.object), parents: parents.map(\.id), author: signature,
        committer: signature,
        message: Trailers.message(
          "save", OperationNote.trailers(.save, by: identity, at: date))
      ).object)
    try batch.flush(into: git)
    return try StateReader(id, in: git)
  }

  private func limits(_ one: StateReader, _ other: StateReader) throws -> [ReplicaID: UInt64] {
    try ClockLimits(git: git).limits(of: one.clock(), at: one.id, towards: other.id)
  }

  @Test(arguments: [0, 10, -10])
  func `acts in one line all count, whatever the clocks of computers say`(day: Int64) throws {
    let first = try state(1, [1: 1])
    let other = try state(2, [1: 1, 2: 1], after: [first], day: day)
    let second = try state(1, [1: 2], after: [first], day: -day)
    let third = try state(1, [1: 3, 2: 1], after: [second, other], day: day)
    let states = [first, other, second, third]
    for one in states {
      for two in states { #expect(try limits(one, two).isEmpty) }
    }
  }

  @Test func `of a replica that went on twice only what both lines have counts`() throws {
    let first = try state(1, [1: 4])
    let left = try state(1, [1: 6], after: [state(1, [1: 5], after: [first])])
    let right = try state(1, [1: 5], after: [first], day: 1)
    let expected = [Samples.replica(1): 4 as UInt64]
    #expect(try limits(left, right) == expected && limits(right, left) == expected)
    // Who has taken in one of them, and who has taken in the other.
    let two = try state(2, [1: 6, 2: 1], after: [state(2, [2: 0]), left])
    let three = try state(3, [1: 5, 3: 1], after: [state(3, [3: 0]), right])
    #expect(try limits(two, three) == expected && limits(three, two) == expected)
    #expect(try two.clock(towards: three.id).counters[Samples.replica(1)] == 4)
    // Who knows both has nothing to learn, and has seen all that the others have.
    let both = try state(2, [1: 6, 2: 2, 3: 1], after: [two, three])
    #expect(try limits(both, three).isEmpty && limits(both, two).isEmpty)
    #expect(try limits(three, both) == expected && limits(two, both) == expected)
  }
}
