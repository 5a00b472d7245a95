import DocMergeCore
import DocMergeFormats
import DocMergeTestSupport
import Testing

struct POTests {
  private static let header = """
    # German
    msgid ""
    msgstr ""
    "POT-Creation-Date: 2024-01-01 10:00+0000\\n"
    "PO-Revision-Date: 2024-01-02 10:00+0100\\n"
    "Last-Translator: A <a@example.org>\\n"
    "Language: de\\n"
    "Content-Type: text/plain; charset=UTF-8\\n"
    "Plural-Forms: nplurals=2; plural=(n != 1);\\n"


    """

  private static let entry = """
    #: src/a.c:12 src/b.c:7
    #, c-format
    msgid "Open %s"
    msgstr "Öffnen: %s"


    """

  private static let last = """
    #: src/z.c:1
    msgid "Close"
    msgstr ""

    """

  private func text(_ base: String, _ ours: String, _ theirs: String) throws -> String? {
    let merged = try merged("de.po", base, ours, theirs, .balanced)
    return merged.clean.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `an entry has its comments and strings as parts`() throws {
    let tree = try soundTree(Self.header + Self.entry + Self.last, POFormat())
    #expect(tree.root.children.count == 3)
    #expect(tree.root.children[1].children.count == 4)
    #expect(tree.root.children[0].children.last?.children.count == 6)
  }

  @Test func `line breaks within a string say nothing`() throws {
    let one = try soundTree("msgid \"a b\"\nmsgstr \"c d\"\n", POFormat())
    let two = try soundTree("msgid \"\"\n\"a \"\n\"b\"\nmsgstr \"\"\n\"c d\"\n", POFormat())
    #expect(one.root.children[0].key == two.root.children[0].key)
    #expect(one.root.children[0].content == two.root.children[0].content)
  }

  @Test func `references are united, and what a side removed is gone`() throws {
    let merged = try text(
      Self.header + Self.entry, Self.header + Self.entry.replacing("b.c:7", with: "c.c:9"),
      Self.header + Self.entry.replacing("src/b.c:7", with: "src/b.c:7 src/d.c:1"))
    #expect(merged?.contains("#: src/a.c:12 src/c.c:9\n#: src/d.c:1\n") == true)
  }

  @Test func `flags of both sides stay on one line`() throws {
    let merged = try text(
      Self.header + Self.entry, Self.header + Self.entry.replacing("c-format", with: "c-format, a"),
      Self.header + Self.entry.replacing("c-format", with: "c-format, b"))
    #expect(merged?.contains("#, c-format, a, b\n") == true)
  }

  @Test func `the later dates are kept, and who revised last`() throws {
    func changed(_ text: String, _ day: String, _ name: String) -> String {
      text.replacing("2024-01-02", with: day).replacing("A <a@", with: "\(name) <\(name)@")
    }
    let base = Self.header + Self.entry
    let merged = try text(
      base, changed(base, "2024-02-02", "O"), changed(base, "2024-03-02", "T"))
    #expect(merged == changed(base, "2024-03-02", "T"))
  }

  @Test func `both translate different entries`() throws {
    let base = Self.header + Self.entry + Self.last
    let ours = base.replacing("Öffnen", with: "Aufmachen")
    let theirs = base.replacing("msgstr \"\"\n", with: "msgstr \"Zu\"\n")
    // The header has an empty msgstr, too.
    let filled = theirs.replacing(
      "msgid \"\"\nmsgstr \"Zu\"\n", with: "msgid \"\"\nmsgstr \"\"\n")
    #expect(
      try text(base, ours, filled)
        == filled.replacing("Öffnen", with: "Aufmachen"))
  }

  @Test func `plural forms are merged one by one`() throws {
    let base = Self.header + "msgid \"f\"\nmsgid_plural \"fs\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n"
    let merged = try text(
      base, base.replacing("[0] \"\"", with: "[0] \"eins\""),
      base.replacing("[1] \"\"", with: "[1] \"viele\""))
    #expect(merged?.hasSuffix("msgstr[0] \"eins\"\nmsgstr[1] \"viele\"\n") == true)
  }

  @Test func `new wrapping gives way to new words`() throws {
    let base = Self.header + "msgid \"a\"\nmsgstr \"one two three\"\n"
    let merged = try text(
      base, Self.header + "msgid \"a\"\nmsgstr \"\"\n\"one two \"\n\"three\"\n",
      base.replacing("three", with: "four"))
    #expect(merged == base.replacing("three", with: "four"))
  }

