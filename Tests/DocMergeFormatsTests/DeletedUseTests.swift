import DocMergeCore
import DocMergeFormats
import Testing

/// Uses of a name that the other side renamed, in all the places where program code can use one.
struct DeletedUseTests {
  private static func use(
    _ path: String, _ definition: String, _ start: String, renamed: Edit, _ line: String
  ) -> EditedCase {
    let comment = path.hasSuffix(".py") || path.hasSuffix(".sh") ? "#" : "//"
    let middle = "\n\(comment) ----\n\(comment) middle\n\(comment) ----\n\n"
    return EditedCase(
      path, definition + middle + start, [renamed], [.add(line, behind: start.firstLine)])
  }

  private static func js(_ line: String) -> EditedCase {
    use(
      "a.js", "function alpha(x) {\n  return x + 1;\n}\n", "function gamma(x) {\n  stop(x);\n}\n",
      renamed: .swap("alpha", "omega"), "  \(line)\n")
  }

  private static func py(_ line: String) -> EditedCase {
    use(
      "a.py", "def alpha(x):\n    return x + 1\n", "def gamma(x):\n    stop(x)\n",
      renamed: .swap("alpha", "omega"), "    \(line)\n")
  }

  private static let uses: [EditedCase] = [
    js("const z = alpha(3);"), js("run((v) => alpha(v));"), js("for (const v of alpha(3)) run(v);"),
    js("run(`${alpha(3)}`);"), js("return compute(1, alpha);"), js("let z = x > alpha(2);"),
    py("y = run(1, alpha(3))"), py("with alpha(3) as f: f()"), py("assert alpha(3) == 4"),
    py("print(f\"{alpha(3)}\")"), py("y = [alpha(v) for v in x]"),
    use(
      "a.swift", "func alpha(_ x: Int) -> Int {\n  x\n}\n", "func gamma() {\n  stop()\n}\n",
      renamed: .swap("alpha", "omega"), "  var y: Int { alpha(3) }\n"),
    use(
      "a.swift", "func alpha(_ x: Int) -> Int {\n  x\n}\n", "func gamma() {\n  stop()\n}\n",
      renamed: .swap("alpha", "omega"), "  run(\"\\(alpha(3))\")\n"),
    use(
      "a.ts", "type Alpha = string;\n", "function gamma(x) {\n  stop(x);\n}\n",
      renamed: .swap("Alpha", "Omega"), "  const y: Alpha = x;\n"),
    use(
      "a.c", "char *alpha(int x)\n{\n\treturn 0;\n}\n", "int gamma(int x)\n{\n\treturn x;\n}\n",
      renamed: .swap("alpha", "omega"), "static int y = alpha(3);\n"),
    use(
      "a.java", "import a.b.Alpha;\n", "class A {\n    void stop() {\n    }\n}\n",
      renamed: .swap("Alpha", "Omega"), "    int y = Alpha.x();\n"),
    EditedCase(
      "a.py",
      "class A:\n    def load(self):\n        return 1\n\n    def middle(self):\n        return 2\n\n    def size(self):\n        pass\n",
      [.swap("load", "read")], [.swap("pass", "return len(self.load())")]),
    EditedCase(
      "a.py", "class Alpha:\n    pass\n\n\nx = 1\ny = 2\nz = 3\n\n\nclass Beta:\n    pass\n",
      [.swap("Alpha", "Omega")], [.swap("class Beta:", "class Beta(Alpha):")]),
    use(
      "a.sh", "alpha() {\n  echo 1\n}\n", "gamma() {\n  echo 2\n}\n",
      renamed: .swap("alpha", "omega"), "  alpha 3\n"),
  ]

  @Test(arguments: uses.indices)
  func `a use of a name that is gone is left to a person`(_ index: Int) throws {
    try Self.uses[index].checkLeft(.strict)
  }

  private static let others: [EditedCase] = [
    // Another object can have a member of the name of a variable.
    EditedCase(
      "a.js",
      "function f(x) {\n  const total = x + 1;\n  return total;\n}\n\nfunction g(y) {\n  stop(y);\n}\n",
      [.swap("const total", "const sum"), .swap("return total", "return sum")],
      [.add("  run(y.total);\n", behind: "  stop(y);\n")]),
    // The other side declares it anew.
    EditedCase(
      "a.js",
      "function f(x) {\n  const total = x + 1;\n  return total;\n}\n\nfunction g(y) {\n  stop(y);\n}\n",
      [.swap("const total", "const sum"), .swap("return total", "return sum")],
      [.add("  const total = y;\n", behind: "  stop(y);\n")]),
  ]

  @Test(arguments: others.indices)
  func `another thing of the name is merged`(_ index: Int) throws {
    var edited = Self.others[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }
}

extension String {
  fileprivate var firstLine: String { String(prefix { $0 != "\n" }) + "\n" }
}
