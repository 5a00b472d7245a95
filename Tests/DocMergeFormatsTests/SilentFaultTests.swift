import DocMergeCore
import DocMergeFormats
import Testing

/// Merges whose clean result would break a file, or hold text that no side wrote.
struct SilentFaultTests {
  /// A base, what each side makes of it, and the clean results that are right; none where a person must decide.
  struct Case: Sendable, CustomTestStringConvertible {
    let path: String
    let base: String
    let ours: String
    let theirs: String
    var right: [String] = []
    var testDescription: String { "\(path): \(ours.prefix(40))" }
  }

  /// Text that one side deleted, and the other changed beside an addition.
  static let returning = [
    Case(
      path: "a.yaml", base: "steps:\n  - run: make\n",
      ours: "steps:\n  - run: make all\n  - run: make test\n",
      theirs: "steps:\n  - run: make test\n"),
    Case(
      path: "a.xml", base: "<l>\n  <i>a</i>\n</l>\n",
      ours: "<l>\n  <i>aa</i>\n  <i>b</i>\n</l>\n",
      theirs: "<l>\n  <i>b</i>\n</l>\n"),
    Case(
      path: "a.md", base: "# T\n\n- [ ] call Ann\n",
      ours: "# T\n\n- [x] call Ann\n- [ ] call Bob\n",
      theirs: "# T\n\n- [ ] call Bob\n"),
    Case(
      path: "a.txt", base: "Call the bank\n",
      ours: "Call the bank and the post office\nWater the plants\n",
      theirs: "Water the plants\n"),
    Case(
      path: "compose.yaml", base: "services:\n  a:\n    ports:\n      - \"80:80\"\n    image: x\n",
      ours:
        "services:\n  a:\n    ports:\n      - \"80:8080\"\n      - \"443:8443\"\n    image: x\n",
      theirs: "services:\n  a:\n    ports:\n      - \"443:8443\"\n    image: x\n"),
    Case(
      path: "a.yaml", base: "tags:\n  - v1\nx: 1\n",
      ours: "tags:\n  - v1.0\n  - latest\nx: 1\n",
      theirs: "tags:\n  - latest\nx: 1\n"),
  ]

  /// One name twice in a container.
  static let doubled = [
    Case(
      path: "a.c", base: "enum e {\n    A,\n    B,\n    C,\n    D,\n};\n",
      ours: "enum e {\n    A,\n    K,\n    B,\n    C,\n    D,\n};\n",
      theirs: "enum e {\n    A,\n    B,\n    C,\n    D,\n    K = 9,\n};\n"),
    Case(
      path: "a.rs", base: "enum E {\n    A,\n    B,\n    C,\n    D,\n}\n",
      ours: "enum E {\n    A,\n    K,\n    B,\n    C,\n    D,\n}\n",
      theirs: "enum E {\n    A,\n    B,\n    C,\n    D,\n    K(u8),\n}\n"),
    Case(
      path: "a.swift", base: "enum E {\n    case a\n    case b\n    case c\n    case d\n}\n",
      ours: "enum E {\n    case a\n    case k\n    case b\n    case c\n    case d\n}\n",
      theirs: "enum E {\n    case a\n    case b\n    case c\n    case d\n    case k(Int)\n}\n"),
    Case(
      path: "a.graphql", base: "enum E {\n  A\n  B\n  C\n  D\n}\n",
      ours: "enum E {\n  A\n  K\n  B\n  C\n  D\n}\n",
      theirs: "enum E {\n  A\n  B\n  C\n  D\n  K @deprecated\n}\n"),
    Case(
      path: "a.java", base: "enum E {\n    A(1),\n    B(2),\n    C(3);\n    E(int n) {}\n}\n",
      ours: "enum E {\n    K(1),\n    B(2),\n    C(3);\n    E(int n) {}\n}\n",
      theirs: "enum E {\n    A(1),\n    B(2),\n    K(3);\n    E(int n) {}\n}\n"),
    Case(
      path: "a.go",
      base:
        "package web\n\nvar routes = map[string]Handler{\n\t\"/\":      home,\n\t\"/about\": about,\n\t\"/news\":  news,\n}\n",
      ours:
        "package web\n\nvar routes = map[string]Handler{\n\t\"/\":      home,\n\t\"/login\": login,\n\t\"/about\": about,\n\t\"/news\":  news,\n}\n",
      theirs:
        "package web\n\nvar routes = map[string]Handler{\n\t\"/\":      home,\n\t\"/about\": about,\n\t\"/news\":  news,\n\t\"/login\": signIn,\n}\n"
    ),
    Case(
      path: "a.swift",
      base: "enum Tab {\n    case home\n    case news\n    case shop\n    case more\n}\n",
      ours:
        "enum Tab {\n    case home\n    case help\n    case news\n    case shop\n    case more\n}\n",
      theirs:
        "enum Tab {\n    case home\n    case news\n    case shop\n    case more\n    case help\n}\n",
      right: [
        "enum Tab {\n    case home\n    case help\n    case news\n    case shop\n    case more\n}\n",
        "enum Tab {\n    case home\n    case news\n    case shop\n    case more\n    case help\n}\n",
      ]),
  ]

