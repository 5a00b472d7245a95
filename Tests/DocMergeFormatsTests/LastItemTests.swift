import DocMergeCore
import DocMergeFormats
import Testing

/// Additions of both sides behind the last item of a list, which ends in another way than the other items.
struct LastItemTests {
  private static let clean: [EditedCase] = [
    EditedCase(
      "a.sql", "SELECT * FROM t\nWHERE a = 1\n  AND b = 2;\n\nSELECT 1;\n",
      [.swap("b = 2;", "b = 2\n  AND c = 'x';")],
      [.swap("b = 2;", "b = 2\n  AND d = 'y';")],
      [.swap("b = 2;", "b = 2\n  AND c = 'x'\n  AND d = 'y';")]),
    EditedCase(
      "a.c", "int all = READ |\n  WRITE;\nint none = 0;\n",
      [.swap("WRITE;", "WRITE |\n  SYNC;")],
      [.swap("WRITE;", "WRITE |\n  TRUNCATE;")],
      [.swap("WRITE;", "WRITE |\n  SYNC |\n  TRUNCATE;")]),
    EditedCase(
      "a.jsx", "const x = (\n  <Card\n    id={1}\n    name=\"two\" />\n);\n",
      [.swap("\"two\" />", "\"two\"\n    size=\"big\" />")],
      [.swap("\"two\" />", "\"two\"\n    color=\"red\" />")],
      [.swap("\"two\" />", "\"two\"\n    size=\"big\"\n    color=\"red\" />")]),
    EditedCase(
      "a.erl", "-module(m).\n-export([a/1,\n         b/2]).\n\na(X) -> X.\n",
      [.swap("b/2]", "b/2,\n         c/1]")], [.swap("b/2]", "b/2,\n         d/3]")],
      [.swap("b/2]", "b/2,\n         c/1,\n         d/3]")]),
    EditedCase(
      "a.bat", "del a.txt ^\n  b.txt\necho done\n", [.add(" ^\n  c.txt", behind: "b.txt")],
      [.add(" ^\n  d.txt", behind: "b.txt")], [.add(" ^\n  c.txt ^\n  d.txt", behind: "b.txt")]),
    EditedCase(
      "a.clj", "(def config\n  {:port 8080\n   :host \"here\"})\n\n(run config)\n",
      [.swap("here\"})", "here\"\n   :timeout 30})")],
      [.swap("here\"})", "here\"\n   :retries 5})")],
      [.swap("here\"})", "here\"\n   :timeout 30\n   :retries 5})")]),
    EditedCase(
      "a.scm", "(define fruits\n  '(apple\n    pear))\n", [.swap("pear))", "pear\n    plum))")],
      [.swap("pear))", "pear\n    fig))")], [.swap("pear))", "pear\n    plum\n    fig))")]),
    EditedCase(
      "a.conf", "server {\n  server_name a.example.org\n              b.example.org;\n}\n",
      [.swap("b.example.org;", "b.example.org\n              c.example.org;")],
      [.swap("b.example.org;", "b.example.org\n              d.example.org;")],
      [
        .swap(
          "b.example.org;",
          "b.example.org\n              c.example.org\n              d.example.org;")
      ]),
    EditedCase(
      "a.css", "h1,\nh2 {\n  margin: 0;\n}\n", [.swap("h2 {", "h2,\nh3 {")],
      [.swap("h2 {", "h2,\nh4 {")], [.swap("h2 {", "h2,\nh3,\nh4 {")]),
    EditedCase(
      "a.sql", "SELECT\n  name,\n  city\nFROM shop;\n",
      [.add(",\n  phone", behind: "city")], [.add(",\n  mail", behind: "city")],
      [.add(",\n  phone,\n  mail", behind: "city")]),
    EditedCase(
      "a.erl", "f(X) ->\n  case X of\n    one -> 1;\n    two -> 2\n  end.\n",
      [.swap("-> 2", "-> 2;\n    three -> 3")], [.swap("-> 2", "-> 2;\n    four -> 4")],
      [.swap("-> 2", "-> 2;\n    three -> 3;\n    four -> 4")]),
    EditedCase(
      "a.pl", "my @all = qw(\n    wrap\n    indent);\n",
      [.swap("indent);", "indent\n    dedent);")],
      [.swap("indent);", "indent\n    center);")],
      [.swap("indent);", "indent\n    dedent\n    center);")]),
    EditedCase(
      "a.clj", "(ns shop\n  (:require [ring.core :as ring]\n            [shop.db :as db]))\n",
      [.swap("db]))", "db]\n            [shop.auth :as auth]))")],
      [.swap("db]))", "db]\n            [shop.views :as views]))")],
      [
        .swap(
          "db]))", "db]\n            [shop.auth :as auth]\n            [shop.views :as views]))")
      ]),
    EditedCase(
      "a.tex", "\\begin{itemize}\n  \\item fast,\n  \\item small.\n\\end{itemize}\n",
      [.swap("small.", "small,\n  \\item documented.")],
      [.swap("small.", "small,\n  \\item tested.")],
      [.swap("small.", "small,\n  \\item documented,\n  \\item tested.")]),
    EditedCase(
      "a.fs", "type A =\n    { Name: string\n      Age: int }\n",
      [.swap("int }", "int\n      Mail: string }")], [.swap("int }", "int\n      Phone: string }")],
      [.swap("int }", "int\n      Mail: string\n      Phone: string }")]),
  ]

