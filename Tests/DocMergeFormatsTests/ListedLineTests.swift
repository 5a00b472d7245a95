import DocMergeCore
import DocMergeFormats
import DocMergeTestSupport
import Testing

/// Merges of files that list patterns or people.
struct ListedLineTests {
  private static let ignored = "*.log\nbuild/\ndist/\n"
  private static let owners = "# all\n*       @all\n*.js    @js\n/docs/  @docs\n"
  private static let sections =
    "[Docs] @docs\n/docs/\n\n# code\n^[Code][2]\n*.c @c\n*.h @h\n\n[docs]\n/more/ @more\n"
  private static let attributes = "*.txt text\n*.png binary\n*.sh eol=lf\n"
  private static let people = "Ann <ann@x>\nBob <bob@x> <bob@y>\n"

  /// Merges that leave nothing to a person.
  static let clean: [(path: String, base: String, ours: String, theirs: String, merged: String)] = [
    (".gitignore", ignored, ignored + "a\n", ignored + "b\n", ignored + "a\nb\n"),
    (".gitignore", ignored, ignored + "a\nb\n", ignored + "b\nc\n", ignored + "a\nb\nc\n"),
    (".gitignore", "", "a\nb\n", "b\nc\n", "a\nb\nc\n"),
    // A pattern that both add, each elsewhere, stands once.
    (".gitignore", ignored, "a\n" + ignored, ignored + "a\n", "a\n" + ignored),
    // Each pattern stays below its heading.
    (
      ".gitignore", ignored, ignored + "\n# editors\n.idea/\n", ignored + "out/\n",
      ignored + "out/\n\n# editors\n.idea/\n"
    ),
    (
      ".gitignore", ignored, ignored + "\n# editors\n.idea/\n",
      ignored + "\n# editors\n.vscode/\n\n# mac\n.DS_Store\n",
      ignored + "\n# editors\n.idea/\n.vscode/\n\n# mac\n.DS_Store\n"
    ),
    // Patterns that match no path together stand in any order.
    (".gitignore", ignored, ignored + "*.o\n", ignored + "!a.log\n", ignored + "*.o\n!a.log\n"),
    (".npmignore", ignored, "*.log\ndist/\n", ignored + "out/\n", "*.log\ndist/\nout/\n"),
    (
      ".gitignore", "a\nc\ne\ng\n", "a\nc\nd\ne\ng\n", "a\nb\nc\ncc\ne\ng\n",
      "a\nb\nc\ncc\nd\ne\ng\n"
    ),
    (".gitignore", "a\r\nb\r\n", "a\r\nb\r\nc\r\n", "a\r\nb\r\nd\r\n", "a\r\nb\r\nc\r\nd\r\n"),
    (".gitignore", "a\nb", "a\nb\nc", "a\nb\nd", "a\nb\nc\nd"),
    (
      ".dockerignore", "*\n!src\n", "*\n!src\n!go.mod\n", "*\n!src\n!go.sum\n",
      "*\n!src\n!go.mod\n!go.sum\n"
    ),
    (
      ".dockerignore", "a\nb\n", "a\nb\n./x/\n", "x\na\nb\n", "a\nb\n./x/\n"
    ),
    (
      ".gitignore", ignored, ignored + "docs/\n", ignored + "!keep.txt\n",
      ignored + "docs/\n!keep.txt\n"
    ),
    (
      ".gitignore", ignored, ignored + "docs/\n", ignored + "!lib/docs.txt\n",
      ignored + "docs/\n!lib/docs.txt\n"
    ),
    // A line that one side removes is gone where the other one moves it.
    (
      "CODEOWNERS", owners, owners.replacing("*.js    @js\n", with: ""),
      owners.replacing("*.js    @js\n", with: "") + "*.js    @js\n",
      owners.replacing("*.js    @js\n", with: "")
    ),
    // A line moves as one side moves it, and changes as the other does.
    (
      "CODEOWNERS", owners, "# all\n*       @all\n/docs/  @docs\n*.js    @js\n",
      owners.replacing("@docs", with: "@writers"),
      "# all\n*       @all\n/docs/  @writers\n*.js    @js\n"
    ),
    (
      ".github/CODEOWNERS", owners, owners + "/a/ @a\n", owners + "/b/ @b\n",
      owners + "/a/ @a\n/b/ @b\n"
    ),
    (
      "CODEOWNERS", owners, owners + "/a/ @a\n", owners + "a/*.c @a\n",
      owners + "/a/ @a\na/*.c @a\n"
    ),
    (
      "CODEOWNERS", owners, owners.replacing("@js", with: "@web"),
      owners.replacing("@docs", with: "@writers"),
      owners.replacing("@js", with: "@web").replacing("@docs", with: "@writers")
    ),
    (
      "CODEOWNERS", sections, sections.replacing("*.h @h\n", with: "*.h @h\n*.m @m\n"),
      sections.replacing("*.h @h\n", with: "*.h @h\n*.s @s\n").replacing("# code", with: "# Code"),
      sections.replacing("*.h @h\n", with: "*.h @h\n*.m @m\n*.s @s\n")
        .replacing("# code", with: "# Code")
    ),
    (
      ".gitattributes", attributes, attributes + "*.jpg binary\n", attributes + "*.gif binary\n",
      attributes + "*.jpg binary\n*.gif binary\n"
    ),
    // Other attributes of the same files do not touch each other.
    (
      ".gitattributes", attributes, attributes + "/a/* text\n", attributes + "*.md export-ignore\n",
      attributes + "/a/* text\n*.md export-ignore\n"
    ),
    (
      ".mailmap", people, people + "Cyd <cyd@x>\n", people + "Dan <dan@x> <dan@y>\n",
      people + "Cyd <cyd@x>\nDan <dan@x> <dan@y>\n"
    ),
    (
      ".mailmap", people, people.replacing("Ann", with: "Anne"),
      people.replacing("Bob", with: "Rob"),
      "Anne <ann@x>\nRob <bob@x> <bob@y>\n"
    ),
  ]

