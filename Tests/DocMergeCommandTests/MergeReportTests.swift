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
            ours    removes “stove”, adds “lamp”
            theirs  removes “stove”, adds “stoves”
        Ours: 2 changes: 2 in conflict.
        Theirs: 4 changes: 2 kept, 2 in conflict.
        Everything is accounted for.

        """)
  }

  @Test func `places in a structured text have their names, and rules their words`() throws {
    let files = (
      base: #"{"a": {\#n  "port": 80,\#n  "host": "x"\#n}, "list": [1]}\#n"#,
      ours: #"{"a": {\#n  "port": 81,\#n  "host": "x"\#n}, "list": [1]}\#n"#,
      theirs: #"{"a": {\#n  "port": 80,\#n  "host": "y"\#n}, "list": [1]}\#n"#
    )
    func merge(_ report: String) -> Output {
      self.merge(
        ["--report", report, "-q", "--path", "p.json", "-o", "out"], base: Array(files.base.utf8),
        ours: Array(files.ours.utf8), theirs: Array(files.theirs.utf8))
    }
    let text = merge("text").text
    #expect(text.contains("    in      $.a.port … host\n"), "\(text)")
    #expect(text.contains("    because each side changed a different entry\n"), "\(text)")
    let report = try object(merge("json").bytes)
    let regions = try #require(report["regions"] as? [[String: Any]])
    let settled = try #require(regions.first { $0["kind"] as? String == "settled" })
    #expect(settled["place"] as? String == "$.a.port … host")
    let rule = try #require(settled["rule"] as? [String: Any])
    #expect(rule["words"] as? String == "each side changed a different entry")
    let page = merge("html").text
    #expect(page.contains("$.a.port … host<br>each side changed a different entry"))
  }

  @Test func `layers that a side changed are reported with what became of them`() throws {
    let crlf = Array("a\r\nb\r\n".utf8)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let output = merge(
      ["--report", "text", "-o", "out"], base: crlf, ours: Array("a\nb\n".utf8),
      theirs: mark + Array("A\r\nb\r\n".utf8))
    #expect(output.status == 0)
    let lines = output.text.split(separator: "\n").map(String.init)
    #expect(lines.contains("  byte-order mark: base no, ours no, theirs yes; result yes"))
    #expect(lines.contains("  line endings: base CRLF, ours LF, theirs CRLF; result LF"))
    #expect(File("\(folder.path)/out").bytes == mark + Array("A\nb\n".utf8))
    let report = try object(merge(["--report", "json", "-q", "-o", "out"]).bytes)
    #expect((report["layers"] as? [Any])?.isEmpty == true)
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
      ["--report", "json", "-q", "-o", "out"], base: [0x61, 10], ours: [0xC3, 0xA9, 0xFF, 10],
      theirs: [0x62, 0x1B, 10])
    let regions = try #require(try object(output.bytes)["regions"] as? [[String: Any]])
    let ours = try #require(regions.first?["oursText"] as? [String: String])
    #expect(ours == ["base64": Data([0xC3, 0xA9, 0xFF, 10]).base64EncodedString()])
    #expect(regions.first?["theirsText"] as? String == "b\u{1B}\n")
    #expect(!output.bytes.contains(0x1B))
  }

  /// The text in UTF-16 with its mark.
  private static func wide(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
  }

  private static func carriageReturns(_ text: String) -> [UInt8] {
    Array(text.replacing("\n", with: "\r").utf8)
  }

  private static func windows(_ text: String) -> [UInt8] {
    Array(text.replacing("\n", with: "\r\n").utf8)
  }

  /// Ways to write a text.
  enum Form: CaseIterable {
    case wide, carriageReturns, windows, oneConverted
  }

  @Test(arguments: Form.allCases)
  func `lines and words are those of the text, however it is written`(form: Form) throws {
    // The second letter has the byte of a newline in UTF-16.
    let base = "\u{10A}a\none\ntwo\nthree\nfour\nfive\nsix"
    let ours = base.replacing("two", with: "TWO").replacing("six", with: "6")
    let theirs = base.replacing("two", with: "zwei").replacing("four", with: "vier\nplus")
    let write: (String) -> [UInt8] =
      switch form {
      case .wide: Self.wide
      case .carriageReturns: Self.carriageReturns
      case .windows: Self.windows
      case .oneConverted: { Array($0.utf8) }
      }
    let words = ["--report", "json", "-q", "-o", "out"]
    let converted = form == .oneConverted ? Self.windows(theirs) : write(theirs)
    let output = merge(words, base: write(base), ours: write(ours), theirs: converted)
    let report = try object(output.bytes)
    let regions = try #require(report["regions"] as? [[String: Any]])
    let kinds = regions.map { $0["kind"] as? String }
    #expect(kinds == ["base", "conflict", "base", "theirs", "base", "ours"])
    func lines(_ name: String) -> [[Int?]] {
      regions.map { $0[name] as? [String: Int] ?? [:] }.map { [$0["line"], $0["count"]] }
    }
    #expect(lines("base") == [[1, 2], [3, 1], [4, 1], [5, 1], [6, 1], [7, 1]])
    #expect(lines("ours") == lines("base"))
    #expect(lines("theirs") == [[1, 2], [3, 1], [4, 1], [5, 2], [7, 1], [8, 1]])
    #expect(lines("result") == [[1, 2], [3, 5], [8, 1], [9, 2], [11, 1], [12, 1]])
    #expect(regions[1]["oursText"] as? String == "TWO\n")
    let audit = try #require(report["audit"] as? [String: Any])
    let items = try #require(audit["items"] as? [[String: Any]])
    #expect(items.contains { $0["text"] as? String == "vier\nplus\n" && $0["line"] as? Int == 5 })
    #expect(audit["isClean"] as? Bool == true)
  }

  @Test(arguments: ["merge", "diff3", "zdiff3"])
  func `lines behind a conflict are those of the written file`(style: String) throws {
    let output = merge(
      ["--report", "json", "-q", "-o", "out", "--style", style],
      ours: Array("a\nlamp\nrope\nb\nMonday\nc".utf8),
      theirs: Array("a\nstoves\nb\nFriday\nc".utf8))
    let written = try #require(File("\(folder.path)/out").text)
    let lines = written.split(separator: "\n", omittingEmptySubsequences: false)
    let regions = try #require(try object(output.bytes)["regions"] as? [[String: Any]])
    let last = try #require(regions.first { $0["text"] as? String == "Friday\n" })
    let place = try #require(last["result"] as? [String: Int])
    #expect(lines[(place["line"] ?? 0) - 1] == "Friday")
  }

  @Test func `text says where a moved block went`() {
    let block = (1...4).map { "This is line \($0) of the block\n" }.joined()
    let (start, end) = ("a\nb\nc\n", "d\ne\nf\ng\nh\ni\n")
    let output = merge(
      ["--policy", "eager", "--report", "text", "-o", "out"],
      base: Array((start + block + end).utf8),
      ours: Array((start + end + block).utf8),
      theirs: Array((start + block.replacing("line 2", with: "line two") + end).utf8))
    #expect(output.status == 0)
    #expect(
      output.text.hasPrefix(
        """
        out: merged, policy eager
          ours 10-13, base 4-7, theirs 4-7  settled by moved-block, risk high
            because one side moved a block, the other edited it
            ours    moves the block that starts with “This is line 1 of the block” from lines 4-7 \
        of the base to lines 10-13 of the result
            theirs  removes “2”, adds “two”, and that goes with it

        """), "\(output.text)")
    let audit = Program(Replica.command, in: folder.path)
      .run(["audit-merge", "base", "ours", "theirs", "out"])
    #expect(
      audit.text.hasPrefix(
        "edited by the other side, in the block that moved: ours, inserted, line 11: “2”\n"))
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
