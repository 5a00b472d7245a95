import DocMergeCore
import DocMergeTestSupport
import Testing

/// Which of two versions a text was made from.
struct StaleTextTests {
  private func isStale(
    _ before: String, _ current: String, _ written: String, atOnce: Bool = false
  ) -> Bool {
    StaleText(
      before: Array(before.utf8), current: Array(current.utf8), written: Array(written.utf8)
    ).verdict(isAtOnce: atOnce) == .older
  }

  @Test func `a text without anything of what came is an edit of the version before`() {
    let before = "one\ntwo\nthree\nfour\nfive\n"
    let current = "one\ntwo\nthree\nfour\nFIVE\n"
    #expect(isStale(before, current, "ONE\ntwo\nthree\nfour\nfive\n"))
    #expect(isStale(before, "one\ntwo\nthree\n", "ONE\ntwo\nthree\nfour\nfive\n"))
    #expect(!isStale(before, current, "ONE\ntwo\nthree\nfour\nFIVE\n"))
    #expect(!isStale(before, "one\ntwo\nthree\n", "ONE\ntwo\nthree\n"))
  }

  @Test func `of several changes that came one that is kept is enough`() {
    let before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
    let current = "1\nnew\n2\n3\n4\n5\n6\n7\nnew too\n8\n9\n"
    #expect(!isStale(before, current, "1\n2\n3\n4\n5!\n6\n7\nnew too\n8\n9\n"))
    #expect(isStale(before, current, "1\n2\n3\n4\n5!\n6\n7\n8\n9\n"))
  }

  @Test func `where both put lines the one that came is not lost`() {
    #expect(isStale("one\n", "one\nbread from Ann\n", "one\nmilk and eggs\n"))
    #expect(!isStale("one\n", "one\nbread from Ann\n", "one\nbread from Ann\nmilk\n"))
    #expect(isStale("one\n", "one\nline of B\n", "one\nline of A\n", atOnce: true))
  }

  @Test func `who puts a word right that came has read it`() {
    let (before, current) = ("one\n", "one\nwe meet at teh station\n")
    #expect(!isStale(before, current, "one\nwe meet at the station\n"))
    #expect(!isStale(before, current, "one\nwe meet at teh station today\n", atOnce: true))
  }

  @Test func `who writes everything anew may have read either`() {
    #expect(!isStale("one\n", "lost by the restore\n", "by B\n", atOnce: true))
    #expect(!isStale("one\n", "one\ntwo\n", "three\n", atOnce: true))
    #expect(!isStale("A 0\n", "B 0\n", "A 1\n", atOnce: true))
    #expect(!isStale("one\n", "two\n", "one, edited\n", atOnce: true))
  }

  @Test func `a line that both wrote anew tells by its words`() {
    let before = "we meet at the station\n"
    #expect(isStale(before, "we gather at noon near a pub\n", "we meet at the old station\n"))
    #expect(!isStale(before, "we gather at noon near a pub\n", "we gather at noon near the pub\n"))
  }

  /// Law: an edit of the newer version that leaves a change of it alone is none of the older one.
  @Test(arguments: 0..<200)
  func `what keeps lines that came is never stale`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let lines = (0..<20).map { "line \($0)" }
    var current = lines
    current.insert("what came \(seed)", at: generator.number(0...20))
    var written = current
    for _ in 0..<generator.number(1...3) {
      let place = generator.number(0...written.count - 1)
      if !written[place].hasPrefix("what came") { written[place] = "edit \(place)" }
    }
    func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
    #expect(!isStale(text(lines), text(current), text(written), atOnce: true))
    // The same edits of the version before take back what came.
    let stale = written.filter { !$0.hasPrefix("what came") }
    if stale != lines { #expect(isStale(text(lines), text(current), text(stale))) }
  }
}
