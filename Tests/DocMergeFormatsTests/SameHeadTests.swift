import DocMergeCore
import DocMergeFormats
import Testing

/// Sections that both sides put in, records that one side replaced, and numbers that one side reserved.
struct SameHeadTests {
  private static let left: [EditedCase] = [
    EditedCase(
      ".editorconfig", "[*]\nindent_size = 2\n\n[*.md]\ntrim = false\n",
      [.add("[*.py]\nindent_size = 4\n\n", before: "[*.md]")],
      [.add("\n[*.py]\nindent_size = 8\n", behind: "trim = false\n")]),
    EditedCase(
      "a.service", "[Unit]\nDescription=A\n\n[Install]\nWantedBy=x\n",
      [.add("[Service]\nType=simple\n\n", before: "[Install]")],
      [.add("\n[Service]\nType=forking\n", behind: "WantedBy=x\n")]),
    EditedCase(
      "logrotate.conf", "/var/log/a {\n  weekly\n}\n\n/var/log/b {\n  daily\n}\n",
      [.add("/var/log/n {\n  weekly\n}\n\n", before: "/var/log/b")],
      [.add("\n/var/log/n {\n  monthly\n}\n", behind: "daily\n}\n")]),
    EditedCase(
      "a.txt", "INTRO\n\nOne.\n\nPART\n\nTwo.\n\nEND\n\nThree.\n",
      [.add("PRICES\n\nTea costs 3.\n\n", before: "PART")],
      [.add("\nPRICES\n\nTea costs 4.\n", behind: "Three.\n")]),
    EditedCase(
      "a.ldif",
      "dn: uid=anna,dc=x\nuid: anna\nmail: a@x\n\ndn: uid=bert,dc=x\nuid: bert\nmail: b@x\n",
      [.swap("dn: uid=bert,dc=x\nuid: bert", "dn: uid=cleo,dc=x\nuid: cleo")],
      [.swap("b@x", "b@y")]),
    EditedCase(
      "a.ledger", "2024-03-01 (101) Rema\n    Food    100 NOK\n    Bank\n",
      [.swap("(101) Rema", "(102) Kiwi")], [.swap("100 NOK", "110 NOK")]),
    EditedCase(
      "u.proto", "message U {\n  string a = 1;\n  string b = 2;\n}\n",
      [.add("  reserved 3;\n", before: "  string a")],
      [.add("  string c = 3;\n", behind: "string b = 2;\n")]),
    // A name that one side replaced wherever it stood.
    EditedCase(
      "i3.conf", "set $mod Mod4\nbindsym $mod+a exec a\nbindsym $mod+b exec b\n",
      [
        .swap("set $mod", "set $super"), .swap("$mod+a", "$super+a"), .swap("$mod+b", "$super+b"),
      ],
      [.add("bindsym $mod+c exec c\n", behind: "exec b\n")]),
    EditedCase(
      "a.sh", "DIR=/srv\ncp a $DIR\ncp b $DIR\n",
      [.swap("DIR=", "TARGET="), .swap("a $DIR", "a $TARGET"), .swap("b $DIR", "b $TARGET")],
      [.add("cp c $DIR\n", behind: "b $DIR\n")]),
    // Steps in an order that no side has.
    EditedCase(
      "main.yml", "- name: a\n  apt: name=a\n",
      [.add("- name: b\n  service: name=a\n", behind: "name=a\n")],
      [.add("- name: c\n  template: src=a\n", behind: "name=a\n")]),
    // An item of many words, at two places.
    EditedCase(
      "CHANGELOG.md", "## 1.1\n\n- Search\n\n## 1.0\n\n- First\n",
      [.add("- Fix the crash when saving large files\n", behind: "- Search\n")],
      [.add("- Fix the crash when saving large files\n", behind: "- First\n")]),
  ]

  @Test(arguments: left.indices)
  func `two meanings of one thing are left to a person`(_ index: Int) throws {
    for policy in [MergePolicy.balanced, .eager] { try Self.left[index].checkLeft(policy) }
  }

  private static let clean: [EditedCase] = [
    // A record of which the other side only corrected the first line.
    EditedCase(
      "a.ledger", "2024-03-01 (101) Rema\n    Food    100 NOK\n    Bank\n",
      [.swap("(101)", "(102)")], [.swap("100 NOK", "110 NOK")]),
    // A value that all entries had.
    EditedCase(
      "a.yaml", "a:\n  state: open\n  size: 1\nb:\n  state: open\n  size: 2\nc:\n  state: open\n",
      [.swap("size: 1", "size: 7")], [.add("d:\n  state: open\n", behind: "c:\n  state: open\n")]),
    EditedCase(
      "u.proto", "message U {\n  string a = 1;\n  string b = 2;\n}\n",
      [.add("  reserved 4;\n", before: "  string a")],
      [.add("  string c = 3;\n", behind: "string b = 2;\n")]),
    // Sections that a file has often.
    EditedCase(
      "wg.conf", "[Interface]\nListenPort = 1\n\n[Peer]\nPublicKey = a\n\n[Other]\nx = 1\n",
      [.swap("ListenPort = 1", "ListenPort = 2")],
      [.add("\n[Peer]\nPublicKey = b\n", behind: "x = 1\n")]),
  ]

  @Test(arguments: clean.indices)
  func `edits of different things are merged`(_ index: Int) throws {
    let edited = Self.clean[index]
    try EditedCase(
      edited.path, edited.base, edited.ours, edited.theirs, edited.ours + edited.theirs
    )
    .check()
  }
}