  @Test(arguments: clean.indices)
  func `lines of both sides are kept`(_ index: Int) throws {
    let (path, base, ours, theirs, expected) = Self.clean[index]
    #expect(text(try merged(path, base, ours, theirs, .balanced)) == expected)
  }

  /// Merges in which something is left to a person.
  static let left: [(path: String, base: String, ours: String, theirs: String)] = [
    (".gitignore", ignored, ignored + "*.tmp\n", ignored + "!a.tmp\n"),
    (".gitignore", ignored, ignored + "/a/**\n", ignored + "!a/b/c\n"),
    (".gitignore", ignored, ignored + "[ab].o\n", ignored + "!a.?\n"),
    (".gitignore", ignored, "!a.tmp\n" + ignored, ignored + "*.tmp\n"),
    (".gitignore", ignored, "*.tmp\n" + ignored, "!a.tmp\n" + ignored),
    (
      ".gitignore", ignored, ignored.replacing("build", with: "/build"),
      ignored.replacing("build", with: "bin")
    ),
    (".gitignore", ignored, ignored.replacing("build/", with: "/build/"), "*.log\ndist/\n"),
    // Git does not look into a folder that it ignores.
    (".gitignore", ignored, ignored + "docs/\n", ignored + "!docs/a.txt\n"),
    (".gitignore", ignored, ignored + "docs/\n", "!docs/a.txt\n" + ignored),
    (".gitignore", ignored, "docs\n" + ignored, ignored + "!/lib/docs/b/c\n"),
    (".gitignore", ignored, ignored.replacing("dist/", with: "d*/"), "!/docs/a\n" + ignored),
    (".dockerignore", "a\nb\n", "!./x\na\nb\n", "a\nb\nx\n"),
    (
      "CODEOWNERS", sections, sections.replacing("*.c @c\n", with: ""),
      sections.replacing("*.c @c\n", with: "") + "*.c @c\n"
    ),
    (".gitignore", "!ab\na*\n!ac\n", "!ab\n!ac\na*\n", "a*\n!ab\n!ac\n"),
    (".dockerignore", "*\n!src\n", "*\n!src\n!lib/a\n", "*\n!src\nlib\n"),
    (".dockerignore", "*\n", "*\n!lib/a\n", "*\nlib\n"),
    ("CODEOWNERS", owners, owners + "*.js @a\n", owners + "/src/ @b\n"),
    ("CODEOWNERS", owners, owners + "/src/ @a\n", owners + "/src/ @b\n"),
    (
      "CODEOWNERS", owners, owners.replacing("@js", with: "@a"),
      owners.replacing("@js", with: "@js @b")
    ),
    (
      "CODEOWNERS", owners, owners.replacing("*.js    @js\n", with: ""),
      owners.replacing("@js", with: "@b")
    ),
    (
      "CODEOWNERS", sections, sections.replacing("*.h @h\n", with: "*.h @h\n*.m @m\n"),
      sections.replacing("*.h @h\n", with: "*.h @h\n*.m @o\n")
    ),
    (
      "CODEOWNERS", owners, "/a.js @a\n" + owners, owners.replacing("/docs", with: "/a.* @b\n/docs")
    ),
    (".gitattributes", attributes, attributes + "*.jpg binary\n", attributes + "* text=auto\n"),
    (".gitattributes", attributes, attributes + "*.md text\n", attributes + "*.md export-ignore\n"),
    (".mailmap", people, people + "Cyd <cyd@x> <c@y>\n", people + "Dan <dan@x> <c@y>\n"),
    (
      ".mailmap", people, people.replacing("Ann", with: "Anne"),
      people.replacing("Ann", with: "Annie")
    ),
  ]

