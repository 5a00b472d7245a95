import DocMergeCore
import DocMergeFormats
import Testing

/// What one side did to an element that something names is in the result, whatever lines are alike.
struct MarkupGuardTests {
  private func zoo(_ animals: String...) -> String {
    "<?xml version=\"1.0\"?>\n<zoo>\n" + animals.map { "  \($0)\n" }.joined() + "</zoo>\n"
  }

  @Test(
    arguments: ["id", "Key", "uuid", "name", "android:name", "x:Name", "xml:id", "Include"],
    MergePolicy.allCases)
  func `an edited element is not taken over by the one that replaced it`(
    attribute: String, policy: MergePolicy
  ) throws {
    let owl = "<animal \(attribute)=\"owl\" color=\"delta\" legs=\"west\"/>"
    let base = zoo(owl, "<animal \(attribute)=\"pig\" color=\"delta\" size=\"alpha\"/>")
    let ours = zoo(owl, "<animal \(attribute)=\"pig\" color=\"gamma\" size=\"alpha\"/>")
    let theirs = zoo(
      owl.replacing("/>", with: " size=\"two\"/>"),
      "<animal \(attribute)=\"jay\" owner=\"delta\" legs=\"amber\"/>")
    #expect(try merged("a.xml", base, ours, theirs, policy).clean == nil)
    #expect(try merged("a.xml", base, theirs, ours, policy).clean == nil)
  }

  @Test(arguments: MergePolicy.allCases)
  func `an edit beside the removal of an element is a conflict`(policy: MergePolicy) throws {
    let (dog, ibis) = (
      "<animal id=\"dog\" legs=\"three\" level=\"beta\"/>",
      "<animal id=\"ibis\" legs=\"two\" size=\"red\"/>"
    )
    let ours = zoo(
      ibis.replacing("/>", with: " level=\"red\"/>"), "<animal id=\"ant\" legs=\"delta\"/>")
    let theirs = zoo(dog.replacing("three", with: "red"), ibis)
    #expect(try merged("a.xml", zoo(dog, ibis), ours, theirs, policy).clean == nil)
    #expect(try merged("a.xml", zoo(dog, ibis), theirs, ours, policy).clean == nil)
  }

  @Test(arguments: ["id", "key", "artifactId"], MergePolicy.allCases)
  func `a child that identifies an element tells it from the one that replaced it`(
    child: String, policy: MergePolicy
  ) throws {
    func entry(_ id: String, _ scope: String) -> String {
      "<entry>\n    <\(child)>\(id)</\(child)>\n    <scope>\(scope)</scope>\n  </entry>"
    }
    let base = zoo(entry("core", "test"), entry("web", "test"))
    let ours = zoo(entry("core", "test"), entry("page", "test"))
    let theirs = zoo(entry("core", "test"), entry("web", "build"))
    #expect(try merged("a.xml", base, ours, theirs, policy).clean == nil)
    #expect(try merged("a.xml", base, theirs, ours, policy).clean == nil)
  }

  private func list(_ entries: (String, [(String, String)])...) -> String {
    let values = entries.map { name, pairs in
      let inner = pairs.map { "\t\t<key>\($0)</key>\n\t\t<string>\($1)</string>\n" }.joined()
      return "\t<key>\(name)</key>\n\t<dict>\n\(inner)\t</dict>\n"
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<dict>\n"
      + values.joined() + "</dict>\n</plist>\n"
  }

  @Test(arguments: MergePolicy.allCases)
  func `a value added to a dictionary does not land in the one that replaced it`(
    policy: MergePolicy
  ) throws {
    let pig = ("pig", [("age", "two"), ("name", "one")])
    let jay = [("email", "alpha"), ("color", "one")]
    let bee = [("owner", "west"), ("age", "beta"), ("size", "blue")]
    let base = list(pig, ("jay", jay))
    let ours = list(pig, ("bee", bee))
    let theirs = list(pig, ("jay", jay + [("level", "east")]))
    #expect(try merged("a.plist", base, ours, theirs, policy).clean == nil)
    #expect(try merged("a.plist", base, theirs, ours, policy).clean == nil)
  }

  @Test(arguments: MergePolicy.allCases)
  func `a removed value does not come back as that of a removed dictionary`(
    policy: MergePolicy
  ) throws {
    let (color, legs, size) = (("color", "red"), ("legs", "four"), ("size", "two"))
    let base = list(("mole", [color, legs]), ("pig", [color, legs, size]))
    let ours = list(("mole", [color, legs]))
    let theirs = list(("mole", [color]), ("pig", [color, legs, size]))
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      let result = try text(merged("a.plist", base, ours, theirs, policy))
      #expect(result == nil || result == list(("mole", [color])))
    }
  }

