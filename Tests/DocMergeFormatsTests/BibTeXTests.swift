import DocMergeFormats
import Testing

struct BibTeXTests {
  @Test func `finds entries by key and fields by name`() throws {
    let text = """
      Old ones first.

      @Article{Knuth84,
        Title = {Literate {P}rogramming}, % sic
        year  = 1984
      }

      @string(cj = "Computer" # { Journal})
      @comment{jabref-meta: {x}}
      @book(b, title="A {\\"o} b")
      % the end

      """
    let tree = try soundTree(text, BibTeXFormat())
    #expect(
      tree.outline == """
        blocks
          members Knuth84
            text Title = Title = {Literate {P}rogramming}
            scalar year = year  = 1984
          text cj = @string(cj = "Computer" # { Journal})
          text = @comment{jabref-meta: {x}}
          members b
            text title = title="A {\\"o} b"
        """)
    let entry = tree.root.children[0]
    #expect(tree.string(entry.leading) == "Old ones first.\n\n")
    #expect(tree.string(entry.head) == "@Article{Knuth84,\n")
    #expect(tree.string(entry.tail) == "}")
    #expect(tree.string(entry.body.upperBound..<entry.range.upperBound) == "\n\n")
    #expect(tree.string(entry.children[0].range) == "  Title = {Literate {P}rogramming}, % sic\n")
    #expect(tree.string(tree.root.tail) == "% the end\n")
    #expect(tree.string(tree.root.children[3].children[0].range) == "title=\"A {\\\"o} b\"")
  }

  @Test func `an entry is the same whatever its type and letters`() throws {
    let key = try soundTree("@misc{Ab,\n}", BibTeXFormat()).root.children[0].key
    #expect(try soundTree("@book{aB}", BibTeXFormat()).root.children[0].key == key)
    #expect(try soundTree("@string{ab = 1}", BibTeXFormat()).root.children[0].key != key)
  }

  @Test func `takes fields with leading commas, and text that looks like an entry`() throws {
    let text = "Mail a@b.de!\n%@x\n@misc{a\n  , b = 1\n  , c = {d\ne}\n}"
    let tree = try soundTree(text, BibTeXFormat())
    #expect(tree.root.children[0].children.count == 2)
    #expect(tree.root.children[0].children[0].separator.count == 1)
  }

  @Test(arguments: [
    (text: "@misc{a, b = 1 c = 2}", offset: 15), (text: "@misc{a, b = {1}", offset: 16),
    (text: "@misc{a, b = {1, c = 2}", offset: 23), (text: "@misc{a,, b = 1}", offset: 8),
    (text: "@misc{a, b == 1}", offset: 12), (text: "@misc{a, b 1}", offset: 11),
    (text: "@misc\na", offset: 6), (text: "@misc{a, b = \"}\"}", offset: 14),
    (text: "@misc{a,\n<<<<<<< x\n", offset: 17), (text: "@misc{a}\n<<<<<<< x\n", offset: 9),
    (text: "@misc{a, b = {\n>>>>>>> x\n}}", offset: 15), (text: "@misc{a b, c = 1}", offset: 8),
    (text: "@comment{a{}", offset: 8), (text: "@misc{a, b = 1 # }", offset: 17),
  ])
  func `refuses what a reader refuses`(text: String, offset: Int) {
    #expect { try BibTeXFormat().tree(of: Array(text.utf8)) } throws: {
      ($0 as? FormatRefusal)?.offset == offset
    }
  }

  @Test func `no text makes a tree that loses bytes`() throws {
    for text in shortTexts(over: "a{},=\n@", upTo: 5) {
      guard let tree = try? BibTeXFormat().tree(of: Array("@a".utf8) + text) else { continue }
      #expect(tree.unsoundNode == nil)
    }
  }
}
