import DocMergeCore
import Testing

struct MarkersTests {
  private static let pieces = [
    "", "\n", "a\n", "a", "\r", "a\r\n", "a\r", "<<<<<<< ours\n", "=======\n", "=======",
    ">>>>>>> theirs\n", "||||||| base\r\n", "<<<<<<<<<< x\n", "<<<", " [no final newline]\n",
    " [end of label]", "\u{FF}\n",
  ]
  private static let labels = [
    nil, "", "ours", "a b ", "x [no final newline]", "[no newline before]", "y [end of label]",
    "[end of label]",
  ]

  private static func bytes(_ generator: inout SeededGenerator) -> ArraySlice<UInt8> {
    let count = generator.number(0...3)
    return (0..<count).flatMap { _ in pieces[generator.number(0...pieces.count - 1)].bytes }[...]
  }

  private static func sections(_ generator: inout SeededGenerator) -> [MarkedSection] {
    func label() -> String? { labels[generator.number(0...labels.count - 1)] }
    return (0..<generator.number(0...5)).map { _ in
      if generator.once(in: 2) { return .text(bytes(&generator)) }
      let base = generator.once(in: 3) ? nil : bytes(&generator)
      let conflict = Region.Conflict(
        base: base, ours: bytes(&generator), theirs: bytes(&generator),
        lineEnding: generator.once(in: 2) ? .lineFeed : .carriageReturnLineFeed)
      return .conflict(
        conflict,
        ConflictLabels(ours: label(), base: base == nil ? nil : label(), theirs: label()))
    }
  }

  @Test func `reads back what it wrote, whatever the bytes`() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let sections = Self.sections(&generator)
      let text = Markers.write(sections)
      let parsed = try Markers.parse(text)
      #expect(parsed == Markers.normalized(sections), "\(text.bytes.shown)")
    }
  }

  @Test(arguments: ConflictStyle.allCases)
  func `reads back merges`(style: ConflictStyle) throws {
    let labels = ConflictLabels(ours: "ours", base: "base", theirs: "theirs")
    for seed in 0..<300 {
      let triple = Triple.random(seed: seed)
      let merged = merge(
        base: triple.base, ours: triple.ours, theirs: triple.theirs,
        options: MergeOptions(style: style))
      let text = Markers.write(merged, labels: labels)
      #expect(try Markers.parse(text) == Markers.normalized(merged.sections(labels: labels)))
      if !merged.isClean { #expect(Markers.guessedSize(in: text.bytes) == text.markerSize) }
    }
  }

  @Test(arguments: ConflictStyle.allCases)
  func `reads what git writes`(style: ConflictStyle) throws {
    let git = Git()
    let flags: [ConflictStyle: [String]] = [.diff3: ["--diff3"], .zdiff3: ["--zdiff3"]]
    var conflicts = 0
    for seed in 0..<60 {
      var maker = TextMaker(generator: SeededGenerator(seed: seed), isLarge: false)
      let base = maker.text().filter { !$0.contains("<<") && !$0.contains(">>") }
      let sides = [base, maker.edited(base), maker.edited(base)].map { text in
        text.filter { !"<>=|".contains($0.first ?? " ") }.flatMap { Array($0.utf8) }
      }
      let triple = Triple(base: sides[0], ours: sides[1], theirs: sides[2])
      let printed = git.mergeFile(triple, arguments: flags[style] ?? []).output
      let merged = merge(
        base: triple.base, ours: triple.ours, theirs: triple.theirs,
        options: MergeOptions(style: style))
      let sections = try Markers.parse(MarkedText(bytes: printed))
      let parsed = sections.compactMap { section -> Region.Conflict? in
        guard case .conflict(let conflict, let labels) = section else { return nil }
        #expect(labels.ours == "ours" && labels.theirs == "theirs")
        return conflict
      }
      var expected = merged.conflicts
      if style == .merge { for index in expected.indices { expected[index].base = nil } }
      #expect(parsed == expected, "seed \(seed)")
      conflicts += parsed.count
    }
    #expect(conflicts > 20)
  }

  @Test(arguments: [
    (text: "<<<<<<< a\n", error: MarkerError(line: 2, found: nil, expected: [.base, .separator])),
    (text: "a\n>>>>>>> b\n", error: MarkerError(line: 2, found: .theirs, expected: [.ours])),
    (
      text: "<<<<<<< a\n>>>>>>> b\n",
      error: MarkerError(line: 2, found: .theirs, expected: [.base, .separator])
    ),
    (
      text: "<<<<<<< a\n||||||| b\n<<<<<<< c\n",
      error: MarkerError(line: 3, found: .ours, expected: [.separator])
    ),
    (
      text: "<<<<<<< a\n=======\n=======\n",
      error: MarkerError(line: 3, found: .separator, expected: [.theirs])
    ),
    (
      text: "<<<<<<< a\n=======\nend",
      error: MarkerError(line: 4, found: nil, expected: [.theirs])
    ),
  ])
  func `names the problem of broken markers`(text: String, error: MarkerError) {
    #expect(throws: error) { try Markers.parse(MarkedText(bytes: text.bytes)) }
  }

  @Test(arguments: [
    "Heading\n=======\n", "|||||||\n", "<<<<<<<x\n", "<<<<<< a\n", "<<<<<<<< a\n", " <<<<<<< a\n",
  ])
  func `takes lines that only resemble markers for text`(text: String) throws {
    #expect(try Markers.parse(MarkedText(bytes: text.bytes)) == [.text(text.bytes[...])])
  }

  @Test func `makes markers longer than those in the text`() {
    let merged = merge(
      base: "1\n".bytes, ours: "<<<<<<< mine\n".bytes, theirs: "=========\n".bytes)
    let text = Markers.write(merged, labels: ConflictLabels(ours: "ours", theirs: "theirs"))
    #expect(text.markerSize == 10)
    #expect(text.bytes.starts(with: "<<<<<<<<<< ours\n<<<<<<< mine\n".bytes))
  }
}
