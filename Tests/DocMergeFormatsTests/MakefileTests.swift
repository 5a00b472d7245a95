import DocMergeCore
import DocMergeFormats
import DocMergeTestSupport
import Testing

/// Merges of makefiles.
struct MakefileTests {
  private static let base = """
    # the compiler
    CC = gcc
    CFLAGS := -O2
    SRCS = a.c \\
           b.c \\
           d.c
    WARNINGS = -Wall \\
      -Wextra

    ifeq ($(OS),Linux)
    LIBS = -lm
    else
    LIBS =
    endif

    .PHONY: all clean

    all: prog
    \tcc -o prog
    \tstrip prog

    clean:
    \trm -f prog

    """

  private static func changed(_ changes: (String, String)...) -> String {
    changes.reduce(base) { $0.replacing($1.0, with: $1.1) }
  }

  /// Merges that leave nothing to a person.
  static let clean: [(path: String, base: String, ours: String, theirs: String, merged: String)] = [
    (
      "Makefile", base, changed(("  b.c \\\n", "  b.c \\\n       c.c \\\n")),
      changed(("  b.c \\\n", "  b.c \\\n       bb.c \\\n")),
      changed(("  b.c \\\n", "  b.c \\\n       bb.c \\\n       c.c \\\n"))
    ),
    (
      "src/rules.mk", base, changed(("  d.c\n", "  d.c \\\n       e.c\n")),
      changed(("  d.c\n", "  d.c \\\n       f.c\n")),
      changed(("  d.c\n", "  d.c \\\n       e.c \\\n       f.c\n"))
    ),
    (
      "Makefile", base, changed(("  b.c \\\n       d.c\n", "  b.c\n")),
      changed(("a.c \\", "a.c \\\n       aa.c \\")),
      changed(("  b.c \\\n       d.c\n", "  b.c\n"), ("a.c \\", "a.c \\\n       aa.c \\"))
    ),
    (
      "GNUmakefile", base, changed(("CFLAGS := -O2\n", "CFLAGS := -O2\nA = 1\n")),
      changed(("CFLAGS := -O2\n", "CFLAGS := -O2\nB = 2\n")),
      changed(("CFLAGS := -O2\n", "CFLAGS := -O2\nA = 1\nB = 2\n"))
    ),
    (
      "Makefile", base, changed(("gcc", "clang")), changed(("-O2", "-O3")),
      changed(("gcc", "clang"), ("-O2", "-O3"))
    ),
    (
      "Makefile", base, changed(("all clean", "all clean foo")) + "\nfoo:\n\techo foo\n",
      changed(("all clean", "all clean bar")) + "\nbar:\n\techo bar\n",
      changed(("all clean", "all clean foo bar")) + "\nfoo:\n\techo foo\n\nbar:\n\techo bar\n"
    ),
    (
      "Makefile", base, changed(("cc -o prog", "cc -g -o prog")),
      changed(("strip prog", "strip -s prog")),
      changed(("cc -o prog", "cc -g -o prog"), ("strip prog", "strip -s prog"))
    ),
    (
      "Makefile", base, changed(("LIBS = -lm\n", "LIBS = -lm\nA = 1\n")),
      changed(("LIBS =\n", "LIBS =\nB = 2\n")),
      changed(("LIBS = -lm\n", "LIBS = -lm\nA = 1\n"), ("LIBS =\n", "LIBS =\nB = 2\n"))
    ),
    // The same files of a kernel, each for an option of its own.
    (
      "Makefile", "obj-y += a.o\n\nall:\n", "obj-y += a.o\nobj-$(B) += b.o\n\nall:\n",
      "obj-y += a.o\nobj-$(C) += c.o\n\nall:\n",
      "obj-y += a.o\nobj-$(B) += b.o\nobj-$(C) += c.o\n\nall:\n"
    ),
    (
      "Makefile", "A = \\\n  x.c \\\n  y.c\n", "A = \\\n  y.c\n",
      "A = \\\n  x.c \\\n  y.c \\\n  z.c\n", "A = \\\n  y.c \\\n  z.c\n"
    ),
    (
      "Makefile", "A = 1\r\n\r\na:\r\n\tb\r\n", "A = 2\r\n\r\na:\r\n\tb\r\n",
      "A = 1\r\nB = 1\r\n\r\na:\r\n\tb\r\n", "A = 2\r\nB = 1\r\n\r\na:\r\n\tb\r\n"
    ),
    (
      "Makefile", "A = a.c \\\n  b.c # last\n", "A = a.c \\\n  d.c \\\n  b.c # last\n",
      "X = 1\nA = a.c \\\n  b.c # last\n", "X = 1\nA = a.c \\\n  d.c \\\n  b.c # last\n"
    ),
    (
      "Makefile", "a:\n\tb", "a:\n\tb\n\nc:\n\td", "a:\n\tb\n\ne:\n\tf",
      "a:\n\tb\n\nc:\n\td\n\ne:\n\tf"
    ),
  ]

