import DocMergeCore
import DocMergeDecisions
import DocMergeTestSupport
import Testing

/// The regions of one text, and the effects of a person's choices.
struct TextDecisionsTests {
  private func decided(
    _ choice: Choice, base: String, ours: String, theirs: String
  ) throws -> String? {
    var document = try Sessions.document(base: base, ours: ours, theirs: theirs)
    for region in 0..<(document.text?.regions.count ?? 0) {
      guard document.take(.choose(region: region, choice)) else { return nil }
    }
    return document.text?.merged.clean.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    (Choice.ours, "1\nours\n3\n"), (.theirs, "1\ntheirs\n3\n"),
    (.oursThenTheirs, "1\nours\ntheirs\n3\n"), (.theirsThenOurs, "1\ntheirs\nours\n3\n"),
    (.base, "1\n2\n3\n"), (.edited(Array("mine\n".utf8)), "1\nmine\n3\n"), (.edited([]), "1\n3\n"),
    // A text without a line end gets one where more follows.
    (.edited(Array("mine".utf8)), "1\nmine\n3\n"),
  ])
  func `each choice puts its text in the place of the region`(choice: Choice, text: String) throws {
    #expect(
      try decided(choice, base: "1\n2\n3\n", ours: "1\nours\n3\n", theirs: "1\ntheirs\n3\n") == text
    )
  }

  @Test func `both at the end of a text without a final newline stand on lines of their own`()
    throws
  {
    let text = try decided(.theirsThenOurs, base: "1\n2", ours: "1\nours", theirs: "1\ntheirs")
    #expect(text?.hasPrefix("1\ntheirs\nours") == true)
  }

  @Test func `a missing region or side cannot be chosen`() throws {
    var document = try Sessions.document(base: "1\n", ours: "ours\n", theirs: "theirs\n")
    let outcome1 = document.take(.choose(region: 0, .remembered))
    #expect(!outcome1)
    let outcome2 = document.take(.choose(region: 1, .ours))
    #expect(!outcome2)
    #expect(document.steps.isEmpty)
    #expect(document.text?.openCount == 1)
  }

  @Test func `line ends, mark and encoding are those of the sides`() throws {
    let crlf = ["1\r\n2\r\n3\r\n", "1\r\nours\r\n3\r\n", "1\r\ntheirs\r\n3\r\n"]
    #expect(
      try decided(.oursThenTheirs, base: crlf[0], ours: crlf[1], theirs: crlf[2])
        == "1\r\nours\r\ntheirs\r\n3\r\n")
    let wide = ["1\n2\n", "1\nours\n", "1\ntheirs\n"].map { text -> [UInt8] in
      [0xFF, 0xFE] + Array(text.utf8).flatMap { byte -> [UInt8] in [byte, 0] }
    }
    var document = SessionDocument(
      path: "a.txt", versions: [], identity: "",
      text: try Sessions.text((wide[0], wide[1], wide[2])))
    document.take(.choose(region: 0, .edited(Array("ä\n".utf8))))
    #expect(document.text?.merged.clean == [0xFF, 0xFE, 0x31, 0, 10, 0, 0xE4, 0, 10, 0])
  }

  @Test(arguments: 0..<300)
  func `one side for every region loses nothing that the other side does not touch`(
    seed: Int
  ) throws {
    var random = SeededGenerator(seed: seed)
    // The newline at the end is merged apart from the lines.
    let texts = Sessions.texts(&random, areFinished: true)
    for favour in [Favour.ours, .theirs] {
      var decisions = SessionDocument(
        path: "a", versions: [], identity: "", text: try Sessions.text(texts))
      let choice: Choice = favour == .ours ? .ours : .theirs
      for region in 0..<(decisions.text?.regions.count ?? 0) {
        let outcome3 = decisions.take(.choose(region: region, choice))
        #expect(outcome3)
      }
      let merged = try #require(decisions.text?.merged)
      let audit = try #require(decisions.text?.audit())
      #expect(merged.isClean)
      #expect(audit.isClean, "\(audit)")
      #expect(audit.sum(of: favour == .ours ? .ours : .theirs).dropped == 0)
    }
  }

  @Test(arguments: 0..<200)
  func `an undecided text is the merge as it was`(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let texts = Sessions.texts(&random)
    let options = TextMergeOptions(policy: .strict, style: .zdiff3, isSuggesting: true)
    let merged = try mergeText(
      base: texts.base, ours: texts.ours, theirs: texts.theirs, options: options)
    #expect(try Sessions.text(texts).merged.marked() == merged.marked())
  }

  // MARK: - Split and join

  @Test func `what a rule decided is opened again, and taken back as any other step`() throws {
    let base = "We meet on Monday in the large hall.\n"
    let ours = base.replacing("Monday", with: "Friday")
    let theirs = base.replacing("large", with: "small")
    var document = try Sessions.document(
      base: base, ours: ours, theirs: theirs, policy: .balanced)
    let merged = "We meet on Friday in the small hall.\n"
    #expect(document.isDecided)
    #expect(document.text?.merged.clean == Array(merged.utf8))
    #expect(document.text?.decidedByRules.count == 1)
    let isRefused = !document.take(.reopen(decision: 1))
    #expect(isRefused)
    document.take(.reopen(decision: 0))
    let region = try #require(document.text?.regions.first)
    #expect(document.openCount == 1)
    #expect(region.conflict.ours.elementsEqual(ours.utf8))
    #expect(region.suggestion?.rule.name == "words")
    #expect(region.suggestion?.bytes == Array(merged.utf8))
    document.take(.choose(region: 0, .theirs))
    #expect(document.text?.merged.clean == Array(theirs.utf8))
    document.take(.choose(region: 0, .suggestion))
    #expect(document.text?.merged.clean == Array(merged.utf8))
    document.takeBack(3)
    #expect(document.isDecided)
    #expect(document.text?.decidedByRules.count == 1)
  }

  @Test func `a region that was split is decided in parts`() throws {
    var document = try Sessions.document(
      base: "1\n2\n", ours: "a\nb\n", theirs: "x\ny\n")
    let outcome4 = document.take(.split(region: 0, ours: 1, base: 1, theirs: 1))
    #expect(outcome4)
    #expect(document.text?.regions.count == 2)
    document.take(.choose(region: 0, .ours))
    document.take(.choose(region: 1, .theirs))
    #expect(document.text?.merged.clean == Array("a\ny\n".utf8))
  }

  @Test func `a split that leaves nothing on one side of the cut is refused`() throws {
    var document = try Sessions.document(base: "1\n2\n", ours: "a\nb\n", theirs: "x\ny\n")
    let outcome5 = document.take(.split(region: 0, ours: 0, base: 0, theirs: 0))
    #expect(!outcome5)
    let outcome6 = document.take(.split(region: 0, ours: 2, base: 2, theirs: 2))
    #expect(!outcome6)
    let outcome7 = document.take(.split(region: 0, ours: 3, base: 1, theirs: 1))
    #expect(!outcome7)
    let outcome8 = document.take(.split(region: 0, ours: -1, base: 1, theirs: 1))
    #expect(!outcome8)
    #expect(document.text?.regions.count == 1)
  }

  @Test func `joined regions hold the lines between, as each side has them`() throws {
    var document = try Sessions.document(
      base: "1\n2\n3\n4\n5\n", ours: "a\n2\n3\n4\nb\n", theirs: "x\n2\nthree\n4\ny\n")
    #expect(document.text?.regions.count == 2)
    let outcome9 = document.take(.join(region: 0))
    #expect(outcome9)
    let region = try #require(document.text?.regions.first)
    #expect(region.conflict.ours == Array("a\n2\n3\n4\nb\n".utf8)[...])
    #expect(region.conflict.theirs == Array("x\n2\nthree\n4\ny\n".utf8)[...])
    #expect(region.conflict.base == Array("1\n2\n3\n4\n5\n".utf8)[...])
    document.take(.choose(region: 0, .ours))
    #expect(document.text?.merged.clean == Array("a\n2\n3\n4\nb\n".utf8))
  }

  @Test(arguments: 0..<200)
  func `what was split and joined again is the region as it was`(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var document = SessionDocument(
      path: "a", versions: [], identity: "", text: try Sessions.text(Sessions.texts(&random)))
    guard let before = document.text, !before.regions.isEmpty else { return }
    let number = random.number(0...before.regions.count - 1)
    let step = Step.split(
      region: number, ours: random.number(0...3), base: random.number(0...3),
      theirs: random.number(0...3))
    guard document.take(step) else { return }
    #expect(document.text?.regions.count == before.regions.count + 1)
    let outcome10 = document.take(.join(region: number))
    #expect(outcome10)
    let joined = try #require(document.text?.regions[number].conflict)
    let old = before.regions[number].conflict
    #expect(joined.ours == old.ours)
    #expect(joined.theirs == old.theirs)
    #expect(joined.base == old.base)
  }
}
