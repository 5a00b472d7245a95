import DocMergeCore
import Testing

struct AuditExampleTests {
  /// Ours adds a line to the list and deletes one; theirs changes a word and adds one elsewhere.
  static let triple = Triple(
    base: "# Trip\n\n- tent\n- stove\n- rope\n\nWe leave on Monday.\nBring water.\n".bytes,
    ours: "# Trip\n\n- tent\n- lamp\n- rope\n\nWe leave on Monday.\nBring water.\n".bytes,
    theirs: "# Trip\n\n- tent\n- stove\n- rope\n\nWe leave on Friday.\nBring water.\nBe early.\n"
      .bytes)

  private func audit(_ result: String, of triple: Triple = triple) -> MergeAudit {
    DocMergeCore.audit(
      base: triple.base, ours: triple.ours, theirs: triple.theirs, result: result.bytes)
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private func lost(_ audit: MergeAudit) -> [String] {
    audit.items.filter { $0.fate == .unaccounted }
      .map { "\($0.side) \($0.change) \(text($0.bytes))" }
  }

  private func found(_ audit: MergeAudit) -> [String] {
    audit.findings.map { "\($0.kind) \(text($0.bytes))" }
  }

  @Test func `accounts for a clean merge`() {
    let audit = audit(
      "# Trip\n\n- tent\n- lamp\n- rope\n\nWe leave on Friday.\nBring water.\nBe early.\n")
    #expect(audit.isClean)
    #expect(audit.sum(of: .ours).kept == 2)
    #expect(audit.sum(of: .theirs).kept == 3)
    #expect(audit.sum(of: .theirs).total == 3)
  }

  @Test(arguments: [
    (
      name: "a lost insertion",
      result: "- tent\n- lamp\n- rope\n\nWe leave on Friday.\nBring water.\n",
      lost: ["theirs inserted Be early.\n"], found: [String]()
    ),
    (
      name: "a deleted line back again",
      result: "- tent\n- stove\n- lamp\n- rope\n\nWe leave on Friday.\nBring water.\nBe early.\n",
      lost: [], found: ["restored - stove\n"]
    ),
    (
      name: "a doubled line",
      result:
        "- tent\n- lamp\n- rope\n\nWe leave on Friday.\nBring water.\nBring water.\nBe early.\n",
      lost: [], found: ["doubled Bring water.\n"]
    ),
    (
      name: "a moved line",
      result: "- lamp\n- tent\n- rope\n\nWe leave on Friday.\nBring water.\nBe early.\n",
      lost: [], found: ["moved - tent\n"]
    ),
    (
      name: "an edit taken back",
      result: "- tent\n- lamp\n- rope\n\nWe leave on Monday.\nBring water.\nBe early.\n",
      lost: ["theirs deleted We leave on Monday.\n", "theirs inserted Friday"], found: []
    ),
    (
      name: "an unchanged line is gone",
      result: "- tent\n- lamp\n\nWe leave on Friday.\nBring water.\nBe early.\n",
      lost: [], found: ["missing - rope\n"]
    ),
    (
      name: "a word lost",
      result: "- tent\n- lamp\n- rope\n\nWe on Friday.\nBring water.\nBe early.\n",
      lost: [], found: ["missing leave"]
    ),
    (
      name: "an invented word",
      result: "- tent\n- lamp\n- rope\n\nWe leave on Friday.\nBring more water.\nBe early.\n",
      lost: [], found: ["invented more"]
    ),
  ])
  func `tells what became of it`(name: String, result: String, lost: [String], found: [String]) {
    let audit = audit("# Trip\n\n" + result)
    #expect(!audit.isClean)
    #expect(self.lost(audit) == lost, "\(name)")
    #expect(self.found(audit) == found, "\(name)")
  }

  // MARK: Conflicts

  static let disputed = Triple(
    base: "a\nb\nc\nd\n".bytes, ours: "a\nours\nc\nd\n".bytes,
    theirs: "a\ntheirs\nc\nD\n".bytes)

  @Test(arguments: ConflictStyle.allCases, [7, 12])
  func `leaves to a person what stands between markers`(style: ConflictStyle, size: Int) {
    let triple = Self.disputed
    let merged = merge(
      base: triple.base, ours: triple.ours, theirs: triple.theirs,
      options: MergeOptions(style: style))
    let audit = audit(
      String(decoding: merged.marked(markerSize: size), as: UTF8.self), of: triple)
    #expect(audit.isClean)
    #expect(audit.conflictCount == 1)
    #expect(audit.sum(of: .ours).inConflict == 2)
    #expect(audit.sum(of: .theirs).inConflict == 2)
  }

  @Test(arguments: [
    "a\n<<<<<<< ours\nours\n=======\ntheirs\n>>>>>>> theirs\nc\nd\n",
    "a\n<<<<<<< ours\nour\n=======\ntheirs\n>>>>>>> theirs\nc\nD\n",
    "a\n<<<<<<< ours\nours\n=======\n>>>>>>> theirs\nc\nD\n",
    "a\n<<<<<<< ours\nours\n=======\ntheirs\nc\nD\n",
    "a\nours\nc\nD\n", "a\ntheirs\nc\nD\n", "a\nb\nc\nD\n", "", "a\nours\ntheirs\nb\nc\nD\n",
  ])
  func `sees a loss beside or between markers`(result: String) {
    #expect(!audit(result, of: Self.disputed).isClean)
  }

  @Test(arguments: [ConflictStyle.diff3, .zdiff3])
  func `sees that the shown base has lost a line, or got one`(style: ConflictStyle) {
    let triple = Triple(
      base: "a\nb\nbb\nc\nd\n".bytes, ours: "a\nours\nc\nd\n".bytes,
      theirs: "a\ntheirs\nc\nd\n".bytes)
    let merged = merge(
      base: triple.base, ours: triple.ours, theirs: triple.theirs,
      options: MergeOptions(style: style))
    let shown = String(decoding: merged.marked(), as: UTF8.self)
    #expect(audit(shown, of: triple).isClean)
    let lost = audit(shown.replacing("bb\n", with: ""), of: triple)
    #expect(lost.findings.map(\.kind) == [.missing])
    #expect(lost.findings.first.map { Array($0.bytes) } == "bb\n".bytes)
    let made = audit(shown.replacing("bb\n", with: "bb\ncc\n"), of: triple)
    #expect(made.findings.map(\.kind) == [.invented])
  }

  @Test(arguments: ["a\nours\ntheirs\nc\nD\n", "a\ntheirs\nours\nc\nD\n"])
  func `takes both sides' lines one after the other for kept`(result: String) {
    let audit = audit(result, of: Self.disputed)
    #expect(audit.isClean)
    #expect(audit.conflictCount == 0)
  }

  @Test func `accepts changes of different words of one line`() {
    let triple = Triple(
      base: "The red house stands here.\n".bytes, ours: "The blue house stands here.\n".bytes,
      theirs: "The red house stands there.\n".bytes)
    #expect(audit("The blue house stands there.\n", of: triple).isClean)
    #expect(lost(audit("The blue house stands here.\n", of: triple)).count == 2)
    #expect(!audit("The blue blue house stands there.\n", of: triple).isClean)
  }

  @Test func `lines that look like markers in the inputs are text`() {
    let text = "<<<<<<< x\na\n=======\nb\n>>>>>>> y\n"
    let triple = Triple(base: text.bytes, ours: (text + "c\n").bytes, theirs: text.bytes)
    let audit = audit(text + "c\n", of: triple)
    #expect(audit.isClean)
    #expect(audit.conflictCount == 0)
  }

  @Test(arguments: [200, 40_000])
  func `a loss in a text full of conflicts is never accounted for`(count: Int) throws {
    var generator = SeededGenerator(seed: 7)
    func shuffled() -> [UInt8] {
      (0..<count).flatMap { _ in ["{\n", "}\n", "\n", "x\n", "y\n"][generator.number(0...4)].bytes }
    }
    let triple = Triple(base: shuffled(), ours: shuffled(), theirs: shuffled() + "last\n".bytes)
    let lost = DocMergeCore.audit(
      base: triple.base, ours: triple.ours, theirs: triple.theirs, result: triple.ours)
    #expect(!lost.isClean)
    // A result that leaves the conflicts between markers has lost nothing.
    let merged = merge(
      base: triple.base, ours: triple.ours, theirs: triple.theirs,
      options: MergeOptions(profile: .gitMerge, style: .diff3))
    let open = DocMergeCore.audit(
      base: triple.base, ours: triple.ours, theirs: triple.theirs, result: merged.marked())
    #expect(open.isClean)
    #expect(open.conflictCount > 0)
  }
}
