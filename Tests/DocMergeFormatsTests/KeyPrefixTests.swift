import DocMergeCore
import DocMergeFormats
import Testing

/// Keys, classes and references in a form that the other side replaced everywhere.
struct KeyPrefixTests {
  private static let old: [EditedCase] = [
    EditedCase(
      ".env", "DB_HOST=db.lan\nDB_PORT=5432\nLOG=info\n",
      [.swap("DB_HOST", "SHOP_DB_HOST"), .swap("DB_PORT", "SHOP_DB_PORT")],
      [.add("DB_NAME=orders\n", behind: "5432\n")]),
    EditedCase(
      "a.properties", "mail.host=mx\nmail.port=25\n\nlog.level=info\nlog.file=a.log\n",
      [.swap("mail.host", "smtp.host"), .swap("mail.port", "smtp.port")],
      [.add("mail.user=tide\n", behind: "a.log\n")]),
    EditedCase(
      "a.html",
      "<style>\n.note { color: red; }\n.big { font-size: 2em; }\n</style>\n<p class=\"note\">One</p>\n"
        + "<p class=\"big\">Two</p>\n",
      [.swap(".note", ".hint"), .swap("\"note\"", "\"hint\"")],
      [.add("<p class=\"note\">Three</p>\n", behind: "Two</p>\n")]),
    EditedCase(
      "a.txt",
      "Rules of the house\n\n1. Close the gate.\n2. Pay the fee.\n3. Put out the light.\n\n"
        + "Rule 3 holds at night only.\n",
      [
        .swap("3. Put", "3. Feed the cat.\n4. Put"), .swap("Rule 3", "Rule 4"),
      ], [.add(" Children need not follow rule 3.", behind: "at night only.")]),
    EditedCase(
      "a.md", "The door must stay closed at night.\n\nAsk the guard.\n",
      [.swap("must stay", "need not stay")], [.swap("closed", "locked")]),
  ]

  @Test(arguments: old.indices, [MergePolicy.strict, .balanced, .eager])
  func `leaves additions in the old form`(_ index: Int, _ policy: MergePolicy) throws {
    try Self.old[index].checkLeft(policy)
  }

  private static let apart: [EditedCase] = [
    // Some keys keep the prefix.
    EditedCase(
      "a.properties",
      "mail.host=mx\nmail.port=25\nmail.from=a@b\n\nlog.level=info\nlog.file=a.log\n",
      [.swap("mail.host", "smtp.host"), .swap("mail.port", "smtp.port")],
      [.add("mail.user=tide\n", behind: "a.log\n")],
      [
        .swap("mail.host", "smtp.host"), .swap("mail.port", "smtp.port"),
        .add("mail.user=tide\n", behind: "a.log\n"),
      ]),
    EditedCase(
      "a.md", "The door must stay closed. The gate is open.\n", [.swap("must", "should")],
      [.swap("gate is open", "gate is locked")],
      [.swap("must", "should"), .swap("gate is open", "gate is locked")]),
  ]

  @Test(arguments: apart.indices)
  func `merges what has another form for another reason`(_ index: Int) throws {
    try Self.apart[index].check()
  }
}