  @Test(arguments: left.indices, MergePolicy.allCases)
  func `lines that one order would decide about are left`(_ index: Int, policy: MergePolicy) throws
  {
    let (path, base, ours, theirs) = Self.left[index]
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      let merged = try merged(path, base, ours, theirs, policy)
      #expect(!merged.conflicts.isEmpty, "\(path): \(text(merged) ?? "")")
    }
  }

  @Test func `a section holds its lines, and a comment above it`() throws {
    let tree = try soundTree(Self.sections, ListedLineFormat(.owners))
    #expect(
      tree.outline == """
        members
          members Docs
            scalar /docs/ = /docs/
          members Code
            scalar *.c = *.c @c
            scalar *.h = *.h @h
          members docs
            scalar /more/ = /more/ @more
        """)
    #expect(Set(tree.root.children.map(\.key)).count == 3)
  }

  @Test(arguments: ListedLineFormat.Dialect.allCases)
  func `nodes own all bytes of listed lines by chance`(dialect: ListedLineFormat.Dialect) {
    let pieces = [
      "a\n", "!b\n", "# c\n", "\n", "[s]\n", "^[t][2] @x\n", "d @e # f\n", " ", "\t\n", "\\ g",
      "A <a@x>\n", "<b@x> C <c@x>\n", "\"h i\" text\n", "[", "\u{0}",
    ]
    expectSound(pieceTexts(pieces, upTo: 3), ListedLineFormat(dialect))
    expectSound(chanceTexts(pieces, length: 10, count: 10_000), ListedLineFormat(dialect))
    expectSound(mutatedTexts(Self.sections, with: "![]#\\ \n<>"), ListedLineFormat(dialect))
  }

  @Test func `a text that is no list is refused`() {
    #expect(refusal("a\n<<<<<<< x\n", ListedLineFormat(.ignored))?.contains("marker") == true)
    #expect(refusal("a\u{0}b\n", ListedLineFormat(.ignored))?.contains("NUL") == true)
    #expect(refusal("[a\n", ListedLineFormat(.owners))?.contains("section") == true)
    #expect(refusal("Ann ann@x\n", ListedLineFormat(.people))?.contains("address") == true)
  }

  /// Patterns of which many match the same paths.
  private static let patterns = [
    "a", "*.a", "a.*", "/a", "/a/b", "a/", "a/*", "a/**", "**/b", "a/**/b", "?", "[ab]", "b.a",
    "/b/", "*", "c*d", "\\*", "b/a", "*/a", "[!a]",
  ]

  private static let paths = [
    "a", "b", "c", "a.a", "b.a", "a/a", "a/b", "a/c/b", "b/a", "b/b", "b/a.b", "c/a/b", "cd", "ccd",
    "*", "d/a.a", "a/b/b", "c/b",
  ]

  @Test func `git ignores the same in whatever order lines stand that are merged`() throws {
    let folder = TemporaryFolder()
    let git = Program("git", in: folder.path)
    try git.run(["init", "-q"], exits: 0)
    func ignored(_ lines: [String]) -> [UInt8] {
      File("\(folder.path)/.gitignore").write(Array(lines.map { $0 + "\n" }.joined().utf8))
      return git.run(
        ["check-ignore", "--no-index", "--stdin"],
        input: Array(Self.paths.map { $0 + "\n" }.joined().utf8)
      ).bytes
    }
    var cleanCount = 0
    for one in Self.patterns {
      for other in Self.patterns where other != one {
        let (base, ours, theirs) = ("z\n", "z\n\(one)\n", "z\n!\(other)\n")
        guard text(try merged(".gitignore", base, ours, theirs, .eager)) != nil else { continue }
        cleanCount += 1
        #expect(
          ignored(["z", one, "!" + other]) == ignored(["z", "!" + other, one]), "\(one) \(other)")
      }
    }
    #expect(cleanCount > 50)
  }
}
