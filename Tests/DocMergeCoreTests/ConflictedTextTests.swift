import DocMergeCore
import Testing

/// Texts with conflicts as programs write them.
struct ConflictedTextTests {
  private func only(_ text: String) throws -> MarkedConflict {
    let text = ConflictedText(text.bytes)
    #expect(text.findings.isEmpty)
    return try #require(text.conflicts.first)
  }

  private func check(
    _ conflict: MarkedConflict, _ style: MarkerStyle, sides: [String], bases: [String]
  ) {
    #expect(conflict.style == style)
    #expect(conflict.sides.map { Array($0.bytes).shown } == sides.map(\.bytes.shown))
    #expect(conflict.bases.map { Array($0.bytes).shown } == bases.map(\.bytes.shown))
  }

  private func labels(_ parts: [MarkedConflict.Part]) -> [String?] {
    parts.map { $0.label.map { String(decoding: $0, as: UTF8.self) } }
  }

  // MARK: git

  @Test func `reads git's merge style`() throws {
    let conflict = try only("a\n<<<<<<< HEAD\nb\n=======\nc\nd\n>>>>>>> topic\ne\n")
    check(conflict, .merge, sides: ["b\n", "c\nd\n"], bases: [])
    #expect(labels(conflict.sides) == ["HEAD", "topic"])
    #expect(conflict.lines == 2..<8)
    #expect(conflict.base == nil)
  }

  @Test func `reads git's diff3 style, with markers of any length`() throws {
    let conflict = try only(
      "<<<<<<<<<< HEAD\r\n||||||||||| x\r\n|||||||||| 1a2b\r\nb\r\n==========\r\n=======\r\n"
        + ">>>>>>>>>> t\r\n")
    check(conflict, .diff3, sides: ["||||||||||| x\r\n", "=======\r\n"], bases: ["b\r\n"])
    #expect(conflict.markerSize == 10)
    #expect(conflict.lineEnding == .carriageReturnLineFeed)
  }

  @Test func `takes markers of merges of bases for text`() throws {
    let base = "<<<<<<<<< Temporary merge branch 1\nx\n=========\ny\n>>>>>>>>> Temporary\n"
    let conflict = try only("<<<<<<< HEAD\na\n||||||| merged\n\(base)=======\nb\n>>>>>>> t\n")
    check(conflict, .diff3, sides: ["a\n", "b\n"], bases: [base])
  }

  @Test func `tells a heading of ours from the marker behind the base`() throws {
    let conflict = try only("<<<<<<< HEAD\nNew\n=======\n||||||| b\nOld\n=======\nMy\n>>>>>>> t\n")
    check(conflict, .diff3, sides: ["New\n=======\n", "My\n"], bases: ["Old\n"])
  }

  @Test func `reads what docmerge writes where an ending is missing`() throws {
    let conflict = Region.Conflict(
      base: "1".bytes[...], ours: "2\n".bytes[...], theirs: "3".bytes[...])
    let text = Markers.write([
      .text("open".bytes[...]),
      .conflict(conflict, ConflictLabels(ours: "o", base: "b", theirs: "t")),
    ])
    let read = ConflictedText(text.bytes)
    check(try #require(read.conflicts.first), .diff3, sides: ["2\n", "3"], bases: ["1"])
    #expect(read.bytes == text.bytes)
    #expect(read.settled { $0.sides[1].bytes }.bytes == "open3".bytes)
  }

  // MARK: jj

  @Test func `reads jj's changes, and the label of two lines`() throws {
    let conflict = try only(
      """
      <<<<<<< conflict 1 of 1
      %%%%%%% diff from: vpxusssl 38d49363 "merge base"
      \\\\\\\\\\\\\\        to: rtsqusxu 2768b0b9 "commit A"
       apple
      -grape
      +grapefruit

       orange
      +++++++ ysrnknol 7a20f389 "commit B"
      APPLE
      GRAPE
      >>>>>>> conflict 1 of 1 ends

      """)
    check(
      conflict, .jjDiff, sides: ["apple\ngrapefruit\n\norange\n", "APPLE\nGRAPE\n"],
      bases: ["apple\ngrape\n\norange\n"])
    #expect(
      labels(conflict.sides) == [
        #"rtsqusxu 2768b0b9 "commit A""#, #"ysrnknol 7a20f389 "commit B""#,
      ])
    #expect(labels(conflict.bases) == [#"vpxusssl 38d49363 "merge base""#])
  }

