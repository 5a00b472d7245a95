import DocMergeCore
import DocMergeFormats
import Testing

/// Calls that one side put in, of functions whose declaration the other side changed.
struct CallGuardTests {
  private static let old: [EditedCase] = [
    EditedCase(
      "a.py",
      "def load(path):\n    return path\n\n\ndef run():\n    load(\"a\")\n    x = 1\n    y = 2\n    stop()\n",
      [.swap("load(path)", "load(path, mode)"), .swap("load(\"a\")", "load(\"a\", 1)")],
      [.add("    load(\"b\")\n", behind: "stop()\n")]),
    EditedCase(
      "a.py",
      "class A:\n    def load(self, path):\n        return path\n\n    def run(self):\n        x = 1\n        stop()\n",
      [.swap("(self, path)", "(self, path, mode)")],
      [.add("        self.load(\"b\")\n", behind: "stop()\n")]),
    EditedCase(
      "a.py",
      "class User:\n    def __init__(self, name):\n        self.name = name\n\n\ndef run():\n    x = 1\n    stop()\n",
      [
        .swap("(self, name)", "(self, name, age)"),
        .add("        self.age = age\n", behind: "= name\n"),
      ],
      [.add("    return User(\"b\")\n", behind: "stop()\n")]),
    EditedCase(
      "a.js",
      "function load(path) {\n  return path;\n}\n\nfunction run() {\n  const x = 1;\n  stop();\n}\n",
      [.swap("load(path)", "load(path, mode)")], [.add("  load(\"b\");\n", behind: "stop();\n")]),
    EditedCase(
      "a.ts",
      "class User {\n  constructor(name: string) {\n    keep(name);\n  }\n}\n\nfunction run() {\n  const x = 1;\n  stop();\n}\n",
      [.swap("(name: string)", "(name: string, age: number)")],
      [.add("  return new User(\"b\");\n", behind: "stop();\n")]),
    EditedCase(
      "a.go",
      "func (s *Server) Load(id int) error {\n\treturn nil\n}\n\nfunc run(s *Server) {\n\tx := 1\n\tstop(x)\n}\n",
      [.swap("(id int)", "(ctx Context, id int)")], [.add("\ts.Load(3)\n", behind: "stop(x)\n")]),
    EditedCase(
      "a.rs",
      "fn load(path: &str) -> u32 {\n    1\n}\n\nfn run() {\n    let x = 1;\n    stop(x);\n}\n",
      [.swap("(path: &str)", "(path: &str, mode: Option<u32>)")],
      [.add("    load(\"b\");\n", behind: "stop(x);\n")]),
    EditedCase(
      "a.c",
      "int load(char *path)\n{\n\treturn 1;\n}\n\nvoid run(void)\n{\n\tint x = 1;\n\tstop(x);\n}\n",
      [.swap("(char *path)", "(char *path, int mode)")],
      [.add("\tx = load(\"b\");\n", behind: "stop(x);\n")]),
    EditedCase(
      "a.java",
      "class A {\n    int load(Map<String, String> path) {\n        return 1;\n    }\n\n    void run() {\n        int x = 1;\n        stop(x);\n    }\n}\n",
      [.swap("String> path)", "String> path, int mode)")],
      [.add("        load(all);\n", behind: "stop(x);\n")]),
    EditedCase(
      "a.kt", "data class User(val name: String)\n\nfun run() {\n    val x = 1\n    stop(x)\n}\n",
      [.swap("val name: String", "val name: String, val age: Int")],
      [.add("    keep(User(\"b\"))\n", behind: "stop(x)\n")]),
    // An argument fewer.
    EditedCase(
      "a.swift",
      "func load(_ path: String, mode: Int) {\n  keep(path)\n}\n\nfunc run() {\n  let x = 1\n  stop(x)\n}\n",
      [.swap(", mode: Int", "")], [.add("  load(\"b\", mode: 2)\n", behind: "stop(x)\n")]),
    // The order of the parameters.
    EditedCase(
      "a.py", "def copy(source, target):\n    pass\n\n\ndef run():\n    x = 1\n    stop()\n",
      [.swap("source, target", "target, source")], [.add("    copy(x, 2)\n", behind: "stop()\n")]),
    // What a caller does about the result.
    EditedCase(
      "a.js",
      "function load(path) {\n  return path;\n}\n\nasync function run() {\n  const x = load(1);\n  const y = 1;\n  const z = 2;\n  stop();\n}\n",
      [.swap("function load", "async function load"), .swap("= load(1)", "= await load(1)")],
      [.add("  keep(load(2));\n", behind: "stop();\n")]),
    EditedCase(
      "a.rs",
      "fn load(path: u32) -> u32 {\n    path\n}\n\nfn run() {\n    let x = load(1);\n    let y = 1;\n    let z = 2;\n    stop(x);\n}\n",
      [.swap("-> u32", "-> Result<u32>"), .swap("load(1)", "load(1)?")],
      [.add("    keep(load(2));\n", behind: "stop(x);\n")]),
    // Of a function of another file.
    EditedCase(
      "a.py",
      "def run():\n    log(\"a\")\n    log(\"b\")\n    log(\"c\")\n    log(\"d\")\n    x = 1\n    y = 2\n    stop()\n",
      ["a", "b", "c", "d"].map { .swap("log(\"\($0)\")", "log(INFO, \"\($0)\")") },
      [.add("    log(\"e\")\n", behind: "stop()\n")]),
  ]

