import DocMergeCore
import DocMergeDecisions
import DocMergeLanguage
import Synchronization
import Testing

@testable import DocMergeWeb

/// What a person does in the page, as its requests tell the server.
@Suite struct SessionPageTests {
  @Test func `serves its files with a strict policy`() async throws {
    try await ServedPage.with([try Documents.text()]) { page in
      for name in PageFiles.names {
        let answer = try await RawClient.answer(
          to: page.get("/\(page.token)/\(name)"), port: page.port)
        #expect(answer.status == 200, "\(name)")
        #expect(
          answer.text.contains("Content-Security-Policy: default-src 'none'; script-src 'self'"))
        #expect(answer.text.contains("X-Content-Type-Options: nosniff"))
        #expect(answer.text.contains("Referrer-Policy: no-referrer"))
        #expect(answer.text.contains("Cache-Control: no-store"))
      }
    }
  }

  @Test func `serves every file that its files ask for`() throws {
    let files = PageFiles.names.compactMap { PageFiles.file(named: $0, in: .english)?.bytes }
    let words = (files + PageFiles.Page.allCases.map(PageFiles.html))
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    let asked = words.matches(of: /(?:from "\.\/|src="|href=")([^"]+)"/).map { String($0.1) }
    #expect(asked.count > 20)
    #expect(Set(asked).isSubset(of: PageFiles.names))
  }

  @Test(arguments: PageFiles.Page.allCases)
  func `has no inline script or style`(page: PageFiles.Page) throws {
    let html = String(decoding: PageFiles.html(of: page), as: UTF8.self)
    #expect(!html.contains("style="))
    #expect(!html.contains("<style"))
    #expect(!html.contains("onclick="))
    #expect(!html.contains("<script>"))
  }

  @Test func `applies what was decided`() async throws {
    try await ServedPage.with([try Documents.text(), Documents.whole()]) { page in
      try await #expect(page.state().open == 3)
      var state = try await page.step(
        .init(revision: 0, action: .choose, document: 0, region: 0, choice: "ours"))
      #expect(state.decisions?.first?.text == "ours 2\n")
      state = try await page.step(
        .init(revision: 1, action: .edit, document: 0, region: 1, text: "mine\n"))
      #expect(state.decisions?.last?.choice == "edited")
      state = try await page.step(
        .init(revision: 2, action: .keep, document: 1, choice: "version", version: 0))
      #expect(state.open == 0)
      try await #expect(page.status(page.post("apply", "{}")) == 200)
      let (ending, session) = try await page.ending
      #expect(ending == .apply)
      let text = Documents.base.replacing("line 2\n", with: "ours 2\n")
        .replacing("line 9\n", with: "mine\n")
      #expect(session.documents[0].text?.merged.clean == Array(text.utf8))
      #expect(session.documents[1].whole == .version(0))
    }
  }

  @Test func `undoes and redoes, and says where`() async throws {
    try await ServedPage.with([try Documents.text()]) { page in
      _ = try await page.step(
        .init(revision: 0, action: .choose, document: 0, region: 1, choice: "theirs"))
      let undone = try await page.step(.init(revision: 1, action: .undo))
      #expect(undone.open == 2)
      #expect(undone.changed?.region == 1)
      #expect(undone.canRedo)
      try await #expect(page.step(.init(revision: 2, action: .redo)).open == 1)
      try await #expect(
        page.step(.init(revision: 3, action: .redo)).message == "There is nothing to redo.")
    }
  }

  @Test func `splits and joins regions`() async throws {
    let document = try Documents.text(
      "a.txt", base: Array("1\n2\n".utf8), ours: Array("a\nb\n".utf8), theirs: Array("x\ny\n".utf8))
    try await ServedPage.with([document]) { page in
      let cut = PageCommand.Cut(ours: 1, base: 1, theirs: 1)
      let split = try await page.step(
        .init(revision: 0, action: .split, document: 0, region: 0, cut: cut))
      #expect(split.total == 2)
      let joined = try await page.step(.init(revision: 1, action: .join, document: 0, region: 0))
      #expect(joined.total == 1)
      #expect(joined.documents[0].layout != split.documents[0].layout)
    }
  }

  @Test func `decides the rest of a document`() async throws {
    try await ServedPage.with([try Documents.text(), try Documents.text("b.md")]) { page in
      let state = try await page.step(
        .init(revision: 0, action: .rest, document: 1, choice: "theirs"))
      #expect(state.documents.map(\.open) == [2, 0])
      try await #expect(page.step(.init(revision: 1, action: .undo)).open == 4)
    }
  }

  @Test func `refuses markers, and changes nothing`() async throws {
    try await ServedPage.with([try Documents.text()]) { page in
      let text = "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"
      let state = try await page.step(
        .init(revision: 0, action: .edit, document: 0, region: 0, text: text))
      #expect(state.message?.contains("markers") == true)
      #expect(state.open == 2)
      #expect(!state.canUndo)
    }
  }

  @Test func `shows invalid UTF-8 lossily, and does not edit it`() async throws {
    let document = try Documents.text(
      "a.txt", base: [0xC3, 0xA9, 0x0A], ours: [0xC3, 0xA9, 0x81, 0x0A],
      theirs: [0xC3, 0xA9, 0x8D, 0x0A])
    try await ServedPage.with([document]) { page in
      let report = try await page.report(DocumentReport.self, page.get("/\(page.token)/document/0"))
      let part = try #require(report.parts.first { $0.origin == "open" })
      #expect(part.isEditable == false)
      #expect(part.ours?.contains("\u{FFFD}") == true)
      let state = try await page.step(
        .init(revision: 0, action: .edit, document: 0, region: 0, text: "x\n"))
      #expect(state.message != nil)
    }
  }

  @Test func `tells a page that is behind`() async throws {
    try await ServedPage.with([try Documents.text()]) { page in
      let step =
        #"{"revision": 0, "action": "choose", "document": 0, "region": 0, "choice": "ours"}"#
      try await #expect(page.status(page.post("step", step)) == 200)
      try await #expect(page.status(page.post("step", step)) == 409)
      try await #expect(page.state().revision == 1)
    }
  }

  @Test func `previews with faults and an audit`() async throws {
    try await ServedPage.with([try Documents.text(), Documents.whole()]) { page in
      let report = try await page.report(PreviewReport.self, page.get("/\(page.token)/preview/0"))
      #expect(report.faults == ["a key stands twice"])
      #expect(report.sides.allSatisfy { $0.changes > 0 && $0.open == $0.changes })
      #expect(report.pieces.contains { $0.origin == "open" && $0.text.contains("<<<<<<<") })
      try await #expect(page.status(page.get("/\(page.token)/preview/1")) == 404)
      let place = try await page.report(PlaceReport.self, page.get("/\(page.token)/place/0/1"))
      #expect(place.place == "line 1, Setup")
    }
  }

  @Test func `goes on where nothing can be kept, and says so`() async throws {
    struct Full: Error {}
    try await ServedPage.with([try Documents.text()], keep: { _ in throw Full() }) { page in
      let state = try await page.step(
        .init(revision: 0, action: .choose, document: 0, region: 0, choice: "ours"))
      #expect(state.keepFault == "Full()")
      #expect(state.open == 1)
    }
  }

  @Test func `keeps each step, and leaves when the task is cancelled`() async throws {
    let kept = Mutex(0)
    try await ServedPage.with(
      [try Documents.text()],
      keep: { session in
        kept.withLock { $0 = session.documents[0].steps.count }
      }
    ) { page in
      _ = try await page.step(
        .init(revision: 0, action: .choose, document: 0, region: 0, choice: "ours"))
      #expect(kept.withLock { $0 } == 1)
      page.cancel()
      let (ending, session) = try await page.ending
      #expect(ending == .leave)
      #expect(session.openCount == 1)
    }
  }

  @Test func `ends when the last page is closed, not while one is open`() async throws {
    try await ServedPage.with([try Documents.text()], patience: .zero) { page in
      do {
        let client = try RawClient(port: page.port)
        client.send(page.get("/\(page.token)/events"))
        // Longer than it waits: each comment is sent a second after the last one.
        await #expect(client.receive(until: ":\n\n").contains("text/event-stream"))
        try await #expect(page.state().open == 2)
        withExtendedLifetime(client) {}
      }
      let (ending, _) = try await page.ending
      #expect(ending == .leave)
    }
  }
}