  @Test func `reads older changes of jj, three sides, in any order`() throws {
    let conflict = try only(
      "<<<<<<< Conflict 1 of 1\n%%%%%%% Changes from base #1 to side #1\n-a\n+b\n"
        + "+++++++ Contents of side #2\nc\n%%%%%%% Changes from base #2 to side #3\n a\n+d\n"
        + ">>>>>>> Conflict 1 of 1 ends\n")
    check(conflict, .jjDiff, sides: ["b\n", "c\n", "a\nd\n"], bases: ["a\n", "a\n"])
    #expect(labels(conflict.sides) == ["side #1", "Contents of side #2", "side #3"])
    #expect(conflict.base?.bytes == "a\n".bytes[...])
  }

  @Test func `reads jj's snapshots`() throws {
    let conflict = try only(
      "<<<<<<< 1\n+++++++ A\nx\n=======\n------- base\ny\n+++++++ B\n>>>>>>> 1 ends\n")
    check(conflict, .jjSnapshot, sides: ["x\n=======\n", ""], bases: ["y\n"])
  }

  @Test func `reads what jj says about a missing final newline`() throws {
    let new = try only(
      "<<<<<<< conflict 1 of 1\n+++++++ A (no terminating newline)\ngrapefruit\n"
        + "%%%%%%% diff from: base (no terminating newline)\n\\\\\\\\\\\\\\        to: B\n"
        + "-grape\n+grape\n+\n>>>>>>> conflict 1 of 1 ends")
    check(new, .jjDiff, sides: ["grapefruit", "grape\n"], bases: ["grape"])
    let old = try only(
      "<<<<<<< Conflict 1 of 1\n%%%%%%% Changes from base to side #1 (adds terminating newline)\n"
        + "-base\n+base\n+++++++ Contents of side #2 (no terminating newline)\nright\n"
        + ">>>>>>> Conflict 1 of 1 ends\n")
    check(old, .jjDiff, sides: ["base\n", "right"], bases: ["base"])
  }

  @Test func `does not take jj's last line for unfinished because an editor cut it`() throws {
    let conflict = try only(
      "<<<<<<< 1\n+++++++ A\nx\n------- base\ny\n+++++++ B\nz\n>>>>>>> 1 ends")
    check(conflict, .jjSnapshot, sides: ["x\n", "z\n"], bases: ["y\n"])
  }

  // MARK: Mercurial, fossil

  @Test func `a marker that may stick to a line without an ending is not guessed`() {
    let text = """
      1
      <<<<<<< working copy: 1
      2
      3------- common ancestor: 0
      +++++++ merge rev: 2
      -2
      +O
       3
      =======
      T
      >>>>>>> merge rev: 2

      """
    let read = ConflictedText(Array(text.utf8))
    #expect(read.conflicts.isEmpty)
    #expect(read.findings.map(\.problem) == [.withinLine])
    #expect(read.findings.map(\.line) == [4])
  }

  @Test func `reads Mercurial's mergediff, with either side as changes`() throws {
    let changes = "------- common ancestor\n+++++++ working copy\n b\n-c\n+c2\n"
    let first = try only("<<<<<<<\n\(changes)======= merge rev\nb1\nc1\n>>>>>>>\n")
    check(first, .mergediff, sides: ["b\nc2\n", "b1\nc1\n"], bases: ["b\nc\n"])
    #expect(labels(first.sides + first.bases) == ["working copy", "merge rev", "common ancestor"])
    let second = try only("<<<<<<<\n======= merge rev\nb1\nc1\n\(changes)>>>>>>>\n")
    check(second, .mergediff, sides: ["b1\nc1\n", "b\nc2\n"], bases: ["b\nc\n"])
  }

