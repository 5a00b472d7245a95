import DocMergeCore
import DocMergeFormats
import Testing

/// Merges of lock files, and of files that list the packages to lock.
struct LockTests {
  private func clean(
    _ path: String, _ base: String, _ ours: String, _ theirs: String
  ) throws -> String? {
    text(try merged(path, base, ours, theirs, .balanced))
  }

  private static let yarn = """
    # yarn lockfile v1


    "@a/a@^1.0.0":
      version "1.0.0"
      resolved "https://r/a-1.0.0.tgz#aa"
      integrity sha512-aaaa
      dependencies:
        c "^3.0.0"

    b@^2.0.0, b@^2.1.0:
      version "2.1.0"
      resolved "https://r/b-2.1.0.tgz#bb"
      integrity sha512-bbbb

    c@^3.0.0:
      version "3.0.0"
      resolved "https://r/c-3.0.0.tgz#cc"
      integrity sha512-cccc

    """

  private static func yarnEntry(_ specifier: String, _ version: String, _ hash: String) -> String {
    "\(specifier):\n  version \"\(version)\"\n"
      + "  resolved \"https://r/\(version).tgz#\(hash)\"\n  integrity sha512-\(hash)\n"
  }

  @Test func `a lock file of Yarn has entries with parts`() throws {
    let tree = try soundTree(Self.yarn, IndentedLockFormat(.yarn))
    #expect(
      tree.outline.hasPrefix(
        """
        members
          members @a/a@^1.0.0
            scalar version =   version "1.0.0"\\n
        """))
    #expect(tree.root.children.count == 3)
  }

  @Test func `both add entries to a lock file of Yarn`() throws {
    let (d, e) = (
      Self.yarnEntry("d@^4.0.0", "4.0.0", "dd"), Self.yarnEntry("e@^5.0.0", "5.0.0", "ee")
    )
    #expect(
      try clean("yarn.lock", Self.yarn, Self.yarn + "\n" + e, Self.yarn + "\n" + d)
        == Self.yarn + "\n" + d + "\n" + e)
  }

  private static let gems = """
    GEM
      remote: https://rubygems.org/
      specs:
        a (1.0)
          c (>= 1)
        b (2.0)
        c (1.1)
        n (1.13.0)
        n (1.13.0-x86_64-linux)

    PLATFORMS
      ruby

    DEPENDENCIES
      a (~> 1.0)
      b

    BUNDLED WITH
       2.1.4

    """

  @Test func `both add and raise gems`() throws {
    let ours = Self.gems.replacing("    b (2.0)\n", with: "    aa (1.0)\n    b (2.1)\n")
    let theirs = Self.gems.replacing("    n (1.13.0)\n", with: "    d (1.0)\n    n (1.13.0)\n")
      .replacing("  b\n", with: "  b\n  d\n")
    let expected = ours.replacing("    n (1.13.0)\n", with: "    d (1.0)\n    n (1.13.0)\n")
      .replacing("  b\n", with: "  b\n  d\n")
    #expect(try clean("Gemfile.lock", Self.gems, ours, theirs) == expected)
    #expect(try clean("Gemfile.lock", Self.gems, theirs, ours) == expected)
  }

  private static let pods = """
    PODS:
      - A (1.0):
        - B (= 1.0)
      - B (1.0)
      - F/Core (7.0)

    DEPENDENCIES:
      - A (~> 1.0)

    SPEC REPOS:
      trunk:
        - A
        - B

    SPEC CHECKSUMS:
      A: aaaa
      B: bbbb

    PODFILE CHECKSUM: cccc

    COCOAPODS: 1.11.0

    """

  @Test func `both add pods`() throws {
    let ours = Self.pods.replacing("  - F/Core (7.0)\n", with: "  - C (1.0)\n  - F/Core (7.0)\n")
    let theirs = Self.pods.replacing("  B: bbbb\n", with: "  B: bbbb\n  D: dddd\n")
    #expect(
      try clean("Podfile.lock", Self.pods, ours, theirs)
        == ours.replacing("  B: bbbb\n", with: "  B: bbbb\n  D: dddd\n"))
  }

  @Test func `checksums of Go are united in order`() throws {
    func sums(_ names: String...) -> String {
      names.map {
        "example.org/\($0) v1.0.0 h1:\($0)=\nexample.org/\($0) v1.0.0/go.mod h1:\($0)m=\n"
      }
      .joined()
    }
    #expect(
      try clean("go.sum", sums("b", "e", "x"), sums("b", "d", "e", "x"), sums("b", "c", "e", "x"))
        == sums("b", "c", "d", "e", "x"))
  }

  private static let module = """
    module example.org/m

    go 1.21

    require (
    \texample.org/a v1.0.0
    \texample.org/b v1.0.0
    \texample.org/z v1.0.0 // indirect
    )

    """

  @Test func `both require modules`() throws {
    let ours = Self.module.replacing("/b v1.0.0", with: "/b v1.1.0")
    let theirs = Self.module.replacing(
      "\texample.org/z", with: "\texample.org/c v1.0.0\n\texample.org/z")
    #expect(
      try clean("go.mod", Self.module, ours, theirs)
        == ours.replacing("\texample.org/z", with: "\texample.org/c v1.0.0\n\texample.org/z"))
  }

  @Test(arguments: ["requirements.txt", "requirements/web.txt", "web-requirements.in"])
  func `both raise requirements`(_ path: String) throws {
    #expect(
      try clean(
        path, "# web\nFlask==1.0\nrequests==2.0\n",
        "# web\nFlask==1.1\nrequests==2.0\n",
        "# web\nFlask==1.0\nrequests==2.1\nurllib3==1\n")
        == "# web\nFlask==1.1\nrequests==2.1\nurllib3==1\n")
  }

  private static let pins = """
    {
      "pins" : [
        {
          "identity" : "a",
          "kind" : "remoteSourceControl",
          "location" : "https://e/a",
          "state" : {
            "revision" : "aaaa",
            "version" : "1.0.0"
          }
        }
      ],
      "version" : 2
    }

    """

  private static func pin(_ name: String, _ version: String) -> String {
    """
    ,
        {
          "identity" : "\(name)",
          "kind" : "remoteSourceControl",
          "location" : "https://e/\(name)",
          "state" : {
            "revision" : "\(name)\(version)",
            "version" : "\(version)"
          }
        }
      ],
    """
  }

  @Test func `both pin packages of Swift`() throws {
    func pinned(_ name: String) -> String {
      Self.pins.replacing("\n  ],", with: Self.pin(name, "1.0.0"))
    }
    #expect(
      try clean("Package.resolved", Self.pins, pinned("b"), pinned("c"))
        == pinned("b").replacing("\n  ],", with: Self.pin("c", "1.0.0")))
  }

  private static let gemfile =
    "gem \"a\"\ngem \"c\"\n\ngroup :test do\n  gem \"t\"\nend\n\ngem \"z\"\n"

  static let left: [(path: String, base: String, ours: String, theirs: String)] = [
    (
      "yarn.lock", yarn, yarn.replacing("version \"3.0.0\"", with: "version \"3.1.0\""),
      yarn.replacing("sha512-cccc", with: "sha512-dddd")
    ),
    (
      "yarn.lock", yarn, yarn.replacing("version \"1.0.0\"", with: "version \"1.1.0\""),
      yarn.replacing("    c \"^3.0.0\"", with: "    c \"^3.1.0\"")
    ),
    (
      "yarn.lock", yarn, yarn + "\n" + yarnEntry("d@^4.0.0", "4.0.0", "dd"),
      yarn + "\n" + yarnEntry("d@^4.0.0", "4.1.0", "de")
    ),
    (
      "yarn.lock", yarn, yarn.replacing("c@^3.0.0:", with: "c@^3.0.0, c@^3.1.0:"),
      yarn + "\n" + yarnEntry("c@^3.1.0", "3.1.0", "dd")
    ),
    (
      "Gemfile.lock", gems, gems.replacing("    a (1.0)", with: "    a (1.1)"),
      gems.replacing("      c (>= 1)", with: "      c (>= 2)")
    ),
    (
      "Gemfile.lock", gems,
      gems.replacing("    n (1.13.0)\n", with: "    d (1.0)\n    n (1.13.0)\n"),
      gems.replacing("    n (1.13.0)\n", with: "    d (2.0)\n    n (1.13.0)\n")
    ),
    (
      "Gemfile.lock", gems, gems.replacing("2.1.4", with: "2.2.0"),
      gems.replacing("2.1.4", with: "2.3.1")
    ),
    (
      "Podfile.lock", pods, pods.replacing("CHECKSUM: cccc", with: "CHECKSUM: dddd"),
      pods.replacing("CHECKSUM: cccc", with: "CHECKSUM: eeee")
    ),
    (
      "Podfile.lock", pods, pods.replacing("F/Core (7.0)", with: "F/Core (7.1)"),
      pods.replacing("  - B (1.0)\n", with: "  - B (1.0)\n  - F/Auth (7.0)\n")
    ),
    (
      "go.sum", "e.org/a v1 h1:a=\n", "e.org/a v1 h1:a=\ne.org/b v1 h1:b=\n",
      "e.org/a v1 h1:a=\ne.org/b v1 h1:c=\n"
    ),
    (
      "go.mod", module, module.replacing("/a v1.0.0", with: "/a v1.1.0"),
      module.replacing("/a v1.0.0", with: "/a v1.2.0")
    ),
    (
      "go.mod", module,
      module.replacing("\texample.org/z", with: "\texample.org/c v1.0.0\n\texample.org/z"),
      module + "\nrequire example.org/c v1.1.0\n"
    ),
    (
      "requirements.txt", "a==1\nb==1\nc==1\n", "a==1\nPy_Yaml==5\nb==1\nc==1\n",
      "a==1\nb==1\nc==1\npy-yaml==6\n"
    ),
    (
      "Gemfile", gemfile, gemfile.replacing("gem \"c\"", with: "gem \"b\", \"1\"\ngem \"c\""),
      gemfile.replacing("gem \"z\"", with: "gem \"b\", \"2\"\ngem \"z\"")
    ),
    ("requirements.txt", "flask==1.0.0\n", "flask==1.1.0\n", "flask==1.0.2\n"),
    (
      "Package.resolved", pins, pins.replacing("\n  ],", with: pin("b", "1.0.0")),
      pins.replacing("\n  ],", with: pin("b", "1.1.0"))
    ),
    (
      "Package.resolved", pins,
      pins.replacing("1.0.0", with: "1.1.0").replacing("aaaa", with: "bbbb"),
      pins.replacing("aaaa", with: "cccc")
    ),
    (
      "composer.lock", "{\n  \"content-hash\": \"a\",\n  \"packages\": []\n}\n",
      "{\n  \"content-hash\": \"b\",\n  \"packages\": []\n}\n",
      "{\n  \"content-hash\": \"c\",\n  \"packages\": []\n}\n"
    ),
    (
      "composer.lock", "{\n  \"packages\": []\n}\n",
      "{\n  \"packages\": [{\"name\": \"a/a\", \"version\": \"1\"}]\n}\n",
      "{\n  \"packages\": [{\"name\": \"a/a\", \"version\": \"2\"}]\n}\n"
    ),
    (
      "poetry.lock", "[[package]]\nname = \"z\"\nversion = \"1\"\n",
      "[[package]]\nname = \"a\"\nversion = \"1\"\n\n[[package]]\nname = \"z\"\nversion = \"1\"\n",
      "[[package]]\nname = \"a\"\nversion = \"2\"\n\n[[package]]\nname = \"z\"\nversion = \"1\"\n"
    ),
    (
      "composer.lock",
      "{\n  \"packages\": [\n    {\"name\": \"a\"},\n    {\"name\": \"k\"}\n  ]\n}\n",
      "{\n  \"packages\": [\n    {\"name\": \"a\"},\n    {\"name\": \"c\", \"version\": 2},\n    {\"name\": \"k\"}\n  ]\n}\n",
      "{\n  \"packages\": [\n    {\"name\": \"a\"},\n    {\"name\": \"k\"},\n    {\"name\": \"c\", \"version\": 3}\n  ]\n}\n"
    ),
    (
      "package-lock.json",
      "{\"packages\": {\"h\": {\n\"version\": \"1\",\n\"resolved\": \"u\",\n\"dev\": true,\n\"dependencies\": {\"d\": \"1\"}\n}}}\n",
      "{\"packages\": {\"h\": {\n\"version\": \"2\",\n\"resolved\": \"v\",\n\"dev\": true,\n\"dependencies\": {\"d\": \"1\"}\n}}}\n",
      "{\"packages\": {\"h\": {\n\"version\": \"1\",\n\"resolved\": \"u\",\n\"dev\": true,\n\"dependencies\": {\"d\": \"2\"}\n}}}\n"
    ),
    (
      "poetry.lock",
      "[[package]]\nname = \"c\"\nversion = \"1\"\n\n[[package]]\nname = \"d\"\nversion = \"1\"\n",
      "[[package]]\nname = \"c\"\nversion = \"1\"\n\n[[package]]\nname = \"e\"\nversion = \"1\"\n",
      "[[package]]\nname = \"c\"\nversion = \"1\"\n\n[[package]]\nname = \"d\"\nversion = \"1\"\n\n"
        + "[[package]]\nname = \"e\"\nversion = \"2\"\n"
    ),
    (
      "Cargo.lock", "[[package]]\nname = \"z\"\nversion = \"1\"\nchecksum = \"a\"\n",
      "[[package]]\nname = \"z\"\nversion = \"1\"\nchecksum = \"b\"\n",
      "[[package]]\nname = \"z\"\nversion = \"2\"\nchecksum = \"a\"\n"
    ),
    ("poetry.lock", poetry("1", "1"), poetry("2", "1"), poetry("1", "2")),
    ("poetry.lock", poetry("1"), poetry("2"), poetry("1", "2")),
    ("poetry.lock", poetry("1", "1"), poetry("2", "1"), poetry("1")),
  ]

  /// A package, with a table of what it requires if there is something.
  private static func poetry(_ version: String, _ required: String? = nil) -> String {
    """
    [[package]]
    name = "a"
    version = "\(version)"
    description = "text"
    optional = false
    python-versions = "*"

    """ + (required.map { "\n[package.dependencies]\nb = \">=\($0)\"\n" } ?? "")
  }

  @Test(arguments: left.indices, MergePolicy.allCases)
  func `a disagreement is left to a person`(_ index: Int, policy: MergePolicy) throws {
    let (path, base, ours, theirs) = Self.left[index]
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      let merged = try merged(path, base, ours, theirs, policy)
      #expect(!merged.conflicts.isEmpty, "\(path): \(text(merged) ?? "")")
    }
  }

  @Test(arguments: IndentedLockFormat.Dialect.allCases)
  func `nodes own all bytes of lock files by chance`(dialect: IndentedLockFormat.Dialect) {
    let pieces = [
      "GEM\n", "  remote: x\n", "  specs:\n", "    a (1)\n", "      b (>= 1)\n", "PODS:\n",
      "  - A (1):\n", "    - B (= 1)\n", "\n", "# c\n", "d@^1, \"e@^2\":\n", "  version \"1\"\n",
      " ",
      "SPEC REPOS:\n", "  trunk:\n", "    - A\n", "\t", "x",
    ]
    expectSound(pieceTexts(pieces, upTo: 3), IndentedLockFormat(dialect))
    expectSound(chanceTexts(pieces, length: 10, count: 10_000), IndentedLockFormat(dialect))
    for text in [Self.yarn, Self.gems, Self.pods] {
      expectSound(mutatedTexts(text, with: " :-\"\n#"), IndentedLockFormat(dialect))
    }
  }

  @Test(arguments: KeyedLineFormat.Dialect.allCases)
  func `nodes own all bytes of keyed lines by chance`(dialect: KeyedLineFormat.Dialect) {
    let pieces = [
      "require (\n", ")\n", "\ta v1\n", "require b v2 // c\n", "replace d => e v1\n", "// f\n",
      "\n",
      "# g\n", "    # via h\n", "i==1\n", "i[j]==2 ; k\n", "-r l\n", "m \\\n", "  --hash=n\n", " ",
      "o v1 h1:p=\n", "retract [v1, v2]\n", "x", "(",
    ]
    expectSound(pieceTexts(pieces, upTo: 3), KeyedLineFormat(dialect))
    expectSound(chanceTexts(pieces, length: 10, count: 10_000), KeyedLineFormat(dialect))
    expectSound(mutatedTexts(Self.module, with: "()/= \n#\\"), KeyedLineFormat(dialect))
  }

  @Test func `lock files name the command that writes them anew`() {
    #expect(LockFile(path: "a/Cargo.lock")?.command == "cargo update --workspace")
    #expect(LockFile(path: "package-lock.json")?.command == "npm install")
    #expect(LockFile(path: "package.json") == nil)
  }
}
