import DocMergeTestSupport
import Testing

@testable import DocMergeCore

/// What holds for every table, list of assignments and declaration that is aligned.
struct ColumnLawTests {
  private static let seeds = Array(0..<200)

  /// Rows of words, printed as a table, as assignments or as declarations.
  private enum Layout: CaseIterable {
    case table, marks, words

    /// The rows as a formatter prints them.
    func text(_ rows: [[String]]) -> [String] {
      let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
      func padded(_ row: [String], _ column: Int) -> String {
        row[column] + String(repeating: " ", count: widths[column] - row[column].count)
      }
      return rows.map { row in
        switch self {
        case .table: "| \(padded(row, 0)) | \(padded(row, 1)) |\n"
        case .marks: "\(padded(row, 0)) = \(row[1])\n"
        case .words: "\(padded(row, 0)) \(row[1])\n"
        }
      }
    }
  }

  private static var notation: ColumnNotation {
    var notation = ColumnNotation(comments: ["#"])
    (notation.hasTables, notation.hasWords) = (true, true)
    return notation
  }

  private struct Example {
    let base: [String]
    let ours: [String]
    let theirs: [String]
    /// The rows of both sides, with the padding that each side gave them.
    let joined: [String]
    /// The rows as a formatter prints them.
    let aligned: [String]

    init(_ layout: Layout, seed: Int) {
      var random = SeededGenerator(seed: seed)
      func word(_ length: ClosedRange<Int>) -> String {
        String(
          (0..<random.number(length)).map { _ in "abcdefgh".randomElement(using: &random) ?? "a" })
      }
      func rows(_ count: Int) -> [[String]] { (0..<count).map { _ in [word(1...6), word(1...6)] } }
      let old = [["a", "b"], ["cd", "e"], ["fghi", "jk"]] + rows(random.number(0...3))
      let added = rows(random.number(1...2)) + [[word(7...12), word(1...6)]]
      let other = rows(random.number(1...3))
      (base, ours) = (layout.text(old), layout.text(added + old))
      theirs = layout.text(old + other)
      joined = ours + theirs[old.count...]
      aligned = layout.text(added + old + other)
    }

    func alignment(swapped: Bool = false) -> ColumnAlignment {
      func bytes(_ lines: [String]) -> [UInt8] { Array(lines.joined().utf8) }
      return ColumnAlignment(
        notation, base: bytes(base), ours: bytes(swapped ? theirs : ours),
        theirs: bytes(swapped ? ours : theirs))
    }
  }

  private static func applied(_ alignment: ColumnAlignment, to lines: [String]) -> [String] {
    let changes = alignment.changes(in: lines.map { Array($0.utf8)[...] })
    return lines.indices.map { line in
      changes[line].map { String(decoding: $0, as: UTF8.self) } ?? lines[line]
    }
  }

  @Test func `rows of both sides are printed as a formatter prints all of them`() {
    for layout in Layout.allCases {
      for seed in Self.seeds {
        let example = Example(layout, seed: seed)
        let aligned = Self.applied(example.alignment(), to: example.joined)
        #expect(aligned == example.aligned, "\(layout) \(seed)")
      }
    }
  }

  @Test func `a second time changes nothing, nor do swapped sides`() {
    for layout in Layout.allCases {
      for seed in Self.seeds {
        let example = Example(layout, seed: seed)
        let once = Self.applied(example.alignment(), to: example.joined)
        #expect(Self.applied(example.alignment(), to: once) == once, "\(layout) \(seed)")
        #expect(Self.applied(example.alignment(swapped: true), to: example.joined) == once)
      }
    }
  }

  @Test func `only blanks change`() {
    for layout in Layout.allCases {
      for seed in Self.seeds {
        let example = Example(layout, seed: seed)
        var random = SeededGenerator(seed: seed)
        let ragged = example.joined.map { line in
          line.split(separator: " ", omittingEmptySubsequences: false)
            .joined(separator: String(repeating: " ", count: random.number(1...2)))
        }
        let aligned = Self.applied(example.alignment(), to: ragged)
        func words(_ lines: [String]) -> [[Substring]] { lines.map { $0.split(separator: " ") } }
        #expect(words(aligned) == words(ragged), "\(layout) \(seed)")
      }
    }
  }

  @Test func `rows of one side alone stay as they are`() {
    for layout in Layout.allCases {
      for seed in Self.seeds {
        let example = Example(layout, seed: seed)
        for lines in [example.base, example.ours, example.theirs] {
          #expect(example.alignment().changes(in: lines.map { Array($0.utf8)[...] }).isEmpty)
        }
      }
    }
  }

  @Test func `a long run is printed as a short one`() {
    let old = (0..<100).map { ["k\($0)", "v"] }
    func bytes(_ rows: [[String]]) -> [UInt8] { Array(Layout.marks.text(rows).joined().utf8) }
    let (ours, theirs) = ([["longername", "v"]] + old, old + [["z", "v"]])
    let alignment = ColumnAlignment(
      Self.notation, base: bytes(old), ours: bytes(ours), theirs: bytes(theirs))
    let joined = Layout.marks.text(ours) + Layout.marks.text(theirs).suffix(1)
    #expect(Self.applied(alignment, to: joined) == Layout.marks.text(ours + [["z", "v"]]))
  }

  @Test func `a line with deeper ones below it is no row, nor is one of many bytes`() {
    let long = "a = " + String(repeating: "x", count: 1000) + "\n"
    let lines = [
      "a   = do b\n", "\n", "  c\n", "bc  = 1\n", "d  = \\\n", "e  = 2\n", long, "f = 3\n",
    ]
    let text = ColumnText(lines.map { Array($0.utf8)[...] }, Self.notation)
    #expect(text.rows.map { $0 != nil } == [false, false, true, true, true, false, false, true])
  }

  @Test func `cells of a line make up the line`() {
    let lines = [
      "a   = 1  # b\n", "  key:   \"x  # y\"   # z\n", "| a | b\\|c |  \n", "+--+--+\n", "\n",
      "x `json:\"y\"`", "it's  = 1\n", "\tName  string\r\n", "a = {\n", "|:-:|--|\n",
      ":sym   => 2,\n",
      "|\n", "||\n", "| |\n", "\"open = 1\n", "::\n", "a:  # b\n",
    ]
    for line in lines {
      let bytes = Array(line.utf8)[...]
      guard let row = PaddedLine(bytes, Self.notation) else { continue }
      #expect(row.bytes.elementsEqual(bytes), "\(line)")
    }
  }
}
