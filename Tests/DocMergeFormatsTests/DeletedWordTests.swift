import DocMergeCore
import DocMergeFormats
import Testing

/// Uses of names in data and prose whose definition the other side deleted or renamed.
struct DeletedWordTests {
  private static let uses: [EditedCase] = [
    EditedCase(
      "nginx.conf",
      "upstream api {\n    server 10.0.0.1;\n}\nserver {\n    listen 80;\n    location / {\n        root /srv;\n    }\n}\n",
      [.swap("upstream api", "upstream backend")],
      [.add("    location /x {\n        proxy_pass http://api;\n    }\n", behind: "/srv;\n    }\n")]
    ),
    EditedCase(
      ".gitlab-ci.yml",
      "stages:\n  - build\n  - test\n  - docs\ncompile:\n  stage: build\n  script: make\n",
      [.cut("  - docs\n")],
      [.add("manual:\n  stage: docs\n  script: make man\n", behind: "script: make\n")]),
    EditedCase(
      "a.ini", "[paths]\nroot = /srv\ntmp = /tmp\n\n[log]\nfile = /var/log/a\n",
      [.cut("tmp = /tmp\n")], [.add("spool = ${paths:tmp}/spool\n", behind: "log/a\n")]),
    EditedCase(
      "a.xml",
      "<resources>\n    <string name=\"app\">Birds</string>\n    <string name=\"mail\">a@x.org</string>\n    <string name=\"end\">End</string>\n</resources>\n",
      [.cut("    <string name=\"mail\">a@x.org</string>\n")],
      [.add("    <string name=\"contact\">@string/mail</string>\n", behind: "End</string>\n")]),
    EditedCase(
      "a.tex",
      "\\newcommand{\\hut}{Fagerli}\n\\begin{document}\nHello.\n\nMiddle.\n\nBye.\n\\end{document}\n",
      [.cut("\\newcommand{\\hut}{Fagerli}\n")], [.swap("Bye.", "Bye from \\hut.")]),
    EditedCase(
      "a.rst", "Doc\n===\n\nText.\n\nMore.\n\n.. [Moe10] Snow.\n.. [Vik12] Ice.\n",
      [.cut(".. [Vik12] Ice.\n")], [.swap("More.", "More [Vik12]_.")]),
  ]

  @Test(arguments: uses.indices)
  func `a use of a name that is gone is left to a person`(_ index: Int) throws {
    try Self.uses[index].checkLeft(.strict)
  }

  private static let others: [EditedCase] = [
    // The value of another entry is no use of the key.
    EditedCase(
      "package.json",
      "{\n  \"name\": \"x\",\n  \"module\": \"a.js\",\n  \"main\": \"b.js\",\n  \"files\": []\n}\n",
      [.cut("  \"module\": \"a.js\",\n")],
      [.swap("\"files\": []", "\"files\": [],\n  \"type\": \"module\"")],
      [
        .cut("  \"module\": \"a.js\",\n"),
        .swap("\"files\": []", "\"files\": [],\n  \"type\": \"module\""),
      ]),
    // Another entry with the old value.
    EditedCase(
      "a.yaml", "db:\n  host: local\n  port: 1\n\nlog:\n  level: info\n\ncache:\n  size: 3\n",
      [.swap("host: local", "host: remote")], [.add("  host: local\n", behind: "size: 3\n")],
      [.swap("host: local", "host: remote"), .add("  host: local\n", behind: "size: 3\n")]),
  ]

  @Test(arguments: others.indices)
  func `an equal word is merged`(_ index: Int) throws { try Self.others[index].check() }

  private static let rewritten: [EditedCase] = [
    EditedCase(
      "a.csv", "item,weight_g\nflour,1500\nsugar,500\nsalt,200\n",
      [
        .swap("weight_g", "weight_kg"), .swap("1500", "1.5"), .swap("500", "0.5"),
        .swap("200", "0.2"),
      ],
      [.add("yeast,42\n", behind: "salt,200\n")]),
    EditedCase(
      "a.csv", "date,km\n2024-03-01,12\n2024-03-02,8\n",
      [.swap("2024-03-01", "01.03.2024"), .swap("2024-03-02", "02.03.2024")],
      [.add("2024-03-05,15\n", behind: "02,8\n")]),
  ]

  @Test(arguments: rewritten.indices)
  func `a row added to a rewritten table is left to a person`(_ index: Int) throws {
    try Self.rewritten[index].checkLeft(.balanced)
  }

  @Test func `a row is added to a table of which one row was changed`() throws {
    try EditedCase(
      "a.csv", "id,n\n1,3\n2,4\n3,5\n", [.swap("1,3", "1,9")], [.add("4,6\n", behind: "3,5\n")],
      [.swap("1,3", "1,9"), .add("4,6\n", behind: "3,5\n")]
    ).check()
  }
}
