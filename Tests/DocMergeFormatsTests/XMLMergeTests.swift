import DocMergeCore
import DocMergeFormats
import Testing

/// Merges of adjacent changes in XML, and of changes that do not go together.
struct XMLMergeTests {
  private func expectMerge(
    _ path: String, _ base: String, _ ours: String, _ theirs: String, _ policy: MergePolicy,
    is expected: String?, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let found = text(try merged(path, base, one, other, policy))
      #expect(found == expected, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: MergePolicy.allCases)
  func `attributes of one tag are changed apart from each other`(policy: MergePolicy) throws {
    try expectMerge(
      "a.xml", "<a b=\"1\" c='2' d=\"3\"/>\n", "<a b=\"5\" c='2' d=\"3\"/>\n",
      "<a b=\"1\" c='2'/>\n", policy, is: "<a b=\"5\" c='2'/>\n")
    try expectMerge(
      "a.xml", "<a b=\"1\" c='2' d=\"3\"/>\n", "<a b=\"5\" c='2' d=\"3\"/>\n",
      "<a b=\"1\" c='2' d=\"4\"/>\n", policy, is: "<a b=\"5\" c='2' d=\"4\"/>\n")
  }

  @Test(arguments: MergePolicy.allCases)
  func `two values of one attribute are a conflict`(policy: MergePolicy) throws {
    try expectMerge(
      "a.xml", "<a b=\"1\"/>\n", "<a b=\"2\"/>\n", "<a b=\"3\"/>\n", policy, is: nil)
  }

  @Test(arguments: MergePolicy.allCases)
  func `an empty element keeps what one side puts in and its attributes`(policy: MergePolicy) throws
  {
    try expectMerge(
      "a.xml", "<a>\n  <b c=\"1\"/>\n</a>\n", "<a>\n  <b c=\"2\"/>\n</a>\n",
      "<a>\n  <b c=\"1\">\n    <d/>\n  </b>\n</a>\n", policy,
      is: "<a>\n  <b c=\"2\">\n    <d/>\n  </b>\n</a>\n")
  }

  @Test(arguments: MergePolicy.allCases)
  func `an element that one side empties and the other fills is left whole`(policy: MergePolicy)
    throws
  {
    let base = "<a>\n  <b c=\"1\">\n    <d>e</d>\n  </b>\n</a>\n"
    let merge = try merged(
      "a.xml", base, base.replacing(">\n    <d>e</d>\n  </b>", with: "/>"),
      base.replacing("e</d>", with: "f</d>"), policy)
    guard
      case .conflict(let conflict) = merge.regions.first(where: {
        if case .conflict = $0 { true } else { false }
      })
    else {
      Issue.record("no conflict")
      return
    }
    #expect(String(decoding: conflict.ours, as: UTF8.self).contains("<b c=\"1\"/>"))
    #expect(String(decoding: conflict.theirs, as: UTF8.self).contains("</b>"))
  }

  @Test(arguments: [
    (
      path: "a.resx",
      text:
        "<root>\n  <resheader name=\"r\" />\n  <data name=\"a\">\n    <value>A</value>\n  </data>\n%</root>\n",
      one: "  <data name=\"b\">\n    <value>B</value>\n  </data>\n",
      other: "  <data name=\"c\">\n    <value>C</value>\n  </data>\n"
    ),
    (
      path: "a.csproj",
      text:
        "<Project>\n  <ItemGroup>\n    <PackageReference Include=\"A\" Version=\"1\" />\n%  </ItemGroup>\n</Project>\n",
      one: "    <PackageReference Include=\"B\" Version=\"1\" />\n",
      other: "    <PackageReference Include=\"C\" Version=\"1\" />\n"
    ),
    (
      path: "pom.xml",
      text:
        "<project>\n  <modelVersion>4</modelVersion>\n  <dependencies>\n    <dependency>\n      <groupId>g</groupId>\n      <artifactId>a</artifactId>\n    </dependency>\n%  </dependencies>\n</project>\n",
      one:
        "    <dependency>\n      <groupId>g</groupId>\n      <artifactId>b</artifactId>\n    </dependency>\n",
      other:
        "    <dependency>\n      <groupId>g</groupId>\n      <artifactId>c</artifactId>\n    </dependency>\n"
    ),
    (
      path: "strings.xml", text: "<resources>\n    <string name=\"a\">A</string>\n%</resources>\n",
      one: "    <string name=\"b\">B</string>\n", other: "    <string name=\"c\">C</string>\n"
    ),
    (
      path: "a.plist",
      text: "<plist version=\"1.0\">\n<dict>\n\t<key>a</key>\n\t<true/>\n%</dict>\n</plist>\n",
      one: "\t<key>b</key>\n\t<string>B</string>\n",
      other: "\t<key>c</key>\n\t<integer>3</integer>\n"
    ),
  ])
  func `entries of different keys go side by side`(
    path: String, text: String, one: String, other: String
  ) throws {
    func with(_ entries: String) -> String { text.replacing("%", with: entries) }
    let base = with("")
    let ours = try merged(path, base, with(one), with(other), .balanced)
    #expect(DocMergeFormatsTests.text(ours) == with(one + other))
    let theirs = try merged(path, base, with(other), with(one), .balanced)
    #expect(
      DocMergeFormatsTests.text(theirs) == with(one + other)
        || DocMergeFormatsTests.text(theirs) == with(other + one))
    #expect(try merged(path, base, with(one), with(other), .strict).clean == nil)
  }

  @Test(arguments: MergePolicy.allCases)
  func `an element that both sides moved elsewhere does not stand twice`(
    policy: MergePolicy
  ) throws {
    func lists(_ one: String, _ two: String, _ three: String) -> String {
      "<r>\n  <a>\n\(one)  </a>\n  <b>\n\(two)  </b>\n  <c>\n\(three)  </c>\n</r>\n"
    }
    let item = "    <item id=\"x\">1</item>\n"
    try expectMerge(
      "a.xml", lists(item, "", ""), lists("", item, ""), lists("", "", item), policy, is: nil)
  }

  @Test(arguments: MergePolicy.allCases)
  func `a prefix that one side uses keeps what binds it`(policy: MergePolicy) throws {
    let base = "<r xmlns:x=\"u\">\n  <a>1</a>\n  <x:b/>\n  <c>2</c>\n  <d>3</d>\n</r>\n"
    let ours = "<r>\n  <a>1</a>\n  <c>2</c>\n  <d>3</d>\n</r>\n"
    let theirs = base.replacing("</r>", with: "  <x:e/>\n</r>")
    try expectMerge("a.xml", base, ours, theirs, policy, is: nil)
  }

  @Test func `pages are merged by their elements, with end tags or without`() throws {
    func page(_ link: String, _ text: String) -> String {
      "<!DOCTYPE html>\n<html>\n<body>\n<a \(link)>t</a>\n<br>\n<p>one\n<p>\(text)\n</body>\n</html>\n"
    }
    try expectMerge(
      "a.html", page("href=x class=y", "two"), page("href=z class=y", "two"),
      page("href=x class=w", "two three"), .balanced, is: page("href=z class=w", "two three"))
  }
}
