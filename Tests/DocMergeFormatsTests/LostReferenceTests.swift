import DocMergeCore
import DocMergeFormats
import Testing

/// Names in data, diagrams and prose that lead nowhere, sentences that stand twice, and values of two sides.
struct LostReferenceTests {
  private static let left: [EditedCase] = [
    EditedCase(
      "app.yaml",
      "kind: Secret\nmetadata:\n  name: db-pass\n---\nkind: Pod\nspec:\n  image: web\n  tty: true\n",
      [.swap("db-pass", "db-secret")],
      [.add("  valueFrom:\n    secretKeyRef:\n      name: db-pass\n", behind: "tty: true\n")]),
    EditedCase(
      "pod.yaml",
      "spec:\n  containers:\n    - name: web\n      image: web\n  volumes:\n    - name: data\n      emptyDir: {}\n",
      [.swap("name: data", "name: files")],
      [.add("      volumeMounts:\n        - name: data\n", behind: "image: web\n")]),
    EditedCase(
      "a.puml", "@startuml\nparticipant Shop as S\nparticipant Bank as B\nS -> B: pay\n@enduml\n",
      [.swap("as B", "as K"), .swap("S -> B", "S -> K")],
      [.add("B -> S: ok\n", behind: "pay\n")]),
    EditedCase(
      "a.proto",
      "message Car { int32 id = 1; }\n\nmessage Bike { int32 id = 1; }\n\nmessage L {\n  Car car = 1;\n}\n",
      [.swap("message Bike", "message Bicycle")],
      [.add("  repeated Bike bikes = 2;\n", behind: "Car car = 1;\n")]),
    EditedCase(
      "a.css",
      "@keyframes spin { to { rotate: 1turn; } }\n\n.a { color: red; }\n\n.b { color: blue; }\n",
      [.cut("@keyframes spin { to { rotate: 1turn; } }\n\n")],
      [.swap("color: blue", "animation: spin 1s")]),
    EditedCase(
      "ssh_config", "Host gate\n  HostName g.x\n\nHost db\n  HostName d.x\n",
      [.swap("Host gate", "Host bastion")], [.add("  ProxyJump gate\n", behind: "d.x\n")]),
    EditedCase(
      "h.cfg",
      "frontend f\n    acl is_api path_beg /api\n    acl is_img path_beg /img\n    bind :80\n    use_backend api if is_api\n",
      [.swap("acl is_img", "acl is_pic")],
      [.add("    use_backend img if is_img\n", behind: "if is_api\n")]),
    EditedCase(
      "Jenkinsfile",
      "stage('Build') {\n  stash name: 'bin'\n}\n\nstage('Test') {\n  sh 'make test'\n}\n",
      [.swap("'bin'", "'app'")], [.add("  unstash 'bin'\n", before: "  sh 'make test'")]),
    EditedCase(
      "a.org", "#+name: t1\n| 1 | 2 |\n\nText.\n",
      [.cut("#+name: t1\n")], [.swap("Text.", "See [[t1]].")]),
    // One name wherever it stands in a line, and once more.
    EditedCase(
      "a.js", "use(foo, foo, 1);\n", [.swap("foo, foo", "bar, bar")], [.add(", foo", behind: "1")]),
    EditedCase(
      "a.py", "for i in range(3):\n    a(i)\n    b(i)\n    d(i)\n",
      [
        .swap("for i", "for j"), .swap("a(i)", "a(j)"), .swap("b(i)", "b(j)"),
        .swap("d(i)", "d(j)"),
      ],
      [.add("    c(i)\n", behind: "b(i)\n")]),
    EditedCase(
      "a.js", "x = a();\n", [.swap("a()", "new B(a())")], [.add(".b()", behind: "a()")]),
    // A word before an operand, and an operator behind it.
    EditedCase("a.js", "x = a();\n", [.add("await ", before: "a()")], [.add(".b", behind: "a()")]),
    EditedCase("a.lua", "x = a\n", [.swap("= a", "= not a")], [.add(" == b", behind: "= a")]),
    EditedCase("A.java", "x = a;\n", [.swap("= a", "= (int) a")], [.add(" / b", behind: "= a")]),
    // A jump in a loop that is none any more.
    EditedCase(
      "a.js", "for (const x of list) {\n  run(x);\n}\nend();\n",
      [.swap("for (const x of list) {", "list.forEach((x) => {"), .swap("}\nend", "});\nend")],
      [.add("  if (!x) continue;\n", before: "  run(x)")]),
    // A sentence that both sides put in.
    EditedCase(
      "letter.txt", "The roof leaks.\n\nThe cow is well.\n\nYours\n",
      [.add(" Please bring the ladder.", behind: "leaks.")],
      [.add(" Please bring the ladder.", behind: "well.")]),
    // The source of a dependency, and its revision.
    EditedCase(
      "a.nix",
      "src = fetchFromGitHub {\n  owner = \"ann\";\n  repo = \"shop\";\n  rev = \"v1.0\";\n  sha256 = \"aaaa\";\n};\n",
      [.swap("v1.0", "v1.1"), .swap("aaaa", "bbbb")], [.swap("\"ann\"", "\"bob\"")]),
    EditedCase(
      ".pre-commit-config.yaml",
      "repos:\n  - repo: https://x/black\n    rev: 22.1\n    hooks:\n      - id: black\n",
      [.swap("x/black", "y/ruff")], [.swap("22.1", "23.1")]),
    // Constants that the other side changes.
    EditedCase(
      "A.java", "class A {\n  private int n = 0;\n\n  void a() {\n    log();\n  }\n}\n",
      [.swap("private int n", "private final int n")], [.add("    n++;\n", behind: "log();\n")]
    ),
    EditedCase(
      "a.swift", "class A {\n  private var n = 0\n\n  func a() {\n    log()\n  }\n}\n",
      [.swap("private var", "private let")], [.add("    n = 2\n", behind: "log()\n")]),
  ]

