import DocMergeCore
import DocMergeFormats
import Testing

/// Fields, parameters, variables and imports that one side renamed, while the other side put in another use.
struct RenamedFieldTests {
  private static let uses: [EditedCase] = [
    // A comment on the line of the definition still has the name.
    EditedCase(
      "a.py", "def helper(x): return x  # helper of b\n\n\ndef run():\n    stop()\n",
      [.swap("def helper(x)", "def assist(x)")],
      [.add("    return helper(2)\n", behind: "stop()\n")]),
    EditedCase(
      "a.go",
      "type User struct {\n\tName string\n\tAge  int\n}\n\nfunc run(u User) {\n\tstop(u)\n}\n",
      [.swap("Name string", "Title string")], [.add("\tprint(u.Name)\n", behind: "stop(u)\n")]),
    EditedCase(
      "a.rs",
      "pub struct User {\n    pub name: String,\n    pub age: u32,\n}\n\nfn run(u: &User) {\n    stop(u);\n}\n",
      [.swap("pub name", "pub full_name")], [.add("    print(&u.name);\n", behind: "stop(u);\n")]),
    EditedCase(
      "a.ts",
      "interface User {\n  name: string;\n  age: number;\n}\n\nfunction run(u: User) {\n  stop(u);\n}\n",
      [.swap("name:", "fullName:")], [.add("  print(u.name);\n", behind: "stop(u);\n")]),
    EditedCase(
      "a.kt",
      "data class User(val name: String, val age: Int)\n\nfun run(u: User) {\n    stop(u)\n}\n",
      [.swap("val name", "val title")], [.add("    print(u.name)\n", behind: "stop(u)\n")]),
    EditedCase(
      "a.java",
      "class User {\n    private String name;\n    int age;\n\n    void run() {\n        stop();\n    }\n}\n",
      [.swap("String name", "String title")],
      [.add("        print(this.name);\n", behind: "stop();\n")]),
    EditedCase(
      "a.java",
      "class User {\n    private String name;\n    int age;\n\n    void run() {\n        stop();\n    }\n}\n",
      [.swap("String name", "String title")], [.add("        print(name);\n", behind: "stop();\n")]),
    EditedCase(
      "a.swift", "struct Point {\n  var x1: Int\n  var y1: Int\n}\n\nfunc run() {\n  stop()\n}\n",
      [.swap("var x1", "var left")], [.add("  draw(Point(x1: 1, y1: 2))\n", behind: "stop()\n")]),
    EditedCase(
      "a.py",
      "class User:\n    def __init__(self):\n        self.name = 1\n        self.age = 2\n\n    def run(self):\n        stop()\n",
      [.swap("self.name", "self.title")], [.add("        print(self.name)\n", behind: "stop()\n")]),
    EditedCase(
      "a.c",
      "struct user {\n\tint name;\n\tint age;\n};\n\nvoid run(struct user *u)\n{\n\tstop(u);\n}\n",
      [.swap("int name", "int title")], [.add("\tprint(u->name);\n", behind: "stop(u);\n")]),
    EditedCase(
      "a.js", "const config = {\n  host: 1,\n  port: 2,\n};\n\nfunction run() {\n  stop();\n}\n",
      [.swap("host:", "server:")], [.add("  print(config.host);\n", behind: "stop();\n")]),
    EditedCase(
      "a.cs",
      "public record User(string Name, int Age);\n\nclass A {\n    void Run(User u) {\n        Stop(u);\n    }\n}\n",
      [.swap("string Name", "string Title")],
      [.add("        Print(u.Name);\n", behind: "Stop(u);\n")]),
    // A parameter, and a variable.
    EditedCase(
      "a.py", "def run(path, mode):\n    stop(path)\n    x = 1\n    y = 2\n    return y\n",
      [.swap("run(path", "run(file"), .swap("stop(path", "stop(file")],
      [.add("    print(path)\n", behind: "    y = 2\n")]),
    EditedCase(
      "a.java",
      "class A {\n    void run(String path) {\n        stop(path);\n        int x = 1;\n        int y = 2;\n    }\n}\n",
      [.swap("String path", "String file"), .swap("stop(path", "stop(file")],
      [.add("        print(path);\n", behind: "y = 2;\n")]),
    EditedCase(
      "a.rb", "def run(path)\n  stop(path)\n  x = 1\n  y = 2\n  z = 3\nend\n",
      [.swap("run(path", "run(file"), .swap("stop(path", "stop(file")],
      [.add("  print(path)\n", behind: "  y = 2\n")]),
    EditedCase(
      "a.py", "def run(path, mode):\n    stop(path)\n\n\ndef other():\n    pass\n",
      [.swap("run(path", "run(file"), .swap("stop(path", "stop(file")],
      [.swap("    pass\n", "    run(path=1, mode=2)\n")]),
    // Imports.
    EditedCase(
      "a.go", "import (\n\t\"fmt\"\n\t\"github.com/a/errors\"\n)\n\nfunc run() {\n\tstop()\n}\n",
      [.cut("\t\"github.com/a/errors\"\n")], [.add("\terrors.New(1)\n", behind: "stop()\n")]),
    EditedCase(
      "a.ex", "defmodule A do\n  alias B.User\n\n  def run do\n    stop()\n  end\nend\n",
      [.swap("B.User", "B.Person")], [.add("    User.load(1)\n", behind: "stop()\n")]),
    EditedCase(
      "a.php", "<?php\nuse A\\User;\nuse A\\Post;\n\nfunction run() {\n    stop();\n}\n",
      [.cut("use A\\User;\n")], [.add("    $x = new User(1);\n", behind: "stop();\n")]),
    // Classes and variables of styles.
    EditedCase(
      "a.css", ".btn {\n  color: red;\n}\n\n.card {\n  margin: 0;\n}\n",
      [.swap(".btn", ".button")],
      [.add("\n.btn:hover {\n  color: blue;\n}\n", behind: "margin: 0;\n}\n")]),
    EditedCase(
      "a.scss", "$main: red;\n$side: blue;\n\n.card {\n  margin: 0;\n}\n",
      [.swap("$main", "$primary")], [.add("  color: $main;\n", behind: "margin: 0;\n")]),
  ]

