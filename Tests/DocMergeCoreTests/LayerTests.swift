import DocMergeCore
import Testing

/// Shows bytes as text where they are UTF-8.
private func text(_ merged: Merged) -> String? {
  merged.clean.map { String(decoding: $0, as: UTF8.self) }
}

private func merged(_ base: String, _ ours: String, _ theirs: String) throws -> String? {
  text(try mergeText(base: base.bytes, ours: ours.bytes, theirs: theirs.bytes))
}

struct LayerTests {
  @Test(arguments: [
    (
      claim: "CRLF to LF", base: "one\r\ntwo\r\nend\r\n", ours: "one\ntwo\nend\n",
      theirs: "one\r\nTWO\r\nend\r\n", result: "one\nTWO\nend\n"
    ),
    (
      claim: "LF to CRLF", base: "one\ntwo\n", ours: "one\r\ntwo\r\n", theirs: "ONE\ntwo\n",
      result: "ONE\r\ntwo\r\n"
    ),
    (
      claim: "an added line follows", base: "a\r\nb\r\n", ours: "a\nb\n",
      theirs: "a\r\nnew\r\nb\r\n", result: "a\nnew\nb\n"
    ),
    (
      claim: "mixed endings stay", base: "a\nb\r\nc\nd\r\n", ours: "A\nb\r\nc\nd\r\n",
      theirs: "a\nb\r\nc\nd\r\ne\r\n", result: "A\nb\r\nc\nd\r\ne\r\n"
    ),
    (
      claim: "mixed endings, one side makes them LF", base: "a\nb\r\nc\nd\r\n",
      ours: "a\nb\nc\nd\n", theirs: "a\nB\r\nc\nd\r\ne\r\n", result: "a\nB\nc\nd\ne\n"
    ),
    (
      claim: "one line changes its ending", base: "a\nb\nc\nd\n", ours: "a\nb\r\nc\nd\n",
      theirs: "a\nb\nc\nD\n", result: "a\nb\r\nc\nD\n"
    ),
    (
      claim: "one line is edited and changes its ending", base: "a\nb\nc\nd\n",
      ours: "a\nb\r\nc\nd\n", theirs: "a\nB\nc\nd\n", result: "a\nB\r\nc\nd\n"
    ),
    (
      claim: "a CRLF line in an LF text stays", base: "a\nb\nc\n", ours: "a\nx\r\nb\nc\n",
      theirs: "a\nb\nC\n", result: "a\nx\r\nb\nC\n"
    ),
    (
      claim: "lone CR", base: "a\rb\rc\r", ours: "A\rb\rc\r", theirs: "a\rb\rC\r",
      result: "A\rb\rC\r"
    ),
    (
      claim: "lone CR to LF", base: "a\rb\rc", ours: "a\nb\nc", theirs: "a\rb\rC",
      result: "a\nb\nC"
    ),
    (
      claim: "CR within LF lines is content", base: "a\rx\nb\n", ours: "a\rx\nB\n",
      theirs: "a\ry\nb\nc\n", result: nil
    ),
    (
      claim: "a final newline removed, the last line edited", base: "a\nb\nc\n", ours: "a\nb\nc",
      theirs: "a\nb\nC\n", result: "a\nb\nC"
    ),
    (
      claim: "a final newline added, a line appended", base: "a", ours: "a\n", theirs: "a\nb",
      result: "a\nb\n"
    ),
    (
      claim: "a line appended by one, first line edited by the other", base: "a\nb\nc",
      ours: "a\nb\nc\nd", theirs: "A\nb\nc", result: "A\nb\nc\nd"
    ),
    (
      claim: "a mark added, line 1 edited", base: "a\nb\n", ours: "\u{FEFF}a\nb\n",
      theirs: "A\nb\n", result: "\u{FEFF}A\nb\n"
    ),
    (
      claim: "a mark removed, line 1 edited", base: "\u{FEFF}a\nb\n", ours: "\u{FEFF}A\nb\n",
      theirs: "a\nb\n", result: "A\nb\n"
    ),
    (
      claim: "both emptied a marked text", base: "\u{FEFF}a\n", ours: "\u{FEFF}",
      theirs: "\u{FEFF}", result: "\u{FEFF}"
    ),
    (
      claim: "both added the same with other endings", base: "", ours: "a\r\nb\r\n",
      theirs: "a\nb\n", result: "a\nb\n"
    ),
  ])
  func `merges layers apart from content`(
    claim: String, base: String, ours: String, theirs: String, result: String?
  ) throws {
    guard let result else {
      #expect(try merged(base, ours, theirs) == nil)
      return
    }
    #expect(try merged(base, ours, theirs) == result)
    #expect(try merged(base, theirs, ours) == result)
  }

