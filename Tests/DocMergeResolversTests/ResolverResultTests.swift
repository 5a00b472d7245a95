import DocMergeCore
import DocMergeResolvers
import Testing

/// A result carries the merge which was tried for it, so that no second merge is needed to explain it.
struct ResolverResultTests {
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
    let result = try ThreeWayMerge().decide(conflict("ONE\ntwo\nthree\n", "one\ntwo\nTHREE\n"))
    let resolution = try #require(result.resolution)
    #expect(result.triedMerge?.attempt == .clean(resolution))
  }

  @Test func `what a chain merged first is carried along, however it is decided then`() throws {
    let chain = Chain([ThreeWayMerge(policy: .strict), ByDate(.newest)])
    let conflict = conflict("one\nours\nthree\n", "one\ntheirs\nthree\n")
    let result = try chain.decide(conflict)
    #expect(result.resolution == Resolution(outcome: .side(1), strategy: "newest"))
    #expect(try result.triedMerge?.attempt == ThreeWayMerge(policy: .strict).attempt(conflict))
  }

  @Test func `a resolver that does not merge has tried nothing`() throws {
    let result = try ByDate(.oldest).decide(conflict("one\n", "two\n"))
    #expect(result == ResolverResult(resolution: .init(outcome: .side(0), strategy: "oldest")))
  }
}
