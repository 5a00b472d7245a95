import DocMergeFormats
import Testing

struct TableTests {
  @Test func `finds rows and their cells by the names of their columns`() throws {
    let tree = try soundTree("id,name\n1,\"a, b\"\n\n2,\n", TableFormat())
    #expect(
      tree.outline == """
        blocks
          members id,name
            scalar id = id
            scalar name = name
          members
            scalar id = 1
            scalar name = "a, b"
          members
            scalar id = 2
            scalar name = \("")
        """)
    #expect(tree.string(tree.root.children[1].range) == "1,\"a, b\"\n\n")
  }

  @Test func `finds cells by their place when there is no header`() throws {
    let tree = try soundTree("1,2\n3,\"4\n5\"", TableFormat())
    #expect(tree.root.children.count == 2)
    #expect(tree.root.children[0].key == nil)
    #expect(tree.root.children[0].children.map(\.key) == tree.root.children[1].children.map(\.key))
    #expect(tree.string(tree.root.children[1].children[1].body) == "\"4\n5\"")
  }

  @Test(arguments: [
    (text: "a,b\n1\n", offset: 4), (text: "a,b\n1,2,3\n", offset: 4),
    (text: "a,b\n1,\"2\n", offset: 6),
    (text: "a,b\n\"1\"x,2\n", offset: 7), (text: "a\nb\n", offset: 1),
    (text: "a,b\n<<<<<<< x,y\n", offset: 4),
  ])
  func `refuses a text that is no table`(text: String, offset: Int) {
    #expect { try TableFormat().tree(of: Array(text.utf8)) } throws: {
      ($0 as? FormatRefusal)?.offset == offset
    }
  }

  @Test(arguments: [
    (text: "a,b\n1,2\n", delimiter: ","), (text: "a\tb,c\n1\t2,3\n", delimiter: "\t"),
    (text: "id;x;y\n1;1,5;2,5\n", delimiter: ";"), (text: "a|b\nc|d, e\n", delimiter: "|"),
    (text: "a,\"b;c\"\n1,2\n", delimiter: ","), (text: "one\ntwo\n", delimiter: nil),
    (text: "", delimiter: nil), (text: "Words, only.\nNo table\nat\nall\n", delimiter: nil),
  ])
  func `finds the delimiter`(text: String, delimiter: Character?) {
    #expect(TableFormat.delimiter(of: Array(text.utf8)) == delimiter?.asciiValue)
  }

  @Test func `no text makes a tree that loses bytes`() throws {
    for text in shortTexts(over: "a1,\"\n", upTo: 7) {
      guard let tree = try? TableFormat().tree(of: text) else { continue }
      #expect(tree.unsoundNode == nil)
      #expect(tree.root.children.allSatisfy { $0.children.count > 1 })
    }
  }
}
