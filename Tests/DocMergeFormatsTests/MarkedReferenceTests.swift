import DocMergeCore
import DocMergeFormats
import Testing

/// Names whose definition one side deleted or renamed, and that the other side refers to by a sign.
struct MarkedReferenceTests {
  private static let left: [EditedCase] = [
    EditedCase(
      "b.proto",
      "enum Mode {\n  AUTO = 0;\n  MANUAL = 1;\n  OFF = 2;\n}\n\nmessage M {\n  Mode mode = 1;\n}\n",
      [.cut("  MANUAL = 1;\n")], [.swap("mode = 1;", "mode = 1 [default = MANUAL];")]),
    EditedCase(
      "b.swift",
      "enum Mode {\n    case auto\n    case manual\n    case off\n}\n\nfunc run(_ mode: Mode) {\n    start(.auto)\n}\n",
      [.swap("case manual", "case byHand")],
      [.add("    start(.manual)\n", behind: "    start(.auto)\n")]),
    EditedCase(
      "b.ts", "type Mode = \"fast\" | \"slow\" | \"off\";\n\nrun(\"fast\");\nstop();\n",
      [.cut(" | \"slow\"")], [.add("run(\"slow\");\n", behind: "run(\"fast\");\n")]),
    EditedCase(
      "a.py",
      "CONF = {\n    \"host\": \"a\",\n    \"mode\": \"b\",\n}\n\nrun(CONF[\"host\"])\nstop()\n",
      [.swap("\"mode\"", "\"app_mode\"")], [.swap("stop()", "stop(CONF[\"mode\"])")]),
    EditedCase(
      "a.rst",
      ".. |product| replace:: Alpha\n.. |vendor| replace:: Beta Corp\n\nUse |product| daily.\n\nBye.\n",
      [.cut(".. |vendor| replace:: Beta Corp\n")], [.swap("Bye.", "Made by |vendor|.")]),
    EditedCase(
      "vimrc", "function! Trim()\n  call a()\nendfunction\n\nnnoremap x :call B()<CR>\n",
      [.swap("Trim()", "TrimAll()")],
      [.add("nnoremap y :call Trim()<CR>\n", behind: "B()<CR>\n")]),
    EditedCase(
      "a.dot",
      "digraph {\n  pay [label=\"Pay\"];\n  ship [label=\"Ship\"];\n  pay -> ship;\n\n  x -> y;\n}\n",
      [.cut("  ship [label=\"Ship\"];\n  pay -> ship;\n")],
      [.add("  y -> ship;\n", behind: "  x -> y;\n")]),
    EditedCase(
      "libs.versions.toml",
      "[versions]\nkotlin = \"1.9\"\njunit = \"5.1\"\n\n[libraries]\nkotlin = { module = \"k:k\", version.ref = \"kotlin\" }\n",
      [.cut("junit = \"5.1\"\n")],
      [
        .add(
          "junit = { module = \"j:j\", version.ref = \"junit\" }\n",
          behind: "version.ref = \"kotlin\" }\n")
      ]),
    EditedCase(
      "meson.build",
      "project('a')\nsrc = files('a.c')\ninc = include_directories('.')\nexecutable('a', src)\n",
      [.swap("inc =", "incdirs =")],
      [.add("executable('b', src, include_directories: inc)\n", behind: "('a', src)\n")]),
    EditedCase(
      "staff.csv", "id,parent,name\n1,,root\n2,1,a\n3,1,b\n",
      [.cut("3,1,b\n")], [.add("4,3,c\n", behind: "3,1,b\n")]),
    EditedCase(
      "p.pbxproj", project,
      [.cut("\t\tA2A1A1A1A1A1A1A1A1A1A1A1 = {isa = PBXFileReference; path = b.swift; };\n")],
      [
        .add(
          "\t\t\t\tA2A1A1A1A1A1A1A1A1A1A1A1,\n", behind: "\t\t\t\tA1A1A1A1A1A1A1A1A1A1A1A1,\n")
      ]),
  ]

  private static let project = """
    {
    \tobjects = {
    \t\tA1A1A1A1A1A1A1A1A1A1A1A1 = {isa = PBXFileReference; path = a.swift; };
    \t\tA2A1A1A1A1A1A1A1A1A1A1A1 = {isa = PBXFileReference; path = b.swift; };
    \t\tG1A1A1A1A1A1A1A1A1A1A1A1 = {
    \t\t\tisa = PBXGroup;
    \t\t\tchildren = (
    \t\t\t\tA1A1A1A1A1A1A1A1A1A1A1A1,
    \t\t\t);
    \t\t};
    \t};
    }

    """

  @Test(arguments: left.indices, [MergePolicy.strict, .balanced, .eager])
  func `a reference to what the other side deleted or renamed is left to a person`(
    _ index: Int, _ policy: MergePolicy
  ) throws {
    try Self.left[index].checkLeft(policy)
  }

  private static let merged: [EditedCase] = [
    // The name is defined again.
    EditedCase(
      "b.swift",
      "enum Mode {\n    case auto\n    case manual\n}\n\nenum Other {\n    case off\n}\n\nfunc run() {\n    start(.auto)\n}\n",
      [.cut("    case manual\n")],
      [
        .add("    case manual\n", behind: "    case off\n"),
        .add("    stop(.manual)\n", behind: "    start(.auto)\n"),
      ]),
    // A call in a chain is no member of an enumeration.
    EditedCase(
      "a.js", "a.then(x);\nb.done(y);\n\nlist\n  .map(f);\n",
      [.cut("a.then(x);\n")], [.add("\n  .then(g)", behind: ".map(f)")]),
    EditedCase(
      "staff.csv", "id,parent,name\n1,,root\n2,1,a\n3,1,b\n",
      [.cut("3,1,b\n")], [.swap("2,1,a", "2,1,aa")]),
  ]

  @Test(arguments: merged.indices)
  func `what only looks like such a reference is merged`(_ index: Int) throws {
    var edited = Self.merged[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }
}
