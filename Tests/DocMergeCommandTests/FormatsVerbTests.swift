import DocMergeTestSupport
import Testing

/// The list of known formats, and the structure found in a file.
struct FormatsVerbTests {
  private let folder = TemporaryFolder()

  @discardableResult
  private func docmerge(_ words: String..., exits status: Int32 = 0) throws -> Output {
    try Program(Replica.command, in: folder.path).run(["formats"] + words, exits: status)
  }

  private func write(_ name: String, _ text: String) {
    File("\(folder.path)/\(name)").write(Array(text.utf8))
  }

  private struct List: Decodable {
    struct Format: Decodable {
      var name: String
      var endings: [String]
      var parts: String
      var refused: String
    }
    var formats: [Format]
  }

  private struct Outline: Decodable {
    struct Part: Decodable, Equatable {
      var depth: Int
      var line: Int
      var key: String?
      var place: String?
    }
    struct Refusal: Decodable {
      var name: String
      var line: Int
    }
    var name: String?
    var refusals: [Refusal]
    var parts: [Part]
  }

  @Test func `every format that can be named is listed, with what it is found by`() throws {
    let output = try docmerge("--help")
    let list = try docmerge("--json").report(List.self).formats
    let words = try docmerge().text
    #expect(output.text.contains("merged by lines"))
    for format in list {
      #expect(words.contains("\(format.name)  "))
      #expect(!format.parts.isEmpty && !format.refused.isEmpty)
      guard format.name != "outline" else { continue }
      write("a.txt", "")
      // Some take an empty text, some do not.
      let output = Program(Replica.command, in: folder.path)
        .run(["formats", "--format", format.name, "--json", "a.txt"])
      let outline = try output.report(Outline.self)
      #expect(output.status == (outline.name == nil ? 1 : 0))
    }
    let refusal = try docmerge("--format", "nonsense", "a.txt", exits: 64)
    for name in ["json", "yaml", "markdown", "strings"] {
      #expect(list.contains { $0.name == name } && refusal.messages.contains(name))
    }
  }

  @Test func `the parts of a file have their lines and keys`() throws {
    write(
      "package.json",
      "{\n  \"name\": \"demo\",\n  \"scripts\": {\n    \"test\": \"true\"\n  },\n  \"files\": [\"a\", \"b\"]\n}\n"
    )
    let outline = try docmerge("package.json", "--json").report(Outline.self)
    #expect(outline.name == "json" && outline.refusals.isEmpty)
    let keys = outline.parts.map { "\($0.line) \($0.depth) \($0.key ?? $0.place ?? "")" }
    #expect(keys.contains("2 1 name") || keys.contains("2 0 name"))
    #expect(keys.contains { $0.hasPrefix("4 ") && $0.hasSuffix(" test") })
    #expect(keys.contains { $0.hasPrefix("6 ") && $0.hasSuffix(" [1]") })
    let text = try docmerge("package.json").lines
    #expect(text[0] == "package.json: json")
    #expect(text.contains { $0.hasPrefix("3") && $0.contains("scripts  [members]") })
    #expect(try docmerge("package.json", "--depth", "1").lines.count < text.count)
  }

  @Test func `sections and items of prose are seen, in any encoding`() throws {
    let text = "# Setup\r\n\r\n- one\r\n- two\r\n\r\n## Linux\r\n\r\nText.\r\n"
    File("\(folder.path)/notes.md").write(
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    let lines = try docmerge("notes.md").lines
    #expect(lines[0] == "notes.md: markdown")
    #expect(lines.contains { $0.contains("item 2") && $0.hasPrefix("4") })
    #expect(lines.contains { $0.hasPrefix("6") && $0.contains("Linux") })
  }

  @Test func `a file that its format does not take says where, and is merged by lines`() throws {
    write("broken.json", "{\n  \"a\": 1\n  \"b\": 2\n}\n")
    let output = try docmerge("broken.json", exits: 1)
    #expect(output.messages.contains("Not json: line 3: "))
    #expect(output.messages.contains("broken.json is merged by lines."))
    write("settings.conf", "a: 1\nb: [1, 2]\n")
    #expect(try docmerge("--format", "yaml", "settings.conf").lines[0] == "settings.conf: yaml")
    #expect(try docmerge("--format", "none", "settings.conf", exits: 1).lines.isEmpty)
  }

  @Test func `bad input is reported`() throws {
    #expect(try docmerge("missing.md", exits: 2).messages.contains("missing.md"))
    File("\(folder.path)/a.bin").write([0, 1, 2, 0, 255, 0, 7])
    #expect(try docmerge("a.bin", exits: 2).messages.contains("a.bin is no text"))
    try docmerge("--depth", "0", "a.bin", exits: 64)
    try docmerge("--depth", "1", exits: 64)
    write("empty.md", "")
    #expect(try docmerge("empty.md").lines == ["empty.md: markdown"])
  }
}
