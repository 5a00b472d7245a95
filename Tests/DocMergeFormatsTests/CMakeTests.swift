import DocMergeCore
import DocMergeFormats
import DocMergeTestSupport
import Testing

/// Merges of what CMake builds.
struct CMakeTests {
  private static let base = """
    cmake_minimum_required(VERSION 3.10)  # old
    project(x)

    #[[ the program
    and its library ]]
    add_executable(app
      a.cpp
      c.cpp  # see
      # last
      e.cpp
    )
    target_link_libraries(app
      PUBLIC
        fmt
      PRIVATE
        spdlog
        zlib)
    set(FLAGS
      -Wall
      -Wextra)
    add_subdirectory(src)
    if(WIN32)
      set(A 1)
    else()
      set(A 2)
    endif()

    """

  private static let library = "add_library(l\n  STATIC\n  b.c\n  d.c\n)\n"
  private static let links = "target_link_libraries(app\n  a\n  b\n  c\n)\n"
  private static let group =
    "target_link_libraries(app\n  -Wl,--start-group\n  b\n  c\n  -Wl,--end-group\n)\n"
  private static let sources = "set(SRCS\n  a.c\n  b.c\n)\nadd_executable(x ${SRCS})\n"

  private static func changed(_ changes: (String, String)...) -> String {
    changes.reduce(base) { $0.replacing($1.0, with: $1.1) }
  }

