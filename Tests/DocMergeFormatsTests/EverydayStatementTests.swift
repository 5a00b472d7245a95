import DocMergeCore
import Testing

/// What developers do every day to images, makefiles and build scripts: what fits is kept, what does not is left.
struct EverydayStatementTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    let path: String
    let base: String
    let ours: String
    let theirs: String

    init(_ path: String, _ base: String, _ ours: String, _ theirs: String) {
      (self.path, self.base, self.ours, self.theirs) = (path, base, ours, theirs)
    }

    var testDescription: String { "\(path): \(ours)" }
  }

  private static let apart = (1...6).map { "message(\($0))\n" }.joined()

  private static let fitting = [
    Case(
      "Makefile", "A = 1\n\nall: a\n\tld a\n", "A = 1\nLDFLAGS ?= -s\n\nall: a\n\tld a\n",
      "A = 1\n\nall: a\n\tld $(LDFLAGS) a\n"),
    Case(
      "Makefile", "all: a\n\nb:\n\ttouch b\n\nc:\n\ttouch c\n",
      "all: a\n\nconfig.h:\n\t./gen\n\nb:\n\ttouch b\n\nc:\n\ttouch c\n",
      "all: a\n\nb:\n\ttouch b\n\nc: config.h\n\ttouch c\n"),
    Case(
      "Makefile", "%.o: %.c\n\tcc $<\n\nu.o: u.c\n\tcc -O u.c\n\nx:\n\ttouch x\n\ny:\n\ttouch y\n",
      "%.o: %.c\n\tcc $<\n\nx:\n\ttouch x\n\ny:\n\ttouch y\n",
      "%.o: %.c\n\tcc $<\n\nu.o: u.c\n\tcc -O u.c\n\nx:\n\ttouch x\n\ny:\n\ttouch y\n\nl.a: u.o\n\tar u.o\n"
    ),
    Case(
      "CMakeLists.txt", "project(p)\n\(apart)end()\n",
      "project(p)\nset(CMAKE_BUILD_TYPE Release)\n\(apart)end()\n",
      "project(p)\n\(apart)end()\nmessage(${CMAKE_BUILD_TYPE})\n"),
    Case(
      "Dockerfile", "FROM a\nRUN b\nRUN c\nRUN d\n",
      "FROM a\nSHELL [\"/bin/bash\", \"-c\"]\nRUN b\nRUN c\nRUN d\n",
      "FROM a\nRUN b\nRUN c\nRUN d\nRUN e\n"),
    Case(
      "Dockerfile", "FROM a\nRUN b\nRUN c\nRUN d\nCMD [\"x\"]\n",
      "FROM a\nUSER n\nRUN b\nRUN c\nRUN d\nCMD [\"x\"]\n",
      "FROM a\nRUN b\nRUN c\nRUN d\nENTRYPOINT [\"tini\"]\nCMD [\"x\"]\n"),
    Case(
      ".gitignore", "a\nb\nc\nd\n", "a\n!src/**/build/\nb\nc\nd\n", "a\nb\nc\nd\nout/\n"),
  ]

  private static let unfitting = [
    Case(
      "CMakeLists.txt", "add_executable(app a.c)\n\(apart)end()\n",
      "add_executable(tool a.c)\n\(apart)end()\n",
      "add_executable(app a.c)\n\(apart)end()\nadd_custom_command(TARGET app POST_BUILD COMMAND s)\n"
    ),
    Case(
      "CMakeLists.txt", "add_executable(app a.c)\n\(apart)end()\n",
      "add_executable(tool a.c)\n\(apart)end()\n",
      "add_executable(app a.c)\n\(apart)end()\nadd_test(NAME r COMMAND app)\n"),
    Case(
      "CMakeLists.txt", "add_library(core a.c)\n\(apart)end()\n",
      "add_library(kern a.c)\n\(apart)end()\n",
      "add_library(core a.c)\n\(apart)end()\nadd_library(m::core ALIAS core)\n"),
    Case(
      "CMakeLists.txt", "function(f)\n  set(R 1 PARENT_SCOPE)\nendfunction()\n\(apart)end()\n",
      "function(f)\n  set(S 1 PARENT_SCOPE)\nendfunction()\n\(apart)end()\n",
      "function(f)\n  set(R 1 PARENT_SCOPE)\nendfunction()\n\(apart)end()\nmessage(${R})\n"),
    Case(
      "Makefile", "all: app\n\napp: a.o\n\tld a.o\n\nx:\n\ttouch x\n\ny:\n\ttouch y\n",
      "all: tool\n\ntool: a.o\n\tld a.o\n\nx:\n\ttouch x\n\ny:\n\ttouch y\n",
      "all: app\n\napp: a.o\n\tld a.o\n\nx:\n\ttouch x\n\ny:\n\ttouch y\n\napp: b.o\n"),
  ]

  @Test(arguments: fitting, [false, true])
  private func `what git merges and means the same is merged`(
    example: Case, swapped: Bool
  ) throws {
    let merged = try merged(
      example.path, example.base, swapped ? example.theirs : example.ours,
      swapped ? example.ours : example.theirs, .balanced)
    #expect(merged.conflicts.isEmpty, "\(merged.conflicts.compactMap(\.reason))")
  }

  @Test(arguments: unfitting, MergePolicy.allCases)
  private func `a use of what the other side renamed is left to a person`(
    example: Case, policy: MergePolicy
  ) throws {
    for (ours, theirs) in [(example.ours, example.theirs), (example.theirs, example.ours)] {
      let merged = try merged(example.path, example.base, ours, theirs, policy)
      #expect(!merged.conflicts.isEmpty, "\(text(merged) ?? "")")
    }
  }
}
