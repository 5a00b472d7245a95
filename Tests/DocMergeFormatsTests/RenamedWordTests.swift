import DocMergeCore
import DocMergeFormats
import Testing

/// A word that one side replaced everywhere while the other side put in another use of it.
struct RenamedWordTests {
  private static let owners = "/api/ @org/web\n/site/ @org/web\n/docs/ @writers\n"
  private static let latex = """
    See \\autoref{a} for more.

    Also \\autoref{b} helps.

    The end of it.

    """
  private static let page = """
    <nav>
      <a href="#start">Start</a>
      <a href="#prices">Costs</a>
    </nav>
    <h2 id="start">Start</h2>
    <p>Read them.</p>
    <p>Twice.</p>
    <h2 id="prices">Costs</h2>

    """
  private static let drawing = """
    <svg xmlns="http://www.w3.org/2000/svg">
      <defs>
        <linearGradient id="sky"/>
        <linearGradient id="sea"/>
      </defs>
      <rect x="10" fill="red"/>
      <g transform="translate(5, 6)"/>
    </svg>

    """

  private static let left: [EditedCase] = [
    EditedCase(
      "CODEOWNERS", owners, [.swap("@org/web", "@org/ui"), .swap("@org/web", "@org/ui")],
      [.add("/shop/ @org/web\n", behind: "@writers\n")]),
    EditedCase(
      "a.tex", latex, [.swap("autoref", "cref"), .swap("autoref", "cref")],
      [.swap("The end", "The end, see \\autoref{c},")]),
    EditedCase(
      "a.html", page, [.swap("#prices", "#rates"), .swap("\"prices\"", "\"rates\"")],
      [.swap("Read them", "Read <a href=\"#prices\">them</a>")]),
    EditedCase(
      "a.svg", drawing, [.cut("    <linearGradient id=\"sea\"/>\n")], [.swap("red", "url(#sea)")]),
    EditedCase(
      "a.json",
      "{\n  \"default\": \"one\",\n  \"themes\": [\n    {\"id\": \"one\", \"ink\": \"a\"},\n"
        + "    {\"id\": \"two\", \"ink\": \"b\"},\n    {\"id\": \"three\", \"ink\": \"c\"}\n  ]\n}\n",
      [.cut("    {\"id\": \"two\", \"ink\": \"b\"},\n")],
      [.swap("\"default\": \"one\"", "\"default\": \"two\"")]),
    EditedCase(
      "a.adoc", "= Guide\n:version: 1.2\n\nOne.\n\nTwo.\n\nThree.\n",
      [.swap(":version:", ":release:")],
      [.swap("Two.", "Two of {version}.")]),
  ]

  @Test(arguments: left.indices, [MergePolicy.strict, .balanced, .eager])
  func `a use of the old word is left to a person`(_ index: Int, policy: MergePolicy) throws {
    try Self.left[index].checkLeft(policy)
  }

  private static func clean(_ path: String, _ base: String, _ one: [Edit], _ other: [Edit])
    -> EditedCase
  {
    EditedCase(path, base, one, other, one + other)
  }

  private static let clean: [EditedCase] = [
    // Only one use was reworded.
    clean(
      "CODEOWNERS", owners, [.swap("@org/web", "@org/ui")],
      [.add("/shop/ @org/web\n", behind: "@writers\n")]),
    // The uses became different words.
    clean(
      "CODEOWNERS", owners, [.swap("@org/web", "@org/ui"), .swap("@org/web", "@org/www")],
      [.add("/shop/ @org/web\n", behind: "@writers\n")]),
    // The other side has no new use.
    clean(
      "CODEOWNERS", owners, [.swap("@org/web", "@org/ui"), .swap("@org/web", "@org/ui")],
      [.add("/shop/ @shop\n", behind: "@writers\n")]),
    // Words of sentences, and states of records.
    clean(
      "a.md", "We can go.\n\nThey can go.\n\nThe end.\n",
      [.swap("can", "may"), .swap("can", "may")],
      [.add("\nYou can go.\n", behind: "The end.\n")]),
    clean(
      "a.json",
      "{\n  \"one\": \"open\",\n  \"two\": \"open\",\n  \"three\": \"open\",\n  \"x\": 1,\n  \"y\": 2\n}\n",
      [.swap("open", "done"), .swap("open", "done"), .swap("open", "done")],
      [.swap("\"y\": 2", "\"y\": 2,\n  \"four\": \"open\"")]),
    // A key is no use of a section.
    clean(
      "package.json",
      "{\n  \"prettier\": {\n    \"semi\": true\n  },\n  \"a\": 1,\n  \"b\": 2,\n  \"tools\": {\n    \"x\": \"1\"\n  }\n}\n",
      [.cut("  \"prettier\": {\n    \"semi\": true\n  },\n")],
      [.swap("\"x\": \"1\"", "\"x\": \"1\",\n    \"prettier\": \"^3.0.0\"")]),
    // A predefined name, and braces that are text.
    clean(
      "a.adoc", "= Guide\n:version: 1.2\n\nOne.\n\nTwo.\n\nThree.\n", [.swap("One", "First")],
      [.swap("Three", "Three{nbsp}or")]),
    // Brackets in front matter are no reference.
    EditedCase(
      "a.md", "---\ntitle: Tea\ntags: [drink]\n---\n\nTea is hot.\n",
      [.swap("[drink]", "[drink, warm]")], [.swap("[drink]", "[drink, leaf]")],
      [.swap("[drink]", "[drink, warm, leaf]")]),
  ]

  @Test(arguments: clean.indices)
  func `what renames no word everywhere is merged`(_ index: Int) throws {
    try Self.clean[index].check()
  }
}
