import DocMergeTestSupport
import Foundation
import Testing

/// What `docmerge merge` and `docmerge audit-merge` report.
struct MergeReportTests {
  private let folder = TemporaryFolder()

  private static let base = "a\nstove\nb\nMonday\nc\n"

  private func merge(
    _ words: [String], base: [UInt8] = Array(base.utf8),
    ours: [UInt8] = Array("a\nlamp\nb\nMonday\nc\n".utf8),
    theirs: [UInt8] = Array("a\nstoves\nb\nFriday\nc\n".utf8)
  ) -> Output {
    for (name, bytes) in [("base", base), ("ours", ours), ("theirs", theirs)] {
      File("\(folder.path)/\(name)").write(bytes)
    }
    return Program(Replica.command, in: folder.path).run(
      ["merge"] + words + ["base", "ours", "theirs"])
  }

  private func object(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test func `text says what each side did, and where it ended`() {
    let output = merge(["--report", "text", "-o", "out"])
    #expect(output.status == 1)
    #expect(
      output.text == """
        out: 1 conflict left, policy balanced
          ours 2, base 2, theirs 2  conflict
            ours    takes out “stove”, brings “lamp”
            theirs  takes out “stove”, brings “stoves”
        Ours: 2 changes: 2 in conflict.
        Theirs: 4 changes: 2 kept, 2 in conflict.
        Everything is accounted for.

        """)
  }

  @Test func `the report stays apart from the result`() throws {
    let both = merge(["--report", "text", "--path", "plan.md"])
    #expect(both.text.hasPrefix("a\n<<<<<<< ours\n"))
    #expect(both.messages.hasPrefix("plan.md: 1 conflict left"))
    let apart = merge(["--report", "json", "--report-file", "report.json", "-q"])
    #expect(apart.bytes == both.bytes)
    #expect(apart.messageBytes.isEmpty)
    let report = try #require(File("\(folder.path)/report.json").bytes)
    #expect(try object(report)["format"] as? String == "docmerge-merge")
  }

  @Test func `JSON tells the lines of every region in every text`() throws {
    let report = try object(merge(["--report", "json", "-q", "-o", "out"]).bytes)
    #expect(report["isClean"] as? Bool == false)
    #expect(report["conflicts"] as? Int == 1)
    #expect(report["policy"] as? String == "balanced")
    let regions = try #require(report["regions"] as? [[String: Any]])
    #expect(
      regions.map { $0["kind"] as? String } == ["base", "conflict", "base", "theirs", "base"])
    #expect(regions[1]["oursText"] as? String == "lamp\n")
    for name in ["base", "ours", "theirs"] {
      let ranges = regions.compactMap { $0[name] as? [String: Int] }
      #expect(ranges.map { $0["line"] } == [1, 2, 3, 4, 5], "\(name)")
      #expect(ranges.allSatisfy { $0["count"] == 1 }, "\(name)")
    }
    let audit = try #require(report["audit"] as? [String: Any])
    #expect(audit["isClean"] as? Bool == true)
    #expect((audit["theirs"] as? [String: Int])?["kept"] == 2)
    #expect((audit["items"] as? [[String: Any]])?.count == 6)
  }

  @Test func `deleted lines have a place, too`() throws {
    let output = merge(
      ["--report", "json", "-q", "-o", "out"], ours: Array("a\nb\nMonday\nc\n".utf8),
      theirs: Array("a\nstove\nb\nMonday\n".utf8))
    let regions = try #require(try object(output.bytes)["regions"] as? [[String: Any]])
    #expect(regions.map { $0["kind"] as? String } == ["base", "deleted", "base", "deleted"])
    #expect((regions[1]["base"] as? [String: Int]) == ["line": 2, "count": 1])
    #expect((regions[3]["base"] as? [String: Int]) == ["line": 5, "count": 1])
  }

  @Test func `JSON holds bytes that are not text`() throws {
    let output = merge(
      ["--report", "json", "-q", "-o", "out"], base: [0x61, 10], ours: [0xC3, 0x28, 0xFF, 10],
      theirs: [0x62, 0x1B, 10])
    let regions = try #require(try object(output.bytes)["regions"] as? [[String: Any]])
    let ours = try #require(regions.first?["oursText"] as? [String: String])
    #expect(ours == ["base64": Data([0xC3, 0x28, 0xFF, 10]).base64EncodedString()])
    #expect(regions.first?["theirsText"] as? String == "b\u{1B}\n")
    #expect(!output.bytes.contains(0x1B))
  }

  @Test func `text spells control characters out`() {
    let output = merge(
      ["--report", "text", "-o", "out", "--path", "a\u{1B}[2Jb\u{202E}c"],
      ours: Array("a\n\u{1B}[31mred\nb\nMonday\nc\n".utf8))
    #expect(!output.bytes.contains(0x1B))
    #expect(output.text.contains("a\\u{1B}[2Jb\\u{202E}c: 1 conflict left"))
    #expect(output.text.contains("\\u{1B}"))
  }

  @Test func `a page is whole, and nothing gets out of its place`() throws {
    let attack = "</pre><script>alert(1)</script>\" onload='x' &amp; <img src=x>"
    let output = merge(
      ["--report", "html", "-o", "out", "--path", attack],
      ours: Array("a\n\(attack)\nb\nMonday\nc\n".utf8))
    #expect(output.status == 1)
    let page = output.text
    #expect(page.hasPrefix("<!DOCTYPE html>"))
    #expect(page.hasSuffix("</html>\n"))
    for tag in ["<script", "<img", "<link", "<iframe"] { #expect(!page.contains(tag)) }
    for address in ["http:", "https:", "src=\"", "url(", "@import"] {
      #expect(!page.contains(address))
    }
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(page.contains("&amp;amp;"))
    #expect(page.contains("prefers-color-scheme: dark"))
    #expect(page.contains("name=\"viewport\""))
    #expect(page.contains("<mark>Friday</mark>"))
    for name in ["base", "ours", "theirs", "result"] {
      #expect(page.contains("<div class=\"\(name)"))
    }
  }
}