  /// Merges that leave nothing to a person.
  static let clean: [(path: String, base: String, ours: String, theirs: String, merged: String)] = [
    (
      "CMakeLists.txt", base, changed(("  c.cpp", "  b.cpp\n  c.cpp")),
      changed(("  c.cpp", "  bb.cpp\n  c.cpp")), changed(("  c.cpp", "  b.cpp\n  bb.cpp\n  c.cpp"))
    ),
    (
      "cmake/a.cmake", base, changed(("  e.cpp\n", "  e.cpp\n  f.cpp\n")),
      changed(("  e.cpp\n", "  e.cpp\n  g.cpp\n")),
      changed(("  e.cpp\n", "  e.cpp\n  f.cpp\n  g.cpp\n"))
    ),
    // The parenthesis stands on the last line.
    (
      "CMakeLists.txt", base, changed(("    zlib)", "    zlib\n    lua)")),
      changed(("    zlib)", "    zlib\n    tcl)")),
      changed(("    zlib)", "    zlib\n    lua\n    tcl)"))
    ),
    (
      "CMakeLists.txt", base, changed(("    fmt\n", "    fmt\n    lua\n")),
      changed(("    fmt\n", "    fmt\n    tcl\n"), ("    spdlog\n", "")),
      changed(("    fmt\n", "    fmt\n    lua\n    tcl\n"), ("    spdlog\n", ""))
    ),
    // A library stays in its section where the other side begins another one.
    (
      "CMakeLists.txt", "target_link_libraries(app\n  PUBLIC\n    fmt\n    spdlog\n)\n",
      "target_link_libraries(app\n  PUBLIC\n    fmt\n  PRIVATE\n    spdlog\n)\n",
      "target_link_libraries(app\n  PUBLIC\n    lua\n    fmt\n    spdlog\n)\n",
      "target_link_libraries(app\n  PUBLIC\n    lua\n    fmt\n  PRIVATE\n    spdlog\n)\n"
    ),
    (
      "CMakeLists.txt", base, changed(("(src)\n", "(src)\nadd_subdirectory(x)\n")),
      changed(("(src)\n", "(src)\nadd_subdirectory(y)\n")),
      changed(("(src)\n", "(src)\nadd_subdirectory(x)\nadd_subdirectory(y)\n"))
    ),
    (
      "CMakeLists.txt", base, changed(("3.10", "3.14")),
      changed(("project(x)", "project(x VERSION 1)")),
      changed(("3.10", "3.14"), ("project(x)", "project(x VERSION 1)"))
    ),
    (
      "CMakeLists.txt", base, changed(("  set(A 1)\n", "  set(A 1)\n  set(B 1)\n")),
      changed(("  set(A 1)\n", "  set(A 1)\n  set(C 1)\n"), ("set(A 2)", "set(A 3)")),
      changed(("  set(A 1)\n", "  set(A 1)\n  set(B 1)\n  set(C 1)\n"), ("set(A 2)", "set(A 3)"))
    ),
    (
      "CMakeLists.txt", "set(S a.c\n  b.c)\n", "set(S a.c\n  b.c\n  c.c)\n",
      "set(S aa.c\n  a.c\n  b.c)\n",
      "set(S aa.c\n  a.c\n  b.c\n  c.c)\n"
    ),
    (
      "CMakeLists.txt", "set(S\r\n  a.c\r\n  b.c\r\n)\r\n",
      "set(S\r\n  a.c\r\n  b.c\r\n  c.c\r\n)\r\n",
      "set(S\r\n  a.c\r\n  b.c\r\n  d.c\r\n)\r\n",
      "set(S\r\n  a.c\r\n  b.c\r\n  c.c\r\n  d.c\r\n)\r\n"
    ),
    // What a library is stands before its files.
    (
      "CMakeLists.txt", library, library.replacing("  b.c\n", with: "  A.c\n  b.c\n"),
      library.replacing("  b.c\n", with: "  B.c\n  b.c\n"),
      library.replacing("  b.c\n", with: "  A.c\n  B.c\n  b.c\n")
    ),
    (
      "CMakeLists.txt", library, library.replacing("STATIC", with: "SHARED"),
      library.replacing("  d.c\n", with: "  d.c\n  e.c\n"),
      library.replacing("STATIC", with: "SHARED").replacing("  d.c\n", with: "  d.c\n  e.c\n")
    ),
    (
      "CMakeLists.txt", links, links.replacing("  b\n", with: "  b\n  -framework\n  A\n"),
      links.replacing("  b\n", with: "  b\n  -framework\n  B\n"),
      links.replacing("  b\n", with: "  b\n  -framework\n  A\n  -framework\n  B\n")
    ),
    (
      "CMakeLists.txt", group, group.replacing("  b\n", with: "  a\n  b\n"),
      group.replacing("group\n)", with: "group\n  d\n)"),
      group.replacing("  b\n", with: "  a\n  b\n").replacing("group\n)", with: "group\n  d\n)")
    ),
    // One side gives a list another name.
    (
      "CMakeLists.txt", sources, sources.replacing("SRCS", with: "SOURCES"),
      sources.replacing("  b.c\n", with: "  b.c\n  c.c\n"),
      sources.replacing("SRCS", with: "SOURCES").replacing("  b.c\n", with: "  b.c\n  c.c\n")
    ),
    (
      "CMakeLists.txt", "set(A 1)", "set(A 1)\nset(B 1)", "set(A 1)\nset(C 1)",
      "set(A 1)\nset(B 1)\nset(C 1)"
    ),
  ]

  @Test(arguments: clean.indices)
  func `arguments and commands of both sides are kept`(_ index: Int) throws {
    let (path, base, ours, theirs, expected) = Self.clean[index]
    #expect(text(try merged(path, base, ours, theirs, .balanced)) == expected)
  }

