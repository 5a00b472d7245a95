import DocMergeFormats
import Testing

@Suite struct ProseListTests {
  private func kinds(_ text: String, _ dialect: ProseFormat.Dialect) throws -> [Node.Kind] {
    try soundTree(text, ProseFormat(dialect)).root.children.map(\.kind)
  }

  @Test(
    arguments: [
      "1. Mai Ausflug\n2. Mai Ruhetag\n3. Mai Kochen\n", "3. Mai\n",
      "1998. Founded.\n1999. Shop.\n",
      "1. led\n2. ledna\n", "1. toukokuuta\n2. toukokuuta\n", "1. МАЯ\n2. мая\n", "1. 5. Fest\n",
      "1. a\n2. b\n4. c\n", "1. a\n3. b\n", "17. century\n", "1. a\n2. b\n2. c\n", "1.5 m\n2.5 m\n",
    ], [ProseFormat.Dialect.markdown, .reStructuredText, .plainText])
  func `dates, years and numbers with gaps are text`(
    text: String, dialect: ProseFormat.Dialect
  ) throws {
    #expect(try kinds(text, dialect).allSatisfy { $0 == .text })
  }

  @Test(
    arguments: [
      "1. a\n2. b\n3. c\n", "1. a\n1. b\n1. c\n", "7) a\n8) b\n", "0. a\n1. b\n", "1. one\n",
      "99. a\n100. b\n", "- a\n- b\n", "* a\n", "1. a\n   more\n2. b\n",
    ], [ProseFormat.Dialect.markdown, .reStructuredText, .plainText])
  func `numbers that count up and bullets are lists`(
    text: String, dialect: ProseFormat.Dialect
  ) throws {
    #expect(try kinds(text, dialect) == [.items])
  }

  @Test(arguments: [
    (text: "1. a\n2. b\n", isNumbered: true), (text: "1. a\n", isNumbered: true),
    (text: "1. a\n1. b\n", isNumbered: false), (text: "- a\n- b\n", isNumbered: false),
  ])
  func `a list is numbered when its numbers count up`(text: String, isNumbered: Bool) throws {
    let format = ProseFormat(.markdown)
    let tree = try soundTree(text, format)
    #expect(format.isNumbered(tree.root.children[0], in: tree) == isNumbered)
    #expect(!format.isNumbered(tree.root, in: tree))
  }

  @Test(arguments: [
    (list: "1. a\n2. b\n2. c\n3. d\n", renumbered: "1. a\n2. b\n3. c\n4. d\n"),
    (list: "  4) a\n  5) b\n  5) c", renumbered: "  4) a\n  5) b\n  6) c"),
    (list: "1. a\n1. b\n1. c\n", renumbered: "1. a\n1. b\n1. c\n"),
    (list: "1. a\n   1. x\n   1. y\n\n5. b\n", renumbered: "1. a\n   1. x\n   1. y\n\n2. b\n"),
    (list: "8. a\n9. b\n9. c\n   d\n\n   e\n", renumbered: "8. a\n9. b\n10. c\n    d\n\n    e\n"),
    (list: "8. a\n10. b\n    c\n", renumbered: "8. a\n9. b\n   c\n"),
    (list: "- a\n- b\n", renumbered: "- a\n- b\n"), (list: "", renumbered: ""),
    (list: "1. a\n2. b\n", renumbered: "1. a\n2. b\n"),
  ])
  func `a list is renumbered from its first number on`(list: String, renumbered: String) {
    let result = ProseFormat.renumbered(Array(list.utf8))
    #expect(String(decoding: result, as: UTF8.self) == renumbered)
  }

  @Test(arguments: [
    (text: "a\n<<<<<<< ours\nb\n", offset: 2), (text: "a\n\n>>>>>>> theirs\n", offset: 3),
    (text: "<<<<<<<\n", offset: 0), (text: "a\0b", offset: 1),
  ])
  func `merge markers and NUL bytes are refused`(text: String, offset: Int) {
    for dialect in ProseFormat.Dialect.allCases {
      let refusal = #expect(throws: FormatRefusal.self) {
        try ProseFormat(dialect).tree(of: Array(text.utf8))
      }
      #expect(refusal?.offset == offset)
    }
  }

  @Test(arguments: ["<<<<<<<< a\n", "a <<<<<<< b\n", "Title\n=======\n", ">>>>>> a\n"])
  func `what only looks like a merge marker is text`(text: String) throws {
    for dialect in ProseFormat.Dialect.allCases { _ = try soundTree(text, ProseFormat(dialect)) }
  }
}
