import DocMergeTestSupport
import Foundation
import Testing

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
  func `exits with 1 and names the faults`(result: String, says: String) {
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

  private func audit(_ texts: [[UInt8]]) -> Output {
    let names = ["base", "ours", "theirs", "result"]
    for (name, text) in zip(names, texts) { File("\(folder.path)/\(name)").write(text) }
    return Program(Replica.command, in: folder.path).run(["audit-merge"] + names)
  }

  private static let long = String(repeating: "x", count: 59)

  private static let quotes: [(line: String, shown: String)] = [
    // A backslash and an n at the end of a text are no line break.
    ("end\\n", "end\\\\n"), ("end\\n\\n", "end\\\\n\\\\n"),
    (long + "x", long + "x"), (long + "xx", long + "x…"),
    // An escape is not cut.
    (long + "\u{1B}y", long + "\\u{1B}…"), (long + "e\u{301}y", long + "e\u{301}…"),
  ]

  @Test(arguments: quotes)
  func `quotes a lost line as it is`(line: String, shown: String) {
    let lost = Array("a\n\(line)\n".utf8)
    let output = audit([[0x61, 10], [0x61, 10], lost, [0x61, 10]])
    #expect(output.text.contains("insertion lost: theirs, line 2: “\(shown)”\n"), "\(output.text)")
  }

  /// The text in UTF-16, with its mark or without.
  @Test func `names what cannot be seen`() {
    let blank = audit(["a\nb\n", "a\n\nb\n", "a\nb\nc\n", "a\nb\nc\n"].map { Array($0.utf8) })
    #expect(blank.text.contains("insertion lost: ours, line 2: a blank line\n"))
    let ending = audit(["a\nb\n", "a\nb\r\n", "a\nb\nc\n", "a\nb\nc\n"].map { Array($0.utf8) })
    #expect(ending.text.contains("insertion lost: ours, line 2: the end of a line (CRLF)\n"))
  }

  private static func wide(_ text: String, isMarked: Bool = true) -> [UInt8] {
    (isMarked ? [0xFF, 0xFE] : [])
      + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
  }

  @Test func `a result in another encoding is a finding`() {
    let text = "one\ntwo\n"
    let (wide, narrow) = (Self.wide(text), Array(text.utf8))
    let bare = Self.wide(text, isMarked: false)
    let big = wide.indices.map { wide[$0 ^ 1] }
    for texts in [
      [wide, wide, wide, narrow], [wide, wide, narrow, wide], [wide, narrow, wide, wide],
      [narrow, narrow, narrow, wide], [wide, wide, wide, big],
    ] {
      let output = audit(texts)
      #expect(output.status == 1)
      #expect(output.text.contains("in another encoding: the result is in "), "\(output.text)")
    }
    for texts in [[wide, wide, wide, bare], [bare, bare, bare, wide], [wide, wide, bare, wide]] {
      let output = audit(texts)
      #expect(output.status == 1)
      #expect(output.text.contains("byte-order mark"), "\(output.text)")
    }
    for texts in [
      [wide, wide, wide, wide], [wide, wide, narrow, narrow], [wide, narrow, narrow, narrow],
      [wide, wide, bare, bare], [wide, narrow, big, big], [wide, narrow, big, narrow],
      [[], wide, wide, wide], [wide, wide, [], []],
    ] {
      let output = audit(texts)
      #expect(output.status == 0, "\(output.text)")
    }
  }
}

/// What `docmerge audit-merge` knows of the structure of texts.
struct StructureAuditTests {
  private let folder = TemporaryFolder()

  /// Audits texts that are called after the ending.
  private func audit(_ texts: [String], _ ending: String, _ options: String...) -> Output {
    let names = ["base", "ours", "theirs", "result"].map { "\($0).\(ending)" }
    for (name, text) in zip(names, texts) {
      File("\(folder.path)/\(name)").write(Array(text.utf8))
    }
    return Program(Replica.command, in: folder.path).run(["audit-merge"] + options + names)
  }

  private static let settings = [
    "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n",
    "{\n  \"a\": 1,\n  \"x\": 7,\n  \"b\": 2,\n  \"c\": 3\n}\n",
    "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3,\n  \"x\": 8\n}\n",
  ]

