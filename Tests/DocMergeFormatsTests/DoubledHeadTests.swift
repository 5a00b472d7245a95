import DocMergeCore
import DocMergeFormats
import Testing

/// Declarations and branches that both sides added to one block, at two places.
struct DoubledHeadTests {
  private static func body(_ path: String, _ base: String, _ ours: Edit, _ theirs: Edit)
    -> EditedCase
  {
    EditedCase(path, base, [ours], [theirs])
  }

  private static let js = "function f() {\n  start();\n  run();\n  go();\n  stop();\n}\n"
  private static let twice: [EditedCase] = [
    body(
      "a.js", js, .add("  const n = 4;\n", behind: "start();\n"),
      .add("  const n = size();\n", behind: "go();\n")),
    body(
      "a.java", "class A {\n    void f() {\n        a();\n        b();\n        c();\n    }\n}\n",
      .add("        int n = 4;\n", behind: "a();\n"),
      .add("        long n = 5;\n", behind: "c();\n")),
    body(
      "a.go", "package a\n\nfunc f() {\n\ta()\n\tb()\n\tc()\n}\n",
      .add("\tn := 4\n", behind: "a()\n"),
      .add("\tn := 5\n", behind: "c()\n")),
    body(
      "a.py",
      "def f(x):\n    if x == 1:\n        return a\n    elif x == 2:\n        return b\n    elif x == 3:\n        return c\n    return d\n",
      .add("    elif x == 4:\n        return e\n", behind: "return a\n"),
      .add("    elif x == 4:\n        return g\n", behind: "return c\n")),
    body(
      "a.sh", "case $x in\n  a) f ;;\n  b) g ;;\n  c) h ;;\n  *) z ;;\nesac\n",
      .add("  k) one ;;\n", behind: "a) f ;;\n"), .add("  k) two ;;\n", behind: "c) h ;;\n")),
    body(
      "a.ml", "let f x =\n  match x with\n  | 1 -> a\n  | 2 -> b\n  | 3 -> c\n  | _ -> d\n",
      .add("  | 4 -> e\n", behind: "-> a\n"), .add("  | 4 -> g\n", behind: "-> c\n")),
  ]

  @Test(arguments: twice.indices)
  func `one name or value in one block is left to a person`(_ index: Int) throws {
    try Self.twice[index].checkLeft(.strict)
  }

  private static let clean: [EditedCase] = [
    // In different functions.
    EditedCase(
      "a.js",
      js + "\n" + js.replacing("function f", with: "function g").replacing("go", with: "do"),
      [.add("  const n = 4;\n", behind: "start();\n")],
      [.add("  const n = 5;\n", behind: "do();\n")],
      [.add("  const n = 4;\n", behind: "start();\n"), .add("  const n = 5;\n", behind: "do();\n")]),
    // A value assigned again is no declaration.
    EditedCase(
      "a.js", js, [.add("  n = 4;\n", behind: "start();\n")],
      [.add("  n = 5;\n", behind: "go();\n")],
      [.add("  n = 4;\n", behind: "start();\n"), .add("  n = 5;\n", behind: "go();\n")]),
  ]

  @Test(arguments: clean.indices)
  func `names of different blocks are merged`(_ index: Int) throws { try Self.clean[index].check() }
}
