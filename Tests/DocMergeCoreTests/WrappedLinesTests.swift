import DocMergeCore
import DocMergeTestSupport
import Testing

/// Lines that one side put into something and the other edited.
struct WrappedLinesTests {
  /// Lines that only stand once.
  private static func lines(_ count: Int) -> [String] { (0..<count).map { "call\($0)(a, b)\n" } }

  /// Lines with one of them edited, one deleted and one added, none of them the first or the last.
  private static func edited(_ lines: [String], _ generator: inout SeededGenerator) -> [String] {
    var lines = lines
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let place = Int.random(in: 1..<lines.count - 1, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: lines[place] = lines[place].replacing("a", with: "z\(place)")
      case 1 where lines.count > 3: lines.remove(at: place)
      default: lines.insert("new\(lines.count)()\n", at: place)
      }
    }
    return lines
  }

  private static func wrapped(_ lines: [String], _ indentation: String) -> String {
    "if x {\n" + lines.map { indentation + $0 }.joined() + "}\n"
  }

  private func merged(_ base: String, _ ours: String, _ theirs: String) throws -> String? {
    try mergeText(
      base: base.bytes, ours: ours.bytes, theirs: theirs.bytes,
      options: TextMergeOptions(policy: .balanced)
    ).clean.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: ["  ", "    ", "\t"])
  func `edits go where their lines went`(indentation: String) throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<60 {
      let lines = Self.lines(Int.random(in: 3...9, using: &generator))
      let edited = Self.edited(lines, &generator)
      let (base, flat) = (lines.joined(), edited.joined())
      let around = Self.wrapped(lines, indentation)
      let right = Self.wrapped(edited, indentation)
      #expect(try merged(base, around, flat) == right)
      #expect(try merged(base, flat, around) == right)
      // And back: one side takes them out again.
      #expect(try merged(around, base, right) == flat)
      #expect(try merged(around, right, base) == flat)
    }
  }

  @Test func `a line at the edge can be meant inside or outside`() throws {
    let lines = Self.lines(4)
    for edited in [["first()\n"] + lines, lines + ["last()\n"]] {
      let made = try merged(lines.joined(), Self.wrapped(lines, "  "), edited.joined())
      #expect(made == nil)
    }
  }

  @Test func `a literal of several lines keeps its indentation`() throws {
    let lines = Self.lines(3)
    for literal in [["log(\"a\n", "b\")\n"], ["x = [[\n", "b]]\n"], ["cat <<E\n", "b\n", "E\n"]] {
      let edited = [lines[0]] + literal + lines[1...]
      let made = try merged(lines.joined(), Self.wrapped(lines, "  "), edited.joined())
      #expect(made == nil, "\(literal)")
    }
  }

  @Test func `other lines are not put into something that was meant for the old ones`() throws {
    let lines = Self.lines(3)
    let made = try merged(lines.joined(), Self.wrapped(lines, "  "), "other\nthing\naltogether\n")
    #expect(made == nil)
  }
}
