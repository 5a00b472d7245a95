import DocMergeDecisions
import Synchronization
import Testing

@testable import DocMergeWeb

/// The page that shows differences and decisions of rules, and takes decisions back.
@Suite struct ReadingPageTests {
  private static func comparison(_ path: String, _ old: String, _ new: String) -> Reading {
    Reading(
      path: path,
      content: .comparison(
        old: .init(name: "\(path)@1", bytes: Array(old.utf8)),
        new: .init(name: "\(path)@2", bytes: Array(new.utf8))))
  }

  private static let decision = Reading(
    group: "main and topic", path: "a.md",
    content: .decisions([
      .init(
        title: "3  line 9", reason: "each side changed different words", risk: "medium",
        command: "docmerge review --take-back 3", base: Array("a b\n".utf8),
        ours: Array("x b\n".utf8), theirs: Array("a y\n".utf8), result: Array("x y\n".utf8))
    ]))

  @Test func `lists what there is to read`() async throws {
    let readings = [
      Self.comparison("a.md", "1\n2\n3\n", "1\nx\ny\n3\n"), Self.decision,
      Self.comparison("b.json", #"{"a": 1}"#, #"{"a": 2}"#),
      Self.comparison("c.gif", "GIF89a\0", "GIF89a\0\0"), Self.comparison("d.bin", "\0", "\0\0"),
    ]
    try await ServedPage.reading(readings) { page in
      let list = try await page.report(
        ReadingListReport.self, page.get("/\(page.token)/readings"))
      #expect(list.title == "test")
      #expect(list.readings.map(\.path) == ["a.md", "a.md", "b.json", "c.gif", "d.bin"])
      #expect(
        list.readings.map(\.views) == [
          ["text"], ["decisions"], ["text", "tree"], ["image"], ["whole"],
        ])
      #expect(list.readings[0].added == 2)
      #expect(list.readings[0].removed == 1)
      #expect(list.readings[1].group == "main and topic")
      #expect(list.readings[1].decisions == 1)
      #expect(list.readings[4].versions.map(\.size) == [1, 2])
    }
  }

