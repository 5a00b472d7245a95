import DocMergeCore
import DocMergeFormats
import Testing

/// Files of records, in which each line is a field: LDIF, RIS, FASTA, control files of Debian.
struct RecordLineTests {
  private static let people = "dn: uid=ada,dc=lab\ncn: Ada\n\ndn: uid=eve,dc=lab\ncn: Eve\n"
  private static let bob = "dn: uid=bob,dc=lab\ncn: Bob\nou: Optics\n\n"
  private static let books =
    "TY  - BOOK\nAU  - Hamsun\nTI  - Pan\nER  - \nTY  - BOOK\nAU  - Undset\nTI  - Jenny\nER  - \n"
  private static let skram = "TY  - BOOK\nAU  - Skram\nTI  - Lucie\nKW  - novel\nER  - \n"

  private static let cases: [EditedCase] = [
    EditedCase(
      "people.ldif", people, [.add(bob, before: "dn: uid=eve")],
      [.add("ou: Optics\n", behind: "cn: Ada\n")],
      [.add(bob, before: "dn: uid=eve"), .add("ou: Optics\n", behind: "cn: Ada\n")]),
    EditedCase(
      "people.ldif", people, [.add("l: Oslo\n", behind: "cn: Ada\n")],
      [.add("l: Oslo\n", behind: "cn: Eve\n")],
      [.add("l: Oslo\n", behind: "cn: Ada\n"), .add("l: Oslo\n", behind: "cn: Eve\n")]),
    EditedCase(
      "books.ris", books, [.add(skram, before: "TY  - BOOK\nAU  - Undset")],
      [.add("KW  - novel\n", behind: "TI  - Pan\n")],
      [
        .add(skram, before: "TY  - BOOK\nAU  - Undset"),
        .add("KW  - novel\n", behind: "TI  - Pan\n"),
      ]),
    EditedCase(
      "fish.fasta", ">s1 trout\nACGTTGCA\n>s3 salmon\nGGCATTAC\n",
      [.add(">s2 perch\nTTGACCAA\n", before: ">s3")], [.add("CCATGA\n", before: ">s3")],
      [.add("CCATGA\n>s2 perch\nTTGACCAA\n", before: ">s3")]),
    EditedCase(
      "debian/control", "Source: a\nSection: net\n\nPackage: a\nDepends: b\n",
      [.swap("Section: net", "Section: web")], [.swap("Depends: b", "Depends: b, c")],
      [.swap("Section: net", "Section: web"), .swap("Depends: b", "Depends: b, c")]),
  ]

  @Test(arguments: cases.indices)
  func `a field stays in its record`(_ index: Int) throws { try Self.cases[index].check() }

  @Test func `two values for one field are left to a person`() throws {
    try EditedCase(
      "people.ldif", Self.people, [.add("l: Oslo\n", behind: "cn: Ada\n")],
      [.add("l: Bergen\n", behind: "cn: Ada\n")]
    ).checkLeft(.balanced)
  }

  @Test func `an id for two records is left to a person`() throws {
    let base =
      "dn: uid=a\nuidNumber: 2001\n\ndn: uid=b\nuidNumber: 2002\n\ndn: cn=g\ngidNumber: 5\n"
    try EditedCase(
      "people.ldif", base, [.add("dn: uid=c\nuidNumber: 2003\n\n", before: "dn: cn=g")],
      [.add("\ndn: uid=d\nuidNumber: 2003\n", behind: "gidNumber: 5\n")]
    ).checkLeft(.balanced)
    let hosts = "host a {\n  fixed-address 10.0.0.1;\n}\n\nhost b {\n  fixed-address 10.0.0.2;\n}\n"
    try EditedCase(
      "dhcpd.conf", hosts, [.add("host c {\n  fixed-address 10.0.0.3;\n}\n\n", before: "host a")],
      [.add("\nhost d {\n  fixed-address 10.0.0.3;\n}\n", behind: "0.2;\n}\n")]
    ).checkLeft(.balanced)
  }

  @Test func `an edit of a person whom the other side replaced is left to a person`() throws {
    let base = "0 HEAD\n0 @I9@ INDI\n1 NAME Ada /Orr/\n1 SEX F\n1 BIRT\n2 DATE 1880\n0 TRLR\n"
    try EditedCase(
      "tree.ged", base, [.swap("@I9@", "@I10@"), .swap("Ada", "Una")], [.swap("1880", "1881")]
    ).checkLeft(.balanced)
  }

  @Test func `comments and blank lines belong to records`() throws {
    let text = "# people\n\n\n# the first\ndn: a\ncn: A\n\n# alone\n\n\ndn: b\n b\ncn: B"
    let tree = try OutlineFormat(path: "a.ldif").tree(of: Array(text.utf8))
    #expect(tree.isSound)
    #expect(tree.root.children.count == 2)
    #expect(tree.root.children.map { $0.children.count } == [2, 2])
  }
}
