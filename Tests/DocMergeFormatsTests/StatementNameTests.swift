import DocMergeCore
import DocMergeFormats
import Testing

/// Merges of makefiles, images and CMake in which a name is defined, renamed or used by one side each.
///
/// The words of the names stand in comments and commands, too, which says nothing.
struct StatementNameTests {
  private static let make = """
    # CFLAGS_X is for tool
    CC = gcc
    CFLAGS_X = -O2

    .PHONY: all clean tool

    all: prog
    \t$(CC) $(CFLAGS_X) -o prog

    clean:
    \trm -f prog

    tool:
    \techo lib data

    """

  private static let image = """
    FROM golang:1 AS builder
    # the builder
    ARG LEVEL=1
    RUN make builder LEVEL=$LEVEL

    FROM debian:12
    RUN echo from=builder
    COPY . /app
    RUN echo end

    """

  private static let cmake = """
    # app and SPEED
    project(x)
    set(SPEED 1)
    add_executable(app
      a.c
    )
    message(${SPEED})
    target_link_libraries(app
      fmt
    )
    enable_testing()

    """

  /// Merges in which a name would mean something else than a side says.
  static let left: [EditedCase] = [
    EditedCase(
      "Makefile", make, [.swap("CFLAGS_X = -O2\n", ""), .swap("$(CFLAGS_X)", "-O2")],
      [.add("\nfoo:\n\t$(CC) $(CFLAGS_X) foo.c\n", behind: "lib data\n")]),
    EditedCase(
      "Makefile", make,
      [.swap("CFLAGS_X = -O2\n", "CFLAGS_Y = -O2\n"), .swap("$(CFLAGS_X)", "$(CFLAGS_Y)")],
      [.add("\nfoo:\n\t${CFLAGS_X:2=3} foo.c\n", behind: "lib data\n")]),
    EditedCase(
      "Makefile", make, [.cut("\ntool:\n\techo lib data\n"), .swap("clean tool", "clean")],
      [.swap("all: prog", "all: prog tool")]),
    // What adds to a name is one of its definitions.
    EditedCase(
      "Makefile", make.replacing("CFLAGS_X =", with: "CFLAGS_X +="),
      [.swap("CFLAGS_X += -O2\n", "CFLAGS_Y += -O2\n"), .swap("$(CFLAGS_X)", "$(CFLAGS_Y)")],
      [.add("\nfoo:\n\t$(CFLAGS_X) foo.c\n", behind: "lib data\n")]),
    EditedCase(
      "CMakeLists.txt", cmake.replacing("(SPEED 1)", with: "(SPEED ${SPEED} 1)"),
      [.swap("SPEED ${SPEED} 1", "RATE ${RATE} 1"), .swap("message(${SPEED}", "message(${RATE}")],
      [.add("set(FAST ${SPEED})\n", behind: "enable_testing()\n")]),
    EditedCase(
      "Makefile", make, [.swap("\ntool:", "\nkit:"), .swap("clean tool", "clean kit")],
      [.add("\nfoo:\n\t$(MAKE) -s tool X=1\n", behind: "lib data\n")]),
    EditedCase(
      "CMakeLists.txt", cmake,
      [.swap("executable(app", "executable(prog"), .swap("ries(app", "ries(prog")],
      [.add("message($<TARGET_FILE:app>)\n", behind: "enable_testing()\n")]),
    // Both begin to define a name.
    EditedCase(
      "Makefile", make, [.add("lib = 1\n", behind: "gcc\n")],
      [.add("\nlib = 2\n", behind: "lib data\n")]),
    EditedCase(
      "Makefile", make, [.swap("-O2", "-O3")],
      [.add("\nCFLAGS_X = -g\n", behind: "lib data\n")]),
    // What one side adds depends on what the other one adds to the same place.
    EditedCase(
      "Makefile", make, [.add("CC = cc\n", behind: "gcc\n")],
      [.add("NAME := $(CC)\n", behind: "gcc\n")]),
    // Two rules say how one target is made.
    EditedCase(
      "Makefile", make, [.add("lib data:\n\techo both\n\n", before: "clean:")],
      [.add("\nlib:\n\techo lib\n", behind: "lib data\n")]),
    EditedCase(
      "Makefile", "all: prog\n\nX = 1\n\nprog:\n\tcc\n",
      [.add("\techo 1\n", behind: "all: prog\n")],
      [.add("\nall: docs\n\techo 2\n", behind: "\tcc\n")]),
    EditedCase(
      "Makefile", make, [.add("%.o %.d: %.c\n\tcc $<\n\n", before: "clean:")],
      [.add("\n%.o: %.c\n\tgcc $<\n", behind: "lib data\n")]),
    EditedCase(
      "Makefile", make, [.add("lib::\n\techo a\n\n", before: "clean:")],
      [.add("\nlib:\n\techo lib\n", behind: "lib data\n")]),
    EditedCase(
      "Makefile", make, [.add("./lib:\n\techo a\n\n", before: "clean:")],
      [.add("\nlib:\n\techo lib\n", behind: "lib data\n")]),
    EditedCase(
      "Dockerfile", image, [.swap("AS builder", "AS build")],
      [.add("COPY --from=builder /x /x\n", behind: "COPY . /app\n")]),
    EditedCase(
      "Dockerfile", image, [.swap("AS builder", "AS build")],
      [.swap("RUN echo end", "RUN --mount=type=bind,from=builder x")]),
    EditedCase(
      "Dockerfile", image, [.cut("ARG LEVEL=1\n"), .swap("LEVEL=$LEVEL", "LEVEL=1")],
      [.add("RUN echo ${LEVEL}\n", before: "\nFROM debian")]),
    EditedCase(
      "Dockerfile", image, [.add("ENV end=1\n", behind: "FROM debian:12\n")],
      [.add("ENV A=2 end=2\n", behind: "COPY . /app\n")]),
    EditedCase(
      "Dockerfile", "FROM a\nARG V=1\nRUN b\nRUN c\nRUN d $V\n",
      [.cut("ARG V=1\n"), .add("ARG V=1\n", behind: "RUN c\n")],
      [.add("RUN e $V\n", behind: "RUN b\n")]),
    EditedCase(
      "CMakeLists.txt", cmake, [.swap("set(SPEED", "set(RATE"), .swap("${SPEED}", "${RATE}")],
      [.add("set(FAST ${SPEED})\n", behind: "enable_testing()\n")]),
    EditedCase(
      "CMakeLists.txt", cmake,
      [.swap("executable(app", "executable(prog"), .swap("ries(app", "ries(prog")],
      [.add("install(TARGETS app)\n", behind: "enable_testing()\n")]),
    EditedCase(
      "CMakeLists.txt", cmake,
      [.add("if(UNIX)\n  add_library(fmt a.c)\nendif()\n", behind: "(x)\n")],
      [.add("add_library(fmt b.c)\n", behind: "enable_testing()\n")]),
    EditedCase(
      "CMakeLists.txt", cmake, [.add("option(x \"\" ON)\n", behind: "(x)\n")],
      [.add("set(x OFF)\n", behind: "enable_testing()\n")]),
    EditedCase(
      "CMakeLists.txt", cmake, [.add("set(app 1)\n", behind: "enable_testing()\n")],
      [.add("set(x ${app})\n", behind: "enable_testing()\n")]),
    EditedCase(
      "CMakeLists.txt", "find_package(ZLIB)\n" + cmake, [.cut("find_package(ZLIB)\n")],
      [.swap("  fmt\n", "  fmt\n  ZLIB::ZLIB\n")]),
    EditedCase(
      "CMakeLists.txt", cmake, [.add("add_test(NAME app COMMAND app)\n", behind: "testing()\n")],
      [.add("add_test(NAME app COMMAND fmt)\n", behind: "(x)\n")]),
    EditedCase(
      "CMakeLists.txt", cmake, [.swap("(SPEED 1)", "(SPEED 2)")],
      [.add("set(SPEED 3)\n", behind: "enable_testing()\n")]),
  ]

