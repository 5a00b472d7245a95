import DocMergeCore
import DocMergeResolvers
import Testing

/// Merges by layers and rules.
struct MergePolicyTests {
  private let list = "pack:\n- tent\n- stove\n"

  private func utf16(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  private func conflict(base: [UInt8]?, _ sides: [UInt8]...) -> Conflict {
    let kind = Conflict.Kind.file(isExecutable: false)
    return Conflict(
      path: "a.txt", base: base.map { .side(kind, id: "base", second: 0, bytes: $0) },
      sides: sides.enumerated().map {
        .side(kind, id: "side \($0)", second: $0 + 1, bytes: $1)
      })
  }

  private func unfinished(_ conflict: Conflict) throws -> UnfinishedMerge {
    guard case .conflicts(let left) = try ThreeWayMerge().attempt(conflict) else {
      throw Unreadable()
    }
    return left
  }

  @Test func `two appended items merge when the policy allows it, and the rule is named`() throws {
    let conflict = Conflict.texts("pack.yaml", base: list, list + "- rope\n", list + "- lamp\n")
    #expect(try ThreeWayMerge(policy: .strict).resolve(conflict) == nil)
    let resolution = try #require(try ThreeWayMerge().resolve(conflict))
    #expect(resolution.text == list + "- rope\n- lamp\n")
    #expect(resolution.strategy == "merge")
    #expect(resolution.rules.map(\.name) == ["appended-items"])
    #expect(resolution.summary == "merge: appended-items")
  }

  @Test func `names each rule once`() throws {
    let rules = ["b", "a", "b"].map { MergeRule(name: $0, risk: .low, policy: .strict) }
    let resolution = Resolution(outcome: .side(0), strategy: "merge", rules: rules)
    #expect(resolution.summary == "merge: a, b")
    #expect(Resolution(outcome: .side(0), strategy: "newest").summary == "newest")
  }

  @Test func `a side that converted line endings merges with one that edited words`() throws {
    let conflict = Conflict.texts(base: "1\n2\n3\n", "1\r\n2\r\n3\r\n", "1\n2b\n3\n")
    #expect(try ThreeWayMerge(policy: .strict).resolve(conflict) == .merged("1\r\n2b\r\n3\r\n"))
  }

  @Test func `UTF-16 is text`() throws {
    let merged = try ThreeWayMerge().resolve(
      conflict(base: utf16("1\n2\n3\n"), utf16("1a\n2\n3\n"), utf16("1\n2\n3b\n")))
    #expect(
      merged?.outcome == .contents(utf16("1a\n2\n3b\n"), isExecutable: false))
  }

  @Test func `refuses encodings that are damaged or do not fit, each with its reason`() throws {
    let damaged = conflict(base: utf16("1\n"), utf16("2\n") + [0x0A], utf16("3\n"))
    #expect(try ThreeWayMerge().attempt(damaged) == .refused(.damaged))
    let apart = conflict(
      base: Array("\u{e9}\n".utf8), utf16("\u{e9}\na\n"), [0xE9, 0x0A, 0x62, 0x0A])
    #expect(try ThreeWayMerge().attempt(apart) == .refused(.encodings))
  }

  @Test func `without a base only safe merges are settled`() throws {
    let conflict = Conflict.texts(base: nil, "rope\n", "lamp\n")
    #expect(try ThreeWayMerge(policy: .strict).resolve(conflict) == nil)
    #expect(try ThreeWayMerge().resolve(conflict) == nil)
  }

  // MARK: - Which lines are left

  /// Five lines of which theirs deletes the first, adds one, and fights about the last.
  private static let base = "1\n2\n3\n4\n5\n"
  private static let ours = "1\n2\n3\n4\nours\nmore\n"
  private static let theirs = "0\n1\n1a\n2\n3\n4\ntheirs\n"

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `names the lines of ours, whatever ends them and whatever theirs did before`(
    ending: String
  ) throws {
    let texts = [Self.base, Self.ours, Self.theirs].map {
      Array($0.replacing("\n", with: ending).utf8)
    }
    let left = try unfinished(conflict(base: texts[0], texts[1], texts[2]))
    #expect(left.lines == [5..<7])
    #expect(left.ours == "side 0")
  }

  @Test func `names the lines where only one side converted the line endings`() throws {
    let converted = Self.ours.replacing("\n", with: "\r\n")
    let left = try unfinished(.texts(base: Self.base, converted, Self.theirs))
    #expect(left.lines == [5..<7])
    #expect(try unfinished(.texts(base: Self.base, Self.theirs, converted)).lines == [7..<8])
  }

  @Test func `names the lines of UTF-16, and of texts without final newline`() throws {
    let wide = conflict(base: utf16(Self.base), utf16(Self.ours), utf16(Self.theirs))
    #expect(try unfinished(wide).lines == [5..<7])
    let unfinishedLine = Conflict.texts(
      base: "1\n2\n3", "1\n2\nours", "1\n2\ntheirs")
    #expect(try unfinished(unfinishedLine).lines == [3..<4])
  }

  @Test func `names a place between lines where ours deleted what theirs edited`() throws {
    let left = try unfinished(.texts(base: "1\n2\n3\n4\n", "1\n4\n", "1\nx\ny\n4\n"))
    #expect(left.lines == [2..<2])
  }
}
