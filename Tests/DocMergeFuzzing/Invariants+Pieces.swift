import DocMergeCore
import DocMergeTestSupport

extension Invariants {
  /// Words, sentences, lines and the comparisons of them.
  mutating func checkPieces() {
    for (name, bytes) in texts.parts {
      let words = step("words") { WordTokens(bytes) }
      checkCuts(bytes, words.map(\.startIndex), words.map(\.count), "words of \(name)")
      let sentences = step("sentences") { SentenceTokens(bytes) }
      checkCuts(
        bytes, sentences.map(\.startIndex), sentences.map(\.count), "sentences of \(name)")
      expect(Lines(bytes).flatMap { $0 } == bytes, "lines are the text")
    }
    let (base, ours) = (texts.base, texts.ours)
    // The shortest list of changes takes as long as it takes, in git as well; no merge looks for it unasked.
    let isShort = base.count + ours.count <= 1 << 17
    let algorithms = DiffAlgorithm.allCases.filter { isShort || $0 != .minimal }
    for options in algorithms.map({ DiffOptions(algorithm: $0) }) {
      let hunks = step("diffLines, \(options.algorithm)") {
        diffLines(base: base, other: ours, options: options)
      }
      let (lines, other) = (Lines(base), Lines(ours))
      var output: [UInt8] = []
      var line = 0
      for hunk in hunks {
        output += lines.text(of: line..<hunk.base.lowerBound) + other.text(of: hunk.other)
        line = hunk.base.upperBound
      }
      output += lines.text(of: line..<lines.count)
      expect(output == ours, "hunks lead to the other text: \(options.algorithm)")
    }
    _ = step("unifiedDiff") { unifiedDiff(old: base, new: ours) }
    let changes = step("wordChanges") { wordChanges(old: base, new: ours) }
    for (ranges, bytes) in [(changes.old, base), (changes.new, ours)] {
      let ends = ranges.flatMap { [$0.lowerBound, $0.upperBound] }
      expect(zip(ends, ends.dropFirst()).allSatisfy { $0 < $1 }, "word changes are in order")
      expect((ends.last ?? 0) <= bytes.count, "word changes lie in the text")
    }
  }

  /// Whether pieces without a gap are the text, and cut no character.
  private mutating func checkCuts(
    _ bytes: [UInt8], _ starts: [Int], _ counts: [Int], _ name: String
  ) {
    var end = 0
    for (start, count) in zip(starts, counts) {
      expect(start == end && count > 0, "pieces without gaps: \(name)")
      end = start + count
    }
    expect(end == bytes.count, "pieces up to the end: \(name)")
    guard isSmall, let text = String(validating: bytes, as: UTF8.self) else { return }
    var boundaries: Set<Int> = []
    var offset = 0
    for character in text {
      boundaries.insert(offset)
      // A line ending is a boundary to everybody but Unicode.
      if character == "\r\n" { boundaries.insert(offset + 1) }
      offset += character.utf8.count
    }
    expect(boundaries.isSuperset(of: starts), "no character is cut: \(name)")
  }

  /// What markers say, in texts that may hold any.
  mutating func checkMarkers() {
    for size in [7, generator.number(1...12)] {
      for (_, bytes) in texts.parts {
        let text = MarkedText(bytes: bytes, markerSize: size)
        guard let sections = try? Markers.parse(text) else {
          note("markers that cannot be read")
          continue
        }
        note("\(min(sections.count, 4)) sections")
        let again = step("Markers.write") { Markers.write(sections) }
        expect((try? Markers.parse(again)) == Markers.normalized(sections), "parse, write, parse")
      }
    }
    let sections = (0..<generator.number(1...5)).map { _ -> MarkedSection in
      guard generator.once(in: 2) else { return .text(piece()) }
      let base = generator.once(in: 3) ? nil : piece()
      let conflict = Region.Conflict(
        base: base, ours: piece(), theirs: piece(),
        lineEnding: generator.once(in: 2) ? .lineFeed : .carriageReturnLineFeed)
      return .conflict(conflict, ConflictLabels(ours: "a", base: base == nil ? nil : "b"))
    }
    let written = step("Markers.write") { Markers.write(sections) }
    let parsed = step("Markers.parse") { try? Markers.parse(written) }
    expect(parsed == Markers.normalized(sections), "write, parse")
    _ = step("Markers.guessedSize") { Markers.guessedSize(in: written.bytes) }
  }

  /// Some bytes of one of the texts.
  private mutating func piece() -> ArraySlice<UInt8> {
    let bytes = texts.parts[generator.number(0...2)].bytes
    let start = generator.number(0...bytes.count)
    return bytes[start..<min(bytes.count, start + generator.number(0...40))]
  }

  /// Encodings, and texts without their layers.
  mutating func checkLayers() {
    for (name, bytes) in texts.parts {
      let found = step("FoundEncoding") { FoundEncoding(in: bytes) }
      note("\(found.kind) \(found.hasByteOrderMark)")
      for encoding in chosen(TextEncoding.allCases) {
        guard let text = step("decode", { encoding.decode(bytes[...]) }) else { continue }
        expect(
          encoding.encode(text[...]) == bytes, "encoding is decoding back: \(encoding) \(name)")
      }
    }
    let (base, ours, theirs) = (texts.base, texts.ours, texts.theirs)
    let layered = step("LayeredTexts") { LayeredTexts(base: base, ours: ours, theirs: theirs) }
    note("\(String(describing: layered.obstacle))")
    guard layered.obstacle == nil else { return }
    for favour in chosen([Favour?.none, .ours, .theirs, .union]) {
      let merged = merge(
        base: layered.base, ours: layered.ours, theirs: layered.theirs,
        options: MergeOptions(profile: .gitMerge, favour: favour))
      let restored = step("restore") { layered.restore(merged) }
      expect(restored.isClean == merged.isClean, "restoring keeps the open conflicts")
      checkForm(restored, "layers")
    }
  }
}
