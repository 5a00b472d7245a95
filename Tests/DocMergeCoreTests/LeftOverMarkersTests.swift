import DocMergeCore
import Testing

struct LeftOverMarkersTests {
  private func line(_ text: String, _ texts: String...) -> Int? {
    LeftOverMarkers(Array(text.utf8)).firstLine(besides: texts.map { Array($0.utf8) })
  }

  @Test func `a separator that no version has is left over`() {
    #expect(line("a\n=======\nb\n", "a\n", "b\n") == 2)
    #expect(line("a\n|||||||\nb\n", "a\n", "b\n") == 2)
    #expect(line("a\r\n=======\r\nb\r\n", "a\r\n", "b\r\n") == 2)
    #expect(line("Title\n=======\na\n=======\nb\n", "Title\n=======\na\n", "b\n") == 2)
  }

  @Test func `a heading that a version has is none`() {
    #expect(line("Title\n=======\na\n", "Title\n=======\nb\n", "Title\n=======\n") == nil)
    #expect(line("a\n======\nb\n", "a\n", "b\n") == nil)
    #expect(line("a = '======='\n", "a\n", "b\n") == nil)
    #expect(line("", "") == nil)
  }

  @Test(arguments: [
    ("x\n\n=======\ny\n", [3]), ("=======\n", [1]), ("{\n  a\n  b\n=======\n  c\n}\n", [4]),
    ("Chapter\n=======\ntext\n", []), ("text\n\nChapter\n=======\n", []),
    ("=======\nChapter\n=======\n", []), ("======\n", []), ("========\n", []),
  ])
  func `without other versions, what may be a heading is passed over`(text: String, lines: [Int]) {
    #expect(LeftOverMarkers(Array(text.utf8)).withoutHeading.map(\.line) == lines)
  }
}
