import DocMergeCore
import DocMergeResolvers
import Testing

/// That a decision carries the merge which was tried for it, so that nobody merges again to explain it.
struct DecisionTests {
  private func conflict(_ ours: String, _ theirs: String) -> Conflict {
    func side(_ id: String, _ text: String) -> Conflict.Side {
      Conflict.Side(
        id: id, kind: .file(isExecutable: false), date: .init(seconds: id == "ours" ? 1 : 2),
        author: "A", computer: id
      ) { Array(text.utf8) }
    }
    return Conflict(
      path: "a.txt", base: side("base", "one\ntwo\nthree\n"),
      sides: [side("ours", ours), side("theirs", theirs)])
  }

  @Test func `a clean merge is carried along`() throws {
    let decision = try ThreeWayMerge().decide(conflict("ONE\ntwo\nthree\n", "one\ntwo\nTHREE\n"))
    let resolution = try #require(decision.resolution)
    #expect(decision.attempt == .clean(resolution))
  }

  @Test func `what a chain merged first is carried along, however it is decided then`() throws {
    let chain = Chain([ThreeWayMerge(policy: .strict), ByDate(.newest)])
    let conflict = conflict("one\nours\nthree\n", "one\ntheirs\nthree\n")
    let decision = try chain.decide(conflict)
    #expect(decision.resolution == Resolution(outcome: .side(1), strategy: "newest"))
    #expect(try decision.attempt == ThreeWayMerge(policy: .strict).attempt(conflict))
  }

  @Test func `a resolver that does not merge has tried nothing`() throws {
    let decision = try ByDate(.oldest).decide(conflict("one\n", "two\n"))
    #expect(decision == Decision(resolution: .init(outcome: .side(0), strategy: "oldest")))
  }
}
