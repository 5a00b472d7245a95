import DocMergeCore
import DocMergeFormats
import Testing

/// Code between the fences of a Markdown text, merged in its language.
struct CodeBlockTests {
  private func merge(_ texts: (String, String, String), swapped: Bool = false) throws -> Merged {
    func text(_ block: String) -> [UInt8] {
      Array("# Title\n\nWords.\n\n\(block)\n\nMore words.\n".utf8)
    }
    return try mergeText(
      base: text(texts.0), ours: text(swapped ? texts.2 : texts.1),
      theirs: text(swapped ? texts.1 : texts.2), options: TextMergeOptions(path: "a.md"))
  }

  private static let clean: [(String, String, String, String)] = [
    (
      "```json\n{\n  \"a\": 1\n}\n```", "```json\n{\n  \"a\": 1,\n  \"b\": 2\n}\n```",
      "```json\n{\n  \"a\": 3\n}\n```", "```json\n{\n  \"a\": 3,\n  \"b\": 2\n}\n```"
    ),
    (
      "~~~yaml\na: 1\nb: 2\n~~~", "~~~yaml\na: 1\nb: 3\n~~~", "~~~yaml\na: 4\nb: 2\n~~~",
      "~~~yaml\na: 4\nb: 3\n~~~"
    ),
    // A side that names the language otherwise, or makes the fence longer.
    (
      "```yml\na: 1\nb: 2\n```", "````yaml\na: 1\nb: 3\n````", "```yml\na: 4\nb: 2\n```", ""
    ),
    (
      "```toml\na = 1\n\nb = 2\n```", "```toml title=\"x\"\na = 1\n\nb = 3\n```",
      "```toml\na = 4\n\nb = 2\n```", "```toml title=\"x\"\na = 4\n\nb = 3\n```"
    ),
  ]

  @Test(arguments: clean.filter { !$0.3.isEmpty }, [false, true])
  func `changes of different parts are merged`(
    texts: (String, String, String, String), swapped: Bool
  ) throws {
    let merged = try merge((texts.0, texts.1, texts.2), swapped: swapped)
    let text = merged.clean.map { String(decoding: $0, as: UTF8.self) }
    #expect(text == "# Title\n\nWords.\n\n\(texts.3)\n\nMore words.\n")
  }

  @Test(arguments: [
    // One value, one name, a doubled key.
    (
      "```json\n{\n  \"a\": 1\n}\n```", "```json\n{\n  \"a\": 2\n}\n```",
      "```json\n{\n  \"a\": 3\n}\n```"
    ),
    ("```toml\na = 1\n```", "```toml\na = 1\nb = 1\n```", "```toml\na = 1\nb = 2\n```"),
    ("```yaml\na: 1\nb: 2\n```", "```toml\na: 1\nb: 3\n```", "```json\na: 4\nb: 2\n```"),
  ])
  func `what concerns each other is a conflict`(texts: (String, String, String)) throws {
    for swapped in [false, true] { #expect(try !merge(texts, swapped: swapped).isClean) }
  }

  @Test(arguments: [
    "```\na\n```", "```json\n```", "```json", "``` \n\n```", "~~~~~x{.y}\n~~~~~",
    "```json\n{\n`````",
  ])
  func `blocks of any form are merged as before where one side changed them`(block: String) throws {
    let merged = try merge((block, block, block.replacing("json", with: "yaml")))
    #expect(merged.isClean)
  }
}
