import DocMergeDecisions
import Testing

@testable import DocMergeTerminal

/// Texts as characters of a screen.
struct CellTests {
  private func cells(_ text: String) -> [Cell] { PrintableLine(text).cells }
  private func text(_ cells: [Cell]) -> String { cells.map(\.text).joined() }

  @Test(arguments: [
    (text: "abc", shown: "abc", width: 3),
    (text: "日本", shown: "日本", width: 4),
    (text: "e\u{301}a", shown: "e\u{301}a", width: 2),
    (text: "\u{301}", shown: "\\u{301}", width: 7),
    (text: "a\tb", shown: "a   b", width: 5),
    (text: "日\tb", shown: "日  b", width: 5),
    (text: "\u{1B}[2J\u{7F}\r", shown: "^[[2J^?^M", width: 9),
    (text: "a\u{202E}b", shown: "a\\u{202E}b", width: 10),
    (text: "\u{85}", shown: "\\u{85}", width: 6),
    (text: "שלום", shown: "שלום", width: 4),
    (text: "line\n", shown: "line", width: 4),
    (text: "", shown: "", width: 0),
  ])
  func `a text is printable and measured`(text: String, shown: String, width: Int) {
    #expect(self.text(cells(text)) == shown)
    #expect(cells(text).width == width)
  }

  @Test func `bytes that are not UTF-8 are spelled out`() {
    #expect(text(PrintableLine([0x61, 0xFF, 0xC3, 0x62]).cells) == "a\\xFF\\xC3b")
  }

  @Test func `a long line is cut, and says so`() {
    let line = PrintableLine(String(repeating: "x", count: PrintableLine.limit + 5))
    #expect(text(line.cells).hasSuffix(" … 5 more bytes"))
  }

  @Test func `of a long line, the part that was changed is shown`() throws {
    let start = String(repeating: "é", count: PrintableLine.limit)
    let document = try Sessions.document(
      base: "\(start)red\(start)\n", ours: "\(start)blue\(start)\n",
      theirs: "\(start)green\(start)\n")
    let merge = try #require(document.text)
    let rows = RegionRows(merge.regions[0], 0, of: merge)
    let shown = rows.ours[0].cells
    #expect(text(shown).hasPrefix("30720 bytes … é"))
    #expect(text(shown.filter { $0.style.emphasis.contains(.reversed) }) == "blue")
  }

  @Test func `changed bytes are highlighted`() {
    let bytes = Array("a red hat".utf8)[...]
    let cells = PrintableLine(bytes, changes: RangeSet(2..<5)).cells
    #expect(text(cells.filter { $0.style.emphasis.contains(.reversed) }) == "red")
  }

  @Test func `a wide character is never cut in two`() {
    for width in 0...8 {
      let fitted = cells("a日本語b").fitted(to: width)
      #expect(fitted.width == min(width, 8))
    }
    #expect(text(cells("a日本").fitted(to: 2)) == "a ")
    #expect(text(cells("a日本").shortened(to: 3)) == "a …")
    #expect(text(cells("a日本").shortened(to: 5)) == "a日本")
  }

  @Test func `lines break behind blanks`() {
    let rows = cells("one two three").wrapped(to: 8).map(text)
    #expect(rows == ["one two ", "three"])
    #expect(cells("one two three").wrapped(to: 7).map(text) == ["one two ", "three"])
    #expect(cells("abcdefghij").wrapped(to: 4).map(text) == ["abcd", "efgh", "ij"])
    #expect(cells("").wrapped(to: 4).count == 1)
    #expect(cells("日").wrapped(to: 1).map(text) == ["…"])
  }

  @Test func `broken lines hold all characters and fit`() {
    var random = SeededNumbers(1)
    let alphabet = Array("ab  \t日語e\u{301}\u{1}\u{202E}")
    for _ in 0..<500 {
      let line = String(
        (0..<Int.random(in: 0...40, using: &random)).map { _ in
          alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
        })
      let all = cells(line)
      let width = Int.random(in: 2...20, using: &random)
      let rows = all.wrapped(to: width)
      #expect(rows.flatMap { $0 } == all)
      #expect(rows.allSatisfy { ($0.last?.text == " " ? Array($0.dropLast()) : $0).width <= width })
      let row = Row(content: .text(Array(line.utf8)[...]))
      #expect(row.height(width: width, isWrapped: true) == rows.count)
      #expect(row.height(width: 200, isWrapped: true) == all.wrapped(to: 200).count)
    }
  }
}
