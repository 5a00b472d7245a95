import DocMergeCore
import DocMergeFormats
import Testing

/// Reading on two threads gives the same as reading on one.
struct PairedReadingTests {
  /// Does both pieces of work in turn, but as if they had a thread each.
  private static let pair = PairRunner(leastSize: 0) { first, second in (first(), second()) }

  private func check(
    _ path: String, _ base: String, _ ours: String, _ theirs: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let texts = [base, ours, theirs].map { Array($0.utf8) }
    for policy in MergePolicy.allCases {
      var options = TextMergeOptions(policy: policy)
      options.structure = DocumentStructure(path: path)
      let alone = try mergeText(
        base: texts[0], ours: texts[1], theirs: texts[2], options: options)
      let paired = try mergeText(
        base: texts[0], ours: texts[1], theirs: texts[2], options: options, pair: Self.pair)
      #expect(paired == alone, "\(path) \(policy)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: FormatExample.all)
  func `examples of the formats are merged alike`(example: FormatExample) throws {
    let texts = ["base", "ours", "theirs"].map { example.texts[$0] ?? "" }
    try check(example.name, texts[0], texts[1], texts[2])
    for empty in 0..<3 {
      var some = texts
      some[empty] = ""
      try check(example.name, some[0], some[1], some[2])
    }
  }

  /// Texts of which the format takes all but one.
  @Test(arguments: [
    (
      "a.json", "{\"a\": 1,\n\"b\": 2}\n", "{\"a\": 3,\n\"b\": 2}\n", "{\"a\": 1,\n\"b\": 4}\n",
      "{\"a\" 1\n"
    ),
    ("a.json", "// c\n{\"a\": 1}\n", "// c\n{\"a\": 2}\n", "// d\n{\"a\": 1}\n", "// {\n"),
    ("a.yaml", "a: 1\nb: 2\n", "a: 3\nb: 2\n", "a: 1\nb: 4\n", "a: [\n"),
    ("a.csv", "a,b\n1,2\n3,4\n", "a,b\n1,5\n3,4\n", "a,b\n1,2\n3,6\n", "a,b\n1\n2,3,4\n"),
    ("a.toml", "a = 1\nb = 2\n", "a = 3\nb = 2\n", "a = 1\nb = 4\n", "a =\n"),
  ])
  func `texts that a format refuses are merged alike`(
    path: String, base: String, ours: String, theirs: String, refused: String
  ) throws {
    try check(path, base, ours, theirs)
    for place in 0..<3 {
      var texts = [base, ours, theirs]
      texts[place] = refused
      try check(path, texts[0], texts[1], texts[2])
    }
    try check(path, base, refused, refused + refused)
  }

  @Test func `a key that stands many times in a large result is found`() throws {
    let lines = (0..<3000).map { "key\($0): 0\n" }
    let base = lines.joined()
    let added = (0..<500).map { "new\($0): " }
    let ours = added.map { $0 + "1\n" }.joined() + base
    let theirs = base + added.map { $0 + "2\n" }.joined()
    try check("a.yaml", base, ours, theirs)
    #expect(try text(merged("a.yaml", base, ours, theirs, .balanced)) == nil)
  }
}