  @Test(arguments: [
    (text: "two=======\nTWO>>>>>>> r\n", style: MarkerStyle.merge, sides: ["two", "TWO"]),
    (text: "two=======\nTWO\n>>>>>>> r\n", style: .merge, sides: ["two", "TWO\n"]),
    (text: "two\n=======\nTWO>>>>>>> r\n", style: .merge, sides: ["two\n", "TWO"]),
    (text: "two||||||| b\n=======\nTWO>>>>>>> r\n", style: .diff3, sides: ["two", "TWO"]),
    (text: "two||||||| b\none=======\nTWO>>>>>>> r\n", style: .diff3, sides: ["two", "TWO"]),
  ])
  func `reads Mercurial's markers behind lines without an ending`(
    text: String, style: MarkerStyle, sides: [String]
  ) throws {
    let bytes = "a\n<<<<<<< working copy\n\(text)".bytes
    let read = ConflictedText(bytes)
    let conflict = try #require(read.conflicts.first)
    check(
      conflict, style, sides: sides,
      bases: conflict.bases.map { String(decoding: $0.bytes, as: UTF8.self) })
    #expect(read.bytes == bytes && read.findings.isEmpty)
    #expect(labels(conflict.sides) == ["working copy", "r"])
    #expect(read.settled { $0.sides[0].bytes }.bytes == "a\n\(sides[0])".bytes)
  }

  @Test(arguments: [
    "<<<<<<<\n------- b\n+++++++ w\n one\n-x+two======= r\none\nTWO>>>>>>>\n",
    "<<<<<<<\n------- b\n+++++++ w\n-x+two\n======= r\nTWO\n>>>>>>>\n",
  ])
  func `does not guess where Mercurial's changes stick together`(text: String) {
    let read = ConflictedText(text.bytes)
    #expect(read.conflicts.isEmpty && !read.findings.isEmpty && read.bytes == text.bytes)
  }

  @Test func `reads Mercurial's changes with a last line without an ending`() throws {
    let conflict = try only(
      "<<<<<<<\n------- b\n+++++++ w\n one\n+two======= r\none\nTWO>>>>>>>\n")
    check(conflict, .mergediff, sides: ["one\ntwo", "one\nTWO"], bases: ["one\n"])
  }

  @Test func `reads fossil's markers, old and new, and a suggestion`() throws {
    let start = "<<<<<<< BEGIN MERGE CONFLICT: local copy shown first <<<<<<<<<<<< (line 2)\nours\n"
    let end = "theirs\n>>>>>>> END MERGE CONFLICT >>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>\n"
    let suggestion = "####### SUGGESTED CONFLICT RESOLUTION follows ###################\nx\n"
    for middle in [
      "||||||| COMMON ANCESTOR content follows ||||||||||| (line 2)\nbase\n=======\n"
        + "======= MERGED IN content follows =============== (line 2)\n",
      "======= COMMON ANCESTOR content follows ============\nbase\n=======\n"
        + "======= MERGED IN content follows ==================\n",
    ] {
      for text in [start + middle + end, start + suggestion + middle + end] {
        check(
          try only(text), .fossil, sides: ["ours\n", "theirs\n"], bases: ["base\n=======\n"])
      }
    }
  }

  // MARK: Broken markers

  private typealias Found = (line: Int, byte: String, problem: MarkerFinding.Problem)

  private static let broken: [(text: String, findings: [Found])] = [
    (text: "<<<<<<< a\nx\n", findings: [(1, "<", .unfinished(missing: 61))]),
    (text: "<<<<<<< a\n=======\n", findings: [(1, "<", .unfinished(missing: 62))]),
    (text: "x\n=======\ny\n>>>>>>> b\n", findings: [(2, "=", .stray), (4, ">", .stray)]),
    (text: "||||||| 1a2b\n", findings: [(1, "|", .stray)]),
    (text: "%%%%%%% diff from: x\n", findings: [(1, "%", .stray)]),
    (text: "<<<<<<< a\n>>>>>>> b\n", findings: [(1, "<", .unfinished(missing: 61))]),
    (
      text: "<<<<<<< a\n=======\n||||||| b\n>>>>>>> c\n",
      findings: [(3, "|", .misplaced(after: 61))]
    ),
    (text: "<<<<<<< a\nT\n=======\nx\n=======\n>>>>>>> b\n", findings: [(5, "=", .repeated)]),
    (
      text: "<<<<<<< a\n<<<<<<< b\n1\n=======\n2\n>>>>>>> b\n=======\n3\n>>>>>>> a\n",
      findings: [(1, "<", .nested)]
    ),
    (
      text: "<<<<<<< a\n1\n=======\n<<<<<<< b\n2\n=======\n3\n>>>>>>> b\n>>>>>>> a\n",
      findings: [(1, "<", .nested)]
    ),
    (
      text: "<<<<<<< a\n1\n||||||| c\n<<<<<<< d\n2\n=======\n3\n>>>>>>> d\n=======\n>>>>>>> a\n",
      findings: [(1, "<", .nested)]
    ),
    (
      text: "<<<<<<< a\n=======\n<<<<<<< a\n1\n=======\n3\n>>>>>>> a\n>>>>>>> a\n>>>>>>> b\n",
      findings: [(1, "<", .nested), (9, ">", .stray)]
    ),
    (
      text: "<<<<<<< 1\n+++++++ A\n+++++++ B\n>>>>>>> 1\n",
      findings: [(1, "<", .unbalanced(sides: 2, bases: 0))]
    ),
    (
      text: "<<<<<<< 1\n%%%%%%% A\nx\n+++++++ B\n>>>>>>> 1\n", findings: [(3, "<", .unreadable)]
    ),
  ]

