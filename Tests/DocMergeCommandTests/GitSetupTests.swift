import DocMergeTestSupport
import Testing

@testable import DocMergeCommand

/// `docmerge git setup`, `unsetup` and `doctor` on real settings.
struct GitSetupTests {
  private let place = GitPlace()

  /// The command as run by a person with a home folder.
  private func docmerge(_ words: String..., path: String? = nil) -> Output {
    var environment = ["HOME": "\(place.path)/home", "GIT_CONFIG_GLOBAL": "\(place.path)/home/g"]
    if let path { environment["PATH"] = path }
    return Program(Replica.command, in: place.path, environment: environment).run(["git"] + words)
  }

  private func initialize() throws { try place.git("init", "-q", "-b", "main") }

  // MARK: Setting up

  private static let texts: [String?] = [
    nil, "", "# mine\n", "[user]\n\tname = Anna", "[merge]\r\n\tconflictStyle = diff3\r\n",
    "[merge \"docmerge\"]\n\tdriver = old %A\n[alias]\n\tx = \"!echo '#'\"\n\n\n",
  ]

  @Test(arguments: texts, [nil, "", "*.lock merge=docmerge", "# \u{E4}\n*.md -text\n"])
  func `unsetup gives every file back, byte for byte`(config: String?, attributes: String?) throws {
    try initialize()
    let files = [
      "home/g": config, ".git/config": (place.read(".git/config") ?? "") + (config ?? ""),
      ".git/info/attributes": attributes, ".gitattributes": attributes,
      "home/.config/git/attributes": attributes,
    ]
    for (name, text) in files { if let text { place.write([name: text]) } }
    place.write(["home/x": ""])
    for words in [
      ["--global"], ["--local"], ["--shared"], ["--pattern", "*.md"], ["--local", "--force"],
    ] {
      let scope = words == ["--global"] ? ["--global"] : ["--local"]
      let output = Program(
        Replica.command, in: place.path,
        environment: ["HOME": "\(place.path)/home", "GIT_CONFIG_GLOBAL": "\(place.path)/home/g"])
      try output.run(["git", "setup"] + words, exits: 0)
      try output.run(["git", "setup"] + words, exits: 0)
      try output.run(["git", "unsetup"] + scope, exits: 0)
      for (name, text) in files { #expect(place.read(name) == text, "\(words) \(name)") }
    }
  }

  @Test func `setting up names the tools that can use docmerge`() throws {
    try initialize()
    place.write(["bin/vim": "#!/bin/sh\n", ".pre-commit-config.yaml": "repos: []\n"])
    let words = "chmod +x bin/vim && ln -s \"$(command -v git)\" bin/git"
    try Program("sh", in: place.path).run(["-c", words], exits: 0)
    let output = docmerge("setup", path: "\(place.path)/bin")
    #expect(output.status == 0, "\(output)")
    #expect(output.messages.contains("Found here: Vim, pre-commit."))
    #expect(docmerge("setup", path: "\(place.path)/bin").messages == "Nothing to change.\n")
  }

  @Test func `no copy of a file with markers is left, unless the person wants it`() throws {
    try place.branches(
      base: ["a.md": "1\n"], ours: ["a.md": "ours\n"], theirs: ["a.md": "theirs\n"])
    func backup() throws -> Bool {
      let tool = "mergetool.docmerge.cmd=printf 'done\\n' > \"$MERGED\""
      #expect(place.merge().status == 1)
      try place.git("-c", tool, "mergetool", "--no-prompt", "-t", "docmerge")
      defer { _ = try? place.git("reset", "-q", "--hard") }
      #expect(place.read("a.md") == "done\n")
      defer { _ = Program("git", in: place.path).run(["clean", "-fdq"]) }
      return place.read("a.md.orig") != nil
    }
    #expect(docmerge("setup").text.contains("keepBackup = false"))
    #expect(docmerge("setup").messages == "Nothing to change.\n")
    #expect(try !backup())
    try place.git("config", "mergetool.keepBackup", "true")
    #expect(docmerge("setup").status == 0)
    #expect(try backup())
    #expect(docmerge("unsetup").status == 0)
    #expect(try place.git("config", "mergetool.keepBackup").text == "true\n")
  }

  @Test func `keeps what was added behind its lines`() throws {
    try initialize()
    place.write([".git/info/attributes": "*.x text"])
    #expect(docmerge("setup", "--pattern", "*.md").status == 0)
    try place.git("config", "alias.co", "checkout")
    let text = try #require(place.read(".git/info/attributes"))
    place.write([".git/info/attributes": text + "*.y text\n"])
    #expect(docmerge("unsetup").status == 0)
    #expect(place.read(".git/info/attributes") == "*.x text\n*.y text\n")
    #expect(try place.git("config", "alias.co").text == "checkout\n")
    #expect(docmerge("unsetup").messages == "Nothing to change.\n")
  }

  @Test func `writes nothing with --dry-run, and says what it would`() throws {
    try initialize()
    let before = place.read(".git/config")
    let output = docmerge("setup", "--dry-run")
    #expect(output.status == 0)
    #expect(output.text.contains("Would write into \(place.path)/.git/config:"))
    #expect(output.text.contains("default = docmerge"))
    #expect(docmerge("setup", "--pattern", "*.md", "-n").status == 64)
    let pattern = docmerge("setup", "--pattern", "*.md", "--dry-run")
    #expect(pattern.text.contains("*.md merge=docmerge"))
    #expect(place.read(".git/config") == before)
    #expect(place.read(".git/info/attributes") == nil)
    #expect(docmerge("setup").status == 0)
    let written = place.read(".git/config")
    #expect(docmerge("unsetup", "--dry-run").text.contains("Would take the lines of docmerge out"))
    #expect(place.read(".git/config") == written)
  }

  @Test(arguments: [
    "*.lock merge=union", "*.lock binary", "* -merge", "[attr]own merge=x\n*.lock own",
  ])
  func `does not take what another driver owns, unless forced`(line: String) throws {
    try initialize()
    place.write(["sub/.gitattributes": "*.md text\n", ".gitattributes": "# mine\n\(line)\n"])
    let refused = docmerge("setup", "--pattern", "b*")
    #expect(refused.status == 2)
    #expect(refused.messages.contains(".gitattributes, line"))
    #expect(place.read(".git/info/attributes") == nil)
    let before = try place.git("check-attr", "merge", "a.lock").text
    for words in [["setup"], ["setup", "--shared"]] {
      #expect(Program(Replica.command, in: place.path).run(["git"] + words).status == 0)
      #expect(try place.git("check-attr", "merge", "a.lock").text == before)
    }
    #expect(docmerge("unsetup").status == 0)
    if line != "* -merge" {
      #expect(docmerge("setup", "--pattern", "*.md").status == 0)
      #expect(try place.git("check-attr", "merge", "a.md").text == "a.md: merge: docmerge\n")
    }
    #expect(docmerge("setup", "--force").status == 0)
    #expect(try place.git("check-attr", "merge", "a.lock").text == "a.lock: merge: docmerge\n")
    // The person's own files overrule nothing.
    #expect(docmerge("setup", "--global").status == 0)
  }

  @Test func `fails where there is no repository, or another program writes`() throws {
    let output = docmerge("setup")
    #expect(output.status == 2)
    #expect(output.messages.contains("--global"))
    try initialize()
    place.write([".git/config.lock": ""])
    #expect(docmerge("setup").messages.contains("File exists"))
    File("\(place.path)/.git/config.lock").remove()
    try place.git("config", "merge.default", "union")
    #expect(docmerge("setup").messages.contains("merge.default gives files to the driver union"))
    for words in [["--shared", "--global"], ["--pattern", "#x"], ["--pattern", "!x"]] {
      #expect(Program(Replica.command, in: place.path).run(["git", "setup"] + words).status == 64)
    }
  }

  // MARK: Merging with what was set up

  @Test func `git merges with what setup wrote, and by itself where docmerge is missing`() throws {
    try place.branches(
      base: ["a.md": "We meet on Monday in the large hall.\n", "b.md": "x\n"],
      ours: ["a.md": "We meet on Friday in the large hall.\n", "b.md": "y\n"],
      theirs: ["a.md": "We meet on Monday in the small hall.\n", "b.md": "z\n"])
    #expect(docmerge("setup").status == 0)
    #expect(place.merge().status == 1)
    #expect(place.read("a.md") == "We meet on Friday in the small hall.\n")
    #expect(place.status == ["M  a.md", "UU b.md"])
    try place.git("merge", "--abort")
    let config = try #require(place.read(".git/config"))
    let line = try #require(config.split(separator: "\n").first { $0.contains("driver = ") })
    let program = try #require(line.split(separator: "\"").dropFirst().first)
      .split(separator: " ")[0]
    place.write([".git/config": config.replacing(String(program), with: "/missing/docmerge")])
    let output = place.merge()
    #expect(output.status == 1, "\(output)")
    #expect(place.status == ["UU a.md", "UU b.md"])
    #expect(
      place.read("a.md")
        == "<<<<<<< ours\nWe meet on Friday in the large hall.\n=======\n"
        + "We meet on Monday in the small hall.\n>>>>>>> theirs\n")
    #expect(place.read("b.md") == "<<<<<<< ours\ny\n=======\nz\n>>>>>>> theirs\n")
  }

