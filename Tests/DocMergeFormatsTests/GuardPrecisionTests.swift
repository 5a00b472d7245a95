import DocMergeCore
import DocMergeFormats
import Testing

/// Merges that look like those that a guard stops: some are right, some a fault in another form.
struct GuardPrecisionTests {
  typealias Case = SilentFaultTests.Case

  /// Changes that have nothing to do with each other.
  static let independent = [
    Case(
      path: "a.c",
      base:
        "static int start(enum mode m) {\n  prepare(m);\n  run(m);\n  finish(m);\n}\n",
      ours:
        "static int start(enum mode m) {\n  trace(\"in\");\n  prepare(m);\n  run(m);\n  finish(m);\n}\n",
      theirs:
        "static int start(enum mode m) {\n  prepare(m);\n  run(m);\n  finish(m);\n  trace(\"out\");\n}\n",
      right: [
        "static int start(enum mode m) {\n  trace(\"in\");\n  prepare(m);\n  run(m);\n  finish(m);\n  trace(\"out\");\n}\n"
      ]),
    Case(
      path: "a.js",
      base:
        "const app = express();\nsetup(app);\n\nlisten(app);\nlog('up');\nwait();\n",
      ours:
        "const app = express();\nsetup(app);\napp.use('/api/*', auth);\n\nlisten(app);\nlog('up');\nwait();\n",
      theirs:
        "const app = express();\nsetup(app);\n\nlisten(app);\nlog('up');\n/* last */\nwait();\n",
      right: [
        "const app = express();\nsetup(app);\napp.use('/api/*', auth);\n\nlisten(app);\nlog('up');\n/* last */\nwait();\n"
      ]),
    Case(
      path: "a.json",
      base:
        "{\n  \"tea\": 3,\n  \"jam\": 4,\n  \"oil\": 5\n}\n",
      ours:
        "{\n  \"tea\": 3.5,\n  \"jam\": 4.5,\n  \"oil\": 5.5\n}\n",
      theirs:
        "{\n  \"salt\": 2,\n  \"tea\": 3,\n  \"jam\": 4,\n  \"oil\": 5\n}\n",
      right: [
        "{\n  \"salt\": 2,\n  \"tea\": 3.5,\n  \"jam\": 4.5,\n  \"oil\": 5.5\n}\n"
      ]),
    Case(
      path: "a.json",
      base:
        "{\n  \"a\": \"tea\",\n  \"b\": \"jam\",\n  \"c\": \"oil\"\n}\n",
      ours:
        "{\n  \"a\": \"green tea\",\n  \"b\": \"red jam\",\n  \"c\": \"hot oil\"\n}\n",
      theirs:
        "{\n  \"z\": \"salt\",\n  \"a\": \"tea\",\n  \"b\": \"jam\",\n  \"c\": \"oil\"\n}\n",
      right: [
        "{\n  \"z\": \"salt\",\n  \"a\": \"green tea\",\n  \"b\": \"red jam\",\n  \"c\": \"hot oil\"\n}\n"
      ]),
    Case(
      path: "a.json",
      base:
        "{\n  \"dependencies\": {\n    \"a\": \"^1.0.0\",\n    \"b\": \"^2.0.0\",\n    \"c\": \"^3.1.0\"\n  }\n}\n",
      ours:
        "{\n  \"dependencies\": {\n    \"a\": \"1.0.0\",\n    \"b\": \"2.0.0\",\n    \"c\": \"3.1.0\"\n  }\n}\n",
      theirs:
        "{\n  \"dependencies\": {\n    \"_z\": \"^4.0.0\",\n    \"a\": \"^1.0.0\",\n    \"b\": \"^2.0.0\",\n    \"c\": \"^3.1.0\"\n  }\n}\n",
      right: [
        "{\n  \"dependencies\": {\n    \"_z\": \"^4.0.0\",\n    \"a\": \"1.0.0\",\n    \"b\": \"2.0.0\",\n    \"c\": \"3.1.0\"\n  }\n}\n"
      ]),
    Case(
      path: "a.adoc",
      base:
        "= T\n\nOne.\n\nTwo.\n\nThree.\n\nFour.\n",
      ours:
        "= T\n\n[[sec.intro]]\nOne.\n\nTwo.\n\nThree.\n\nFour.\n",
      theirs:
        "= T\n\nOne.\n\nTwo.\n\nThree.\n\n[[sec.usage]]\nFour.\n",
      right: [
        "= T\n\n[[sec.intro]]\nOne.\n\nTwo.\n\nThree.\n\n[[sec.usage]]\nFour.\n"
      ]),
    Case(
      path: "a.adoc",
      base:
        "= T\n\nOne.\n\nTwo.\n\nThree.\n\nFour.\n",
      ours:
        "= T\n\nOne.\n\n----\n[[ -z $A ]] && x\n----\n\nTwo.\n\nThree.\n\nFour.\n",
      theirs:
        "= T\n\nOne.\n\nTwo.\n\nThree.\n\nFour.\n\n----\n[[ -z $A ]] && y\n----\n",
      right: [
        "= T\n\nOne.\n\n----\n[[ -z $A ]] && x\n----\n\nTwo.\n\nThree.\n\nFour.\n\n----\n[[ -z $A ]] && y\n----\n"
      ]),
    Case(
      path: "a.rst",
      base:
        "T\n=\n\nOne `a`__.\n\nTwo.\n\nThree `b`__.\n\nFour.\n",
      ours:
        "T\n=\n\nOne `a`__.\n\n.. __: https://a\n\nTwo.\n\nThree `b`__.\n\nFour.\n",
      theirs:
        "T\n=\n\nOne `a`__.\n\nTwo.\n\nThree `b`__.\n\n.. __: https://b\n\nFour.\n",
      right: [
        "T\n=\n\nOne `a`__.\n\n.. __: https://a\n\nTwo.\n\nThree `b`__.\n\n.. __: https://b\n\nFour.\n"
      ]),
    Case(
      path: "a.md",
      base: "# T\n\nOne.\n\n```\nrun a\nend a\n```\n\nTwo.\n\n```\nrun b\nend b\n```\n",
      ours:
        "# T\n\nOne.\n\n```\nrun a\n[WARN]: slow\nend a\n```\n\nTwo.\n\n```\nrun b\nend b\n```\n",
      theirs:
        "# T\n\nOne.\n\n```\nrun a\nend a\n```\n\nTwo.\n\n```\nrun b\n[WARN]: full\nend b\n```\n",
      right: [
        "# T\n\nOne.\n\n```\nrun a\n[WARN]: slow\nend a\n```\n\nTwo.\n\n```\nrun b\n[WARN]: full\nend b\n```\n"
      ]),
    Case(
      path: "a.c",
      base:
        "int helper(int a) {\n  return a;\n}\n\nint f(void) {\n  return 1;\n}\n\nint g(void) {\n  return 2;\n}\n",
      ours:
        "int helper(int a) {\n  return a;\n}\n\nint f(void) {\n  return 3;\n}\n\nint g(void) {\n  return 2;\n}\n",
      theirs:
        "int helper(int a) {\n  return a;\n}\n\nint f(void) {\n  return 1;\n}\n\nint g(void) {\n  return helper(2);\n}\n",
      right: [
        "int helper(int a) {\n  return a;\n}\n\nint f(void) {\n  return 3;\n}\n\nint g(void) {\n  return helper(2);\n}\n"
      ]),
  ]