  @Test(arguments: broken)
  private func `names the problem, and leaves the lines as text`(
    text: String, findings: [Found]
  ) {
    let read = ConflictedText(text.bytes)
    #expect(
      read.findings
        == findings.map {
          MarkerFinding(line: $0.line, byte: $0.byte.bytes[0], problem: $0.problem)
        })
    #expect(read.conflicts.isEmpty && !read.isClean)
    #expect(read.bytes == text.bytes)
  }

  @Test func `goes on behind a broken conflict`() throws {
    let good = "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"
    let read = ConflictedText("<<<<<<< a\n1\n=======\n2\n\(good)z\n".bytes)
    #expect(read.findings.map(\.line) == [1])
    #expect(read.conflicts.map(\.lines) == [5..<10])
    let settled = read.settled { $0.sides[0].bytes }
    #expect(settled.bytes == "<<<<<<< a\n1\n=======\n2\nx\nz\n".bytes)
    #expect(!ConflictedText(settled.bytes).isClean)
  }

  @Test func `goes on behind conflicts within a conflict`() {
    let good = "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"
    let nested = "<<<<<<< a\n\(good)=======\n2\n>>>>>>> b\n"
    let read = ConflictedText("<<<<<<< z\n\(nested)m\n\(good)".bytes)
    #expect(read.findings.map(\.line) == [1, 2])
    #expect(read.findings.map(\.problem) == [.unfinished(missing: 61), .nested])
    #expect(read.conflicts.map(\.lines) == [12..<17])
  }

  @Test(arguments: [
    "Heading\n=======\n", "|||||||\n", "<<<<<<<x\n", "<<<<<< a\n", " <<<<<<< a\n",
    "-------\n+++++++\n",
    "%%%%%%% Section\n", "####### x\n", "======= =======\n", "", "a",
  ])
  func `takes lines that only resemble markers for text`(text: String) {
    let read = ConflictedText(text.bytes)
    #expect(read.isClean && read.bytes == text.bytes)
  }

  @Test func `looks for markers of one length only if asked to`() {
    let text = "<<< a\n=======\nx\n===\ny\n>>> b\n<<<<<<< c\n".bytes
    #expect(ConflictedText(text).conflicts.isEmpty)
    let read = ConflictedText(text, markerSize: 3)
    #expect(read.conflicts.map(\.markerSize) == [3])
    #expect(read.findings.isEmpty)
  }

  // MARK: Encodings

  @Test(arguments: [TextEncoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf8])
  func `reads and writes other encodings`(encoding: TextEncoding) throws {
    let text = "ä\r\n<<<<<<< a\r\nö\r\n=======\r\n€\r\n>>>>>>> b\r\n"
    let bytes = encoding.byteOrderMark + (try #require(encoding.encode(text.bytes[...])))
    let read = ConflictedText(bytes)
    #expect(read.conflicts.count == 1 && read.bytes == bytes)
    let expected = encoding.byteOrderMark + (try #require(encoding.encode("ä\r\n€\r\n".bytes[...])))
    #expect(read.settled { $0.sides[1].bytes }.bytes == expected)
  }

  @Test func `puts both sides one after the other, and the same once`() throws {
    #expect(try only("<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n").union == "x\ny\n".bytes)
    #expect(try only("<<<<<<< a\nx\n=======\nx\n>>>>>>> b\n").union == "x\n".bytes)
    #expect(try only("<<<<<<< a\nx=======\ny>>>>>>> b\n").union == "x\ny".bytes)
  }
}