  /// Results that a compiler, a browser or a package manager rejects.
  static let broken = [
    Case(
      path: "a.c", base: "void f(void) {\n  a();\n  b();\n  c();\n  d();\n}\n",
      ours: "void f(void) {\n  /*\n  a();\n  b();\n  c();\n  */\n  d();\n}\n",
      theirs: "void f(void) {\n  a();\n  /* then */\n  b();\n  c();\n  d();\n}\n"),
    Case(
      path: "a.css", base: "a { top: 0 }\nb { top: 0 }\nc { top: 0 }\nd { top: 0 }\n",
      ours: "/*\na { top: 0 }\nb { top: 0 }\nc { top: 0 }\n*/\nd { top: 0 }\n",
      theirs: "a { top: 0 }\nb { top: 0 }\n/* new */\nn { top: 0 }\nc { top: 0 }\nd { top: 0 }\n"),
    Case(
      path: "a.md", base: "Run:\n\na one\nb two\nc three\n\nEnd.\n",
      ours: "Run:\n\n```\na one\nb two\nc three\n```\n\nEnd.\n",
      theirs: "Run:\n\na one\nb two\n```sh\nmake\n```\nc three\n\nEnd.\n"),
    Case(
      path: "a.scss", base: ".nav {\n  &:hover {\n    color: red;\n    top: 0\n  }\n}\n",
      ours: ".nav {\n  &:hover {\n    color: red;\n    top: 0;\n    left: 0\n  }\n}\n",
      theirs: ".nav {\n  &:hover {\n    color: red;\n    top: 0;\n    float: none\n  }\n}\n",
      right: [
        ".nav {\n  &:hover {\n    color: red;\n    top: 0;\n    left: 0;\n    float: none\n  }\n}\n",
        ".nav {\n  &:hover {\n    color: red;\n    top: 0;\n    float: none;\n    left: 0\n  }\n}\n",
      ]),
    Case(
      path: "Cargo.lock",
      base:
        "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\ndependencies = [\n \"b\",\n]\n\n[[package]]\nname = \"b\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"c\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"d\"\nversion = \"1.0.0\"\n",
      ours:
        "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\ndependencies = [\n \"c\",\n]\n\n[[package]]\nname = \"c\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"d\"\nversion = \"1.0.0\"\n",
      theirs:
        "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\ndependencies = [\n \"b\",\n]\n\n[[package]]\nname = \"b\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"c\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"d\"\nversion = \"1.0.0\"\ndependencies = [\n \"b\",\n]\n"
    ),
    Case(
      path: "package-lock.json",
      base:
        "{\n  \"packages\": {\n    \"node_modules/a\": {\n      \"version\": \"1.0.0\",\n      \"dependencies\": {\n        \"b\": \"^1\"\n      }\n    },\n    \"node_modules/b\": {\n      \"version\": \"1.0.0\"\n    },\n    \"node_modules/c\": {\n      \"version\": \"1.0.0\"\n    },\n    \"node_modules/d\": {\n      \"version\": \"1.0.0\"\n    }\n  }\n}\n",
      ours:
        "{\n  \"packages\": {\n    \"node_modules/a\": {\n      \"version\": \"1.0.0\",\n      \"dependencies\": {\n        \"c\": \"^1\"\n      }\n    },\n    \"node_modules/c\": {\n      \"version\": \"1.0.0\"\n    },\n    \"node_modules/d\": {\n      \"version\": \"1.0.0\"\n    }\n  }\n}\n",
      theirs:
        "{\n  \"packages\": {\n    \"node_modules/a\": {\n      \"version\": \"1.0.0\",\n      \"dependencies\": {\n        \"b\": \"^1\"\n      }\n    },\n    \"node_modules/b\": {\n      \"version\": \"1.0.0\"\n    },\n    \"node_modules/c\": {\n      \"version\": \"1.0.0\"\n    },\n    \"node_modules/d\": {\n      \"version\": \"1.0.0\",\n      \"dependencies\": {\n        \"b\": \"^1\"\n      }\n    }\n  }\n}\n"
    ),
    Case(
      path: "yarn.lock",
      base:
        "a@^1:\n  version \"1.0.0\"\n  dependencies:\n    b \"^1\"\n\nb@^1:\n  version \"1.0.0\"\n\nc@^1:\n  version \"1.0.0\"\n\nd@^1:\n  version \"1.0.0\"\n",
      ours:
        "a@^1:\n  version \"1.0.0\"\n  dependencies:\n    c \"^1\"\n\nc@^1:\n  version \"1.0.0\"\n\nd@^1:\n  version \"1.0.0\"\n",
      theirs:
        "a@^1:\n  version \"1.0.0\"\n  dependencies:\n    b \"^1\"\n\nb@^1:\n  version \"1.0.0\"\n\nc@^1:\n  version \"1.0.0\"\n\nd@^1:\n  version \"1.0.0\"\n  dependencies:\n    b \"^1\"\n"
    ),
    Case(
      path: "Gemfile.lock",
      base: "GEM\n  specs:\n    a (1.0)\n      b\n    b (1.0)\n    c (1.0)\n    d (1.0)\n",
      ours: "GEM\n  specs:\n    a (1.0)\n      c\n    c (1.0)\n    d (1.0)\n",
      theirs:
        "GEM\n  specs:\n    a (1.0)\n      b\n    b (1.0)\n    c (1.0)\n    d (1.0)\n      b\n"),
    Case(
      path: "poetry.lock",
      base:
        "[[package]]\nname = \"a\"\nversion = \"1\"\n\n[package.dependencies]\nb = \"*\"\n\n[[package]]\nname = \"b\"\nversion = \"1\"\n\n[[package]]\nname = \"c\"\nversion = \"1\"\n\n[[package]]\nname = \"d\"\nversion = \"1\"\n",
      ours:
        "[[package]]\nname = \"a\"\nversion = \"1\"\n\n[package.dependencies]\nc = \"*\"\n\n[[package]]\nname = \"c\"\nversion = \"1\"\n\n[[package]]\nname = \"d\"\nversion = \"1\"\n",
      theirs:
        "[[package]]\nname = \"a\"\nversion = \"1\"\n\n[package.dependencies]\nb = \"*\"\n\n[[package]]\nname = \"b\"\nversion = \"1\"\n\n[[package]]\nname = \"c\"\nversion = \"1\"\n\n[[package]]\nname = \"d\"\nversion = \"1\"\n\n[package.dependencies]\nb = \"*\"\n"
    ),
  ]

