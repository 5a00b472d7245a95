import DocMergeFormats
import Testing

struct YAMLLawTests {
  @Test(arguments: [
    (text: "a: 1\n b: 2\n", offset: 7), (text: "a:\n  b: 1\n c: 2\n", offset: 11),
    (text: "a:\n\tb: 1\n", offset: 3), (text: "a:\n  - 1\n - 2\n", offset: 10),
    (text: "a: 1\nb\n", offset: 5), (text: "a: 1\n- b\n", offset: 5),
    (text: "a: b: c\n", offset: 4),
    (text: "? a\n: b\n", offset: 0), (text: "a: \"b\n", offset: 3),
    (text: "a: 'b\nc: d\n", offset: 3),
    (text: "a: [1, 2\n", offset: 9), (text: "a: [1 2: 3, ]]\n", offset: 13),
    (text: "a: {b: 1\nc: 2}\n", offset: 10), (text: "a: [,]\n", offset: 4),
    (text: "a: *b\n", offset: 3), (text: "a: &b 1\nb: &b 2\n", offset: 11),
    (text: "a: @b\n", offset: 3),
    (text: "a: \"\\q\"\n", offset: 4), (text: "a: 'b' c\n", offset: 7),
    (text: "[a]: b\n", offset: 3),
    (text: "a: |x\n  b\n", offset: 4), (text: "--- a: b\n", offset: 5),
    (text: "a: - b\n", offset: 3),
    (text: "a: 1\n<<<<<<< o\nb: 2\n", offset: 5), (text: "a: |\n b\n>>>>>>> o\n", offset: 8),
    (text: "a:\n=======\n", offset: 3), (text: "a: \u{1}\n", offset: 3),
    (text: "a: \"b\n---\nc\"\n", offset: 6),
    (text: "%YAML 1.2\na: 1\n", offset: 10), (text: "a: !b !c d\n", offset: 6),
  ])
  func `refuses`(_ text: String, offset: Int) {
    let found = refusal(text, YAMLFormat())
    #expect(found?.prefix { $0 != ":" } == "\(offset)", "\(found ?? "accepted")")
  }

  @Test(arguments: [
    "a:\n- b\n-\n", "a: b:c\n", "a: b#c\n", "a: -b\n", "a: ?b\n", "a: :b\n", "a: \"b\n c\"\n",
    "- a\n -b\n",
    "a: |\nb: >-\n", "a: |\n\n  b\n   c\n\n",
    "<<: 1\n<<: 2\n",
    "a: [\n  b, # c\n\n  d,\n]\n", "{a: 1, \"b\":2, c, d: }\n", "a: {b: [{}, []]}\n", "a:\tb\n",
    "a: http://x\n", "a: !!str\n", "a: &b\n  c: 1\nd: *b\n",
    "&a x : b\nc: {*a : d}\n",
    "---\n---\n", "a\n", "", "\n\n", "# a", "\u{FEFF}a: 1", "a: \"\\x41\\\n  b\"\n", "a: b # c\n",
  ])
  func `accepts`(_ text: String) throws {
    _ = try soundTree(text, YAMLFormat())
  }

  @Test func `owns all bytes of all short texts`() {
    #expect(expectSound(shortTexts(over: "a:\n- #", upTo: 6), YAMLFormat()) > 40_000)
    #expect(expectSound(shortTexts(over: "a:,\n[{ ", upTo: 5), YAMLFormat()) > 1000)
    #expect(expectSound(shortTexts(over: "|>\n '\"a&*", upTo: 5), YAMLFormat()) > 1000)
  }

  @Test func `owns all bytes of texts put together by chance`() {
    let pieces = [
      "a: ", "b:\n", "- ", "  ", "    ", "x\n", "\"q r\"", "'s'\n", "\n", "# c\n", " # d\n",
      "[1, 2]\n", "{k: v}\n", "[", "{", "}", "]", ", ", "|\n", ">+\n", "  t\n", "&x ", "*x\n",
      "!t ",
      "---\n", "...\n", ": ", "-", "a: b\n", "  a: b\n", "- a: b\n", "  - c\n", "c:\n", "d\n",
    ]
    #expect(expectSound(chanceTexts(pieces, length: 10, count: 10_000), YAMLFormat()) > 2000)
    let lines = ["a:\n", "  a: 1\n", "  - a\n", "- a: 1\n", "# c\n", "  # c\n", "\n", "    b:\n"]
    #expect(expectSound(pieceTexts(lines, upTo: 5), YAMLFormat()) > 3000)
  }

  @Test func `owns all bytes of texts with faults`() {
    let text = """
      # c
      on: [a, "b c"] # d

      jobs:
        x: &x
        - run: |
            make

          env: {A: 'it''s', B: *x}
        # e
      --- !t
      - - >-
          y

      """
    #expect(expectSound(mutatedTexts(text, with: " \n:-#\"[]{&|"), YAMLFormat()) > 500)
  }

  @Test(arguments: [
    "[", "{", "- ", "a: ", "a:\n ", "\"", "'", "|\n", "- |\n", "# c\n", "\n", "  # c\n", "---\n",
    "x\n", "&",
    "- - - - a\n", "{a: [", ": ", "? ", "[a, \n", "- a\n\n", "!", "\t",
  ])
  func `reads or refuses a long text at once`(_ part: String) {
    let text = Array(String(repeating: part, count: 200_000 / part.utf8.count).utf8)
    expectSound([text, Array("a: ".utf8) + text, Array("a: |\n ".utf8) + text], YAMLFormat())
  }

  @Test func `reads or refuses growing indentation at once`() {
    let deep = (0..<400).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    #expect(refusal(deep, YAMLFormat())?.hasSuffix("the nesting is too deep") == true)
    let limit = (0..<256).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    let comments = String(repeating: "# c\n", count: 50_000)
    expectSound([Array((limit + comments + "b: 1\n" + limit).utf8)], YAMLFormat())
  }
}