  @Test(arguments: clean.indices)
  func `the marks of the items are put right`(_ index: Int) throws {
    try Self.clean[index].check()
  }

  private static let left: [EditedCase] = [
    // Steps of a call, in Lisp.
    EditedCase(
      "a.clj", "(-> x\n    inc\n    double)\n", [.swap("double)", "double\n    negate)")],
      [.swap("double)", "double\n    square)")]),
    // Parts of one text.
    EditedCase(
      "a.c", "void f() {\n  puts(\"one \"\n       \"two\");\n}\n",
      [.swap("two\")", "two \"\n       \"three\")")], [.swap("two\")", "two \"\n       \"four\")")]),
    // The order of rows.
    EditedCase(
      "a.sql", "SELECT id FROM shop\nORDER BY\n  name,\n  city\nLIMIT 5;\n",
      [.add(",\n  phone", behind: "city")], [.add(",\n  mail", behind: "city")]),
    // A sentence that goes on behind a comma.
    EditedCase(
      "a.txt", "When the rain came,\nwe went inside,\nand lit a fire\n",
      [.add(",\nthen told some stories", behind: "fire")],
      [.add(",\nand slept until noon", behind: "fire")]),
    // Calls that are chained have an order.
    EditedCase(
      "a.js", "load(a)\n  .then(b);\nrun();\n", [.swap("(b);", "(b)\n  .then(c);")],
      [.swap("(b);", "(b)\n  .filter(d);")]),
    // Two values for one name.
    EditedCase(
      "a.sql", "SELECT * FROM t\nWHERE a = 1\n  AND b = 2;\n",
      [.swap("b = 2;", "b = 2\n  AND fresh = 'x';")],
      [.swap("b = 2;", "b = 2\n  AND fresh = 'y';")]),
    // A mark that opens a block.
    EditedCase(
      "a.py", "class A:\n  a = 1\n\nclass B\n", [.add(":\n  x = 1", behind: "class B")],
      [.add(":\n  y = 2", behind: "class B")]),
    // Conditions of which each needs the one before.
    EditedCase(
      "a.go", "func f() {\n\tif a() &&\n\t\tb() {\n\t\tc()\n\t}\n}\n",
      [.swap("b() {", "b() &&\n\t\td() {")], [.swap("b() {", "b() &&\n\t\te() {")]),
    // The mark of a paragraph.
    EditedCase(
      "a.txt", "Hello\n", [.swap("Hello", "Hello!\nBye")], [.swap("Hello", "Hello!\nSee you")]),
    // Clauses of a query, in the order of the language.
    EditedCase(
      "a.sql", "SELECT id\nFROM post\nWHERE draft = 0;\n", [.swap("0;", "0\nLIMIT 20;")],
      [.swap("0;", "0\nORDER BY id;")]),
    // Steps of a pipeline.
    EditedCase(
      "a.sh", "cat log |\n  sort\n", [.add(" |\n  uniq", behind: "sort")],
      [.add(" |\n  head", behind: "sort")]),
    // Bytes of one value.
    EditedCase(
      "a.reg", "[Key]\n\"A\"=hex:01,02,\\\n  0a,0b\n", [.add(",\\\n  10,11", behind: "0b")],
      [.add(",\\\n  20,21", behind: "0b")]),
    // A sentence.
    EditedCase(
      "a.txt", "We went home.\n", [.swap("home.", "home,\nand slept.")],
      [.swap("home.", "home,\nand ate.")]),
  ]

