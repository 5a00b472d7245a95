import DocMergeFormats
import Testing

struct JSONFormatTests {
  @Test func `objects are members, arrays are items, several words are a text`() throws {
    let tree = try soundTree(
      """
      {
        "port": 80,
        "title": "Two words",
        "tags": ["a", null],
        "nested" : {"x": {}}
      }

      """, JSONFormat())
    #expect(
      tree.outline == """
        members
          scalar port = "port": 80
          text title = "title": "Two words"
          items tags
            scalar = "a"
            scalar = null
          members nested
            members x
        """)
    #expect(tree.root.mark == 0x2C)
    #expect(!tree.root.allowsFinalMark)
  }

  @Test func `blank lines belong to what stands before them, comments to what follows`() throws {
    let tree = try soundTree(
      """
      // header
      { // opens
        // apart

        // about a
        "a": 1, // one

        // set apart

        'b': [1, /* two */ 2 ],
        c: 3 // last

        // end
      }
      """, JSONFormat(.jsonc))
    let root = tree.root
    #expect(
      tree.parts(root) == [
        #"  // about a\n  |"a": 1|, // one\n\n"#,
        #"  // set apart\n\n  |'b': [1, /* two */ 2 ]|,\n"#,
        #"  |c: 3| // last\n"#,
      ])
    #expect(tree.string(root.leading) == "// header\n")
    #expect(tree.string(root.head) == "{ // opens\n  // apart\n\n")
    #expect(tree.string(root.tail) == "\n  // end\n}")
    #expect(tree.parts(root.children[1]) == ["|1|, ", "/* two */ |2|"])
    #expect(tree.string(root.children[1].tail) == " ]")
    #expect(root.allowsFinalMark)
  }

  @Test(arguments: [
    (text: "{}", head: "{", tail: "}"), (text: "[ ]", head: "[", tail: " ]"),
    (text: "{\n}\n", head: "{\n", tail: "}"), (text: "[\n\n  ]", head: "[\n", tail: "\n  ]"),
  ])
  func `an empty container has a place for children`(text: String, head: String, tail: String)
    throws
  {
    let tree = try soundTree(text, JSONFormat())
    #expect(tree.root.inner.isEmpty)
    #expect(tree.string(tree.root.head) == head)
    #expect(tree.string(tree.root.tail) == tail)
    #expect(tree.root.mark == 0x2C)
  }

  @Test func `commas can stand at the start of lines`() throws {
    let tree = try soundTree("[ 1\n, 2 // two\n, 3\n]\n", JSONFormat(.jsonc))
    #expect(tree.parts(tree.root) == [#"|1|\n, "#, #"|2| // two\n, "#, #"|3|\n"#])
  }

  @Test func `members without braces have a root`() throws {
    let tree = try soundTree(
      "// food\n\nfruit: [\n  \"apple\",\n],\nbread: [\n  \"rye\",\n],\n", JSONFormat(.jsonc))
    #expect(
      tree.outline == """
        members
          items fruit
            scalar = "apple"
          items bread
            scalar = "rye"
        """)
    #expect(tree.string(tree.root.head) == "// food\n\n")
    #expect(tree.root.mark == 0x2C)
    #expect(tree.root.allowsFinalMark)
  }

  @Test func `each line is an item`() throws {
    let tree = try soundTree("{\"a\": 1}\n\n\"b c\"\n[2]", JSONFormat(.lines))
    #expect(
      tree.outline == """
        items
          members
            scalar a = "a": 1
          text = "b c"
          items
            scalar = 2
        """)
    #expect(tree.parts(tree.root) == [#"|{"a": 1}|\n\n"#, #"|"b c"|\n"#, "|[2]|"])
    #expect(tree.root.mark == nil)
  }

  @Test(arguments: [
    #"{"caf\u00e9": 1, "café": 2}"#, #"{"\ud83d\ude00": 1, "😀": 2}"#, #"{"a\/b": 1, "a/b": 2}"#,
    #"{"\u20ac\n": 1, "€\u000a": 2}"#, #"{"a": 1, "a": 2}"#,
  ])
  func `keys are equal when they mean the same`(text: String) throws {
    let children = try soundTree(text, JSONFormat()).root.children
    #expect(children.count == 2)
    #expect(children[0].key == children[1].key)
  }

  @Test func `keys are equal however they are quoted`() throws {
    let children = try soundTree("{a: 1, 'a': 2, \"a\": 3, $a: 4}", JSONFormat(.jsonc)).root
      .children
    #expect(Set(children.compactMap(\.key)).count == 2)
  }

  @Test(arguments: [
    "+1", ".5", "5.", "0x1F", "-Infinity", "NaN", "'it\"s'", "'a\\\nb'", "[1,]", "/**/ 1 //",
    "{a:1,}",
  ])
  func `what JSON5 adds needs its variant`(text: String) throws {
    _ = try soundTree(text, JSONFormat(.jsonc))
    #expect(refusal(text, JSONFormat()) != nil)
    #expect(refusal(text, JSONFormat(.lines)) != nil)
  }
}