  /// Parts of one value or one row from both sides.
  static let mixed = [
    Case(
      path: "a.json",
      base:
        "[\n  {\"id\": 1, \"n\": \"tea\", \"q\": 3},\n  {\"id\": 2, \"n\": \"jam\", \"q\": 4}\n]\n",
      ours:
        "[\n  {\"id\": 1, \"n\": \"tea\", \"q\": 3},\n  {\"id\": 7, \"n\": \"rye\", \"q\": 4}\n]\n",
      theirs:
        "[\n  {\"id\": 1, \"n\": \"tea\", \"q\": 3},\n  {\"id\": 2, \"n\": \"jam\", \"q\": 6}\n]\n"),
    Case(
      path: "a.yml",
      base: "jobs:\n  a:\n    steps:\n      - uses: actions/checkout@aaa111 # v4.1.0\n",
      ours: "jobs:\n  a:\n    steps:\n      - uses: actions/checkout@bbb222 # v4.1.0\n",
      theirs: "jobs:\n  a:\n    steps:\n      - uses: actions/checkout@aaa111 # v4.2.0\n"),
    Case(
      path: "a.html",
      base: "<script src=\"https://cdn.org/a@1.0/a.js\" integrity=\"sha384-aaaa\"></script>\n",
      ours: "<script src=\"https://cdn.org/a@1.1/a.js\" integrity=\"sha384-aaaa\"></script>\n",
      theirs: "<script src=\"https://cdn.org/a@1.0/a.js\" integrity=\"sha384-bbbb\"></script>\n"),
    Case(
      path: "a.yaml",
      base: "spec:\n  containers:\n    - name: web\n      image: reg.io/web:1.2@sha256:aaaa\n",
      ours: "spec:\n  containers:\n    - name: web\n      image: reg.io/web:1.3@sha256:aaaa\n",
      theirs: "spec:\n  containers:\n    - name: web\n      image: reg.io/web:1.2@sha256:bbbb\n"),
    Case(
      path: "a.bin",
      base: "version https://git-lfs.github.com/spec/v1\noid sha256:aaaa\nsize 120\n",
      ours: "version https://git-lfs.github.com/spec/v1\noid sha256:bbbb\nsize 120\n",
      theirs: "version https://git-lfs.github.com/spec/v1\noid sha256:aaaa\nsize 130\n"),
    Case(
      path: "a.toml",
      base: "[[sdist]]\nfile = { url = \"https://x.org/a-1.0.tgz\", sha256 = \"aaaa\" }\n",
      ours: "[[sdist]]\nfile = { url = \"https://x.org/a-1.1.tgz\", sha256 = \"aaaa\" }\n",
      theirs: "[[sdist]]\nfile = { url = \"https://x.org/a-1.0.tgz\", sha256 = \"bbbb\" }\n"),
    Case(
      path: "a.csv", base: "id,name,qty\n1,tea,3\n2,jam,4\n3,oil,5\n",
      ours: "id,name,qty\n1,tea,3\n7,rye,4\n3,oil,5\n",
      theirs: "id,name,qty\n1,tea,3\n2,jam,6\n3,oil,5\n"),
    Case(
      path: "a.md", base: "| id | n | q |\n| - | - | - |\n| 1 | tea | 3 |\n| 2 | jam | 4 |\n",
      ours: "| id | n | q |\n| - | - | - |\n| 1 | tea | 3 |\n| 7 | rye | 4 |\n",
      theirs: "| id | n | q |\n| - | - | - |\n| 1 | tea | 3 |\n| 2 | jam | 6 |\n"),
    Case(
      path: "a.go",
      base: "tests := []struct {\n\tin string\n\twant int\n}{\n\t{\"a\", 1},\n\t{\"b\", 2},\n}\n",
      ours:
        "tests := []struct {\n\tin string\n\tbase int\n\twant int\n}{\n\t{\"a\", 10, 1},\n\t{\"b\", 10, 2},\n}\n",
      theirs:
        "tests := []struct {\n\tin string\n\twant int\n}{\n\t{\"a\", 1},\n\t{\"b\", 2},\n\t{\"c\", 3},\n}\n"
    ),
    Case(
      path: "a.html",
      base:
        "<table>\n<tr><th>n</th><th>q</th></tr>\n<tr><td>a</td><td>1</td></tr>\n<tr><td>b</td><td>2</td></tr>\n</table>\n",
      ours:
        "<table>\n<tr><th>n</th><th>u</th><th>q</th></tr>\n<tr><td>a</td><td>kg</td><td>1</td></tr>\n<tr><td>b</td><td>l</td><td>2</td></tr>\n</table>\n",
      theirs:
        "<table>\n<tr><th>n</th><th>q</th></tr>\n<tr><td>a</td><td>1</td></tr>\n<tr><td>b</td><td>2</td></tr>\n<tr><td>c</td><td>3</td></tr>\n</table>\n"
    ),
    Case(
      path: "a.js", base: "const rows = [\n  [\"a\", 1],\n  [\"b\", 2],\n];\n",
      ours: "const rows = [\n  [1, \"a\"],\n  [2, \"b\"],\n];\n",
      theirs: "const rows = [\n  [\"a\", 1],\n  [\"b\", 2],\n  [\"c\", 3],\n];\n",
      right: ["const rows = [\n  [1, \"a\"],\n  [2, \"b\"],\n  [3, \"c\"],\n];\n"]),
  ]