  @Test(arguments: left.indices)
  func `what has an order, or one name, is left to a person`(_ index: Int) throws {
    try Self.left[index].checkLeft(.balanced)
  }

  private static let names: [EditedCase] = [
    EditedCase(
      "a.sh", "first() { echo 1; }\nsecond() { echo 2; }\n",
      [.add("die() { echo a; exit 1; }\n", behind: "echo 2; }\n")],
      [.add("die() { echo b; exit 2; }\n", before: "first()")]),
    EditedCase(
      "a.R", "first <- function(a) a + 1\nsecond <- function(a) a + 2\n",
      [.add("third <- function(a) a + 3\n", behind: "a + 2\n")],
      [.add("third <- function(b) b + 4\n", before: "first")]),
    EditedCase(
      "a.jl", "first(a) = a + 1\nsecond(a) = a + 2\n",
      [.add("third(a) = a + 3\n", behind: "a + 2\n")],
      [.add("third(a) = a + 4\n", before: "first")]),
    EditedCase(
      "a.sh", "alias ll='ls -l'\nalias la='ls -a'\n",
      [.add("alias lt='ls -t'\n", behind: "'ls -a'\n")],
      [.add("alias lt='ls -tr'\n", before: "alias ll")]),
  ]

  @Test(arguments: names.indices)
  func `a name that both define on one line, at two places, is left to a person`(
    _ index: Int
  ) throws {
    for policy in MergePolicy.allCases { try Self.names[index].checkLeft(policy) }
  }

  private static let checksums: [EditedCase] = [
    EditedCase(
      "gradle-wrapper.properties",
      "distributionUrl=https://example.org/gradle-7.0.zip\ndistributionSha256Sum=aaaa1111\nstore=home\n",
      [.swap("7.0", "8.0")], [.swap("aaaa1111", "bbbb2222")]),
    EditedCase(
      "a.nix",
      "src = fetch {\n  repo = \"x\";\n  rev = \"1111aaaa\";\n  sha256 = \"cccc\";\n  deep = false;\n};\n",
      [.swap("1111aaaa", "2222bbbb")], [.swap("cccc", "dddd")]),
  ]

  @Test(arguments: checksums.indices)
  func `a source of one side and the checksum of the other are left to a person`(
    _ index: Int
  ) throws {
    for policy in MergePolicy.allCases { try Self.checksums[index].checkLeft(policy) }
  }

  @Test func `white space that one side took away everywhere does not come back`() throws {
    try EditedCase(
      "a.txt", "- one  \n- two\t\n- three\n", [.swap("two", "two words")],
      [.swap("one  ", "one"), .swap("two\t", "two")],
      [.swap("one  ", "one"), .swap("two\t", "two words")]
    ).check()
  }
}
