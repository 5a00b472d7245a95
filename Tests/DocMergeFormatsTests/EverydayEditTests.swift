import DocMergeCore
import DocMergeFormats
import Testing

/// Edits of both sides, lines apart, that look like contradictions and are none.
struct EverydayEditTests {
  private static let texts: [EditedCase] = [
    EditedCase(
      "post.md", "---\nid: intro\ntitle: Intro\ntags: a\nauthor: Bo\n---\n\nText.\n",
      [.swap("id: intro", "id: introduction")], [.swap("author: Bo", "author: Bo Ek")]),
    EditedCase(
      "e.txt", "Ticket: open to all\nWhen: 8 pm\nWhere: hall\nWho: Bob\nPrice: 4\n",
      [.swap("to all", "to everybody")], [.swap("Who: Bob", "Who: Bob and Ann")]),
    EditedCase(
      "n.txt", "Total: 40 pages\nAuthor: x\nRead: 1\nUnits: metric\nLang: en\n",
      [.swap("40 pages", "44 pages")], [.swap("metric", "imperial")]),
    EditedCase(
      "n.txt", "Hours: 9-17\nPhone: 12\nAddress: x\nTotal seats: 40\nWeb: y\n",
      [.swap("9-17", "9-18")], [.swap("seats: 40", "seats: 44")]),
    EditedCase(
      "n.md", "Room 12\nfloor two\n2024 Budget plan\nend\n", [.swap("Room 12", "Room 14")],
      [.swap("Budget plan", "Budget plans")]),
    EditedCase(
      "d.md", "Minutes 3 June\n\nAnn was born 3 June.\n\nText.\n\nClosed on 3 June.\n\nend\n",
      [.swap("born 3 June", "born 4 June")], [.swap("Closed on 3", "Closed on 10")]),
    EditedCase(
      "d.md", "| Task | Due |\n|---|---|\n| Paint | 1 May |\n| Sand | 4 May |\n| Buy | 1 May |\n",
      [.swap("Paint | 1 May", "Paint | 3 May")], [.swap("Buy | 1 May", "Buy | 8 May")]),
    EditedCase(
      "d.md", "- On 2 March 2021: 1.0 out\n- one\n- two\n- On 2 March 1999: born\n- three\n",
      [.swap("2 March 2021", "3 March 2021")], [.swap("2 March 1999", "5 March 1999")]),
    EditedCase(
      "d.txt", "You may 2 times try.\n\none\n\nYou may 2 times ask.\n\ntwo\n",
      [.swap("2 times try", "3 times try")], [.swap("2 times ask", "4 times ask")]),
  ]

  private static let data: [EditedCase] = [
    EditedCase(
      "s.ini", "[a]\ntimeout = 10\nretries = 1\n\n[b]\ntimeout = 20\nretries = 1\n\n[c]\nx = 1\n",
      [.swap("timeout = 20", "timeout = 40"), .swap("timeout = 10", "timeout = 20")],
      [.add("\n[d]\ntimeout = 15\nretries = 3\n", behind: "x = 1\n")]),
    EditedCase(
      "k.yaml", "sizes:\n  - 1\n  - 2\n  - 3\n\nother:\n  - name\n\nmore:\n  - x\n",
      [.swap("- 1\n  - 2\n  - 3", "- 10\n  - 20\n  - 30")], [.add("  - 7\n", behind: "  - x\n")]),
    EditedCase(
      "k.yaml", "jobs:\n  a:\n    image: x\n  b:\n    image: y\n  c:\n    cmd: z\n    run: q\n",
      [.swap("image: x", "container: x"), .swap("image: y", "container: y")],
      [.add("icons:\n  image: logo.png\n", behind: "run: q\n")]),
    EditedCase(
      "a.yaml", "en:\n  title: Hi\nde:\n  title: Hallo\nq: 1\nw: 2\n",
      [.swap("title: Hi", "name: Hi"), .swap("title: Hallo", "name: Hallo")],
      [.add("book:\n  title: Moby\n", behind: "w: 2\n")]),
    EditedCase(
      "etc/h.txt", "web::80:tcp\ndb::5432:tcp\n\nmiddle\nmore\n\nx::22:tcp\ny::23:tcp\n",
      [.add("new::443:tcp\n", behind: "5432:tcp\n")], [.add("z::443:tcp\n", behind: "23:tcp\n")]),
    EditedCase(
      "src/BUILD",
      "cc_library(\n    name = \"a\",\n    srcs = [\"a.cc\"],\n)\n\ncc_test(\n    name = \"b_test\",\n)\n",
      [.add("    opts = struct(\n        name = \"v\",\n    ),\n", behind: "[\"a.cc\"],\n")],
      [
        .add(
          "\nrule(\n    opts = struct(\n        name = \"v\",\n    ),\n)\n",
          behind: "\"b_test\",\n)\n")
      ]),
    EditedCase(
      "debian/control",
      "Source: foo\nSection: x\n\nPackage: foo\nArchitecture: any\n\nPackage: foo-doc\nArchitecture: all\n",
      [
        .add(
          "Package: libfoo1\nArchitecture: any\nMulti-Arch: same\nDepends: ${misc:Depends}\n\n",
          before: "Package: foo-doc")
      ],
      [
        .add(
          "\nPackage: foo-tools\nArchitecture: any\nMulti-Arch: same\nDepends: ${misc:Depends}\n",
          behind: "Architecture: all\n")
      ]),
  ]

