import DocMergeFormats
import Testing

@Suite struct ProseLawTests {
  /// Small alphabets of what has a meaning in each notation.
  static let alphabets: [(ProseFormat.Dialect, [String])] = [
    (.markdown, ["\n", " ", "-", "1. ", "a", "#", "```", "|", "---\n", "[a]: b", "  "]),
    (.markdown, ["\n", "<!--", "-->", "<div>", "> ", "a", ": ", "\t", "* "]),
    (.reStructuredText, ["\n", "  ", "* ", "===\n", "a", ".. ", "::", ":a: ", "_a:", "#. "]),
    (
      .reStructuredText,
      ["\n", "== ==\n", "+-+\n", " ", "a", ".. toctree::\n", ".. _a:\n", "a\n--\n"]
    ),
    (.asciiDoc, ["\n", "* ", "** ", "== ", "a", "+\n", "----\n", "[a]\n", "a::", ":a: b\n", " "]),
    (.asciiDoc, ["\n", "|===\n", "|a", "//", "////\n", ".a\n", "1. ", "a", ". "]),
    (.plainText, ["\n", "- ", "  ", "1.2\n", "a", "[a]\n", "---\n", "a:\n", "2. ", "• "]),
    (
      .latex,
      ["\n", "\\begin{a}\n", "\\end{a}", "\\item ", "%", "a", "\\section{a}\n", "{", "\\\\\n"]
    ),
    (
      .latex,
      [
        "\n", "\\usepackage{a}\n", "\\usepackage[", "\\newcommand{\\a}", "%", "{b}\n", "a", "]",
        " ",
      ]
    ),
    (.org, ["\n", "* a\n", "** TODO ", "- ", "  ", "a", ":a:\n", ":END:\n", "#+a: b\n", "|a|\n"]),
    (
      .org,
      [
        "\n", "#+begin_a\n", "#+end_a\n", "#+name: a\n", "|-\n", "|a|\n", "# ", "* ", ":LOGBOOK:\n",
        "a",
      ]
    ),
    (.latex, ["\n", "\\begin{tabular}\n", "\\end{tabular}", "a & b\\\\\n", "%", " ", "\\hline\n"]),
  ]

  @Test(arguments: alphabets.indices)
  func `the nodes of each text own all of its bytes`(index: Int) throws {
    let (dialect, pieces) = Self.alphabets[index]
    let format = ProseFormat(dialect)
    let bytes = pieces.map { Array($0.utf8) }
    func tryAll(_ text: [UInt8], _ left: Int) throws {
      let tree = try format.tree(of: text)
      if tree.unsoundNode != nil { Issue.record("\(String(decoding: text, as: UTF8.self))") }
      guard left > 0 else { return }
      for piece in bytes { try tryAll(text + piece, left - 1) }
    }
    try tryAll([], 4)
  }

  @Test(arguments: ProseFormat.Dialect.allCases)
  func `the nodes of random texts own all bytes`(dialect: ProseFormat.Dialect) throws {
    var random = ProseRandom(state: 20_260)
    let format = ProseFormat(dialect)
    let pieces = Self.alphabets.flatMap { $0.1 } + ["word ", "\n\n", "é", "\u{FEFF}", "---\n"]
    for _ in 0..<3000 {
      let text = (0..<Int(random.next() % 40)).map { _ in
        pieces[Int(random.next() % UInt64(pieces.count))]
      }.joined()
      let tree = try format.tree(of: Array(text.utf8))
      if tree.unsoundNode != nil { Issue.record("\(text)") }
    }
  }

  @Test(arguments: ProseFormat.Dialect.allCases)
  func `the nodes of damaged texts own all bytes`(dialect: ProseFormat.Dialect) throws {
    var random = ProseRandom(state: 7)
    let format = ProseFormat(dialect)
    for original in proseExamples {
      for _ in 0..<150 {
        var text = Array(original.utf8)
        for _ in 0..<3 {
          let place = Int(random.next() % UInt64(text.count))
          switch random.next() % 3 {
          case 0: text.remove(at: place)
          case 1: text[place] = UInt8(truncatingIfNeeded: random.next() % 126 + 1)
          default: text.insert(contentsOf: text[place...].prefix(9), at: place / 2)
          }
        }
        let tree = try format.tree(of: text)
        if tree.unsoundNode != nil { Issue.record("\(String(decoding: text, as: UTF8.self))") }
      }
    }
  }

  @Test(arguments: ProseFormat.Dialect.allCases)
  func `nesting and lengths without end are read in time`(dialect: ProseFormat.Dialect) throws {
    let stairs = (0..<600).map { String(repeating: " ", count: 2 * $0) + "- a\n" }.joined()
    let texts = [
      stairs, String(repeating: "[", count: 1 << 20), String(repeating: "- ", count: 1 << 17),
      String(repeating: "\\begin{itemize}\n\\item\n", count: 1 << 12),
      String(repeating: "> - \n", count: 1 << 14), String(repeating: "<!--\n", count: 1 << 14),
      String(repeating: "== ==\n", count: 1 << 14), String(repeating: ".. _a:\n\n", count: 1 << 14),
    ]
    for text in texts { _ = try soundTree(text, ProseFormat(dialect)) }
  }
}

/// Numbers that come in the same order in each run.
private struct ProseRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// A text of each notation, and of formats that are none of them.
private let proseExamples = [
  "---\ntitle: A\n---\n\n# One\n\n- a\n  b\n  - c\n- d\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[x]: y\n",
  "Title\n=====\n\n.. _a:\n\nPart\n----\n\n* a\n\n  * b\n\nterm\n   text\n\n.. note::\n\n   c\n",
  "= Title\n:toc:\n\n[NOTE]\n====\na\n====\n\n* a\n** b\n+\nc\n\n|===\n|a |b\n\n|1 |2\n|===\n\nt:: d\n",
  "2.1\n    - a\n      - b\n2.0\n    - c\n\n[x]\na/b\nc/d # e\n\n1. one\n2. two\n",
  "\\documentclass{a}\n\\begin{document}\n\\section{A}\n% c\ntext\n\\begin{itemize}\n\\item a\n"
    + "\\end{itemize}\n\\begin{tabular}{c}\na & b \\\\\n\\end{tabular}\n\\end{document}\n",
  "{\"a\": [1, 2, {\"b\": null}]}\n", "<?xml version=\"1.0\"?>\n<a><b c=\"d\">e</b></a>\n",
  "a,b,c\n1,2,3\n\"x\ny\",,\n",
]
