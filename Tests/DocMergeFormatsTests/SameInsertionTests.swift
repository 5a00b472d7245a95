import DocMergeCore
import DocMergeFormats
import Testing

/// What both sides added once, at two places, and what each side removed once.
struct SameInsertionTests {
  private static let twice: [EditedCase] = [
    EditedCase(
      "a.md",
      "1. Turn off the power.\n2. Open the case.\n3. Change the filter.\n4. Close it again.\n",
      [
        .swap("1. Turn", "1. Put on gloves.\n2. Turn"), .swap("2. Open", "3. Open"),
        .swap("3. Change", "4. Change"), .swap("4. Close", "5. Close"),
      ],
      [.swap("3. Change", "3. Put on gloves.\n4. Change"), .swap("4. Close", "5. Close")]),
    EditedCase(
      "CHANGELOG.md", "# Changes\n\n## Unreleased\n\n- New icons\n\n## 1.2.0\n\n- Faster start\n",
      [.add("- Fix crash on empty input (#123)\n", behind: "- New icons\n")],
      [.add("- Fix crash on empty input (#123)\n", behind: "- Faster start\n")]),
    EditedCase(
      "a.sh", "#!/bin/sh\nmkdir -p build\ncmake -S . -B build\nmake -j4\n",
      [.add("cd build/out\n", behind: "mkdir -p build\n")], [.add("cd build/out\n", before: "make")]
    ),
    EditedCase(
      "a.gcode", "G21 ; mm\nG90\nG0 X0 Y0\nG1 X40 F600\nG1 Y40\nM5\n",
      [.add("G91\n", behind: "G90\n")],
      [.add("G91\n", behind: "F600\n")]),
    // A second declaration under a number, a key and an annotation.
    EditedCase(
      "a.thrift", "struct Track {\n  1: string title;\n  2: string artist;\n  3: i32 seconds;\n}\n",
      [.add("  4: string isrc;\n", behind: "seconds;\n")],
      [.add("  4: string genre;\n", behind: "title;\n")]),
    EditedCase(
      "a.vim", "nnoremap <leader>e :E<CR>\nnnoremap <leader>w :w<CR>\nnnoremap <leader>d :d<CR>\n",
      [.add("nnoremap <leader>f :Files<CR>\n", before: "nnoremap <leader>e")],
      [.add("nnoremap <leader>f :Format<CR>\n", behind: ":d<CR>\n")]),
    EditedCase(
      "a.cs", "public class Mailer\n{\n    public void Send(string to) { }\n}\n",
      [.add("    [Obsolete(\"Use SendAsync.\")]\n", before: "    public void")],
      [.add("    [Obsolete(\"Use Queue.\", true)]\n", before: "    public void")]),
    EditedCase(
      "a.sh", "echo 1\nmake all\nmake install\n", [.add("#!/bin/sh\n", before: "echo")],
      [.add("#!/bin/bash\nset -e\n", before: "echo")]),
    EditedCase(
      "a.java", "package a;\n\npublic final class Pipe {\n}\n",
      [.add("// SPDX-License-Identifier: MIT\n", before: "package")],
      [.add("// SPDX-License-Identifier: GPL-3.0-only\n// Copyright 2024\n\n", before: "package")]),
    EditedCase(
      "a.yaml", "title: camp\ntext: |\n  Bring clothes.\n  Lunch is included.\nprice: 40\n",
      [.swap("text: |", "text: >")], [.add("  - boots\n  - a torch\n", behind: "included.\n")]),
    EditedCase(
      "a.h",
      "#define EV_READ  0x01\n#define EV_WRITE 0x02\n#define EV_ERROR 0x04\n\nint ev_wait(int fd);\n",
      [.add("#define EV_HUP   0x08\n", behind: "0x04\n")],
      [.add("#define EV_ONCE  0x08\n", behind: "0x04\n")]),
    EditedCase(
      "a.html",
      "<html>\n<head>\n  <title>A</title>\n</head>\n<body>\n  <h1>A</h1>\n  <p>Text.</p>\n</body>\n</html>\n",
      [.add("  <script src=\"/stats.js\"></script>\n", behind: "</title>\n")],
      [.add("  <script src=\"/stats.js\"></script>\n", behind: "</p>\n")]),
    EditedCase(
      "a.service", "[Service]\nExecStart=/usr/bin/a\nUser=mail\nRestart=on-failure\n",
      [.add("MemoryMax=512M\n", behind: "User=mail\n")],
      [.add("MemoryMax=1G\n", behind: "on-failure\n")]),
    EditedCase(
      "a.yaml",
      "paths:\n  /a:\n    get:\n      operationId: getA\n  /b:\n    get:\n      operationId: getB\n",
      [.add("    post:\n      operationId: list\n", behind: "operationId: getA\n")],
      [.add("    post:\n      operationId: list\n", behind: "operationId: getB\n")]),
    // An option that one side replaced.
    EditedCase(
      "a.md",
      "# repgen\n\n    repgen --out FILE INPUT\n\nOptions:\n\n- `--out FILE`  write it\n"
        + "- `--lang L`  language\n\nReports are PDF.\n",
      [.swap("--out FILE INPUT", "--out-dir DIR INPUT"), .swap("`--out FILE`", "`--out-dir DIR`")],
      [.add("\n    repgen --out may.pdf may.csv\n", behind: "are PDF.\n")]),
    // The parts of one value.
    EditedCase(
      "CMakeLists.txt",
      "project(tide C)\nset(VERSION_MAJOR 2)\nset(VERSION_MINOR 0)\nset(VERSION_PATCH 0)\nadd_library(tide tide.c)\n",
      [.swap("MAJOR 2", "MAJOR 3")], [.swap("PATCH 0", "PATCH 1")]),
    EditedCase(
      "a.py", "D = datetime(2025, 1, 14, 18, 0)\nDAYS = 3\n", [.swap("1, 14", "2, 14")],
      [.swap("1, 14", "1, 30")]),
    EditedCase(
      "a.md", "Mix oil and vinegar with 2 tablespoons of sugar,\nthen salt it.\n",
      [.swap("2 table", "3 table")], [.swap("tablespoons", "teaspoons")]),
    EditedCase(
      "a.yaml", "expires:\n  year: 2024\n  month: 3\n  day: 14\n  zone: UTC\n",
      [.swap("month: 3", "month: 2")], [.swap("day: 14", "day: 30")]),
    EditedCase(
      "a.json",
      "{\n  \"price\": {\n    \"amount\": 12,\n    \"tax\": 1,\n    \"currency\": \"EUR\"\n  }\n}\n",
      [.swap("12", "14")], [.swap("EUR", "USD")]),
    // A list ends with a mark of its own.
    EditedCase(
      "a.lua",
      "local M = {}\n\nfunction M.cell(row, col)\n  return M.data[row * 8 + col]\nend\n\n"
        + "print(M.cell(0, 0))\n\nreturn M\n",
      [.swap("[row * 8", "[(row - 1) * 8"), .swap("cell(0, 0)", "cell(1, 1)")],
      [.add("print(M.cell(7, n))\n", behind: "cell(0, 0))\n")]),
  ]

