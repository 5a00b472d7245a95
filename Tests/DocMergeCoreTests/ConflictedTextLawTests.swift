import DocMergeCore
import Testing

/// What holds for all texts with conflicts.
struct ConflictedTextLawTests {
  private static let ends = ["\n", "\r\n", "", " x\n", " x", " x [no final newline]\n"]

  /// A text of lines that are, or look like, markers.
  private static func bytes(_ generator: inout SeededGenerator) -> [UInt8] {
    let count = generator.number(0...12)
    return (0..<count).flatMap { _ -> [UInt8] in
      if generator.once(in: 2) {
        return ["a\n", "b", "+c\n", "-d\n", " e\n", "\n", "\u{FF}\n"][generator.number(0...6)].bytes
      }
      let byte = Array("<|=>%+-\\#<=><=>".utf8)[generator.number(0...14)]
      let size = generator.once(in: 6) ? 8 : 7
      return Array(repeating: byte, count: size)
        + ends[generator.once(in: 2) ? 0 : generator.number(0...ends.count - 1)].bytes
    }
  }

  @Test func `gives back any text, byte for byte`() {
    var generator = SeededGenerator(seed: 11)
    var (conflicts, findings) = (0, 0)
    for _ in 0..<20_000 {
      let bytes = Self.bytes(&generator)
      let text = ConflictedText(bytes)
      #expect(text.bytes == bytes, "\(bytes.shown)")
      conflicts += text.conflicts.count
      findings += text.findings.count
    }
    #expect(conflicts > 100 && findings > 1000)
  }

  private static func part(
    _ generator: inout SeededGenerator, isAtEnd: Bool, _ label: String
  ) -> MarkedConflict.Part {
    let pieces = [
      "a\n", "b\n", "c\r\n", "\n", "=======\n", "------\n", "+++++++ x\n", "<<<<<<< y\n",
      "%%%%%%%%\n",
      " d\n", ">>>>>>>>\n", "|||||||\n",
    ]
    var text = (0..<generator.number(0...4)).map { _ in pieces[generator.number(0...11)] }.joined()
    if isAtEnd, generator.once(in: 3) { text += "end" }
    return MarkedConflict.Part(label: label.bytes, bytes: text.bytes[...])
  }

  private static func conflict(
    _ generator: inout SeededGenerator, isAtEnd: Bool, sides: Int
  ) -> MarkedConflict {
    MarkedConflict(
      style: .diff3, markerSize: 7,
      lineEnding: generator.once(in: 2) ? .lineFeed : .carriageReturnLineFeed,
      sides: (0..<sides).map { part(&generator, isAtEnd: isAtEnd, "side \($0)") },
      bases: (1..<sides).map { part(&generator, isAtEnd: isAtEnd, "base \($0)") }, )
  }

  /// Whether Mercurial could have meant two lines by one that was deleted at the end of a text.
  private static func isUnclear(_ conflict: MarkedConflict) -> Bool {
    conflict.bases[0].bytes.contains(UInt8(ascii: "+"))
  }

  @Test(arguments: MarkerStyle.allCases)
  func `reads back what it writes, in every style`(style: MarkerStyle) throws {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<1500 {
      let isAtEnd = generator.once(in: 2)
      let sides = style.takesManySides ? generator.number(2...4) : 2
      let conflict = Self.conflict(&generator, isAtEnd: isAtEnd, sides: sides)
      if style == .mergediff, isAtEnd, Self.isUnclear(conflict) { continue }
      let place = MarkedConflict.Place(number: 1, count: 1, isAtEnd: isAtEnd)
      let written = try #require(conflict.written(as: style, at: place))
      let text = "before\n".bytes + written + (isAtEnd ? [] : "after\n".bytes)
      let read = ConflictedText(text)
      #expect(read.findings.isEmpty, "\(text.shown)")
      #expect(read.bytes == text)
      let found = try #require(read.conflicts.first, "\(text.shown)")
      for (index, side) in conflict.sides.enumerated() {
        let settled = read.settled { $0.sides[index].bytes }.bytes
        #expect(
          settled == "before\n".bytes + side.bytes + (isAtEnd ? [] : "after\n".bytes),
          "\(text.shown)")
      }
      if style != .merge {
        #expect(found.bases.map(\.bytes) == conflict.bases.map(\.bytes), "\(text.shown)")
      }
      #expect(found.style == (style == .zdiff3 ? .diff3 : style))
      if style != .fossil { #expect(found.sides.map(\.label) == conflict.sides.map(\.label)) }
    }
  }

