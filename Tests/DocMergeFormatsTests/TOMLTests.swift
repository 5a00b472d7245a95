import DocMergeFormats
import Testing

struct TOMLTests {
  @Test func `finds tables by name and keys within`() throws {
    let text = """
      # licence

      # the version
      version = 3
      a . "b" = [1, 2]  # two
      # end of keys

      [tool."x y".z]  # table
      text = "one two three"
      when = 1979-05-27 07:32:00Z
      point = { x = 1, "y" = [ ] }


      # the next
      [other]
      # nothing yet

      # end

      """
    let tree = try soundTree(text, TOMLFormat())
    #expect(
      tree.outline == """
        members
          members \("")
            scalar version = version = 3
            items a . "b"
              scalar = 1
              scalar = 2
          members tool."x y".z
            text text = text = "one two three"
            scalar when = when = 1979-05-27 07:32:00Z
            members point
              scalar x = x = 1
              items y
          members other
        """)
    #expect(tree.string(tree.root.head) == "# licence\n\n")
    #expect(tree.string(tree.root.tail) == "\n# end\n")
    let (keys, tool, other) = (
      tree.root.children[0], tree.root.children[1], tree.root.children[2]
    )
    #expect(tree.string(keys.tail) == "# end of keys\n")
    #expect(tree.string(keys.body.upperBound..<keys.range.upperBound) == "\n")
    #expect(tree.string(keys.children[1].range) == "a . \"b\" = [1, 2]  # two\n")
    #expect(tree.string(tool.head) == "[tool.\"x y\".z]  # table\n")
    #expect(tree.string(tool.body.upperBound..<tool.range.upperBound) == "\n\n")
    #expect(tree.string(other.leading) == "# the next\n")
    #expect(tree.string(other.tail) == "# nothing yet\n")
  }

  @Test func `finds elements by their names, and by versions where names repeat`() throws {
    let text = """
      [[package]]
      name = "a"
      version = "1"

      [package.metadata]
      x = 1

      [[package]]
      version = "1"
      name = 'b'

      [[package]]
      name = "b"
      version = "2"

      [[bin]]
      path = "p"

      """
    let tree = try soundTree(text, TOMLFormat())
    #expect(
      tree.outline == """
        members
          members \("")
          members a
            members \("")
              scalar name = name = "a"
              scalar version = version = "1"
            members package.metadata
              scalar x = x = 1
          members b
            members \("")
              scalar version = version = "1"
              scalar name = name = 'b'
          members b
            members \("")
              scalar name = name = "b"
              scalar version = version = "2"
          members
            members \("")
              scalar path = path = "p"
        """)
    let keys = tree.root.children.map(\.key)
    #expect(keys[2] != keys[3])
    let other = try soundTree("[[package]]\nname = 'a'\n", TOMLFormat())
    #expect(other.root.children[1].key == keys[1])
  }

  @Test func `an array has items on lines of their own, with comments`() throws {
    let text = "a = [ # all\n  1, # one\n\n  # two\n  [2]\n  # end\n]"
    let tree = try soundTree(text, TOMLFormat())
    let list = tree.root.children[0].children[0]
    #expect(tree.string(list.head) == "a = [ # all\n")
    #expect(list.children.map { tree.string($0.range) } == ["  1, # one\n\n", "  # two\n  [2]\n"])
    #expect(tree.string(list.tail) == "  # end\n]")
  }

  @Test func `names mean the same however they are quoted`() throws {
    let texts = ["a.b = 1", "'a' . \"b\" = 1", "\"\\u0061\".b = 1"]
    let keys = try texts.map {
      try soundTree($0, TOMLFormat()).root.children[0].children[0].key
    }
    #expect(Set(keys).count == 1)
    #expect(try soundTree("'a.b' = 1", TOMLFormat()).root.children[0].children[0].key != keys[0])
  }

  @Test(arguments: [
    "x = 0xFF_ff", "x = 1e+06", "x = -0.0", "x = nan", "x = 07:32:00.5", "x = 2024-02-29",
    "x = 1979-05-27T00:32:00-07:00", "x = \"\"", "x = ''''a'''''", "x = \"\"\"a\\\n  b\"\"\"",
    "x = [\n]", "x = {}", "\u{FEFF}x = 1", "'' = 1", "1 = 1", "[ a . b ]", "[[ a ]] # c",
  ])
  func `accepts`(_ text: String) throws {
    _ = try soundTree(text, TOMLFormat())
  }

  @Test(arguments: [
    (text: "a", offset: 1), (text: "a = ", offset: 4), (text: "a = 1 b = 2", offset: 6),
    (text: "a = [1 2]", offset: 7), (text: "a = [1", offset: 6), (text: "a = [,]", offset: 5),
    (text: "a = {b = 1,}", offset: 11), (text: "a = {b = 1\n}", offset: 10),
    (text: "a = 'b", offset: 4), (text: "a = \"\\x\"", offset: 5), (text: "a = 012", offset: 4),
    (text: "a = 1__0", offset: 4), (text: "a = 2023-02-29", offset: 4),
    (text: "a = yes", offset: 4), (text: "a = {b = 1, \n}", offset: 13), (text: "[a", offset: 2),
    (text: "[[a]", offset: 4), (text: "[]", offset: 1),
    (text: "[a]]", offset: 3), (text: "a..b = 1", offset: 2), (text: "= 1", offset: 0),
    (text: "a == 1", offset: 3), (text: "x = 1\n<<<<<<< o\n", offset: 6),
    (text: "a = '''\n<<<<<<< o\n'''", offset: 8), (text: "a = \"\\uD800\"", offset: 6),
    (text: "a = 1\n[a]", offset: 6), (text: "a.b = 1\n[a]", offset: 8),
    (text: "[a]\n[[a]]", offset: 4), (text: "[[a]]\n[a]", offset: 6),
    (text: "[a]\nb.c = 1\n[a.b]", offset: 12), (text: "a = 1\r", offset: 5),
    (text: "# \u{0}", offset: 2),
  ])
  func `refuses`(_ text: String, offset: Int) {
    #expect(throws: FormatRefusal.self) {
      do throws(FormatRefusal) {
        _ = try TOMLFormat().tree(of: Array(text.utf8))
      } catch {
        #expect(error.offset == offset, "\(error.reason)")
        throw error
      }
    }
  }

  @Test func `owns all bytes of all short texts`() {
    #expect(expectSound(shortTexts(over: "a=[],\n#'", upTo: 5), TOMLFormat()) > 200)
  }

  @Test func `owns all bytes of texts put together by chance`() {
    let pieces = [
      "a = 1\n", "b.c = [\n", "[a]\n", "[[a]]\n", "[a.b]\n", "[[a.b]]\n", "# c\n", "\n", "]\n",
      "1,", "name = 'x'\n", "name = 'y'\n", "{", "}", " # d", "\"e f g\"", "[c]", "  ",
      "version = '1'\n",
    ]
    #expect(expectSound(chanceTexts(pieces, length: 12, count: 10_000), TOMLFormat()) > 1000)
    let lines = ["a = 1\n", "[a]\n", "[[a]]\n", "[a.b]\n", "[[a.b]]\n", "# c\n", "\n"]
    #expect(expectSound(pieceTexts(lines, upTo: 5), TOMLFormat()) > 5000)
  }

  @Test func `owns all bytes of texts with faults`() {
    let text = """
      # c
      a.'b' = [1, # d
        {x = "y z", w = 07:32:00}]

      [[c]]
      name = \"""
      z\"""
      [c.d]

      """
    #expect(expectSound(mutatedTexts(text, with: "]=\n#\"[a"), TOMLFormat()) > 100)
  }

  @Test(arguments: ["[", "a=[", "{", "\"", "'", "[[a]]\n", "a.", "#", "\n", "[a.b.c.d]\n", "a=1\n"])
  func `reads or refuses a long text at once`(_ part: String) {
    let text = Array(String(repeating: part, count: 200_000 / part.utf8.count).utf8)
    expectSound([text, Array("a = ".utf8) + text], TOMLFormat())
  }
}
