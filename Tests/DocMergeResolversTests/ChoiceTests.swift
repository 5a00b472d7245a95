import DocMergeCore
import DocMergeResolvers
import Testing

/// Resolvers that choose among the sides without looking into them.
struct ChoiceTests {
  private let conflict = Conflict.texts(base: "0", "a", "b", "c")

  @Test(arguments: [("side 0", 0), ("side 1", 1), ("side 2", 2), ("base", nil), ("", nil)])
  func `KeepOne keeps the side with the id, or leaves the conflict`(id: String, index: Int?) {
    let expected = index.map { Resolution(outcome: .side($0), strategy: "keep") }
    #expect(KeepOne(id).resolve(conflict) == expected)
  }

  @Test func `KeepBoth keeps the first in place and the others beside it`() {
    let expected = Resolution(outcome: .side(0), copies: [1, 2], strategy: "keep-both")
    #expect(KeepBoth().resolve(conflict) == expected)
  }

  @Test func `KeepBoth makes no document of a deletion`() {
    var conflict = conflict
    conflict.sides[1] = .side(.deleted, id: "gone")
    #expect(KeepBoth().resolve(conflict)?.copies == [2])
    conflict.sides[0] = .side(.deleted, id: "gone too")
    let expected = Resolution(outcome: .side(2), strategy: "keep-both")
    #expect(KeepBoth().resolve(conflict) == expected)
  }

  @Test func `ByDate keeps the newest or the oldest`() {
    #expect(ByDate(.newest).resolve(conflict)?.outcome == .side(2))
    #expect(ByDate(.oldest).resolve(conflict)?.outcome == .side(0))
    #expect(ByDate(.newest).resolve(conflict)?.strategy == "newest")
    #expect(ByDate(.oldest).resolve(conflict)?.strategy == "oldest")
  }

  @Test func `ByDate decides equal dates by the ids, whatever the order of the sides`() {
    let sides = ["b", "c", "a"].map { Conflict.Side.text($0, id: $0, second: 7) }
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let conflict = Conflict(path: "x", base: nil, sides: order.map { sides[$0] })
      for (rule, winner) in [(ByDate.Order.newest, "c"), (.oldest, "a")] {
        guard case .side(let index) = ByDate(rule).resolve(conflict)?.outcome else {
          Issue.record("no decision")
          return
        }
        #expect(conflict.sides[index].id == winner)
      }
    }
  }

  @Test func `ByDate takes a deletion like any other version`() {
    var conflict = conflict
    conflict.sides[2] = .side(.deleted, id: "gone", second: 9)
    #expect(ByDate(.newest).resolve(conflict)?.outcome == .side(2))
  }

  @Test func `choices never read a side`() {
    var conflict = conflict
    for index in conflict.sides.indices {
      conflict.sides[index] = Conflict.Side(
        id: "\(index)", kind: .file(isExecutable: false),
        date: Timestamp(seconds: 1, nanoseconds: 0)
      ) {
        throw Unreadable()
      }
    }
    #expect(KeepOne("1").resolve(conflict) != nil)
    #expect(KeepBoth().resolve(conflict) != nil)
    #expect(ByDate(.newest).resolve(conflict) != nil)
  }
}

/// Resolvers that are asked one after the other.
struct ChainTests {
  @Test func `takes the first decision`() throws {
    let clean = Conflict.texts(base: "1\n2\n3\n", "1a\n2\n3\n", "1\n2\n3b\n")
    let chain = Chain([ThreeWayMerge(), ByDate(.newest)])
    #expect(try chain.resolve(clean) == .merged("1a\n2\n3b\n"))
    let meeting = Conflict.texts(base: "1\n", "2\n", "3\n")
    #expect(try chain.resolve(meeting)?.strategy == "newest")
  }

  @Test func `leaves a conflict that no resolver decides`() throws {
    let conflict = Conflict.texts(base: "1\n", "2\n", "3\n")
    #expect(try Chain([]).resolve(conflict) == nil)
    #expect(try Chain([ThreeWayMerge(), KeepOne("none")]).resolve(conflict) == nil)
    #expect(
      try Chain([Chain([]), Chain([KeepOne("side 1")])]).resolve(conflict)?.outcome == .side(1))
  }

  @Test func `does not ask on after an error`() {
    let unreadable = Conflict.Side(
      id: "?", kind: .file(isExecutable: false), date: Timestamp(seconds: 1, nanoseconds: 0)
    ) {
      throw Unreadable()
    }
    let conflict = Conflict(path: "x", base: nil, sides: [unreadable, .text("a", id: "a")])
    #expect(throws: Unreadable()) {
      try Chain([ThreeWayMerge(), ByDate(.newest)]).resolve(conflict)
    }
  }
}
