import DocMergeCore
import DocMergeFormats
import Testing

/// Lines that one side added to a container, which the other side divided in two.
struct SplitContainerTests {
  private static let hosts = "production:\n  hosts:\n    - web1\n    - web2\n    - web3\n"
  private static let fruit = "### Fruit\n\n- apples\n- pears\n- carrots\n"
  private static let code = "function start() {\n  connect();\n  subscribe();\n  render();\n}\n"
  private static let vegetables = Edit.add("\n### Vegetables\n\n", before: "- carrots")
  private static let show = Edit.add("}\n\nfunction show() {\n", before: "  render")

  private static let between: [EditedCase] = [
    EditedCase("a.md", fruit, [vegetables], [.add("- dates\n", before: "- carrots")]),
    EditedCase(
      "a.md", "Buy:\n\n- apples\n- carrots\n- leeks\n",
      [.add("\n**Vegetables**\n\n", before: "- carrots")], [.add("- pears\n", before: "- carrots")]),
    EditedCase(
      "a.md", "Install:\n\n```sh\ngit clone a\ncd a\nmake install\n```\n",
      [.add("```\n\nAs root:\n\n```sh\n", before: "make install")],
      [.add("make deps\n", before: "make install")]),
    EditedCase("a.js", code, [show], [.add("  measure();\n", before: "  render")]),
    EditedCase(
      "a.py", "def start():\n    connect()\n    subscribe()\n    render()\n",
      [.add("\n\ndef show():\n", before: "    render")],
      [.add("    measure()\n", before: "    render")]),
    EditedCase(
      "a.c",
      "void run(void)\n{\n#ifdef _WIN32\n\topen_sockets();\n\topen_console();\n#endif\n}\n",
      [.add("#else\n", before: "\topen_console")],
      [.add("\topen_log();\n", before: "\topen_console")]),
    EditedCase(
      "a.yaml", hosts, [.add("staging:\n  hosts:\n", before: "    - web3")],
      [.add("    - web9\n", before: "    - web3")]),
    EditedCase(
      "a.html", "<h3>Staff</h3>\n<ul>\n  <li>Ann</li>\n  <li>Bo</li>\n</ul>\n",
      [.add("</ul>\n<h3>Board</h3>\n<ul>\n", before: "  <li>Bo")],
      [.add("  <li>Cy</li>\n", before: "  <li>Bo")]),
    EditedCase(
      "a.ini", "[site]\ntitle=A\nhost=b.no\nport=25\n", [.add("\n[mail]\n", before: "host")],
      [.add("timeout=30\n", before: "host")]),
    EditedCase(
      "a.toml", "[site]\ntitle = \"A\"\nhost = \"b.no\"\nport = 25\n",
      [.add("\n[mail]\n", before: "host")], [.add("timeout = 30\n", before: "host")]),
  ]

  private static let betweenMore: [EditedCase] = [
    EditedCase(
      "a.py", "KEYS = {\n    \"a\": 1,\n    \"b\": 2,\n    \"c\": 3,\n}\n",
      [.add("}\nOTHERS = {\n", before: "    \"b\"")], [.add("    \"x\": 9,\n", before: "    \"b\"")]
    ),
    EditedCase(
      "Dockerfile", "FROM a AS one\nRUN build\nRUN check\nRUN pack\n",
      [.add("\nFROM b AS two\n", before: "RUN check")], [.add("RUN lint\n", before: "RUN check")]),
    EditedCase(
      "a.org", "* Now\n** one\n** two\n** three\n", [.add("* Later\n", before: "** two")],
      [.add("** more\n", before: "** two")]),
    EditedCase(
      ".gitignore", "# Build\n/out\n/bin\n*.log\n*.tmp\n", [.add("\n# Logs\n", before: "*.log")],
      [.add("*.swp\n", before: "*.log")]),
    EditedCase(
      "a.sql", "-- Fruit\nINSERT INTO a VALUES ('fig');\nINSERT INTO a VALUES ('leek');\n",
      [.add("\n-- Vegetables\n", before: "INSERT INTO a VALUES ('leek')")],
      [.add("INSERT INTO a VALUES ('pear');\n", before: "INSERT INTO a VALUES ('leek')")]),
    EditedCase(
      "a.yaml", "# Network\nhost: a\nport: 25\nuser: b\nsecret: c\n",
      [.add("\n# Login\n", before: "user")], [.add("timeout: 5\n", before: "user")]),
    EditedCase(
      "a.js", "const a = {\n  // Fruit\n  fig: 1,\n  leek: 2,\n  onion: 3,\n};\n",
      [.add("\n  // Vegetables\n", before: "  leek")], [.add("  pear: 4,\n", before: "  leek")]),
    EditedCase(
      "a.tex",
      "\\begin{itemize}\n  \\item fig\n  \\item leek\n  \\item onion\n\\end{itemize}\n",
      [.add("\\end{itemize}\n\nRoots:\n\\begin{itemize}\n", before: "  \\item leek")],
      [.add("  \\item pear\n", before: "  \\item leek")]),
    EditedCase(
      "crontab", "# Backups\n0 1 * * * /bin/a\n0 2 * * * /bin/b\n0 3 * * * /bin/c\n",
      [.add("\n# Reports\n", before: "0 3")], [.add("30 2 * * * /bin/d\n", before: "0 3")]),
  ]

