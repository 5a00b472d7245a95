import DocMergeFormats
import Testing

struct OpenStepTests {
  private let project = """
    // !$*UTF8*$!
    {
    \tarchiveVersion = 1;
    \tclasses = {
    \t};
    \tobjects = {

    /* Begin PBXBuildFile section */
    \t\tAAAAAAAAAAAAAAAAAAAAAAA1 /* a.m in Sources */ = {isa = PBXBuildFile; fileRef = AAAAAAAAAAAAAAAAAAAAAAA2 /* a.m */; };
    /* End PBXBuildFile section */

    /* Begin PBXGroup section */
    \t\tAAAAAAAAAAAAAAAAAAAAAAA3 = {
    \t\t\tisa = PBXGroup;
    \t\t\tchildren = (
    \t\t\t\tAAAAAAAAAAAAAAAAAAAAAAA1 /* a.m */,
    \t\t\t\tAAAAAAAAAAAAAAAAAAAAAAA4 /* b.m */,
    \t\t\t);
    \t\t\tpath = "a \\"b\\"";
    \t\t\tflags = ("-a", "-b");
    \t\t};
    /* End PBXGroup section */
    \t};
    \trootObject = AAAAAAAAAAAAAAAAAAAAAAA3 /* Project object */;
    }

    """

  @Test func `finds sections, objects and members`() throws {
    let tree = try soundTree(project, OpenStepFormat())
    #expect(
      tree.outline == """
        members
          scalar archiveVersion = archiveVersion = 1
          members classes
          members objects
            members PBXBuildFile
              members AAAAAAAAAAAAAAAAAAAAAAA1
                scalar isa = isa = PBXBuildFile
                scalar fileRef = fileRef = AAAAAAAAAAAAAAAAAAAAAAA2
            members PBXGroup
              members AAAAAAAAAAAAAAAAAAAAAAA3
                scalar isa = isa = PBXGroup
                set children
                  scalar AAAAAAAAAAAAAAAAAAAAAAA1 = AAAAAAAAAAAAAAAAAAAAAAA1
                  scalar AAAAAAAAAAAAAAAAAAAAAAA4 = AAAAAAAAAAAAAAAAAAAAAAA4
                scalar path = path = "a \\"b\\""
                items flags
                  scalar -a = "-a"
                  scalar -b = "-b"
          scalar rootObject = rootObject = AAAAAAAAAAAAAAAAAAAAAAA3
        """)
    #expect(tree.string(tree.root.leading) == "// !$*UTF8*$!\n")
    let objects = tree.root.children[2]
    #expect(tree.string(objects.head) == "objects = {\n\n")
    #expect(objects.mark == nil)
    let section = objects.children[0]
    #expect(tree.string(section.head) == "/* Begin PBXBuildFile section */\n")
    #expect(tree.string(section.tail) == "/* End PBXBuildFile section */")
    #expect(tree.string(section.body.upperBound..<section.range.upperBound) == "\n\n")
    #expect(tree.string(section.children[0].tail) == " }")
    let children = objects.children[1].children[0].children[1]
    #expect(tree.string(children.tail) == "\t\t\t)")
    #expect(
      tree.string(children.children[1].range) == "\t\t\t\tAAAAAAAAAAAAAAAAAAAAAAA4 /* b.m */,\n")
  }

  @Test func `finds references to missing objects`() throws {
    let tree = try soundTree(project, OpenStepFormat())
    #expect(
      OpenStepReferences(in: tree).dangling.map(tree.string)
        == ["AAAAAAAAAAAAAAAAAAAAAAA2", "AAAAAAAAAAAAAAAAAAAAAAA4"])
  }

  @Test func `takes sections that are out of order for comments`() throws {
    let text = "{objects = {\n/* Begin A section */\na = {\n/* End A section */\nb = 1;\n};\n};}"
    #expect(
      try soundTree(text, OpenStepFormat()).outline == """
        members
          members objects
            members a
              scalar b = b = 1
        """)
  }

  @Test func `objects outside of sections have their mark in the body`() throws {
    let text = "{objects = {\nb = {};\n/* Begin A section */\n/* End A section */\nc = 1;\n};}"
    let tree = try soundTree(text, OpenStepFormat())
    #expect(tree.root.children[0].children.map { tree.string($0.body) }[0] == "b = {};")
    #expect(tree.root.children[0].children.map { tree.string($0.body) }[2] == "c = 1;")
  }

  @Test(arguments: [
    "(a, 'b c', <0a 1B>, {k; \"l\\n\" = (); })", "\"only\"", "{a = ../x//y:z;}// end",
    "{ a = 1; /* x */ b = 2; }", "(\n  a, /* one */\n\n  // two\n  b\n  // end\n)\n",
  ])
  func `takes all that property lists have`(text: String) throws {
    _ = try soundTree(text, OpenStepFormat())
  }

  @Test(arguments: [
    (text: "{a = 1}", offset: 6), (text: "{a = 1;", offset: 7), (text: "(a b)", offset: 3),
    (text: "(a,,b)", offset: 3), (text: "{a == 1;}", offset: 4), (text: "{a = ;}", offset: 5),
    (text: "{a = \"1;}", offset: 5), (text: "{a = 1;} b", offset: 9),
    (text: "{/* a = 1;}", offset: 1),
    (text: "{\n<<<<<<< a\n}", offset: 2), (text: "(\n<<<<<<< a\n)", offset: 3),
    (text: "(<0g>)", offset: 3), (text: "", offset: 0), (text: "{a = 1;;}", offset: 7),
  ])
  func `refuses what a reader refuses`(text: String, offset: Int) {
    #expect { try OpenStepFormat().tree(of: Array(text.utf8)) } throws: {
      ($0 as? FormatRefusal)?.offset == offset
    }
  }

  @Test func `no text makes a tree that loses bytes`() throws {
    for text in shortTexts(over: "a(){};=,\n", upTo: 4) + shortTexts(over: "a/*\n,", upTo: 6) {
      for text in [text, Array("{a=(".utf8) + text + Array(");}".utf8)] {
        guard let tree = try? OpenStepFormat().tree(of: text) else { continue }
        #expect(tree.unsoundNode == nil)
      }
    }
  }

  @Test(arguments: [
    "(", "{a=", "{(", "/*", "\"\\", "({/* Begin A section */", "/* Begin A section */",
  ])
  func `refuses deep nesting`(text: String) {
    let deep = Array("{".utf8) + Array(String(repeating: text, count: 20_000).utf8)
    #expect(throws: FormatRefusal.self) { try OpenStepFormat().tree(of: deep) }
  }
}
