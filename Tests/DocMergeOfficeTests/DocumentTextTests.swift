import DocMergeTestSupport
import Testing

@testable import DocMergeOffice

@Suite struct DocumentTextTests {
  @Test(arguments: [
    "", "plain", "# no heading", "## 2", "- no item", "  - inner", "12. no number", "a | b",
    "※ no note",
    "\\", "\\# x", " ", "`", ":::: end", "[image]", "ends in space ",
  ])
  func `reads the line that it shows`(text: String) {
    for prefix in ["", "# ", "###### ", "- ", "    - ", "※ ", "※… "] {
      var said = ParagraphText(Paragraph())
      (said.prefix, said.scalars) = (prefix, Array(text.unicodeScalars))
      #expect(ParagraphText(said.line) == said, "\(said.line)")
    }
  }

  @Test func `shows what would be structure as text`() {
    var paragraph = Paragraph()
    paragraph.append("# 1", Properties())
    #expect(ParagraphText(paragraph).line == "\\# 1")
    paragraph.prefix = "## "
    #expect(ParagraphText(paragraph).line == "## # 1")
  }

  @Test func `reads the row that it shows`() {
    var generator = SeededGenerator(seed: 1)
    let texts = ["", "a", "a|b", "\\", "¶", " two ", "x \\| y", "ü 🖼"]
    for _ in 0..<300 {
      let cells = (0..<generator.number(1...4)).map { _ in
        (0..<generator.number(1...3)).map { _ in texts[generator.number(0...7)] }
      }
      var row = RowText(Row())
      row.cells = cells
      #expect(RowText(row.line)?.cells == cells, "\(row.line)")
    }
  }

  @Test func `names formatting behind a line, and reads it again`() {
    let line = AnnotatedLine("The ⟪quick⟫ fox", words: "bold “fox”")
    #expect(line.line == "The ⟪quick⟫ fox ⟪bold “fox”⟫")
    #expect(AnnotatedLine(line.line) == line)
    #expect(AnnotatedLine("no words").words == nil)
  }

  @Test func `pairs lines that changed, and lines that moved`() {
    let old = ["# One", "The quick brown fox jumps.", "", "Another line stands here.", "last"]
    let new = [
      "Another line stands here.", "# One", "The quick red fox jumps far.", "something else",
      "last",
    ]
    #expect(LineMatch(new, old).partners == [3, 0, 1, nil, 4])
  }

  @Test func `pairs characters by words, and within a word that became longer`() {
    let old = Array("The work is done".unicodeScalars)
    let new = Array("The works are done".unicodeScalars)
    let partners = GlyphMatch(new, old).partners
    #expect(Array(partners[0..<8]) == [0, 1, 2, 3, 4, 5, 6, 7])
    #expect(partners.suffix(4) == [12, 13, 14, 15])
    #expect(
      GlyphMatch(Array("cat".unicodeScalars), Array("dog".unicodeScalars)).partners == [
        nil, nil, nil,
      ])
  }
}