  @Test(arguments: clean.indices)
  func `files, names and rules of both sides are kept`(_ index: Int) throws {
    let (path, base, ours, theirs, expected) = Self.clean[index]
    #expect(text(try merged(path, base, ours, theirs, .balanced)) == expected)
  }

  /// Merges in which something is left to a person.
  static let left: [(path: String, base: String, ours: String, theirs: String)] = [
    ("Makefile", base, changed(("-O2", "-O1")), changed(("-O2", "-O3"))),
    ("Makefile", base, changed(("-O2\n", "-O2\nA = 1\n")), changed(("-O2\n", "-O2\nA = 2\n"))),
    ("Makefile", base, changed(("-O2\n", "-O2\nA := 1\n")), changed(("-O2\n", "-O2\nB := $(A)\n"))),
    (
      "Makefile", base, changed(("-O2\n", "-O2\nCFLAGS += -g\n")),
      changed(("-O2\n", "-O2\nCFLAGS += -Og\n"))
    ),
    ("Makefile", base, base + "\nfoo:\n\ta\n", base + "\nfoo:\n\tb\n"),
    ("Makefile", base, base + "\nfoo:\n\ta\n", base + "\nbar: foo\n\tb\n"),
    ("Makefile", base, changed(("\nclean:\n\trm -f prog\n", "")), changed(("rm -f", "rm -rf"))),
    (
      "Makefile", base, changed(("all: prog", "all: prog a")), changed(("all: prog", "all: prog b"))
    ),
    (
      "Makefile", base, changed(("\tstrip prog\n", "\tstrip prog\n\ta\n")),
      changed(("\tstrip prog\n", "\tstrip prog\n\tb\n"))
    ),
    (
      "Makefile", base, changed(("       b.c \\\n", "       b1.c \\\n")),
      changed(("       b.c \\\n", "       b2.c \\\n"))
    ),
    // The first rule is the default goal.
    (
      "Makefile", "A = 1\n\nall:\n\tx\n", "A = 1\n\na:\n\ty\n\nall:\n\tx\n",
      "A = 1\n\nb:\n\tz\n\nall:\n\tx\n"
    ),
    ("Makefile", base, base + "\nA = 1\n", "A = 2\n" + base),
    // A comment goes on behind a backslash.
    (
      "Makefile", base, changed(("  d.c\n", "  d.c \\\n       e.c # last\n")),
      changed(("  d.c\n", "  d.c \\\n       f.c\n"))
    ),
    (
      "Makefile", base, changed(("  -Wextra\n", "  -Wextra \\\n  -a # last\n")),
      changed(("  -Wextra\n", "  -Wextra \\\n  -b\n"))
    ),
    (
      "Makefile", base, changed(("  d.c\n", "  d.c # last\n")),
      changed(("  d.c\n", "  d.c \\\n       f.c\n"))
    ),
  ]