  @Test(arguments: left.indices)
  func `what one side took away is not used, and nothing stands twice`(_ index: Int) throws {
    try Self.left[index].checkLeft(.balanced)
    try Self.left[index].checkLeft(.eager)
  }

  private static let merged: [EditedCase] = [
    // A definition that stays, and a value that is no name.
    EditedCase(
      "app.yaml",
      "kind: Secret\nmetadata:\n  name: db\n---\nkind: Pod\nspec:\n  image: web\n  tty: true\n",
      [.swap("image: web", "image: site")],
      [.add("  valueFrom:\n    secretKeyRef:\n      name: db\n", behind: "tty: true\n")]),
    EditedCase(
      "letter.txt", "The roof leaks.\n\nThe cow is well.\n\nYours\n",
      [.add(" Please bring the ladder.", behind: "leaks.")],
      [.add(" Please bring the rope.", behind: "well.")]),
    EditedCase(
      "a.js", "run(a, b);\n\nstop(c);\n", [.swap("a, b", "load(a), b")], [.swap("c", "c, d")]),
    EditedCase(
      "A.java",
      "class A {\n  private int n = 0;\n\n  int a() {\n    log();\n    return n;\n  }\n}\n",
      [.swap("private int n", "private final int n")], [.swap("log();", "log(n);")]),
    EditedCase(
      "a.cs", "  return G(x);\n", [.swap("return G", "return await G")], [.swap("x", "x + 1")]),
    EditedCase(
      "a.js", "for (const x of list) {\n  run(x);\n}\nend();\n",
      [.swap("for (const x of list) {", "for (const x of all) {")],
      [.add("  if (!x) continue;\n", before: "  run(x)")]),
    // Attributes on lines of their own take a new one.
    EditedCase(
      "m.xml", "<a>\n  <b x=\"1\" y=\"2\"/>\n</a>\n",
      [.swap("<b x=\"1\" y=\"2\"/>", "<b\n    x=\"1\"\n    y=\"2\"/>")],
      [.add(" z=\"3\"", behind: "y=\"2\"")],
      [.swap("<b x=\"1\" y=\"2\"/>", "<b\n    x=\"1\"\n    y=\"2\"\n    z=\"3\"/>")]),
    EditedCase(
      "k.html", "<ul><li>a</li><li>b</li></ul>\n",
      [.swap("<ul><li>a</li><li>b</li></ul>", "<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>")],
      [.add("<li>c</li>", behind: "b</li>")],
      [
        .swap(
          "<ul><li>a</li><li>b</li></ul>", "<ul>\n  <li>a</li>\n  <li>b</li>\n  <li>c</li>\n</ul>")
      ]),
  ]

  @Test(arguments: merged.indices)
  func `what only looks like such a fault is merged`(_ index: Int) throws {
    var edited = Self.merged[index]
    edited.result = edited.result ?? edited.ours + edited.theirs
    try edited.check()
  }
}