  @Test func `edits of different parts stay merged`() throws {
    let pig = "<animal id=\"pig\">\n    <size>two</size>\n    <legs>four</legs>\n  </animal>"
    let owl = "<animal id=\"owl\">\n    <size>one</size>\n  </animal>"
    let ours = zoo(pig.replacing("two", with: "six"), owl)
    let theirs = zoo(pig, owl.replacing("one", with: "ten"), "<animal id=\"bee\"/>")
    let expected = zoo(
      pig.replacing("two", with: "six"), owl.replacing("one", with: "ten"), "<animal id=\"bee\"/>")
    #expect(try text(merged("a.xml", zoo(pig, owl), ours, theirs, .strict)) == expected)
  }

  @Test func `the element around all may get another name while parts of it are edited`() throws {
    let base = """
      <project name="one" id="a">
        <target id="clean"/>
        <target id="build"/>
        <target id="test"/>
      </project>

      """
    let ours = base.replacing("name=\"one\" id=\"a\"", with: "name=\"two\" id=\"b\"")
    let theirs = base.replacing("\"test\"/>", with: "\"test\" depends=\"build\"/>")
    #expect(
      try text(merged("build.xml", base, ours, theirs, .strict))
        == ours.replacing("\"test\"/>", with: "\"test\" depends=\"build\"/>"))
  }

  @Test func `an element may be put into another one while its neighbour is edited`() throws {
    let paragraphs = [("a", "one"), ("b", "two"), ("c", "six")]
      .map { "<p id=\"\($0)\">\($1)</p>\n<hr>\n" }
    let base = "<body>\n" + paragraphs.joined() + "</body>\n"
    let ours = base.replacing("<p id=\"a\">one</p>\n", with: "<div>\n<p id=\"a\">one</p>\n</div>\n")
    let theirs = base.replacing("six", with: "ten")
    #expect(
      try text(merged("a.html", base, ours, theirs, .strict)) == ours.replacing("six", with: "ten"))
  }

  @Test func `a value that one side moved and the other removed is removed`() throws {
    let (age, city) = ([("age", "two")], [("city", "west")])
    let base = list(("ant", age), ("bee", age), ("cat", city), ("dog", age))
    let ours = list(("bee", age), ("cat", city), ("dog", age))
    let theirs = list(("bee", age), ("cat", city), ("ant", age), ("dog", age))
    #expect(try text(merged("a.plist", base, ours, theirs, .strict)) == ours)
    #expect(try text(merged("a.plist", base, theirs, ours, .strict)) == ours)
  }

  @Test func `just the place of a lost change is left to a person`() throws {
    let (bee, owl) = ("<animal id=\"bee\" legs=\"six\"/>", "<animal id=\"owl\" color=\"red\"/>")
    let base = zoo(
      bee, owl, owl.replacing("owl", with: "elk"),
      "<animal id=\"pig\" color=\"delta\" size=\"alpha\"/>")
    let ours = base.replacing("\"pig\" color=\"delta\"", with: "\"pig\" color=\"gamma\"")
    let theirs = zoo(
      bee.replacing("six", with: "ten"), owl, owl.replacing("owl", with: "elk"),
      "<animal id=\"jay\" owner=\"delta\" legs=\"amber\"/>")
    let left = try merged("a.xml", base, ours, theirs, .balanced)
    #expect(left.conflicts.count == 1)
  }

  @Test func `an edit of an element that the other side replaced is left to a person`() throws {
    let base = zoo("<animal id=\"owl\"/>", "<animal id=\"pig\" color=\"delta\" size=\"alpha\"/>")
    let ours = base.replacing("delta", with: "gamma")
    let theirs = zoo(
      "<animal id=\"owl\" legs=\"two\"/>", "<animal id=\"jay\" owner=\"delta\" legs=\"amber\"/>")
    #expect(try merged("a.xml", base, ours, theirs, .balanced).conflicts.count == 1)
  }
}