  @Test(arguments: left.indices, MergePolicy.allCases.filter { $0 < .eager })
  func `statements that depend on each other are left`(_ index: Int, policy: MergePolicy) throws {
    let (path, base, ours, theirs) = Self.left[index]
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      let merged = try merged(path, base, ours, theirs, policy)
      #expect(!merged.conflicts.isEmpty, "\(path): \(text(merged) ?? "")")
    }
  }

  @Test func `rules hold lines, and conditions branches`() throws {
    let tree = try soundTree(Self.base, MakefileFormat())
    #expect(
      tree.outline == """
        blocks
          text CC = CC = gcc
          text CFLAGS = CFLAGS := -O2
          members SRCS
            scalar a.c = a.c
            scalar b.c = b.c
            scalar d.c = d.c
          items WARNINGS
            scalar = -Wall
            scalar = -Wextra
          blocks ifeq ($(OS),Linux)
            blocks ifeq ($(OS),Linux)
              text LIBS = LIBS = -lm
            blocks else
              text LIBS = LIBS =
          set .PHONY
            scalar = all
            scalar = clean
          blocks all
            text = cc -o prog
            text = strip prog
          blocks clean
            text = rm -f prog
        """)
  }

  @Test func `variables of a condition may stand behind tabs`() throws {
    let tree = try soundTree("ifdef V\n\tA = 1\nendif\n\na:\n\tb\n", MakefileFormat())
    #expect(tree.root.children.map(\.children.count) == [1, 1])
  }

  private static let pieces = [
    "A = 1\n", "B := a.c \\\n  b.c\n", "C += d.c\n", "# e\n", "\n", "f: g\n", "\th\n",
    "i:: j ; k\n",
    "ifdef L\n", "else\n", "endif\n", "define M\n", "endef\n", ".PHONY: n o\n", "include p\n", "q",
    "$(eval r)\n", "s: T = u\n",
  ]

  @Test func `nodes own all bytes of makefiles by chance`() {
    expectSound(pieceTexts(Self.pieces, upTo: 3), MakefileFormat())
    expectSound(chanceTexts(Self.pieces, length: 12, count: 20_000), MakefileFormat())
    expectSound(mutatedTexts(Self.base, with: ":=\\\t# \n("), MakefileFormat())
  }

  @Test func `what make would not read is refused`() {
    #expect(refusal("hello\n", MakefileFormat())?.contains("rule") == true)
    #expect(refusal("endif\n", MakefileFormat())?.contains("condition") == true)
    #expect(refusal("ifdef A\n", MakefileFormat())?.contains("endif") == true)
    #expect(refusal("define A\n", MakefileFormat())?.contains("endef") == true)
    #expect(refusal("a:\n\tb\nifdef C\n\td\nendif\n", MakefileFormat())?.contains("recipe") == true)
    #expect(refusal("a:\nifdef C\nendif\n\tb\n", MakefileFormat())?.contains("recipe") == true)
    #expect(refusal(".RECIPEPREFIX = >\n", MakefileFormat())?.contains("tab") == true)
    #expect(refusal("<<<<<<< x\n", MakefileFormat())?.contains("marker") == true)
  }

  @Test func `make reads what was merged`() throws {
    let folder = TemporaryFolder()
    let pieces = [
      "A = 1\n", "A = 2\n", "B := a.c \\\n  b.c\n", "B := a.c \\\n  c.c\n", "f:\n\techo f\n",
      "g:\n\techo g\n\techo $(A)\n", "ifdef L\nC = 1\nendif\n", ".PHONY: f g\n", ".PHONY: f\n",
      "\n",
      "h: f\n", "D += $(A)\n", "define M\nx\nendef\n", "# c\n",
    ]
    var generator = SeededGenerator(seed: 9)
    func status(_ text: String) -> Int32 {
      Program("make", in: folder.path).run(["-n", "-f", "-"], input: Array(text.utf8)).status
    }
    func some(_ count: Int) -> [String] {
      (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }
    }
    func changed(_ text: [String]) -> String {
      var text = text
      for piece in some(2) { text.insert(piece, at: generator.number(0...text.count)) }
      // Without the rule for `f`, another one that needs it would be for nothing.
      if generator.once(in: 2), text.count > 3 {
        let gone = pieces[generator.number(5...pieces.count - 1)]
        text.removeAll { $0 == gone }
      }
      return text.joined()
    }
    var cleanCount = 0
    for _ in 0..<120 {
      let base = ["f:\n\techo f\n"] + some(3)
      let (ours, theirs) = (changed(base), changed(base))
      guard let result = text(try merged("Makefile", base.joined(), ours, theirs, .balanced)),
        [ours, theirs].allSatisfy({ status($0) == 0 })
      else { continue }
      cleanCount += 1
      #expect(status(result) == 0, "\(result)")
    }
    #expect(cleanCount > 20)
  }
}