  private static let code: [EditedCase] = [
    EditedCase(
      "t.c", "int a;\nint b;\n\nvoid f() {\n  go();\n}\n",
      [.swap("int a;", "long a;"), .swap("int b;", "long b;")],
      [.add("\nint main() {\n  return 0;\n}\n", behind: "go();\n}\n")]),
    EditedCase(
      "t.js", "let a = 1;\nlet b = 2;\nf(a);\nf(b);\n\nfunction g() {\n  return 3;\n}\n",
      [.swap("let a", "const a"), .swap("let b", "const b")],
      [.add("\nlet counter = 0;\ncounter += 1;\n", behind: "return 3;\n}\n")]),
    EditedCase(
      "urls.py",
      "urlpatterns = [\n    path(\"a/\", v.a, name=\"a\"),\n    path(\"b/\", v.b, name=\"b\"),\n    path(\"c/\", v.c, name=\"c\"),\n]\n",
      [.add("    path(\"e/\", v.e, name=\"e\"),\n", behind: "name=\"a\"),\n")],
      [.add("    path(\"e/<int:id>/\", v.e, name=\"e\"),\n", behind: "name=\"c\"),\n")]),
    EditedCase(
      "t.py", "L = [\n    \"x1_small\",\n    \"x2_big\",\n]\n\nM = [\n    \"y\",\n]\n\nN = 1\n",
      [.add("    \"x3_huge\",\n", behind: "\"x2_big\",\n")],
      [.add("    \"x3_wide\",\n", behind: "\"y\",\n")]),
    EditedCase(
      "a.js",
      "const app = express();\napp.use(cors());\napp.use(json());\n\nstart();\nlog();\ndone();\n",
      [.add("app.use(express.static(\"public\"));\n", behind: "json());\n")],
      [.add("app.use(express.static(\"docs\"));\n", behind: "done();\n")]),
    EditedCase(
      "t.py", "row(id=\"users\")\nq()\nw()\ne()\n", [.swap("\"users\"", "\"people\"")],
      [.add("export(headers=\"users\")\n", behind: "e()\n")]),
    EditedCase(
      "a.lua",
      "local M = {}\n\nfunction M.load(x)\n  return x\nend\n\nfunction M.save(x)\n  return y\nend\n\nreturn M\n",
      [.cut("function M.load(x)\n  return x\nend\n\n")], [.swap("return y", "return json.load(y)")]),
    EditedCase(
      "a.cc", "// proto3 reader\ndouble a = 1;\ndouble b = 2;\n\nint f();\nint g();\nint h();\n",
      [.add("double c = 3;\n", behind: "b = 2;\n")], [.add("double d = 3;\n", behind: "int h();\n")]
    ),
  ]

  @Test(arguments: (texts + data + code).indices)
  func `edits that do not touch each other are merged`(_ index: Int) throws {
    var edited = (Self.texts + Self.data + Self.code)[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }

  /// Each date is looked up once.
  @Test func `many changed dates are read in one pass`() throws {
    let lines = (0..<900).map { "Item \($0) on 3 June word\($0)\n" }
    func side(_ rest: Int, _ month: String) -> String {
      lines.enumerated().map { index, line in
        index % 4 == rest ? line.replacing("3 June", with: "\(index % 28) \(month)") : line
      }.joined()
    }
    let merged = try merged("a.md", lines.joined(), side(0, "May"), side(2, "July"), .balanced)
    #expect(merged.isClean)
  }
}