  @Test(arguments: uses.indices)
  func `a use of the old name is left to a person`(_ index: Int) throws {
    try Self.uses[index].checkLeft(.strict)
  }

  private static let others: [EditedCase] = [
    // A value that was changed is no rename.
    EditedCase(
      "a.py", "def run():\n    wait = SHORT\n    x = 1\n    y = 2\n    return y\n",
      [.swap("SHORT", "LONG")], [.add("    other = SHORT\n", behind: "    y = 2\n")]),
    // A variable of a function is no field.
    EditedCase(
      "a.js",
      "function f(x) {\n  const sum = x + 1;\n  return sum;\n}\n\nfunction g(y) {\n  stop(y);\n}\n",
      [.swap("const sum", "const total"), .swap("return sum", "return total")],
      [.add("  run(y.sum);\n", behind: "  stop(y);\n")]),
    // A field of another type.
    EditedCase(
      "a.ts",
      "interface User {\n  name: string;\n  age: number;\n}\n\nfunction run(u: User, o: Author) {\n  stop(u);\n}\n",
      [.swap("name:", "fullName:")], [.add("  print(pen.name);\n", behind: "stop(u);\n")]),
    EditedCase(
      "a.css", ".card {\n  background: url(logo.png);\n}\n\n.page {\n  margin: 0;\n}\n",
      [.swap("logo.png", "logo.webp")], [.add("  mask: url(icon.png);\n", behind: "margin: 0;\n")]),
    // A parameter of another function.
    EditedCase(
      "a.py", "def run(path):\n    stop(path)\n\n\ndef other():\n    pass\n",
      [.swap("run(path", "run(file"), .swap("stop(path", "stop(file")],
      [.swap("    pass\n", "    load(path=1)\n")]),
    EditedCase(
      "a.css", ".card {\n  color: red;\n}\n\n.page {\n  margin: 0;\n}\n",
      [.swap("red", "blue")], [.add("  border-color: red;\n", behind: "margin: 0;\n")]),
  ]

  @Test(arguments: others.indices)
  func `another thing of the name is merged`(_ index: Int) throws {
    var edited = Self.others[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }
}
