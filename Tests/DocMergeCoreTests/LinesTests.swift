import DocMergeCore
import Testing

struct LinesTests {
  @Test(arguments: [
    (text: "", lines: []),
    (text: "\n", lines: ["\n"]),
    (text: "a", lines: ["a"]),
    (text: "a\n", lines: ["a\n"]),
    (text: "a\r\nb\rc\n\n", lines: ["a\r\n", "b\rc\n", "\n"]),
    (text: "a\n\r", lines: ["a\n", "\r"]),
  ])
  func `splits after newlines only`(text: String, lines: [String]) {
    #expect(Lines(text.bytes).map { String(decoding: $0, as: UTF8.self) } == lines)
  }

  @Test func `puts lines together as they were`() {
    for text in Texts.all(upTo: 4, alphabet: ["", "\r", "a"]) {
      let lines = Lines(text)
      #expect(Array(lines.joined()) == text)
      #expect(Array(lines.text(of: 0..<lines.count)) == text)
    }
  }

  @Test(arguments: [
    (bytes: [UInt8](), isBinary: false),
    (bytes: [0xFF, 0xFE, 1], isBinary: false),
    (bytes: [0], isBinary: true),
    (bytes: Array(repeating: 1, count: 100_000) + [0], isBinary: true),
  ])
  func `finds a NUL anywhere`(bytes: [UInt8], isBinary: Bool) {
    #expect(DocMergeCore.isBinary(bytes) == isBinary)
  }
}