  /// Faults that a guard can overlook.
  static let faults = [
    Case(
      path: "a.js",
      base:
        "class A {\n  one() {\n    return 1;\n  }\n  two() {\n    return 2;\n  }\n}\n",
      ours:
        "class A {\n    one() {\n        return 1;\n    }\n    two() {\n        return 2;\n    }\n}\n",
      theirs:
        "class A {\n  one() {\n    return 1;\n  }\n  help() {\n    return `usage:\n  -v\n`;\n  }\n  two() {\n    return 2;\n  }\n}\n",
      right: [
        "class A {\n    one() {\n        return 1;\n    }\n    help() {\n        return `usage:\n  -v\n`;\n    }\n    two() {\n        return 2;\n    }\n}\n"
      ]),
    Case(
      path: "a.py",
      base:
        "x = [\n  \"a\",\n  \"b\",\n  \"c\",\n]\n",
      ours:
        "x = [\n  \"a\", \"b\", \"c\",\n]\n",
      theirs:
        "x = [\n  \"a\",\n  \"b\",\n  \"bb\", # why\n  \"c\",\n]\n",
      right: [
        "x = [\n  \"a\", \"b\", \"bb\", # why\n  \"c\",\n]\n"
      ]),
    Case(
      path: "a.md",
      base:
        "# T\n\nIntro.\n\nrun a\nrun b\nrun c\nrun d\n\nEnd.\n",
      ours:
        "# T\n\nIntro.\n\n```\nrun a\nrun b\nrun c\nrun d\n```\n\nEnd.\n",
      theirs:
        "# T\n\nIntro.\n\nrun a\nrun b\n\n```\nexample\n```\n\nrun c\nrun d\n\nEnd.\n"),
    Case(
      path: "a.swift",
      base:
        "enum E {\n    case a\n    case b\n    case c\n    case d\n}\n",
      ours:
        "enum E {\n    case a\n    case k\n    case b\n    case c\n    case d\n}\n",
      theirs:
        "enum E {\n    case a\n    case b\n    case c\n    case d, k(Int)\n}\n"),
    Case(
      path: "a.css",
      base:
        ".a {\n  margin: 0\n}\n",
      ours:
        ".a {\n  margin: 0;\n  /* a */\n  padding: 4px\n}\n",
      theirs:
        ".a {\n  margin: 0;\n  /* b */\n  border: none\n}\n",
      right: [
        ".a {\n  margin: 0;\n  /* a */\n  padding: 4px;\n  /* b */\n  border: none\n}\n"
      ]),
    Case(
      path: "a.scss",
      base:
        ".a {\n  margin: 0\n}\n",
      ours:
        ".a {\n  margin: 0;\n  padding: 4px\n}\n",
      theirs:
        ".a {\n  margin: 0;\n  @include x;\n}\n",
      right: [
        ".a {\n  margin: 0;\n  padding: 4px;\n  @include x;\n}\n"
      ]),
    Case(
      path: "a.xml",
      base:
        "<l>\n  <row id=\"1\" n=\"tea\"/>\n  <row id=\"9\" n=\"x\"/>\n</l>\n",
      ours:
        "<l>\n  <row id=\"2\" n=\"tea\"/>\n  <row id=\"9\" n=\"x\"/>\n</l>\n",
      theirs:
        "<l>\n  <row id=\"1\" n=\"jam\"/>\n  <row id=\"9\" n=\"x\"/>\n</l>\n"),
    Case(
      path: "Cargo.lock",
      base:
        "version = 3\n\n[[package]]\nname = \"app\"\nversion = \"1.0.0\"\ndependencies = [\n \"serde\",\n]\n\n[[package]]\nname = \"bitflags\"\nversion = \"1.3.2\"\n\n[[package]]\nname = \"bitflags\"\nversion = \"2.4.0\"\n\n[[package]]\nname = \"serde\"\nversion = \"1.0.0\"\n",
      ours:
        "version = 3\n\n[[package]]\nname = \"app\"\nversion = \"1.0.0\"\ndependencies = [\n \"bitflags 1.3.2\",\n \"serde\",\n]\n\n[[package]]\nname = \"bitflags\"\nversion = \"1.3.2\"\n\n[[package]]\nname = \"bitflags\"\nversion = \"2.4.0\"\n\n[[package]]\nname = \"serde\"\nversion = \"1.0.0\"\n",
      theirs:
        "version = 3\n\n[[package]]\nname = \"app\"\nversion = \"1.0.0\"\ndependencies = [\n \"serde\",\n]\n\n[[package]]\nname = \"bitflags\"\nversion = \"2.4.0\"\n\n[[package]]\nname = \"serde\"\nversion = \"1.0.0\"\n"
    ),
    Case(
      path: "yarn.lock",
      base:
        "# yarn lockfile v1\n\n\n\"a@1.0.0\":\n  version \"1.0.0\"\n\n\"b@^3 || ^4\":\n  version \"4.0.0\"\n\n\"c@1.0.0\":\n  version \"1.0.0\"\n",
      ours:
        "# yarn lockfile v1\n\n\n\"a@1.0.0\":\n  version \"1.0.0\"\n  dependencies:\n    b \"^3 || ^4\"\n\n\"b@^3 || ^4\":\n  version \"4.0.0\"\n\n\"c@1.0.0\":\n  version \"1.0.0\"\n",
      theirs:
        "# yarn lockfile v1\n\n\n\"a@1.0.0\":\n  version \"1.0.0\"\n\n\"c@1.0.0\":\n  version \"1.0.0\"\n"
    ),
  ]

  @Test(arguments: independent)
  func `no guard stops a correct merge`(merge: Case) throws {
    for (one, other) in [(merge.ours, merge.theirs), (merge.theirs, merge.ours)] {
      let clean = try merged(merge.path, merge.base, one, other, .balanced).clean
      let text = try String(decoding: #require(clean), as: UTF8.self)
      #expect(merge.right.contains(text), "\(text)")
    }
  }

  @Test func `a record with hundreds of elements of one name is read`() throws {
    func suites(_ first: String, _ last: String) -> String {
      let cases = (0..<300).map { "    <case n=\"\($0)\"/>\n" }.joined()
      return "<suites>\n  <suite n=\"\(first)\">\n\(cases)  </suite>\n  <suite n=\"\(last)\">\n"
        + "    <case n=\"x\"/>\n  </suite>\n</suites>\n"
    }
    let clean = try merged(
      "a.xml", suites("a", "b"), suites("c", "b"), suites("a", "d"), .balanced
    ).clean
    #expect(try String(decoding: #require(clean), as: UTF8.self) == suites("c", "d"))
  }
}