  static let left: [(String, String, String, String)] = [
    (
      "a source is reworded, its translation filled in",
      "msgid \"\"\n\"Open the \"\n\"file\"\nmsgstr \"\"\n",
      "msgid \"\"\n\"Close the \"\n\"file\"\nmsgstr \"\"\n",
      "msgid \"\"\n\"Open the \"\n\"file\"\nmsgstr \"Datei\"\n"
    ),
    (
      "a plural is reworded, its translation filled in",
      "msgid \"f\"\nmsgid_plural \"fs\"\nmsgstr[0] \"\"\n# \nmsgid \"x\"\nmsgstr \"\"\n",
      "msgid \"f\"\nmsgid_plural \"files\"\nmsgstr[0] \"\"\n# \nmsgid \"x\"\nmsgstr \"\"\n",
      "msgid \"f\"\nmsgid_plural \"fs\"\nmsgstr[0] \"F\"\n# \nmsgid \"x\"\nmsgstr \"\"\n"
    ),
    (
      "a translation is approved, and changed",
      "#, fuzzy\nmsgid \"a\"\nmsgstr \"b\"\n", "msgid \"a\"\nmsgstr \"b\"\n",
      "#, fuzzy\nmsgid \"a\"\nmsgstr \"c\"\n"
    ),
    (
      "both translate one entry", "msgid \"a\"\nmsgstr \"\"\n", "msgid \"a\"\nmsgstr \"b\"\n",
      "msgid \"a\"\nmsgstr \"c\"\n"
    ),
    (
      "one side does not use any more what the other changes",
      "msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"d\"\nmsgstr \"e\"\n",
      "msgid \"d\"\nmsgstr \"e\"\n\n#~ msgid \"a\"\n#~ msgstr \"b\"\n",
      "msgid \"a\"\nmsgstr \"c\"\n\nmsgid \"d\"\nmsgstr \"e\"\n"
    ),
    (
      "one side adds an entry in use, the other one that is obsolete",
      "msgid \"d\"\nmsgstr \"e\"\n\nmsgid \"f\"\nmsgstr \"g\"\n",
      "msgid \"d\"\nmsgstr \"e\"\n\nmsgid \"a\"\nmsgstr \"b\"\n\nmsgid \"f\"\nmsgstr \"g\"\n",
      "msgid \"d\"\nmsgstr \"e\"\n\nmsgid \"f\"\nmsgstr \"g\"\n\n#~ msgid \"a\"\n#~ msgstr \"b\"\n"
    ),
    (
      "both reword one source", "msgid \"Open the file\"\nmsgstr \"\"\n",
      "msgid \"Open a file\"\nmsgstr \"\"\n", "msgid \"Open the files\"\nmsgstr \"\"\n"
    ),
    (
      "the number of plural forms changes beside a new entry",
      header + entry + last,
      header.replacing("nplurals=2; plural=(n != 1)", with: "nplurals=1; plural=0") + entry + last,
      header + entry + last
        + "\nmsgid \"f\"\nmsgid_plural \"fs\"\nmsgstr[0] \"e\"\nmsgstr[1] \"v\"\n"
    ),
  ]

  @Test(arguments: left.indices, MergePolicy.allCases)
  func `is left to a person`(_ index: Int, policy: MergePolicy) throws {
    let (_, base, ours, theirs) = Self.left[index]
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      #expect(try !merged("de.po", base, ours, theirs, policy).conflicts.isEmpty)
    }
  }

  @Test(arguments: [
    "msgid \"a\n", "msgid a\n", "msgstr \"a\"\n", "msgid \"a\"\n", "msgid \"a\"\n\"b\n",
    "domain \"x\"\n", "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr \"c\"\n", "<<<<<<< a\n",
    "msgid \"a\"\nmsgstr \"b\" c\n", "msgid \"a\"\n#~ msgstr \"b\"\n",
  ])
  func `what msgfmt does not accept is refused`(text: String) {
    #expect(refusal(text, POFormat()) != nil)
  }

  private static let pieces = [
    "msgid \"a\"\n", "msgid \"b\"\n", "msgstr \"c\"\n", "msgstr \"d\"\n", "\"e\"\n", "\n",
    "# f\n", "#: g:1\n", "#: h:2 i:3\n", "#, fuzzy\n", "#. k\n", "#| msgid \"l\"\n",
    "msgctxt \"m\"\n", "msgid_plural \"n\"\n", "msgstr[0] \"o\"\n", "msgstr[1] \"p\"\n",
    "#~ msgid \"q\"\n", "#~ msgstr \"r\"\n", " ", "msgid \"\"\n", "\"F: x\\n\"\n",
  ]

  @Test func `nodes own all bytes of texts by chance`() {
    expectSound(pieceTexts(Self.pieces, upTo: 3), POFormat())
    expectSound(chanceTexts(Self.pieces, length: 10, count: 20_000), POFormat())
    expectSound(
      mutatedTexts(Self.header + Self.entry + Self.last, with: "\"#:,~m\\ \n"), POFormat())
  }
}
