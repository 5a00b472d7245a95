import DocMergeTestSupport
import Testing

@testable import DocMergeCommand

/// What `docmerge git setup` and `unsetup` do with lines that others have changed, and with failures.
struct GitSetupRepairTests {
  private let place = GitPlace()

  private func docmerge(_ words: String...) -> Output {
    let environment = ["HOME": "\(place.path)/home", "GIT_CONFIG_GLOBAL": "\(place.path)/home/g"]
    return Program(Replica.command, in: place.path, environment: environment).run(["git"] + words)
  }

  @Test(arguments: ["merge.docmerge", "mergetool.docmerge", "difftool.docmerge", "merge", "user"])
  func `a section that was removed takes no more along than itself`(section: String) throws {
    try place.git("init", "-q", "-b", "main")
    try place.git("config", "user.name", "Anna")
    let before = try place.git("config", "--list", "--local").lines.filter {
      !$0.hasPrefix("\(section).")
    }
    #expect(docmerge("setup").status == 0)
    try place.git("config", "--remove-section", section)
    #expect(docmerge("setup").status == 0)
    #expect(try place.git("config", "merge.docmerge.driver").lines.count == 1)
    #expect(try place.git("config", "--get-all", "difftool.docmerge.cmd").lines.count == 1)
    try place.git("config", "--remove-section", section == "user" ? "merge" : section)
    #expect(docmerge("unsetup").status == 0)
    #expect(try place.git("config", "--list", "--local").lines == before)
    #expect(place.read(".git/config")?.contains("docmerge") == false)
  }

  @Test func `keys that git puts between the lines stay`() throws {
    try place.git("init", "-q", "-b", "main")
    #expect(docmerge("setup").status == 0)
    let settings = [
      "mergetool.docmerge.keepBackup": "false", "merge.conflictStyle": "zdiff3",
      "merge.docmerge.recursive": "text",
    ]
    for (name, value) in settings { try place.git("config", name, value) }
    for words in [["setup"], ["setup", "--policy", "strict"], ["unsetup"]] {
      #expect(Program(Replica.command, in: place.path).run(["git"] + words).status == 0)
      for (name, value) in settings {
        #expect(try place.git("config", name).lines == [value], "\(words)")
      }
    }
    #expect(Program("git", in: place.path).run(["config", "merge.docmerge.driver"]).status == 1)
    #expect(docmerge("unsetup").messages == "Nothing to change.\n")
  }

  @Test func `lines of attributes that lost their marks are found`() throws {
    try place.git("init", "-q", "-b", "main")
    for text in [
      "*.x text\n# begin docmerge\n*.md merge=docmerge\n*.y text\n",
      "*.x text\n*.md merge=docmerge\n# end docmerge\n*.y text\n",
    ] {
      place.write([".git/info/attributes": text])
      #expect(docmerge("setup", "--pattern", "*.txt").status == 0)
      #expect(try place.git("check-attr", "merge", "a.md").text == "a.md: merge: unspecified\n")
      #expect(docmerge("unsetup").status == 0)
      #expect(place.read(".git/info/attributes") == "*.x text\n*.y text\n")
    }
  }

  @Test(arguments: [["setup", "--global"], ["unsetup", "--global"]])
  func `where one file cannot be written, none is`(words: [String]) throws {
    place.write(["home/g": "[user]\n\tname = Anna\n", "home/.config/git/attributes": "*.x text\n"])
    if words[0] == "unsetup" { #expect(docmerge("setup", "--global").status == 0) }
    let before = ["home/g", "home/.config/git/attributes"].map(place.read)
    for lock in ["home/g.lock", "home/.config/git/attributes.lock"] {
      place.write([lock: ""])
      let output = docmerge(words[0], words[1])
      #expect(output.status == 2)
      #expect(output.messages.contains("cannot lock"), "\(output)")
      #expect(["home/g", "home/.config/git/attributes"].map(place.read) == before)
      File("\(place.path)/\(lock)").remove()
    }
    #expect(File("\(place.path)/home/.config/git").names == ["attributes"])
    #expect(docmerge(words[0], words[1]).status == 0)
  }

  // MARK: Patterns

  private static let pairs: [(one: String, other: String, meets: Bool)] = [
    ("*.md", "docs/*", true), ("a*", "*b", true), ("docs/*.md", "*.md", true),
    ("*.md", "*.txt", false),
    ("*", "x", true), ("docs/**", "docs/a/b.md", true), ("/a.md", "sub/a.md", false),
    ("**/x/*.c", "x/a.c", true), ("[ab].md", "a.*", true), ("[ab].md", "c.md", false),
    ("a?c", "abc", true), ("a/b", "a/*/b", false), ("a/**/b", "a/b", true), ("*.lock", "y*", true),
    ("doc*", "*.png", true), ("src/*.c", "lib/*", false), ("a\\*", "ab", false),
  ]

  @Test(arguments: pairs)
  func `finds out whether two patterns can mean one file`(one: String, other: String, meets: Bool) {
    #expect(AttributePattern(one).overlaps(AttributePattern(other)) == meets)
    #expect(AttributePattern(other).overlaps(AttributePattern(one)) == meets)
  }

  @Test func `patterns of a folder apply to its contents`() {
    let inner = AttributePattern("*.md", in: "docs")
    #expect(inner.overlaps(AttributePattern("docs/deep/*.md")))
    #expect(inner.overlaps(AttributePattern("a*")))
    #expect(!inner.overlaps(AttributePattern("/a.md")))
    #expect(!inner.overlaps(AttributePattern("src/**")))
  }
}
