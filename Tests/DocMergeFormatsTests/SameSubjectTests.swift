import DocMergeCore
import DocMergeFormats
import Testing

/// Two lines that name one thing, and say different things of it.
struct SameSubjectTests {
  private static let doubled: [EditedCase] = [
    EditedCase(
      "a.js", "app.get(\"/\", home);\napp.get(\"/in\", login);\napp.get(\"/out\", logout);\n",
      [.add("app.get(\"/report\", month);\n", before: "app.get(\"/\"")],
      [.add("app.get(\"/report\", audit);\n", behind: "logout);\n")]),
    EditedCase(
      "a.java",
      "class Pages {\n    @GetMapping(\"/\")\n    String home() { return \"home\"; }\n\n"
        + "    @GetMapping(\"/in\")\n    String login() { return \"in\"; }\n}\n",
      [
        .add(
          "    @GetMapping(\"/report\")\n    String month() { return \"month\"; }\n\n",
          before: "    @GetMapping(\"/\")")
      ],
      [
        .add(
          "\n    @GetMapping(\"/report\")\n    String audit() { return \"audit\"; }\n",
          behind: "\"in\"; }\n")
      ]),
    EditedCase(
      "haproxy.cfg",
      "global\n  daemon\n\nbackend a\n  server x 1:80\n\nbackend b\n  server y 2:80\n",
      [.add("  server z 3:80\n", before: "  server y")],
      [.add("  server z 4:80\n", behind: "server y 2:80\n")]),
    EditedCase(
      "a.erl", "-module(a).\n-export([check/1]).\n-include(\"a.hrl\").\n\ncheck(X) -> X.\n",
      [.add("-define(MAX, 100).\n", behind: "-module(a).\n")],
      [.add("-define(MAX, 500).\n", behind: "\"a.hrl\").\n")]),
    EditedCase(
      "a.ps1", "param(\n    [switch]$Force,\n    [int]$Days = 30,\n    [switch]$Quiet\n)\n",
      [.add("    [string]$Path = 'C:\\data',\n", before: "    [switch]$Force")],
      [.add("    [string]$Path = 'D:\\old',\n", before: "    [switch]$Quiet")]),
    EditedCase(
      "a.sh",
      "case $1 in\n  start)\n    run\n    ;;\n  stop)\n    halt\n    ;;\n  status)\n    show\n    ;;\nesac\n",
      [.add("  reload)\n    kill -HUP 1\n    ;;\n", before: "  stop)")],
      [.add("  reload)\n    halt\n    run\n    ;;\n", before: "esac")]),
    EditedCase(
      "a.bat", "@echo off\nset NAME=app\nset VERSION=2\n\necho %NAME%\n",
      [.add("set OUT=build\n", before: "set NAME")],
      [.add("set OUT=dist\n", behind: "VERSION=2\n")]),
    EditedCase(
      "sshd.conf", "Port 22\nUsePAM yes\nX11Forwarding no\n",
      [.add("PermitRootLogin no\n", before: "Port")],
      [.add("PermitRootLogin prohibit-password\n", behind: "Forwarding no\n")]),
    EditedCase(
      "a.md", "**API** – an interface\n\n**Cache** – a copy nearby\n\n**Diff** – a difference\n",
      [.add("**Build** – a version of the program\n\n", before: "**Cache")],
      [.add("\n**Build** – the act of compiling\n", behind: "a difference\n")]),
  ]

  @Test(arguments: doubled.indices)
  func `a thing that is said twice is left to a person`(_ index: Int) throws {
    for policy in [MergePolicy.strict, .balanced, .eager] {
      try Self.doubled[index].checkLeft(policy)
    }
  }

  private static let clean: [EditedCase] = [
    // Messages name nothing.
    EditedCase(
      "a.js", "function a() {\n  log(\"one\", x);\n  open();\n  read();\n  log(\"two\", y);\n}\n",
      [.add("  log(\"here\", x);\n", before: "  open")],
      [.add("  log(\"here\", y);\n", before: "  log(\"two\"")]),
    // Settings that stand once for each value.
    EditedCase(
      "a.conf", "Port 22\nUsePAM yes\nBanner none\n", [.add("Include a.conf\n", before: "Port")],
      [.add("Include b.conf\n", behind: "Banner none\n")]),
    // Another block.
    EditedCase(
      "a.js",
      "describe(\"a\", () => {\n  it(\"works\", one);\n});\n\ndescribe(\"b\", () => {\n  it(\"stops\", two);\n});\n",
      [.add("  it(\"ends\", three);\n", behind: "one);\n")],
      [.add("  it(\"ends\", four);\n", behind: "two);\n")]),
  ]

  @Test(arguments: clean.indices)
  func `lines that may stand twice are merged`(_ index: Int) throws {
    var edited = Self.clean[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }
}