  // MARK: The doctor

  @Test func `finds nothing where nothing is wrong`() throws {
    try initialize()
    #expect(docmerge("setup").status == 0)
    let output = docmerge("doctor")
    #expect(output.status == 0, "\(output)")
    #expect(output.messages == "Nothing was found.\n")
    let empty = docmerge("doctor", "--json")
    #expect(empty.text.contains("\"format\" : \"docmerge-git-doctor\""))
  }

  @Test func `finds each trap, and says how to mend it`() throws {
    try place.branches(
      base: ["a": "x\n"], ours: ["a": "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"], theirs: [:])
    place.write([".gitattributes": "*.a merge=ours\n*.b merge=none-such\n*.c merge=docmerge\n"])
    try place.git("config", "merge.gone.driver", "no-such-program %O %A %B")
    try place.git("config", "merge.new.driver", "true %S")
    try place.git("config", "merge.docmerge.driver", "no-such-docmerge merge-driver %O %A %B")
    try place.git("config", "mergetool.docmerge.cmd", "no-such-docmerge mergetool")
    try place.git("config", "mergetool.other.cmd", "true")
    try place.git("config", "mergetool.other.trustExitCode", "yes")
    let output = docmerge("doctor")
    #expect(output.status == 1)
    for words in [
      ".gitattributes, line 1: no driver is called ours", "merge.ours.driver true",
      "line 2: no driver is called none-such", "no-such-program is missing, so git takes ours",
      "merge.docmerge.driver: where docmerge is missing", "mergetool.docmerge.trustExitCode",
      "mergetool.docmerge.cmd: no-such-docmerge is missing", "mergetool.other.trustExitCode",
      "a: it was committed with conflict markers",
    ] {
      #expect(output.text.contains(words), "\(words)")
    }
    #expect(!output.text.contains("line 3"))
    let report = docmerge("doctor", "--json")
    #expect(report.status == 1)
    for kind in [
      "unknown-driver", "missing-program", "no-fallback", "untrusted-tool", "trusted-tool",
      "committed-markers",
    ] {
      #expect(report.text.contains("\"kind\" : \"\(kind)\""))
    }
  }

  // MARK: Attributes

  @Test(arguments: [
    ("*.md merge=x", "*.md", AttributeRule.Value.driver("x")), ("a b", nil, nil),
    ("# x merge=y", nil, nil), ("\"a b\\\".md\" merge", "a b\".md", .driver("text")),
    ("  *.png\tbinary", "*.png", .unmergeable), ("x merge=a !merge", nil, nil),
    ("x -merge merge=a", "x", .driver("a")), ("[attr]m merge=q", nil, nil),
  ])
  func `reads a line of attributes as git does`(
    line: String, pattern: String?, value: AttributeRule.Value?
  ) {
    let rules = AttributeRule.rules(in: Array(line.utf8), file: "f")
    #expect(rules.map(\.pattern) == [pattern].compactMap(\.self))
    #expect(rules.map(\.value) == [value].compactMap(\.self))
  }
}
