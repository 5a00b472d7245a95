import DocMergeFormats
import Testing

struct SectionTests {
  @Test func `sections hold entries, and comments belong to what follows`() throws {
    let tree = try soundTree(
      """
      ; licence

      # about root
      root = yes

      [one]
      # lonely

      # about a
      a = 1

      b: some more words
      # tail of one

      # about two
      [two] ; note
      # c = 1


      [three]
      d
      """, KeyValueFormat(.ini))
    #expect(
      tree.outline == """
        members
          scalar root = root = yes
          members one
            scalar a = a = 1
            text b = b: some more words
          members two
          members three
            scalar d = d
        """)
    let root = tree.root
    #expect(tree.string(root.head) == "; licence\n\n")
    #expect(tree.parts(root)[0] == #"# about root\n|root = yes|\n\n"#)
    #expect(tree.parts(root)[2] == ##"# about two\n|[two] ; note\n# c = 1\n|\n\n"##)
    #expect(tree.string(root.children[1].head) == "[one]\n# lonely\n\n")
    #expect(
      tree.parts(root.children[1]) == [#"# about a\n|a = 1|\n\n"#, #"|b: some more words|\n"#])
    #expect(tree.string(root.children[1].tail) == "# tail of one\n")
    #expect(tree.string(root.children[2].tail) == "# c = 1\n")
  }

  @Test func `values of INI files go on where lines stand deeper`() throws {
    let tree = try soundTree(
      "[a]\nx =\n    one\n    # not two\n\n    three\n# y\ny = 1\n  z = 2\n\nw = 3\n",
      KeyValueFormat(.ini))
    #expect(
      tree.parts(tree.root.children[0]) == [
        #"|x =\n    one\n    # not two\n\n    three|\n"#, #"# y\n|y = 1\n  z = 2|\n\n"#,
        #"|w = 3|\n"#,
      ])
  }

  @Test func `keys of git and systemd can have several values`() throws {
    let text = "[a]\nfetch = 1\nfetch = 2\nfetch = 2\nother = 2\n"
    for dialect in [KeyValueFormat.Dialect.gitconfig, .systemd] {
      let keys = try soundTree(text, KeyValueFormat(dialect)).root.children[0].children.map(\.key)
      #expect(keys[1] == keys[2])
      #expect(Set(keys).count == 3)
      let other = try soundTree("[a]\nfetch = 7\nfetch=2\n", KeyValueFormat(dialect))
      #expect(other.root.children[0].children.map(\.key) == Array(keys[..<2]))
    }
    let keys = try soundTree(text, KeyValueFormat(.ini)).root.children[0].children.map(\.key)
    #expect(Set(keys).count == 2)
  }

  @Test func `sections of git can stand again`() throws {
    let tree = try soundTree(
      "[Core] bare ; x\n[remote \"A\"]\n[core]\n[remote \"a\"]\n[remote.A]\n",
      KeyValueFormat(.gitconfig))
    let keys = tree.root.children.map(\.key)
    #expect(Set(keys).count == 5)
    #expect(tree.string(tree.root.children[0].head) == "[Core] ")
    #expect(tree.parts(tree.root.children[0]) == [#"|bare| ; x\n"#])
    let single = try soundTree("[remote \"a\"]\n[CORE]\n", KeyValueFormat(.gitconfig))
    #expect(single.root.children.map(\.key) == [keys[3], keys[0]])
  }

  @Test func `values of git have quotation marks and comments`() throws {
    let tree = try soundTree(
      "[a]\n\tb = \"x ; y\" z # c\n\td = e \\\n  f\n", KeyValueFormat(.gitconfig))
    #expect(
      tree.parts(tree.root.children[0]) == [
        "\t|b = \"x ; y\" z| # c\\n", "\t|d = e \\\\n  f|\\n",
      ])
  }

  @Test func `values of systemd go on behind a backslash`() throws {
    let tree = try soundTree(
      "[Service]\nExecStart=/bin/a \\\n# note\n  --b \\\n  --c\nType=simple\n",
      KeyValueFormat(.systemd))
    #expect(
      tree.parts(tree.root.children[0]) == [
        #"|ExecStart=/bin/a \\n# note\n  --b \\n  --c|\n"#, #"|Type=simple|\n"#,
      ])
  }

  @Test func `patterns of editors and translations of desktop entries are keys`() throws {
    let editor = try soundTree(
      "root = true\n\n[*.{a,b}]\nx = 1\n[[ab]].c] # d\n", KeyValueFormat(.editorconfig))
    #expect(
      editor.outline == """
        members
          scalar root = root = true
          members *.{a,b}
            scalar x = x = 1
          members [ab]].c
        """)
    let desktop = try soundTree(
      "[Desktop Entry]\nName=A\nName[de]=A:B;C\n", KeyValueFormat(.desktop))
    #expect(
      desktop.outline == """
        members
          members Desktop Entry
            scalar Name = Name=A
            scalar Name[de] = Name[de]=A:B;C
        """)
  }
}