  @Test(arguments: TextEncoding.allCases, [true, false])
  func `merges in every encoding`(encoding: TextEncoding, marked: Bool) throws {
    func bytes(_ text: String) -> [UInt8] {
      (marked ? encoding.byteOrderMark : []) + (encoding.encode(text.bytes[...]) ?? [])
    }
    let undefined = encoding == .latin1 ? "\u{81}" : ""
    let base = "Grüße\(undefined)\r\nzwei Äpfel\r\ndrei\r\n"
    let ours = base.replacing("zwei", with: "fünf")
    let theirs = base + "Ende"
    let result = try mergeText(base: bytes(base), ours: bytes(ours), theirs: bytes(theirs))
    #expect(result.clean == bytes(ours + "Ende"))
    #expect(result.layers?.encoding == encoding)
    #expect(result.layers?.isWidened == false)
  }

  @Test func `follows the side that converts to UTF-8`() throws {
    let base = "<meta charset=windows-1252>\nGrüße\nzwei\ndrei €\n"
    let ours = base.replacing("windows-1252", with: "utf-8")
    let theirs = base.replacing("zwei", with: "fünf")
    let old = TextEncoding.windows1252
    let result = try mergeText(
      base: try #require(old.encode(base.bytes[...])), ours: ours.bytes,
      theirs: try #require(old.encode(theirs.bytes[...])))
    #expect(text(result) == ours.replacing("zwei", with: "fünf"))
  }

  @Test func `takes an encoding that has all characters`() throws {
    let base = "Grüße\nzwei\ndrei\n"
    let ours = try #require(TextEncoding.windows1252.encode(base.bytes[...]))
    let theirs = base.replacing("drei", with: "→ drei")
    let result = try mergeText(base: base.bytes, ours: ours, theirs: theirs.bytes)
    #expect(text(result) == theirs)
    #expect(result.layers == .init(encoding: .utf8, hasByteOrderMark: false, isWidened: true))
  }

  @Test func `lets ASCII go with any encoding`() throws {
    let latin: [UInt8] = "a\nb\nGr".bytes + [0xFC] + "n\n".bytes
    let result = try mergeText(base: "a\nb\nc\n".bytes, ours: latin, theirs: "A\nb\nc\n".bytes)
    #expect(result.clean == "A".bytes + latin.dropFirst())
    let back = try mergeText(base: latin, ours: "a\nb\nc\n".bytes, theirs: "A".bytes + latin[1...])
    #expect(back.clean == "A\nb\nc\n".bytes)
  }

  @Test(arguments: [
    (base: "x\n".bytes, side: [0, 1, 2, 3], obstacle: MergeObstacle.binary),
    (
      base: String(repeating: "some text\n", count: 999).bytes,
      side: String(repeating: "some text\n", count: 999).bytes + [0, 10], obstacle: .binary
    ),
    (base: "x\n".bytes, side: [0xFF, 0xFE, 0x61], obstacle: .damaged),
    (
      base: "x\n".bytes, side: [0xE9, 10],
      obstacle: .encodings(base: .utf8, ours: .windows1252, theirs: .utf8)
    ),
    (
      base: "x\n".bytes, side: "# coding: koi8-r\n".bytes + [0xE9, 10],
      obstacle: .encodings(base: .utf8, ours: nil, theirs: .utf8)
    ),
  ])
  func `refuses what it cannot read`(
    base: [UInt8], side: [UInt8], obstacle: MergeObstacle
  ) throws {
    let other = "ü".bytes + base
    let result = try mergeText(base: base, ours: side, theirs: other)
    #expect(result.obstacle == obstacle)
    #expect(result.conflicts.map { Array($0.ours) } == [side])
    #expect(result.conflicts.map { Array($0.theirs) } == [other])
    #expect(try mergeText(base: base, ours: side, theirs: base).clean == side)
    #expect(try mergeText(base: base, ours: base, theirs: side).clean == side)
    #expect(try mergeText(base: base, ours: side, theirs: side).clean == side)
    #expect(try mergeText(base: side, ours: side, theirs: side).obstacle == nil)
  }

  @Test func `keeps the bytes of damaged UTF-8, whatever the other texts look like`() throws {
    let base: [UInt8] = [0xFF] + " lost\nmiddle\nend\n".bytes
    let ours = base + "größer\n".bytes
    let theirs = [0xFF] + " lost and found\nmiddle\nend\n".bytes
    let expected = theirs + "größer\n".bytes
    #expect(
      try mergeText(base: base, ours: ours, theirs: theirs).clean == expected)
    #expect(
      try mergeText(base: base, ours: theirs, theirs: ours).clean == expected)
  }

  @Test func `keeps bytes of an unknown encoding as they are`() throws {
    let line = "# -*- coding: koi8-r -*-\n".bytes
    let base = line + [0xC1, 10] + "b\nc\n".bytes
    let result = try mergeText(
      base: base, ours: line + [0xC2, 10] + "b\nc\n".bytes, theirs: base + [0xC3, 10])
    #expect(result.clean == line + [0xC2, 10] + "b\nc\n".bytes + [0xC3, 10])
  }

  @Test func `writes conflicts and markers in the encoding of the text`() throws {
    let encoding = TextEncoding.utf16BigEndian
    func bytes(_ text: String) -> [UInt8] { encoding.encode(text.bytes[...]) ?? [] }
    let result = try mergeText(
      base: bytes("\u{FEFF}1\r\n"), ours: bytes("\u{FEFF}2\r\n"), theirs: bytes("\u{FEFF}3\r\n"))
    let shown = bytes("\u{FEFF}<<<<<<< ours\r\n2\r\n=======\r\n3\r\n>>>>>>> theirs\r\n")
    #expect(result.marked() == shown)
    #expect(result.conflicts.map { Array($0.ours) } == [bytes("2\r\n")])
  }

  @Test func `leaves no final newline to either side of the last conflict`() throws {
    let result = try mergeText(base: "a\nb\r\n".bytes, ours: "a".bytes, theirs: "a\nc".bytes)
    let conflict = try #require(result.conflicts.first)
    #expect(result.conflicts.count == 1)
    #expect(Array(conflict.ours).shown == "a".bytes.shown)
    #expect(Array(conflict.theirs).shown == "a\nc".bytes.shown)
  }

  /// Texts that mix endings, so that each line has to find its own.
  private static let mixed = LayeredTexts(
    base: "a\r\nb\nc\r\n".bytes, ours: "a\r\nB1\nc\r\n".bytes, theirs: "a\r\nB2\r\nc\r\n".bytes)

  @Test func `ends what a rule wrote like the lines of its conflict`() {
    let conflict = Region.Conflict(
      base: Self.mixed.base[2..<4], ours: Self.mixed.ours[2..<5], theirs: Self.mixed.theirs[2..<5])
    let rule = MergeRule(name: "test", risk: .low, policy: .eager)
    var open = conflict
    open.suggestion = .init(bytes: "B2\nnew\n".bytes, rule: rule)
    let restored = Self.mixed.restore(
      Merged(
        regions: [
          .agreed(.init(bytes: Self.mixed.ours[0..<2], origin: .base)),
          .agreed(
            .init(bytes: "B1\nB2\nnew\n".bytes[...], origin: .decided(by: rule, from: conflict))),
          .conflict(open),
          .agreed(.init(bytes: Self.mixed.ours[5...], origin: .base)),
        ], style: .merge))
    let parts = restored.regions.map { region in
      switch region {
      case .agreed(let agreed): Array(agreed.bytes).shown
      case .conflict(let conflict): conflict.suggestion?.bytes.shown ?? ""
      }
    }
    // Theirs made the line end in CRLF and ours did not touch its ending, so all of it follows.
    #expect(
      parts == ["a\r\n", "B1\r\nB2\r\nnew\r\n", "B2\r\nnew\r\n", "c\r\n"].map(\.bytes.shown))
    #expect(restored.conflicts.first?.lineEnding == .carriageReturnLineFeed)
  }

  @Test func `restores parts of lines`() {
    let texts = LayeredTexts(
      base: "one two\r\nx\r\n".bytes, ours: "ONE two\r\nx\r\n".bytes,
      theirs: "one TWO\r\nx\r\n".bytes)
    let rule = MergeRule(name: "test", risk: .low, policy: .eager)
    let conflict = Region.Conflict(
      base: texts.base[0..<8], ours: texts.ours[0..<8], theirs: texts.theirs[0..<8])
    let origin = Region.Agreed.Origin.decided(by: rule, from: conflict)
    let restored = texts.restore(
      Merged(
        regions: [
          .agreed(.init(bytes: texts.ours[0..<4], origin: origin)),
          .agreed(.init(bytes: texts.theirs[4..<8], origin: origin)),
          .agreed(.init(bytes: texts.ours[8...], origin: .base)),
        ], style: .merge))
    #expect(restored.clean?.shown == "ONE TWO\r\nx\r\n".bytes.shown)
    guard case .agreed(let agreed)? = restored.regions.first,
      case .decided(_, let from) = agreed.origin
    else {
      Issue.record("The rule was lost.")
      return
    }
    #expect(Array(from.ours).shown == "ONE two\r\n".bytes.shown)
  }
}
