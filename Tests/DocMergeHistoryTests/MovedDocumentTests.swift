import DocMergeStoreSamples
import Testing

@testable import DocMergeHistory

/// A document that one side moved, and the other one deleted.
struct MovedDocumentTests {
  private var (ours, theirs) = Samples.pair()
  private let id = Samples.document(1)

  private func changed(
    _ state: State, _ replica: Int, _ change: (inout Record, Dot) -> Void
  ) -> State {
    var state = state
    let dot = state.clock.advance(Samples.replica(replica))
    var record = state.records[id] ?? Record(id: id)
    change(&record, dot)
    state.records[id] = record
    return state
  }

  private func moved(_ state: State, to name: String = "Archive/a.md") -> State {
    changed(state, 1) { $0.rename(Samples.path(name), $1) }
  }

  private func deleted(_ state: State) -> State {
    changed(state, 2) {
      $0.replace($0.heads.elements, with: [Samples.version(2, kind: .deleted)], $1)
    }
  }

  private func kept(_ one: State, _ two: State) throws -> Version? {
    let (first, second) = (try #require(one.records[id]), try #require(two.records[id]))
    return Record.moved(first, second, clock: one.clock, otherClock: two.clock)
  }

  @Test func `the version that was moved is the one that stays, on either side`() throws {
    let (one, two) = (moved(ours), deleted(theirs))
    #expect(try kept(one, two) == Samples.version(1))
    #expect(try kept(two, one) == Samples.version(1))
  }

  @Test func `a deletion that had seen the move is one`() throws {
    let one = moved(ours)
    #expect(try kept(one, deleted(one)) == nil)
    #expect(try kept(deleted(one), one) == nil)
  }

  @Test func `a name that both have is no move`() throws {
    #expect(try kept(ours, deleted(theirs)) == nil)
    #expect(try kept(moved(ours, to: "a.md"), deleted(theirs)) == nil)
  }

  @Test func `two deletions and two moves need no copy`() throws {
    #expect(try kept(deleted(ours), deleted(theirs)) == nil)
    #expect(try kept(moved(ours), moved(theirs, to: "b.md")) == nil)
  }
}