  @Test func `keeps a conflict that follows a line without an ending`() throws {
    var generator = SeededGenerator(seed: 13)
    for style in MarkerStyle.allCases {
      for _ in 0..<200 {
        var conflict = Self.conflict(&generator, isAtEnd: true, sides: 2)
        conflict.followsOpenLine = true
        if style == .mergediff, Self.isUnclear(conflict) { continue }
        let place = MarkedConflict.Place(number: 1, count: 1, isAtEnd: true)
        let text = "open".bytes + (try #require(conflict.written(as: style, at: place)))
        let settled = ConflictedText(text).settled { $0.sides[1].bytes }.bytes
        #expect(settled == "open".bytes + conflict.sides[1].bytes, "\(style) \(text.shown)")
      }
    }
  }

  @Test func `cannot show three sides, or no base, in every style`() {
    var generator = SeededGenerator(seed: 14)
    let place = MarkedConflict.Place(number: 1, count: 1, isAtEnd: false)
    let three = Self.conflict(&generator, isAtEnd: false, sides: 3)
    var bare = Self.conflict(&generator, isAtEnd: false, sides: 2)
    bare.bases = []
    let many = MarkerStyle.allCases.filter { three.written(as: $0, at: place) != nil }
    #expect(many == [.jjDiff, .jjSnapshot])
    #expect(MarkerStyle.allCases.filter { bare.written(as: $0, at: place) != nil } == [.merge])
  }

  /// A triple whose texts end in a newline and have no lines that git cannot tell from markers.
  private static func triple(seed: Int) -> Triple {
    var maker = TextMaker(generator: SeededGenerator(seed: seed), isLarge: seed % 20 == 0)
    let base = maker.text()
    let texts = [base, maker.edited(base), maker.edited(base)].map { text in
      text.filter { !"<>=|".contains($0.first ?? " ") }.flatMap { Array($0.utf8) }
    }
    return Triple(base: texts[0], ours: texts[1], theirs: texts[2])
  }

  @Test(arguments: [MarkerStyle.merge, .diff3, .zdiff3])
  func `reads git's conflicts, and converts them as git would have written them`(
    style: MarkerStyle
  ) throws {
    let git = Git()
    let flags: [MarkerStyle: [String]] = [.diff3: ["--diff3"], .zdiff3: ["--zdiff3"]]
    var conflicts = 0
    for seed in 0..<150 {
      let triple = Self.triple(seed: seed)
      let printed = git.mergeFile(triple, arguments: flags[style] ?? []).output
      let text = ConflictedText(printed)
      #expect(text.findings.isEmpty && text.bytes == printed)
      conflicts += text.conflicts.count
      for (favour, side) in [("--ours", 0), ("--theirs", 1)] {
        let expected = git.mergeFile(triple, arguments: [favour]).output
        #expect(text.settled { $0.sides[side].bytes }.bytes == expected, "seed \(seed)")
      }
      guard style == .diff3 else { continue }
      let zealous = git.mergeFile(triple, arguments: ["--zdiff3"]).output
      #expect(text.converted(to: .zdiff3).bytes == zealous, "seed \(seed)")
      // There and back through every style that loses nothing.
      for other in [MarkerStyle.jjDiff, .jjSnapshot, .mergediff] {
        let back = ConflictedText(text.converted(to: other).bytes).converted(to: .diff3)
        #expect(back.bytes == printed, "seed \(seed), \(other)")
      }
    }
    #expect(conflicts > 60)
  }
}