  /// Merges in which something is left to a person.
  static let left: [(path: String, base: String, ours: String, theirs: String)] = [
    ("CMakeLists.txt", base, changed(("3.10", "3.14")), changed(("3.10", "3.20"))),
    ("CMakeLists.txt", base, changed(("c.cpp", "c1.cpp")), changed(("c.cpp", "c2.cpp"))),
    ("CMakeLists.txt", base, changed(("set(A 1)", "set(A 4)")), changed(("set(A 1)", "set(A 3)"))),
    (
      "CMakeLists.txt", base, changed(("(x)\n", "(x)\nset(Q 1)\n")),
      changed(("(x)\n", "(x)\nset(Q 2)\n"))
    ),
    (
      "CMakeLists.txt", base, changed(("(x)\n", "(x)\nset(Q 1)\n")),
      changed(("(x)\n", "(x)\nset(R ${Q})\n"))
    ),
    (
      "CMakeLists.txt", base, changed(("(x)\n", "(x)\nmessage(a)\n")),
      changed(("(x)\n", "(x)\nmessage(b)\n"))
    ),
    (
      "CMakeLists.txt", base, changed(("    fmt\n", "    fmt\n    lua\n")),
      changed(("    zlib)", "    zlib\n    lua)"))
    ),
    (
      "CMakeLists.txt", base, changed(("  c.cpp  # see\n", "")),
      changed(("c.cpp  # see", "c.cpp  # look"))
    ),
    ("CMakeLists.txt", base, changed(("  set(A 1)\n", "")), changed(("set(A 1)", "set(A 3)"))),
    ("CMakeLists.txt", base, changed(("(WIN32)", "(APPLE)")), changed(("(WIN32)", "(UNIX)"))),
    ("CMakeLists.txt", base, base + "set(Q 1)\n", "set(Q 2)\n" + base),
    // A library is of one kind.
    (
      "CMakeLists.txt", library, library.replacing("STATIC", with: "SHARED"),
      library.replacing("STATIC", with: "OBJECT")
    ),
    (
      "CMakeLists.txt", library.replacing("  STATIC\n", with: ""), library,
      library.replacing("STATIC", with: "SHARED")
    ),
    // What stands between two flags is not what stands beside them.
    (
      "CMakeLists.txt", links,
      links.replacing("  b\n  c\n", with: "  -Wl,--start-group\n  b\n  c\n  -Wl,--end-group\n"),
      links.replacing("  c\n", with: "  c\n  d\n")
    ),
    (
      "CMakeLists.txt", links,
      links.replacing(
        "  b\n  c\n", with: "  -Wl,--whole-archive\n  b\n  c\n  -Wl,--no-whole-archive\n"),
      links.replacing("  b\n", with: "  b\n  d\n")
    ),
    (
      "CMakeLists.txt", base, base + "include_directories(a)\n", base + "include_directories(b)\n"
    ),
    (
      "CMakeLists.txt", base, base + "cmake_policy(SET CMP0001 NEW)\n",
      base + "cmake_policy(SET CMP0002 OLD)\n"
    ),
    // No side put the library into that section.
    (
      "CMakeLists.txt", "target_link_libraries(a\n  PUBLIC\n    b\n    c\n    d\n    e\n)\n",
      "target_link_libraries(a\n  PUBLIC\n    b\n    c\n    d\n    e\n    f\n)\n",
      "target_link_libraries(a\n  PUBLIC\n    b\n  PRIVATE\n    c\n    d\n    e\n)\n"
    ),
  ]

