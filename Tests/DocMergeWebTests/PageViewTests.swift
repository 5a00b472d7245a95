import DocMergeCore
import DocMergeDecisions
import Testing

@testable import DocMergeWeb

/// The views of a document besides its text: images, trees, files of a folder, and what the audit counts.
@Suite struct PageViewTests {
  @Test func `serves the images of a document, and says which there are`() async throws {
    let document = Documents.contents(
      "logo.gif", ["GIF89a ours", "GIF89a theirs"], base: "GIF87a base")
    try await ServedPage.with([try Documents.text(), document]) { page in
      let summary = try await page.state().documents[1]
      #expect(summary.versions.map(\.isImage) == [true, true])
      #expect(summary.hasBaseImage)
      for (name, body) in [
        ("0", "GIF89a ours"), ("1", "GIF89a theirs"), ("base", "GIF87a base"),
      ] {
        let answer = try await RawClient.answer(
          to: page.get("/\(page.token)/image/1/\(name)"), port: page.port)
        #expect(answer.status == 200)
        #expect(answer.text.contains("Content-Type: image/gif"))
        #expect(answer.text.contains("X-Content-Type-Options: nosniff"))
        #expect(answer.text.contains("Cross-Origin-Resource-Policy: same-origin"))
        #expect(answer.text.contains("Content-Security-Policy: default-src 'none';"))
        #expect(answer.text.contains("sandbox"))
        #expect(answer.text.hasSuffix("\r\n\r\n\(body)"))
      }
    }
  }

  @Test(arguments: [
    "image/0/0", "image/1/2", "image/1/-1", "image/1/01", "image/1/+1", "image/1/BASE", "image/1/",
    "image/1", "image/1/0/0", "image/9/0", "image/-1/base", "image/1/../0", "image/1/..%2f0",
    "image/1/0.gif", "image/2/0", "image/2/base", "image/3/0", "image/4/0", "image/4/1",
  ])
  func `serves nothing else as an image`(path: String) async throws {
    let documents = [
      try Documents.text(), Documents.contents("a.gif", ["GIF89a", "GIF89a"]),
      // The name of an image, and a page inside.
      Documents.contents("b.png", ["<html><script>", "\u{7F}ELF"]),
      Documents.contents("c.html", ["<svg></svg>", "<svg></svg>"]), Documents.whole(),
    ]
    try await ServedPage.with(documents) { page in
      let status = try await page.status(page.get("/\(page.token)/\(path)"))
      #expect(status == 404 || status == 403)
      let state = try await page.state()
      #expect(state.documents[2].versions.allSatisfy { !$0.isImage })
      #expect(!state.documents[1].hasBaseImage)
    }
  }

