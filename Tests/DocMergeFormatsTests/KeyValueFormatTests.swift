import DocMergeFormats
import Testing

struct KeyValueFormatTests {
  @Test func `properties have escapes and go on below`() throws {
    let tree = try soundTree(
      """
      # licence

      # about a
      a\\ b = some \\
        text
      c:1
      ! note
      d value

      e
      """, KeyValueFormat(.properties))
    #expect(
      tree.outline == """
        members
          text a\\ b = a\\ b = some \\\\n  text
          scalar c = c:1
          scalar d = d value
          scalar e = e
        """)
    #expect(tree.string(tree.root.head) == "# licence\n\n")
    #expect(
      tree.parts(tree.root) == [
        #"# about a\n|a\ b = some \\n  text|\n"#, #"|c:1|\n"#, #"! note\n|d value|\n\n"#, "|e|",
      ])
  }

  @Test(
    arguments: [
      (.properties, "a\\ b=1\na\\u0020b=2\n"), (.properties, "a\\\n  b=1\nab=2\n"),
      (.properties, "b=1\n\\b=2\n"), (.strings, "\"a\\U0062\" = 1; ab = 2;"),
      (.strings, "\"a\\\"\" = 1;\n'a\"' = 2;"), (.gitconfig, "[a]\nName = x\nb\n[A]\nNAME = x\n"),
      (.editorconfig, "Root = true\nroot = false\n"), (.env, "A=1\nexport A=2\n"),
      (.ini, "a = 1\na : 2\n"), (.ini, "[a]\n[a]\n"),
    ] as [(KeyValueFormat.Dialect, String)])
  func `keys are equal when they mean the same`(dialect: KeyValueFormat.Dialect, text: String)
    throws
  {
    var children = try soundTree(text, KeyValueFormat(dialect)).root.children
    if dialect == .gitconfig { children = children.compactMap(\.children.first) }
    try #require(children.count == 2)
    #expect(children[0].key == children[1].key)
  }

  @Test func `strings can share a line`() throws {
    let tree = try soundTree(
      """
      /* File */

      /* Title */
      "title" = "Two words"; // shown

      "a" = "A"; /* b */ b = B; "c";
      /* end */
      """, KeyValueFormat(.strings))
    #expect(
      tree.outline == """
        members
          text title = "title" = "Two words";
          scalar a = "a" = "A";
          scalar b = b = B;
          scalar c = "c";
        """)
    #expect(
      tree.parts(tree.root) == [
        #"/* Title */\n|"title" = "Two words";| // shown\n\n"#, #"|"a" = "A";| "#,
        #"/* b */ |b = B;| "#, #"|"c";|\n"#,
      ])
    #expect(tree.string(tree.root.head) == "/* File */\n\n")
    #expect(tree.string(tree.root.tail) == "/* end */")
  }

  @Test func `variables have quotation marks and comments`() throws {
    let tree = try soundTree(
      """
      export A=1 # one
      B="x # y
      z"
      C=it's # c
      D='a' # 'b'
      E
      F=a#b
      G=
      """, KeyValueFormat(.env))
    #expect(
      tree.outline == """
        members
          scalar A = export A=1
          text B = B="x # y\\nz"
          scalar C = C=it's
          scalar D = D='a'
          scalar E = E
          scalar F = F=a#b
          scalar G = G=
        """)
    #expect(tree.parts(tree.root)[0] == #"|export A=1| # one\n"#)
  }

  @Test(
    arguments: [
      (.properties, "One line\nand more\n", "0: a key with a value was expected"),
      (.properties, "a=1\n= 2\n", "4: a key was expected"),
      (
        .properties, "a=1\n<<<<<<< ours\nb=2\n",
        "4: a conflict marker stands at the start of the line"
      ),
      (.properties, "a=1\n=======\nb=2\n", "4: a key was expected"),
      (.strings, "\"a\" = \"b\"\n\"c\" = \"d\";", "10: a semicolon was expected behind the value"),
      (.strings, "\"a\" = \"b;\n", "6: the string is not closed"),
      (.strings, "\"a\" == \"b\";\n", "5: a string was expected"),
      (.strings, "a = b; /* c\n", "7: the comment is not closed"),
      (.env, "A B=1\n", "2: an equals sign was expected behind the name"),
      (.env, "=1\n", "0: a name was expected"),
      (.env, "A=\"b\n", "2: the quotation mark is not closed"),
      (.ini, "[a\n", "0: a name and a closing bracket were expected"),
      (.ini, "[a] b\n", "0: a name and a closing bracket were expected"),
      (.ini, "a = 1\ntwo words\n", "6: a key, an equals sign and a value were expected"),
      (.ini, "<a b='1'>\n", "0: a key, an equals sign and a value were expected"),
      (.ini, "a = 1\n}\n", "6: a key, an equals sign and a value were expected"),
      (.ini, "a = 1\n>>>>>>> theirs\n", "6: a conflict marker stands at the start of the line"),
      (.systemd, "[Unit]\nAfter\n", "7: a key, an equals sign and a value were expected"),
      (.gitconfig, "[a]\nb = \"c\n", "10: a quotation mark was expected"),
      (.gitconfig, "[a]\nb = \\c\n", "8: the escape is unknown"),
      (.gitconfig, "[a]\n1 = c\n", "4: a name and an equals sign were expected"),
      (.gitconfig, "[a b]\n", "3: a name in quotation marks was expected"),
    ] as [(KeyValueFormat.Dialect, String, String)])
  func `other lines are refused`(dialect: KeyValueFormat.Dialect, text: String, reason: String) {
    #expect(refusal(text, KeyValueFormat(dialect)) == reason)
  }
}