  @Test(arguments: left.indices, MergePolicy.allCases.filter { $0 < .eager })
  func `commands that depend on each other are left`(_ index: Int, policy: MergePolicy) throws {
    let (path, base, ours, theirs) = Self.left[index]
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      let merged = try merged(path, base, ours, theirs, policy)
      #expect(!merged.conflicts.isEmpty, "\(path): \(text(merged) ?? "")")
    }
  }

  @Test func `commands hold sections and arguments, and blocks branches`() throws {
    let tree = try soundTree(Self.base, CMakeFormat())
    #expect(
      tree.outline
        == """
        blocks
          text cmake_minimum_required = cmake_minimum_required(VERSION 3.10)
          text x = project(x)
          members app
            scalar a.cpp = a.cpp
            scalar c.cpp = c.cpp
            scalar e.cpp = e.cpp
          members app
            members PUBLIC
              scalar fmt = fmt
            members PRIVATE
              scalar spdlog = spdlog
              scalar zlib = zlib
          items FLAGS
            scalar = -Wall
            scalar = -Wextra
          text src = add_subdirectory(src)
          blocks if(WIN32)
            blocks if(WIN32)
              text A = set(A 1)
            blocks else()
              text A = set(A 2)
        """.replacing("text x =", with: "text project ="))
  }

  private static let pieces = [
    "set(A 1)\n", "set(B\n  a.c\n  b.c\n)\n", "# c\n", "#[[ d\n]]\n", "\n", "if(E)\n", "else()\n",
    "endif()\n", "add_library(f g.c\n  PUBLIC\n  h.c # i\n  j.c)\n", "k(\"l\n\" [=[m]]=] (n))\n",
    " ",
    "function(o)\n", "endfunction()\n", "p", "#[[", "set(Q r\n  s\n  -t)\n",
  ]

  @Test func `nodes own all bytes of CMake by chance`() {
    expectSound(pieceTexts(Self.pieces, upTo: 3), CMakeFormat())
    expectSound(chanceTexts(Self.pieces, length: 12, count: 20_000), CMakeFormat())
    expectSound(mutatedTexts(Self.base, with: "()[]\"\\# \n"), CMakeFormat())
  }

  @Test func `what CMake would not read is refused`() {
    #expect(refusal("hello\n", CMakeFormat())?.contains("command") == true)
    #expect(refusal("set(A\n", CMakeFormat())?.contains("parenthesis") == true)
    #expect(refusal("set(\"A)\n", CMakeFormat())?.contains("quotation") == true)
    #expect(refusal("if(A)\nendforeach()\n", CMakeFormat())?.contains("endif") == true)
    #expect(refusal("if(A)\n", CMakeFormat())?.contains("endif") == true)
    #expect(refusal("endif()\n", CMakeFormat())?.contains("block") == true)
    #expect(refusal("set(A) set(B)\n", CMakeFormat())?.contains("line") == true)
    #expect(refusal("<<<<<<< x\n", CMakeFormat())?.contains("marker") == true)
  }

  private static let isThere = Program("cmake", in: "/").run(["--version"]).status == 0

  @Test(.enabled(if: isThere))
  func `CMake finds in lists what both sides put there`() throws {
    let folder = TemporaryFolder()
    var generator = SeededGenerator(seed: 4)
    func text(_ files: [String], _ more: [String]) -> String {
      "set(FILES\n" + files.map { "  \($0)\n" }.joined() + ")\n" + more.joined()
        + "message(\"${FILES}\")\n"
    }
    func changed(_ files: [String], _ side: String) -> [String] {
      var files = files
      for number in 0..<generator.number(0...2) {
        files.insert("\(side)\(number).c", at: generator.number(0...files.count))
      }
      if generator.once(in: 2) { files.remove(at: generator.number(0...files.count - 1)) }
      return files
    }
    func values(_ text: String) -> Set<String> {
      File("\(folder.path)/a.cmake").write(Array(text.utf8))
      let output = Program("cmake", in: folder.path).run(["-P", "a.cmake"])
      #expect(output.status == 0, "\(text)")
      return Set(output.messages.split { $0 == ";" || $0 == "\n" }.map(String.init))
    }
    var cleanCount = 0
    for _ in 0..<60 {
      let base = (0..<5).map { "f\($0).c" }
      let (ours, theirs) = (changed(base, "o"), changed(base, "t"))
      let merged = try merged(
        "a.cmake", text(base, []), text(ours, ["set(A 1)\n"]), text(theirs, ["set(B 2)\n"]),
        .balanced)
      guard let result = merged.clean.map({ String(decoding: $0, as: UTF8.self) }) else { continue }
      cleanCount += 1
      let removed = Set(base).subtracting(Set(ours).intersection(theirs))
      #expect(values(result) == Set(ours).union(theirs).subtracting(removed), "\(result)")
    }
    #expect(cleanCount > 20)
  }
}