/// `docmerge audit-merge`, the whole command.
struct AuditMergeTests {
  private let folder = TemporaryFolder()

  private func audit(_ result: String, _ options: String...) -> Output {
    let texts = [
      ("base", "a\nb\nc\nd\n"), ("ours", "a\nours\nc\nd\n"), ("theirs", "a\nb\nc\nd\ntheirs\n"),
      ("result", result),
    ]
    for (name, text) in texts { File("\(folder.path)/\(name)").write(Array(text.utf8)) }
    return Program(Replica.command, in: folder.path)
      .run(["audit-merge"] + options + ["base", "ours", "theirs", "result"])
  }

  @Test func `exits with 0 when everything is accounted for`() {
    let output = audit("a\nours\nc\nd\ntheirs\n")
    #expect(output.status == 0)
    #expect(
      output.text == """
        Ours: 2 changes: 2 kept.
        Theirs: 1 change: 1 kept.
        Everything is accounted for.

        """)
    #expect(output.messageBytes.isEmpty)
  }

  @Test(arguments: [
    (result: "a\nours\nc\nd\n", says: "insertion lost: theirs, line 5: “theirs”"),
    (result: "a\nb\nc\nd\ntheirs\n", says: "insertion lost: ours, line 2: “ours”"),
    (
      result: "a\nours\nb\nc\nd\ntheirs\n",
      says: "deleted, and there again: line 3 of the result: “b”"
    ),
    (
      result: "a\nours\nd\ntheirs\n",
      says: "unchanged on both sides, and gone: line 3 of the base: “c”"
    ),
    (result: "a\na\nours\nc\nd\ntheirs\n", says: "there more than once: line 2 of the result: “a”"),
    (result: "a\nours\nc\nnew\nd\ntheirs\n", says: "in no input: line 4 of the result: “new”"),
    (
      result: "a\n<<<<<<< ours\nours\n=======\nb\n>>>>>>> theirs\nc\nd\ntheirs\n",
      says: "conflict left: line 2 of the result"
    ),
  ])
  func `exits with 1 and says what is not`(result: String, says: String) {
    let output = audit(result)
    #expect(output.status == 1)
    #expect(output.text.contains(says), "\(output.text)")
    #expect(audit(result, "-q").bytes.isEmpty)
  }

  @Test func `says it in JSON`() throws {
    let output = audit("a\nours\nc\nd\n", "--report", "json")
    #expect(output.status == 1)
    let json = try JSONSerialization.jsonObject(with: Data(output.bytes)) as? [String: Any]
    #expect(json?["format"] as? String == "docmerge-audit")
    let audit = json?["audit"] as? [String: Any]
    #expect(audit?["isClean"] as? Bool == false)
    let items = try #require(audit?["items"] as? [[String: Any]])
    let lost = items.filter { $0["fate"] as? String == "unaccounted" }
    #expect(lost.map { $0["text"] as? String } == ["theirs\n"])
    #expect(lost.map { $0["line"] as? Int } == [5])
  }

  @Test func `exits with 2 when it cannot read`() {
    _ = audit("")
    let output = Program(Replica.command, in: folder.path)
      .run(["audit-merge", "base", "ours", "theirs", "none"])
    #expect(output.status == 2)
    #expect(output.messages == "docmerge: cannot read none: No such file or directory\n")
  }
}