  @Test func `shows both texts by stretches`() async throws {
    try await ServedPage.reading([Self.comparison("a.md", "1\n2\n3\n", "1\nx\ny\n3\n4\n")]) {
      page in
      let report = try await page.report(ReadingReport.self, page.get("/\(page.token)/reading/0"))
      #expect(
        report.parts == [
          ReadingPart(text: "1\n", oldLine: 1, newLine: 1),
          ReadingPart(old: "2\n", new: "x\ny\n", oldLine: 2, newLine: 2),
          ReadingPart(text: "3\n", oldLine: 3, newLine: 4),
          ReadingPart(old: "", new: "4\n", oldLine: 4, newLine: 5),
        ])
    }
  }

  @Test func `shows decisions with their reasons`() async throws {
    try await ServedPage.reading([Self.decision]) { page in
      let report = try await page.report(ReadingReport.self, page.get("/\(page.token)/reading/0"))
      let decision = try #require(report.decisions?.first)
      #expect(decision.base == "a b\n")
      #expect(decision.result == "x y\n")
      #expect(decision.risk == "medium")
      #expect(decision.command == "docmerge review --take-back 3")
    }
  }

  @Test func `takes a decision back once, and says what became of it`() async throws {
    let count = Mutex(0)
    let action = ReadingAction(
      name: "Take back", question: { "Take \($0) back?" },
      perform: { _ in
        count.withLock { $0 += 1 }
        guard case .decisions(var decisions) = Self.decision.content else { return ("", []) }
        decisions[0].isTakenBack = true
        return ("a.md: back.", [Reading(path: "a.md", content: .decisions(decisions))])
      })
    try await ServedPage.reading([Self.decision], action: action) { page in
      let list = try await page.report(
        ReadingListReport.self, page.get("/\(page.token)/readings"))
      #expect(list.action == "Take back")
      let shown = try await page.report(ReadingReport.self, page.get("/\(page.token)/reading/0"))
      #expect(shown.decisions?.first?.question == "Take 0 back?")
      func act(_ decision: Int, seen revision: Int) -> String {
        page.post("act", #"{"revision": \#(revision), "decision": \#(decision)}"#)
      }
      try await #expect(page.status(act(1, seen: 0)) == 404)
      try await #expect(page.status(page.post("act", "{}")) == 400)
      let old = try await page.report(ActionReport.self, act(0, seen: 7))
      #expect(old.message.contains("has changed"))
      let done = try await page.report(ActionReport.self, act(0, seen: 0))
      #expect(done.message == "a.md: back.")
      try await #expect(page.status(act(0, seen: 1)) == 404)
      #expect(count.withLock { $0 } == 1)
      let now = try await page.report(ReadingReport.self, page.get("/\(page.token)/reading/0"))
      #expect(now.decisions?.first?.isTakenBack == true)
      #expect(now.decisions?.first?.question == nil)
    }
  }

  @Test func `without an action nothing can be changed`() async throws {
    try await ServedPage.reading([Self.decision]) { page in
      let act = page.post("act", #"{"revision": 0, "decision": 0}"#)
      try await #expect(page.status(act) == 404)
    }
  }

  @Test func `shows structured texts as trees, and images`() async throws {
    let readings = [
      Self.comparison("b.json", #"{"a": 1, "b": 2}"#, #"{"a": 3, "b": 2}"#),
      Self.comparison("c.gif", "GIF89a old", "GIF89a new"),
    ]
    try await ServedPage.reading(readings) { page in
      let tree = try await page.report(TreeReport.self, page.get("/\(page.token)/tree/0"))
      #expect(tree.entries.map(\.path) == ["$.a"])
      #expect(tree.entries.map(\.base) == ["1"])
      #expect(tree.entries.map(\.ours) == ["3"])
      let image = try await RawClient.answer(
        to: page.get("/\(page.token)/image/1/1"), port: page.port)
      #expect(image.text.hasSuffix("GIF89a new"))
      #expect(image.text.contains("Content-Type: image/gif"))
    }
  }

  @Test(arguments: [
    "state", "document/0", "preview/0", "reading/1", "reading/-1", "reading/00", "reading/",
    "reading/0/0", "tree/9", "image/0/0", "image/0/2", "image/0/-1", "image/0/base", "page.html",
    "reading.html", "etc/passwd", "../readings",
  ])
  func `finds nothing at other paths`(path: String) async throws {
    try await ServedPage.reading([Self.comparison("a.md", "1\n", "2\n")]) { page in
      try await #expect(page.status(page.get("/\(page.token)/\(path)")) == 404)
    }
  }

  @Test func `serves its own page, to those who know the token`() async throws {
    try await ServedPage.reading([Self.comparison("a.md", "1\n", "2\n")]) { page in
      let answer = try await RawClient.answer(to: page.get("/\(page.token)/"), port: page.port)
      #expect(answer.text.contains("reading.js"))
      #expect(answer.text.contains("Content-Security-Policy: default-src 'none'"))
      let wrong = String(page.token.reversed())
      try await #expect(page.status(page.get("/\(wrong)/readings")) == 403)
      try await #expect(
        page.status(page.get("/\(page.token)/readings", host: "example.org")) == 403)
    }
  }

  @Test func `takes one command only, and ends with it`() async throws {
    try await ServedPage.reading([Self.comparison("a.md", "1\n", "2\n")]) { page in
      for name in ["step", "apply", "reading/0"] {
        try await #expect(page.status(page.post(name, "{}")) == 404)
      }
      try await #expect(
        page.status(page.post("leave", "{}", origin: "http://example.org")) == 403)
      try await #expect(page.status(page.post("leave", "{}")) == 200)
      let (ending, _) = try await page.ending
      #expect(ending == .leave)
    }
  }
}