  /// Blank lines, indentation and wrapping around additions.
  static let layout = [
    Case(
      path: "a.json", base: "{\n  \"a\": {\n    \"b\": 1,\n    \"c\": 2\n  }\n}\n",
      ours: "{\n    \"a\": {\n        \"b\": 1,\n        \"c\": 2\n    }\n}\n",
      theirs: "{\n  \"a\": {\n    \"b\": 1,\n    \"c\": 2,\n    \"d\": 3\n  }\n}\n",
      right: ["{\n    \"a\": {\n        \"b\": 1,\n        \"c\": 2,\n        \"d\": 3\n    }\n}\n"]
    ),
    Case(
      path: "a.json", base: "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": 1\n}\n",
      ours: "{\n\t\"a\": [\n\t\t1,\n\t\t2\n\t],\n\t\"b\": 1\n}\n",
      theirs: "{\n  \"a\": [\n    1,\n    2,\n    3\n  ],\n  \"b\": 1\n}\n",
      right: ["{\n\t\"a\": [\n\t\t1,\n\t\t2,\n\t\t3\n\t],\n\t\"b\": 1\n}\n"]),
    Case(
      path: "a.json", base: "{\n  \"a\": [\"x\", \"y\"]\n}\n",
      ours: "{\n  \"a\": [\n    \"x\",\n    \"y\"\n  ]\n}\n",
      theirs: "{\n  \"a\": [\"x\", \"y\", \"z\"]\n}\n",
      right: ["{\n  \"a\": [\n    \"x\",\n    \"y\",\n    \"z\"\n  ]\n}\n"]),
    Case(
      path: "a.toml", base: "a = [\n  \"x\",\n  \"y\",\n]\n",
      ours: "a = [\"x\", \"y\"]\n",
      theirs: "a = [\n  \"x\",\n  \"y\",\n  \"z\",\n]\n",
      right: ["a = [\"x\", \"y\", \"z\"]\n"]),
    Case(
      path: "a.toml", base: "a = [\"x\", \"y\"]\n",
      ours: "a = [\n  \"x\",\n  \"y\",\n]\n",
      theirs: "a = [\"x\", \"y\", \"z\"]\n",
      right: ["a = [\n  \"x\",\n  \"y\",\n  \"z\",\n]\n"]),
    Case(
      path: ".gitignore", base: "a/\nb/\n\n# logs\n*.log\n",
      ours: "a/\nk/\nb/\n\n# logs\n*.log\n",
      theirs: "a/\nb/\nk/\n\n# logs\n*.log\n",
      right: [
        "a/\nk/\nb/\n\n# logs\n*.log\n", "a/\nb/\nk/\n\n# logs\n*.log\n",
        "a/\nk/\nb/\nk/\n\n# logs\n*.log\n",
      ]),
    Case(
      path: "requirements.txt", base: "# web\nflask==3.0\njinja2==3.1\n\n# math\nnumpy==1.26\n",
      ours: "# web\nflask==3.0\nhttpx==0.27\njinja2==3.1\n\n# math\nnumpy==1.26\n",
      theirs: "# web\nflask==3.0\njinja2==3.1\nhttpx==0.27\n\n# math\nnumpy==1.26\n",
      right: [
        "# web\nflask==3.0\nhttpx==0.27\njinja2==3.1\n\n# math\nnumpy==1.26\n",
        "# web\nflask==3.0\njinja2==3.1\nhttpx==0.27\n\n# math\nnumpy==1.26\n",
      ]),
    Case(
      path: "a.rs", base: "mod alpha;\nmod beta;\nmod gamma;\nmod zeta;\n\nfn main() {}\n",
      ours: "mod alpha;\nmod beta;\nmod delta;\nmod gamma;\nmod zeta;\n\nfn main() {}\n",
      theirs: "mod alpha;\nmod beta;\nmod gamma;\nmod zeta;\nmod delta;\n\nfn main() {}\n",
      right: [
        "mod alpha;\nmod beta;\nmod delta;\nmod gamma;\nmod zeta;\n\nfn main() {}\n",
        "mod alpha;\nmod beta;\nmod gamma;\nmod zeta;\nmod delta;\n\nfn main() {}\n",
      ]),
  ]

  @Test func `an equal insertion at two places leaves the blank lines as they are`() throws {
    let half = "function half(n) {\n  return n / 2;\n}\n\n"
    let (first, last) = ("import x from \"x\";\n\n", "export const N = 3;\n")
    let two = "export function two() {\n  return x(2);\n}\n\n"
    let (ours, theirs) = (first + two + half + last, first + half + two + last)
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let clean = try merged("a.js", first + two + last, one, other, .balanced).clean
      #expect(try [ours, theirs].contains(String(decoding: #require(clean), as: UTF8.self)))
    }
  }

  @Test func `of a file that both sides added only what differs is in conflict`() throws {
    let ours = "<a>\n  <b>1</b>\n  <c>2</c>\n</a>\n"
    let merge = try merged("a.xml", "", ours, ours.replacing("1", with: "9"), .balanced)
    let conflicts = merge.regions.compactMap { region in
      if case .conflict(let conflict) = region {
        String(decoding: conflict.ours, as: UTF8.self)
      } else {
        nil
      }
    }
    #expect(conflicts == ["  <b>1</b>\n"])
  }

  static let all =
    returning + doubled + broken + mixed + layout + doubledNames + replacedRecords + deletedNames
    + usedNames + doubledEntries + lockedPackages
    + GuardPrecisionTests.faults

  @Test(arguments: all, MergePolicy.allCases)
  func `a result is right, or left to a person`(merge: Case, policy: MergePolicy) throws {
    for (one, other) in [(merge.ours, merge.theirs), (merge.theirs, merge.ours)] {
      guard let clean = try merged(merge.path, merge.base, one, other, policy).clean else {
        continue
      }
      let text = String(decoding: clean, as: UTF8.self)
      #expect(merge.right.contains(text), "\(text)")
    }
  }
}