  @Test(arguments: old.indices)
  func `a call of the old form is left to a person`(_ index: Int) throws {
    try Self.old[index].checkLeft(.strict)
  }

  private static let others: [EditedCase] = [
    // A new parameter that a call may leave out.
    EditedCase(
      "a.py", "def load(path):\n    return path\n\n\ndef run():\n    x = 1\n    stop()\n",
      [.swap("load(path)", "load(path, mode=1)")], [.add("    load(\"b\")\n", behind: "stop()\n")]),
    EditedCase(
      "a.ts",
      "function load(path: string) {\n  return path;\n}\n\nfunction run() {\n  const x = 1;\n  stop();\n}\n",
      [.swap("load(path: string)", "load(path: string, mode?: number)")],
      [.add("  load(\"b\");\n", behind: "stop();\n")]),
    // Callers of this file leave out arguments anyway.
    EditedCase(
      "a.js",
      "function load(path) {\n  return path;\n}\n\nfunction run() {\n  load();\n  const x = 1;\n  const y = 1;\n  stop();\n}\n",
      [.swap("load(path)", "load(path, mode)")], [.add("  load(\"b\");\n", behind: "stop();\n")]),
    // A member of something else.
    EditedCase(
      "a.js",
      "function load(path) {\n  return path;\n}\n\nfunction run(y) {\n  const x = 1;\n  stop();\n}\n",
      [.swap("load(path)", "load(path, mode)")], [.add("  y.load(\"b\");\n", behind: "stop();\n")]),
    // A name that got no new meaning.
    EditedCase(
      "a.py", "def load(path):\n    return path\n\n\ndef run():\n    x = 1\n    stop()\n",
      [.swap("load(path)", "load(file)"), .swap("return path", "return file")],
      [.add("    load(\"b\")\n", behind: "stop()\n")]),
    // A call of a function of another file that can leave out arguments.
    EditedCase(
      "a.py",
      "def run():\n    log(\"a\")\n    x = 1\n    y = 2\n    z = 3\n    w = 4\n    stop()\n",
      [.swap("log(\"a\")", "log(\"a\", x)")], [.add("    log(\"c\")\n", behind: "stop()\n")]),
    // A member of another object, and a note of a type.
    EditedCase(
      "a.py",
      "class A:\n    def run(self, x):\n        return x\n\n    def stop(self):\n        x = 1\n        y = 2\n",
      [.swap("(self, x)", "(self, x, y)")], [.add("        child.run(1)\n", behind: "y = 2\n")]),
    EditedCase(
      "a.py", "def load(p):\n    return p\n\n\ndef run():\n    a = load(1)\n    x = 1\n    y = 2\n",
      [.swap("load(p)", "load(p: int) -> int"), .swap("load(1)", "load(2)")],
      [.add("    keep(load(3))\n", behind: "y = 2\n")]),
    // The new call has the arguments that both declarations allow.
    EditedCase(
      "a.py", "def load(*paths):\n    return paths\n\n\ndef run():\n    x = 1\n    stop()\n",
      [.swap("load(*paths)", "load(*paths, mode=1)")],
      [.add("    load(\"b\", lambda a, b: a)\n", behind: "stop()\n")]),
  ]

  @Test(arguments: others.indices)
  func `a call that fits is merged`(_ index: Int) throws {
    var edited = Self.others[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }
}
