import DocMergeCore
import DocMergeResolvers
import Testing

struct ThreeWayMergeTests {
  private let base = "1\n2\n3\n4\n5\n"

  private func attempt(_ conflict: Conflict) throws -> MergeAttempt {
    try ThreeWayMerge().attempt(conflict)
  }

  @Test func `merges edits that do not meet`() throws {
    let conflict = Conflict.texts(base: base, "1a\n2\n3\n4\n5\n", "1\n2\n3\n4\n5b\n")
    #expect(try ThreeWayMerge().resolve(conflict) == .merged("1a\n2\n3\n4\n5b\n"))
  }

  @Test func `folds three and four sides`() throws {
    let three = Conflict.texts(
      base: base, "1a\n2\n3\n4\n5\n", "1\n2\n3b\n4\n5\n", "1\n2\n3\n4\n5c\n")
    #expect(try ThreeWayMerge().resolve(three) == .merged("1a\n2\n3b\n4\n5c\n"))
    let four = Conflict.texts(
      base: base, "1a\n2\n3\n4\n5\n", "1\n2\n3\n4\n", "1\n2\n3c\n4\n5\n", "1a\n2\n3\n4\n5\n")
    #expect(try ThreeWayMerge().resolve(four) == .merged("1a\n2\n3c\n4\n"))
  }

  @Test func `merges alike in whatever order the sides are listed`() throws {
    let sides = Conflict.texts(
      base: base, "0\n1\n2\n3\n4\n5\n", "1\n2\n3b\n4\n5\n", "1\n2\n3\n4\n5\n6\n"
    ).sides
    var results: Set<Resolution> = []
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let conflict = Conflict(
        path: "todo.md", base: .text(base, id: "base"), sides: order.map { sides[$0] })
      results.insert(try #require(try ThreeWayMerge().resolve(conflict)))
    }
    #expect(results == [.merged("0\n1\n2\n3b\n4\n5\n6\n")])
  }

  @Test func `leaves edits of one line, and says which side did not fit`() throws {
    let conflict = Conflict.texts(
      base: base, "1a\n2\n3\n4\n5\n", "1\n2\n3\n4\n5b\n", "1c\n2\n3\n4\n5\n")
    #expect(try ThreeWayMerge().resolve(conflict) == nil)
    guard case .conflicts(let left) = try attempt(conflict) else {
      Issue.record("merged")
      return
    }
    #expect(left.ours == "side 0" && left.theirs == "side 2")
    #expect(left.lines == [1..<2])
    #expect(left.merged.conflicts.map { Array($0.ours) } == [Array("1a\n".utf8)])
    #expect(left.merged.conflicts.map { Array($0.theirs) } == [Array("1c\n".utf8)])
  }

  @Test func `takes the side that changed when the other did not`() throws {
    #expect(try ThreeWayMerge().resolve(.texts(base: "a", "a", "b")) == .merged("b"))
    #expect(try ThreeWayMerge().resolve(.texts(base: "a", "b", "a")) == .merged("b"))
    #expect(try ThreeWayMerge().resolve(.texts(base: "a", "b", "b")) == .merged("b"))
    #expect(try ThreeWayMerge().resolve(.texts(base: nil, "b", "b")) == .merged("b"))
  }

  @Test func `without a base all that differs is in conflict`() throws {
    #expect(try ThreeWayMerge().resolve(.texts(base: nil, "a\n", "b\n")) == nil)
  }

  @Test func `without a base an empty side takes nothing away, as in git`() throws {
    #expect(try ThreeWayMerge().resolve(.texts(base: nil, "", "b\n")) == .merged("b\n"))
    #expect(try ThreeWayMerge().resolve(.texts(base: nil, "b\n", "")) == .merged("b\n"))
    #expect(try ThreeWayMerge().resolve(.texts(base: "b\n", "", "b\nc\n")) == nil)
  }

  @Test func `refuses when a side is a deletion`() throws {
    var conflict = Conflict.texts(base: base, "1\n", "2\n")
    conflict.sides[1] = .side(.deleted, id: "gone")
    #expect(try attempt(conflict) == .refused(.deletedOnOneSide))
    #expect(try ThreeWayMerge().resolve(conflict) == nil)
  }

  @Test(arguments: [Conflict.Kind.symlink, .package])
  func `refuses a side that is no file`(kind: Conflict.Kind) throws {
    var conflict = Conflict.texts(base: base, "1\n", "2\n")
    conflict.sides[0] = .side(kind, id: "other")
    #expect(try attempt(conflict) == .refused(.notFiles))
    conflict = .texts(base: base, "1\n", "2\n")
    conflict.base = .side(kind, id: "base")
    #expect(try attempt(conflict) == .refused(.notFiles))
  }

  @Test func `refuses bytes that are no text`() throws {
    #expect(try attempt(.texts(base: "a\0\n", "b\0\n", "c\0\n")) == .refused(.binary))
    #expect(try attempt(.texts(base: "a\n", "b\0\n", "a\nc\n")) == .refused(.binary))
    // Nothing needs to be merged here, so it need not be text either.
    #expect(try ThreeWayMerge().resolve(.texts(base: "a\0", "a\0", "c\0")) == .merged("c\0"))
  }

  @Test func `refuses fewer than two sides`() throws {
    #expect(try attempt(.texts(base: "a", "b")) == .refused(.nothingToMerge))
    #expect(try attempt(.texts(base: nil)) == .refused(.nothingToMerge))
  }

  @Test(arguments: [
    (base: false, sides: [true, false], merged: true),
    (base: true, sides: [true, false], merged: false),
    (base: true, sides: [true, true], merged: true),
    (base: false, sides: [false, true, false], merged: true),
  ])
  func `merges the right to run by the three-way rule`(
    base: Bool, sides: [Bool], merged: Bool
  ) throws {
    let conflict = Conflict(
      path: "run.sh", base: .text("a\n", id: "base", isExecutable: base),
      sides: sides.enumerated().map {
        .text($0 == 0 ? "b\n" : "a\n", id: "\($0)", isExecutable: $1)
      })
    #expect(try ThreeWayMerge().resolve(conflict) == .merged("b\n", isExecutable: merged))
  }

  @Test func `refuses rights that differ without a base`() throws {
    let conflict = Conflict(
      path: "run.sh", base: nil,
      sides: [.text("a", id: "1", isExecutable: true), .text("a", id: "2")])
    #expect(try attempt(conflict) == .refused(.modes))
  }

  @Test func `merges by the profile it is given`() throws {
    let conflict = Conflict.texts(base: base, "1a\n2\n3\n4\n5\n", "1\n2\n3\n4\n5b\n")
    let resolver = ThreeWayMerge(profile: .gitMergeFile)
    #expect(try resolver.resolve(conflict) == .merged("1a\n2\n3\n4\n5b\n"))
    // git has no rule for line endings.
    let endings = Conflict.texts(base: "1\n2\n", "1\r\n2\r\n", "1\n2b\n")
    #expect(try resolver.resolve(endings) == nil)
    #expect(try attempt(.texts(base: "1\n", "2\0\n", "3\n")) == .refused(.binary))
  }
}