  @Test(arguments: twice.indices)
  func `what would stand twice or mean something else is left to a person`(_ index: Int) throws {
    for policy in [MergePolicy.strict, .balanced, .eager] {
      try Self.twice[index].checkLeft(policy)
    }
  }

  @Test func `a line that stood twice is not lost where each side removed another one`() throws {
    try EditedCase(
      "a.txt", "milk\nbread\nsoap\nmilk\n\nThanks.\n", [.swap("milk\nbread", "bread")],
      [.swap("soap\nmilk", "soap")]
    ).checkLeft(.strict)
  }

  private static let clean: [EditedCase] = [
    // In two branches, and in two functions.
    EditedCase(
      "a.ts",
      "function f(x) {\n  if (x) {\n    a(x);\n  } else {\n    b(x);\n    c(x);\n  }\n}\n",
      [.add("    log(\"done\");\n", behind: "a(x);\n")],
      [.add("    log(\"done\");\n", behind: "c(x);\n")]),
    EditedCase(
      "a.py", "def f():\n    a()\n    b()\n\n\ndef g():\n    c()\n    d()\n",
      [.add("    log(\"done\")\n", behind: "b()\n")], [.add("    log(\"done\")\n", behind: "d()\n")]
    ),
    // A heading in two releases.
    EditedCase(
      "CHANGELOG.md", "# Changes\n\n## Next\n\n- New icons\n\n## 1.2.0\n\n- Faster start\n",
      [.add("\n### Fixed bugs\n\n- A crash\n", behind: "icons\n")],
      [.add("\n### Fixed bugs\n\n- Another crash at the end\n", behind: "start\n")]),
    // Parts that are no value together.
    EditedCase(
      "a.yaml", "box:\n  width: 20\n  depth: 3\n  height: 14\n", [.swap("20", "30")],
      [.swap("14", "15")]),
    // The additions around a shared one stay where their side put them.
    EditedCase(
      "a.sum", "a v1.0.0 h1:a=\nk v0.3.1 h1:k=\n", [.add("c v1.2.0 h1:c=\n", before: "k")],
      [.add("z v2.0.0 h1:z=\n", behind: "h1:k=\n")]),
  ]

  @Test(arguments: clean.indices)
  func `what stands in different places is merged`(_ index: Int) throws {
    var edited = Self.clean[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }

  /// Items between brackets with semicolons between them, of which the last has none.
  private static let lists: [EditedCase] = [
    EditedCase(
      "a.vhd",
      "entity top is\n  port (\n    clk : in std_logic;\n    rst : in std_logic\n  );\nend top;\n",
      [.swap("rst : in std_logic\n", "rst : in std_logic;\n    a : in std_logic\n")],
      [.swap("rst : in std_logic\n", "rst : in std_logic;\n    b : in std_logic\n")],
      [
        .swap(
          "rst : in std_logic\n",
          "rst : in std_logic;\n    a : in std_logic;\n    b : in std_logic\n")
      ]),
    EditedCase(
      "a.v", "Inductive color : Type :=\n  | red\n  | green.\n\nCheck red.\n",
      [.swap("green.", "green\n  | blue.")], [.swap("green.", "green\n  | black.")],
      [.swap("green.", "green\n  | blue\n  | black.")]),
  ]

  @Test(arguments: lists.indices)
  func `the last item of a list has the end of the last one`(_ index: Int) throws {
    try Self.lists[index].check()
  }
}
