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
    // One of several values.
    body(
      "a.go",
      "package a\n\nfunc f(x int) {\n\tswitch x {\n\tcase 1:\n\t\ta()\n\tcase 2:\n\t\tb()\n\tcase 3:\n\t\tc()\n\t}\n}\n",
      .add("\tcase 4, 5:\n\t\td()\n", behind: "a()\n"),
      .add("\tcase 5:\n\t\te()\n", behind: "c()\n")),
    // The head of a clause.
    body(
      "a.erl", "-module(a).\n\nf(1) -> a;\nf(2) -> b;\nf(3) -> c;\nf(_) -> d.\n",
      .add("f(4) -> e;\n", behind: "f(1) -> a;\n"), .add("f(4) -> g;\n", behind: "f(3) -> c;\n")),
    body(
      "a.hs", "f :: Int -> Int\nf 1 = a\nf 2 = b\nf 3 = c\nf _ = d\n",
      .add("f 4 = e\n", behind: "f 1 = a\n"), .add("f 4 = g\n", behind: "f 3 = c\n")),
    body(
      "a.ex",
      "defmodule A do\n  def f(1), do: a\n  def f(2), do: b\n\n  def f(3) do\n    c\n  end\n\n  def f(_), do: d\nend\n",
      .add("  def f(4), do: e\n", behind: "do: a\n"),
      .add("\n  def f(4) do\n    g\n  end\n", behind: "  end\n")),
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