  private static let atEnd: [EditedCase] = [
    EditedCase("a.md", fruit, [vegetables], [.add("- plums\n", behind: "- carrots\n")]),
    EditedCase("a.js", code, [show], [.add("  log();\n", behind: "  render();\n")]),
    EditedCase(
      "a.ini", "[site]\ntitle=A\nhost=b.no\nport=25\n\n[log]\nlevel=1\n",
      [.add("\n[mail]\n", before: "host")], [.add("timeout=30\n", behind: "port=25\n")]),
    EditedCase(
      "a.yaml", hosts, [.add("staging:\n  hosts:\n", before: "    - web3")],
      [.add("    - web9\n", behind: "    - web3\n")]),
  ]

  @Test(arguments: between.indices)
  func `a line at the new boundary is left to a person`(_ index: Int) throws {
    for policy in [MergePolicy.strict, .balanced, .eager] {
      try Self.between[index].checkLeft(policy)
    }
  }

  @Test(arguments: betweenMore.indices)
  func `a line at the boundary of a rarer format is left to a person`(_ index: Int) throws {
    for policy in [MergePolicy.balanced, .eager] {
      try Self.betweenMore[index].checkLeft(policy)
    }
  }

  @Test(arguments: atEnd.indices)
  func `a line at the end, which has a new name, is left to a person`(_ index: Int) throws {
    for policy in [MergePolicy.strict, .balanced, .eager] {
      try Self.atEnd[index].checkLeft(policy)
    }
  }

  private static let clean: [EditedCase] = [
    // Both neighbours are in one half.
    EditedCase("a.md", fruit, [vegetables], [.add("- figs\n", before: "- pears")]),
    EditedCase("a.js", code, [show], [.add("  open();\n", before: "  subscribe")]),
    EditedCase(
      "a.ini", "[site]\ntitle=A\nlang=no\nhost=b.no\nport=25\n",
      [.add("\n[mail]\n", before: "host")],
      [.add("timeout=30\n", before: "lang")]),
    // A section that ends where the next one starts divides nothing.
    EditedCase(
      "a.md", "# Tea\n\nHot.\n\n# Jam\n\nRed.\n\n# Oil\n\nThin.\n",
      [.add("# Salt\n\nWhite.\n\n", before: "# Oil")], [.add("Sweet.\n\n", before: "# Jam")]),
    // A function between two others divides nothing.
    EditedCase(
      "a.js",
      "function a() {\n  one();\n}\n\nfunction b() {\n  two();\n}\n\nfunction c() {\n  three();\n}\n",
      [.add("function d() {\n  four();\n}\n\n", before: "function b")],
      [.add("  five();\n", before: "  two")]),
    // Equal lines in a new part divide nothing.
    EditedCase(
      "a.org",
      "* Books\n** Hunger\n   :PROPERTIES:\n   :BY: Hamsun\n   :END:\n"
        + "** Pan\n   :PROPERTIES:\n   :BY: Hamsun\n   :END:\n",
      [
        .add(
          "   :READ: yes\n   :END:\n** Gynt\n   :PROPERTIES:\n   :BY: Ibsen\n",
          behind: "   :BY: Hamsun\n")
      ],
      [.add("\n* Music\n", behind: "** Pan\n   :PROPERTIES:\n   :BY: Hamsun\n   :END:\n")]),
    // A comment between the steps of a function divides nothing.
    EditedCase(
      "a.js", "function a() {\n  // Open\n  one();\n  two();\n  three();\n}\n",
      [.add("\n  // Draw\n", before: "  two")], [.add("  four();\n", behind: "  three();\n")]),
    // A whole condition between two lines divides nothing.
    EditedCase(
      "a.c", "void run(void)\n{\n\tone();\n\ttwo();\n\tthree();\n\tfour();\n}\n",
      [.add("#ifdef A\n\tlog();\n#endif\n", before: "\ttwo")],
      [.add("\tsix();\n", before: "\tfour")]),
  ]

  @Test(arguments: clean.indices)
  func `a line within one half is merged`(_ index: Int) throws {
    var edited = Self.clean[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }
}
