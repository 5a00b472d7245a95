import DocMergeCore
import DocMergeFormats
import Testing

/// Adjacent statements of program code, each changed by another side.
struct DependentStatementTests {
  private static let dependent: [EditedCase] = [
    EditedCase(
      "g.js", "const ok = check(x);\nif (ok) fail();\n",
      [.swap("check(x)", "!check(x)")], [.swap("(ok)", "(!ok)")]),
    EditedCase(
      "a.py", "def area(w, h):\n    w = float(w)\n    return w * h\n",
      [.swap("float(w)", "float(w) / 100")], [.swap("w * h", "w * h / 100")]),
    EditedCase(
      "h.go", "w, h := size()\ndraw(w, h)\n",
      [.swap("w, h :=", "h, w :=")], [.swap("(w, h)", "(h, w)")]),
    EditedCase(
      "j.ts", "let id: number = 1;\nsave(id);\n",
      [.swap("number = 1", "string = '1'")], [.swap("save(id)", "save(id + 1)")]),
  ]

  @Test(arguments: dependent.indices)
  func `a statement that uses what the other side sets anew is left to a person`(
    _ index: Int
  ) throws {
    try Self.dependent[index].checkLeft(.balanced)
  }

  private static let independent: [EditedCase] = [
    EditedCase(
      "g.js", "const ok = check(x);\nlet n = 3;\n",
      [.swap("check(x)", "!check(x)")], [.swap("3", "4")]),
    EditedCase(
      "a.py", "def area(w, h):\n    print(w)\n    return w * h\n",
      [.swap("print(w)", "print(w, h)")], [.swap("w * h", "h * w * 2")]),
    EditedCase(
      "a.c", "if (a == b) go(a);\nb.x = a;\n",
      [.swap("go(a)", "run(a)")], [.swap("= a;", "= a + 1;")]),
  ]

  @Test(arguments: independent.indices)
  func `statements that do not depend on each other are merged`(_ index: Int) throws {
    var edited = Self.independent[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }
}
