import DocMergeFormats
import Testing

@Suite struct OutlinePartTests {
  private func tree(_ text: String, _ path: String) throws -> SyntaxTree {
    try soundTree(text, OutlineFormat(path: path))
  }

  /// The first list of a tree, in the order of the text.
  private func firstList(_ node: Node) -> Node? {
    if !node.children.isEmpty, node.children.allSatisfy({ !$0.isContainer }), node.kind != .set {
      return node
    }
    return node.children.lazy.compactMap { firstList($0) }.first
  }

  @Test(arguments: [
    ("a.py", "X = [\n  \"a\",  # one\n  \"b\"  # two\n]\n", "X = [\n", "]", ","),
    ("a.sql", "INSERT INTO t VALUES\n(1,'a'),\n(2,'b');\n", "INSERT INTO t VALUES\n", ";", ","),
    ("a.sql", "INSERT INTO t\nVALUES (1),\n  (2);\n", "INSERT INTO t\nVALUES ", ";", ","),
    ("a.js", "const a = 1,\n  b = 2;\nrun();\n", "const ", ";", ","),
    ("a.mk", "SRCS = a.c \\\n  b.c\n\nall: x\n", "SRCS = ", "", "\\"),
    ("a.ts", "type T =\n  | \"a\"\n  | \"b\";\n", "type T =\n", ";", ""),
    ("a.xml", "<a\n  x=\"one\"\n  y=\"two\">\n</a>\n", "<a\n", "", ""),
    ("a.erl", "f(a) -> 1;\nf(b) -> 2.\n", "", ".", ";"),
    ("a.bas", "Const A = 1, _\n  B = 2\n", "Const ", "", ","),
    ("a.hs", "data C = Red\n  | Green\n  | Blue\n", "data C = Red\n", "", ""),
    ("a.swift", "print(\n  one,\n  two)\n", "print(\n", ")", ","),
    ("a.py", "call(one,\n     two)\n", "call(", ")", ","),
    ("a.java", "enum E {\n  A,\n  B;\n}\n", "enum E {\n", ";\n}", ","),
  ])
  func `lists have a head, items with marks, and a tail`(
    path: String, text: String, head: String, tail: String, mark: String
  ) throws {
    let tree = try tree(text, path)
    let list = try #require(firstList(tree.root))
    #expect(tree.string(list.head) == head)
    #expect(tree.string(list.tail) == tail)
    #expect(list.mark == mark.utf8.first)
    #expect(list.children.count == 2)
    #expect(list.children[0].separator.isEmpty == mark.isEmpty)
    #expect(list.children[1].separator.isEmpty)
  }

  @Test func `a pipeline is no list`() throws {
    let tree = try tree("cat f |\n  grep a |\n  sort\n", "a.sh")
    #expect(tree.outline == "blocks\n  text = cat f |\\n  grep a |\\n  sort")
  }

  @Test(arguments: [
    ("a.py", "[\n  1,\n  2,\n]\n", true), ("a.py", "[\n  1,\n  2\n]\n", true),
    ("a.json", "[\n  1,\n  2\n]\n", false), ("a.json", "[\n  1,\n  2,\n]\n", true),
    ("a.sql", "x (\n  a,\n  b\n);\n", false), ("a.java", "f(\n  a,\n  b\n);\n", false),
  ])
  func `a final mark is allowed where the language or the list has it`(
    path: String, text: String, isAllowed: Bool
  ) throws {
    let tree = try tree(text, path)
    #expect(try #require(firstList(tree.root)).allowsFinalMark == isAllowed)
  }

  @Test func `comments and attributes belong to what they stand above`() throws {
    let tree = try tree(
      "// all\n\n// one\n@x\nfunc one() {\n  run()  // it\n  // end\n}\n\n// two\n\nfunc two() {\n}\n",
      "a.swift")
    #expect(tree.string(tree.root.head) == "// all\n\n")
    let parts = tree.root.children
    #expect(parts.map { tree.string($0.leading) } == ["// one\n@x\n", "// two\n\n"])
    #expect(parts.map { tree.string($0.tail) } == ["  // end\n}", "}"])
    #expect(tree.string(parts[0].body.upperBound..<parts[0].range.upperBound) == "\n\n")
    #expect(tree.string(parts[0].children[0].range) == "  run()  // it\n")
  }

  @Test func `a branch stays one when another one follows`() throws {
    let one = try tree("if a {\n  b()\n}\n", "a.swift")
    let two = try tree("if a {\n  b()\n} else {\n  c()\n}\n", "a.swift")
    #expect(one.outline == "blocks\n  blocks\n    blocks if\n      scalar = b()")
    #expect(two.outline == one.outline + "\n    blocks else\n      scalar = c()")
  }

  @Test func `a name that stands twice is the key of both`() throws {
    let tree = try tree("func a() {\n}\nfunc a(b: Int) {\n}\n", "a.swift")
    #expect(tree.root.children[0].key != nil)
    #expect(tree.root.children[0].key == tree.root.children[1].key)
  }

  @Test func `branches of the preprocessor may open one bracket each`() throws {
    let tree = try tree(
      "void a() {\n#if X\n  if (b) {\n#else\n  if (c) {\n#endif\n  }\n}\nvoid d() {\n}\n", "a.c")
    #expect(tree.root.children.map { $0.key.map { tree.string($0.range) } } == ["a", "d"])
  }

  @Test(arguments: [
    ("#!/usr/bin/python3\ndef a():\n  b\n", "a"), ("int a() {\n  b;\n}\n", "a"),
    ("<a id=\"x\">\n  <b/>\n</a>\n", "x"), ("a = 1\nb = 2\n", "a"),
  ])
  func `a text without a name is read as what it looks like`(text: String, key: String) throws {
    for format in [OutlineFormat(), OutlineFormat().settled(by: Array(text.utf8))] {
      let tree = try soundTree(text, format)
      #expect(tree.root.children.first?.key.map { tree.string($0.range) } == key)
    }
  }
}