  @Test func `an image needs the token, too`() async throws {
    try await ServedPage.with([Documents.contents("a.gif", ["GIF89a", "GIF89a"])]) { page in
      let wrong = String(page.token.reversed())
      try await #expect(page.status(page.get("/\(wrong)/image/0/0")) == 403)
      try await #expect(
        page.status(page.get("/\(page.token)/image/0/0", host: "example.org")) == 403)
    }
  }

  @Test func `a drawing is a text that can be seen`() async throws {
    var document = try Documents.text(
      "a.svg", base: Array("<svg>\n<a/>\n</svg>\n".utf8),
      ours: Array("<svg>\n<b/>\n</svg>\n".utf8), theirs: Array("<svg>\n<c/>\n</svg>\n".utf8))
    document.contents = ["<svg>\n<b/>\n</svg>\n", "no drawing"].map(Documents.contents)
    try await ServedPage.with([document]) { page in
      let summary = try await page.state().documents[0]
      #expect(summary.views.contains("image"))
      #expect(summary.versions.map(\.isImage) == [true, false])
      let answer = try await RawClient.answer(
        to: page.get("/\(page.token)/image/0/0"), port: page.port)
      #expect(answer.text.contains("Content-Type: image/svg+xml"))
    }
  }

  @Test(arguments: [
    ("a.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], ImageType.png),
    ("a", [0xFF, 0xD8, 0xFF, 0xE0], .jpeg), ("a", Array("RIFF1234WEBPVP8 ".utf8), .webP),
    ("a.bmp", Array("BM1234".utf8), .bmp), ("A.SVG", Array("\u{FEFF} \n<svg/>".utf8), .svg),
    ("a.txt", Array("<svg/>".utf8), nil), ("a.svg", Array("svg".utf8), nil), ("a.png", [], nil),
    ("a.webp", Array("RIFF".utf8), nil),
  ])
  func `tells images by their bytes`(path: String, bytes: [UInt8], type: ImageType?) {
    #expect(ImageType(of: bytes, path: path) == type)
  }

  @Test func `shows a structured text as a tree, with the regions of its values`() async throws {
    let base = "{\n  \"name\": \"a\",\n  \"size\": 1,\n  \"x\": 0\n}\n"
    let document = try Documents.text(
      "a.json", base: Array(base.utf8), ours: Array(base.replacing("1", with: "2").utf8),
      theirs: Array(base.replacing("1", with: "3").replacing("\"a\"", with: "\"b\"").utf8))
    try await ServedPage.with([document, try Documents.text(), Documents.whole()]) { page in
      let state = try await page.state()
      #expect(state.documents.map(\.views) == [["text", "tree"], ["text"], ["whole"]])
      let tree = try await page.report(TreeReport.self, page.get("/\(page.token)/tree/0"))
      #expect(tree.isRead)
      #expect(tree.entries.map(\.path) == ["$.name", "$.size"])
      #expect(tree.entries.map(\.by) == ["theirs", "both"])
      #expect(tree.entries[1].base == "1")
      #expect(tree.entries[1].ours == "2")
      #expect(tree.entries[1].theirs == "3")
      #expect(tree.entries[1].region == 0)
      let prose = try await page.report(TreeReport.self, page.get("/\(page.token)/tree/1"))
      #expect(!prose.isRead)
      try await #expect(page.status(page.get("/\(page.token)/tree/2")) == 404)
      try await #expect(page.status(page.get("/\(page.token)/tree/9")) == 404)
    }
  }

  @Test func `counts what became of the changes`() async throws {
    try await ServedPage.with([try Documents.text(), Documents.whole()]) { page in
      func audit() async throws -> [SideReport] {
        try await page.report(AuditReport.self, page.get("/\(page.token)/audit/0")).sides
      }
      try await #expect(audit().map(\.open) == [4, 4])
      _ = try await page.step(
        .init(revision: 0, action: .choose, document: 0, region: 0, choice: "ours"))
      let sides = try await audit()
      #expect(sides.map(\.kept) == [2, 1])
      #expect(sides.map(\.dropped) == [0, 1])
      #expect(sides.map(\.open) == [2, 2])
      try await #expect(page.status(page.get("/\(page.token)/audit/1")) == 404)
    }
  }

  @Test func `numbers the lines of all texts`() async throws {
    let base = Documents.base
    let document = try Documents.text(
      "a.md", base: Array(base.utf8),
      ours: Array(("new\n" + base).replacing("line 9", with: "x").utf8),
      theirs: Array(base.replacing("line 9", with: "y").utf8))
    try await ServedPage.with([document]) { page in
      let report = try await page.report(DocumentReport.self, page.get("/\(page.token)/document/0"))
      let lines = try #require(report.parts.first { $0.origin == "open" }?.lines)
      #expect(lines.base == 9)
      #expect(lines.ours == 10)
      #expect(lines.theirs == 9)
    }
  }

  @Test func `lists the files of a folder that is one document`() async throws {
    typealias Member = VersionContents.Member
    let members = [
      [Member(path: "a", size: 1, identity: "1"), Member(path: "b", size: 2, identity: "2")],
      [Member(path: "a", size: 1, identity: "9"), Member(path: "c", size: 3, identity: "3")],
    ]
    var document = Documents.whole("Notes.pages")
    document.contents = members.map { VersionContents(members: $0) }
    document.baseContents = VersionContents(members: [
      Member(path: "a", size: 1, identity: "1"), Member(path: "b", size: 2, identity: "2"),
    ])
    try await ServedPage.with([document]) { page in
      let found = try await page.state().documents[0].members
      #expect(
        found == [
          MemberReport(path: "a", sizes: [1, 1], changes: ["same", "changed"]),
          MemberReport(path: "b", sizes: [2, nil], changes: ["same", "deleted"]),
          MemberReport(path: "c", sizes: [nil, 3], changes: ["same", "added"]),
        ])
      try await #expect(page.status(page.get("/\(page.token)/image/0/0")) == 404)
    }
  }
}