  private static let doubled =
    "{\n  \"a\": 1,\n  \"x\": 7,\n  \"b\": 2,\n  \"c\": 3,\n  \"x\": 8\n}\n"

  @Test func `a key that stands twice is named`() {
    let output = audit(Self.settings + [Self.doubled], "json")
    #expect(output.status == 1)
    #expect(
      output.text.contains("against the structure: line 6 of the result: `x` stands twice\n"),
      "\(output.text)")
    // Who takes the texts for lines alone sees nothing wrong.
    #expect(audit(Self.settings + [Self.doubled], "json", "--format", "none").status == 0)
  }

  @Test func `the line is that of the file, whatever its lines end in`() {
    let texts = (Self.settings + [Self.doubled]).map { $0.replacing("\n", with: "\r\n") }
    let output = audit(texts, "json")
    #expect(output.text.contains("line 6 of the result: `x` stands twice\n"), "\(output.text)")
  }

  @Test func `a result that does not parse is named`() {
    let texts =
      Self.settings + ["{\n  \"a\": 1,\n  \"x\": 7,\n  \"b\": 2,\n  \"c\": 3\n  \"x\": 8\n}\n"]
    let output = audit(texts, "json")
    #expect(output.text.contains("breaks the file: "), "\(output.text)")
  }

  @Test func `a conflict between markers is no fault`() {
    let marked = """
      {
        "a": 1,
      <<<<<<< ours
        "x": 7,
        "b": 2,
        "c": 3
      =======
        "b": 2,
        "c": 3,
        "x": 8
      >>>>>>> theirs
      }

      """
    let output = audit(Self.settings + [marked], "json")
    #expect(output.status == 1)
    #expect(!output.text.contains("against the structure"), "\(output.text)")
    #expect(
      output.text.contains("Ours, by members: 1 change: 1 in conflict.\n"), "\(output.text)")
  }

  @Test func `lines that both sides put in at two places are named`() {
    let block = "the first line\nthe second line\nthe third line\n"
    let texts = ["a\nb\nc\nd\ne\nf\n", "\(block)a\nb\nc\nd\ne\nf\n", "a\nb\nc\nd\ne\nf\n\(block)"]
    let output = audit(texts + ["\(block)a\nb\nc\nd\ne\nf\n\(block)"], "c")
    #expect(output.status == 1)
    #expect(
      output.text.contains("the lines from “the first line” on stand twice"), "\(output.text)")
  }

  @Test func `members, rows and items are counted`() throws {
    let json = audit(
      [
        "{\"a\": 1, \"b\": [1, 2], \"c\": 3}\n", "{\"a\": 5, \"b\": [1, 2], \"c\": 3}\n",
        "{\"a\": 1, \"b\": [1, 2, 9], \"c\": 4}\n", "{\"a\": 5, \"b\": [1, 2, 9], \"c\": 3}\n",
      ], "json")
    #expect(json.text.contains("Ours, by members: 1 change: 1 kept.\n"), "\(json.text)")
    #expect(json.text.contains("Theirs, by items: 1 change: 1 kept.\n"), "\(json.text)")
    #expect(
      json.text.contains("Theirs, by members: 1 change: 1 unaccounted for.\n"), "\(json.text)")
    let table = audit(
      [
        "id,name\n1,tea\n2,oil\n3,rye\n", "id,name\n1,black tea\n2,oil\n3,rye\n",
        "id,name\n1,tea\n2,oil\n4,rice\n", "id,name\n1,black tea\n2,oil\n4,rice\n",
      ], "csv", "--report", "json")
    let value = try JSONSerialization.jsonObject(with: Data(table.bytes)) as? [String: Any]
    let values = try #require((value?["audit"] as? [String: Any])?["values"] as? [[String: Any]])
    #expect(values.map { $0["side"] as? String } == ["ours", "theirs"])
    #expect(values.allSatisfy { $0["kind"] as? String == "row" })
    #expect(values.map { $0["kept"] as? Int } == [1, 2])
    #expect(values.map { $0["changes"] as? Int } == [1, 2])
  }
}
