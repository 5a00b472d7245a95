import DocMergeFormats
import Testing

@Suite struct OutlineIdentityTests {
  /// The identities of the last node at the end of a path of indices.
  private func identities(_ text: String, _ path: String, _ places: [Int]) throws -> [String] {
    let tree = try soundTree(text, OutlineFormat(path: path))
    var node = tree.root
    for place in places { node = node.children[place] }
    return DocMergeFormats.identities(of: node, in: tree).map { tree.string($0.range) }
  }

  @Test(arguments: [
    ("a.proto", "message A {\n  string id = 1;\n  int32 n = 2;\n}\n", [0, 1], ["n", "2"]),
    ("a.proto", "enum A {\n  B = 0;\n  C = 17 [x = 1];\n}\n", [0, 1], ["C", "17"]),
    ("a.py", "if a:\n    x = 3\n", [0, 0, 0], ["x"]),
    ("a.py", "m = [\n  \"0001_init\",\n  \"0003_mail\",\n]\n", [0, 1], ["0003"]),
    ("a.py", "d = {\n  \"k\": 1,\n}\n", [0, 0], ["k"]),
    ("a.rb", "h = {\n  a => 1,\n}\n", [0, 0], ["a"]),
    ("a.html", "<p>\n<a id=\"x\" name=\"y\">\n</p>\n", [0, 0], ["x", "y"]),
    ("a.js", "function one(a) {\n  two();\n}\n", [0], ["one"]),
    ("a.c", "void one() {\n  int i = 0;\n}\n", [0, 0], ["i"]),
    ("a.ts", "x = [\n  {\n    id: 7,\n    n: 1,\n  },\n];\n", [0, 0], ["id: 7"]),
    ("a.c", "void one() {\n  run(2024);\n}\n", [0, 0], []),
  ])
  func `additions are distinguished by names and numbers`(
    path: String, text: String, places: [Int], found: [String]
  ) throws {
    #expect(try identities(text, path, places) == found)
  }

  @Test func `names and numbers of the same bytes are different identities`() throws {
    let text = "message A {\n  string a = 3;\n  string b = 3;\n  string c = 4;\n}\n"
    let tree = try soundTree(text, OutlineFormat(path: "a.proto"))
    let found = tree.root.children[0].children.map {
      Set(DocMergeFormats.identities(of: $0, in: tree))
    }
    #expect(found[0].intersection(found[1]).count == 1)
    #expect(found[0].isDisjoint(with: found[2]))
  }

  @Test func `a path leads to the containers around a place`() throws {
    let text = "class A:\n    def one(self):\n        run()\n"
    let tree = try soundTree(text, OutlineFormat(path: "a.py"))
    func path(_ offset: Int) -> [String] {
      containerPath(at: offset, in: tree).compactMap { $0.key.map { tree.string($0.range) } }
    }
    #expect(path(text.utf8.count - 3) == ["A", "one"])
    #expect(path(3) == ["A"])
    #expect(path(text.utf8.count) == [])
  }
}