  @Test(arguments: left.indices, MergePolicy.allCases)
  func `a name that would mean something else is left`(_ index: Int, policy: MergePolicy) throws {
    try Self.left[index].checkLeft(policy)
  }

  /// Merges in which each name means what the sides say.
  static let kept: [EditedCase] = [
    // What one side defines is there for what the other one adds.
    EditedCase(
      "Makefile", make, [.add("lib = 1\n", behind: "gcc\n")],
      [.add("\nfoo:\n\techo $(lib)\n", behind: "lib data\n")],
      [
        .add("lib = 1\n", behind: "gcc\n"),
        .add("\nfoo:\n\techo $(lib)\n", behind: "lib data\n"),
      ]),
    EditedCase(
      "Makefile", make, [.add("data:\n\tcurl data\n\n", before: "clean:")],
      [.swap("all: prog", "all: prog data")],
      [.add("data:\n\tcurl data\n\n", before: "clean:"), .swap("all: prog", "all: prog data")]),
    EditedCase(
      "Dockerfile", image, [.add("ENV end=1\n", behind: "FROM debian:12\n")],
      [.swap("RUN echo end", "RUN echo end $end")],
      [
        .add("ENV end=1\n", behind: "FROM debian:12\n"),
        .swap("RUN echo end", "RUN echo end $end"),
      ]),
    // A variable that make knows by itself is set for what uses it already.
    EditedCase(
      "Makefile", "all: x\n\nx: x.c\n\t$(CC) -o x x.c\n\nclean:\n\trm x\n",
      [.add("CC = clang\n\n", before: "all: x")],
      [.add("\ny: y.c\n\t$(CC) -o y y.c\n", behind: "rm x\n")],
      [
        .add("CC = clang\n\n", before: "all: x"),
        .add("\ny: y.c\n\t$(CC) -o y y.c\n", behind: "rm x\n"),
      ]),
    EditedCase(
      "Makefile", make, [.swap("-O2", "-O3")],
      [.add("\nfoo:\n\t$(CC) $(CFLAGS_X) foo.c\n", behind: "lib data\n")],
      [
        .swap("-O2", "-O3"),
        .add("\nfoo:\n\t$(CC) $(CFLAGS_X) foo.c\n", behind: "lib data\n"),
      ]),
    // The definition is moved to another file.
    EditedCase(
      "Makefile", make, [.swap("CFLAGS_X = -O2\n", "include config.mk\n")],
      [.add("\nfoo:\n\t$(CFLAGS_X) foo.c\n", behind: "lib data\n")],
      [
        .swap("CFLAGS_X = -O2\n", "include config.mk\n"),
        .add("\nfoo:\n\t$(CFLAGS_X) foo.c\n", behind: "lib data\n"),
      ]),
    EditedCase(
      "Makefile", make, [.add("SRCS += a.c\n", behind: "gcc\n")],
      [.add("\nSRCS += b.c\n", behind: "lib data\n")],
      [.add("SRCS += a.c\n", behind: "gcc\n"), .add("\nSRCS += b.c\n", behind: "lib data\n")]),
    EditedCase(
      "Makefile", make, [.swap("-O2", "-O3")],
      [.add("ifdef DEBUG\nCFLAGS_X = -g\nendif\n\n", before: "clean:")],
      [.swap("-O2", "-O3"), .add("ifdef DEBUG\nCFLAGS_X = -g\nendif\n\n", before: "clean:")]),
    EditedCase(
      "Makefile", make, [.add("foo: X = 1\n\n", before: "clean:")],
      [.add("\ntool: X = 2\n", behind: "lib data\n")],
      [.add("foo: X = 1\n\n", before: "clean:"), .add("\ntool: X = 2\n", behind: "lib data\n")]),
    EditedCase(
      "Makefile", make, [.add("lib.o:\n\tcc lib.c\n\n", before: "clean:")],
      [.add("\n%.o: %.c\n\tgcc $<\n", behind: "lib data\n")],
      [
        .add("lib.o:\n\tcc lib.c\n\n", before: "clean:"),
        .add("\n%.o: %.c\n\tgcc $<\n", behind: "lib data\n"),
      ]),
    EditedCase(
      "Makefile", make, [.add("lib::\n\techo a\n\n", before: "clean:")],
      [.add("\nlib::\n\techo lib\n", behind: "lib data\n")],
      [
        .add("lib::\n\techo a\n\n", before: "clean:"),
        .add("\nlib::\n\techo lib\n", behind: "lib data\n"),
      ]),
    EditedCase(
      "Dockerfile", image, [.swap("AS builder", "AS build")], [.swap("echo end", "echo builder")],
      [.swap("AS builder", "AS build"), .swap("echo end", "echo builder")]),
    // Each stage has variables of its own.
    EditedCase(
      "Dockerfile", image, [.add("ENV A=1\n", behind: "LEVEL=1\n")],
      [.add("ENV A=2\n", behind: "/app\n")],
      [.add("ENV A=1\n", behind: "LEVEL=1\n"), .add("ENV A=2\n", behind: "/app\n")]),
    EditedCase(
      "Dockerfile", image, [.swap("ARG LEVEL=1", "ARG LEVEL=2")],
      [.add("RUN echo ${LEVEL}\n", before: "\nFROM debian")],
      [.swap("ARG LEVEL=1", "ARG LEVEL=2"), .add("RUN echo ${LEVEL}\n", before: "\nFROM debian")]),
    EditedCase(
      "CMakeLists.txt", cmake, [.swap("(SPEED 1)", "(SPEED 2)")],
      [.add("set(FAST ${SPEED})\n", behind: "enable_testing()\n")],
      [.swap("(SPEED 1)", "(SPEED 2)"), .add("set(FAST ${SPEED})\n", behind: "enable_testing()\n")]),
    EditedCase(
      "CMakeLists.txt", cmake, [.add("set(L ${L} a)\n", behind: "(x)\n")],
      [.add("list(APPEND L b)\n", behind: "enable_testing()\n")],
      [
        .add("set(L ${L} a)\n", behind: "(x)\n"),
        .add("list(APPEND L b)\n", behind: "enable_testing()\n"),
      ]),
    EditedCase(
      "CMakeLists.txt", cmake, [.add("function(f)\n  set(v 1)\nendfunction()\n", behind: "(x)\n")],
      [.add("function(g)\n  set(v 2)\nendfunction()\n", behind: "enable_testing()\n")],
      [
        .add("function(f)\n  set(v 1)\nendfunction()\n", behind: "(x)\n"),
        .add("function(g)\n  set(v 2)\nendfunction()\n", behind: "enable_testing()\n"),
      ]),
  ]

  @Test(arguments: kept.indices)
  func `a name that means the same is kept`(_ index: Int) throws {
    try Self.kept[index].check()
  }
}
