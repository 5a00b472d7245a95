import DocMergeCore
import DocMergeFormats
import Testing

/// Merges of files that say how an image is built.
struct DockerfileTests {
  private static let base = """
    # syntax=docker/dockerfile:1
    FROM debian:12 AS base
    ENV A=1
    # tools
    RUN apt-get update && apt-get install -y \\
        curl \\
        # versions
        git \\
        vim \\
     && rm -rf /var/lib/apt/lists/*
    COPY . /app

    FROM base AS test
    RUN make test
    CMD ["run"]

    """

  private static func changed(_ old: String, _ new: String) -> String {
    base.replacing(old, with: new)
  }

  private static let label = "FROM a\nLABEL a=1 \\\n      b=2\nRUN x\n"
  private static let steps = "FROM a\nRUN b\nRUN c\nRUN d\nRUN e\n"
  private static let user = "FROM a\nUSER u\nRUN b\nRUN c\nRUN d\nRUN e\n"
  private static let numbered =
    "FROM debian:12\nRUN b\n\nFROM c\nCOPY --from=0 /x /x\nRUN d\nRUN e\n"
  private static let pip = "FROM a\nRUN pip install \\\n  a \\\n  c\n"

  /// Merges that leave nothing to a person.
  static let clean: [(path: String, base: String, ours: String, theirs: String, merged: String)] = [
    (
      "Dockerfile", base, changed("    # versions\n", "    gcc \\\n    # versions\n"),
      changed("    # versions\n", "    file \\\n    # versions\n"),
      changed("    # versions\n", "    file \\\n    gcc \\\n    # versions\n")
    ),
    (
      "docker/Dockerfile.dev", base, changed("    vim \\\n", "    vim \\\n    wget \\\n"),
      changed("    vim \\\n", "    vim \\\n    zsh=1 \\\n"),
      changed("    vim \\\n", "    vim \\\n    wget \\\n    zsh=1 \\\n")
    ),
    (
      "Containerfile", base, changed("    vim \\\n", ""),
      changed("    curl \\\n", "    curl=8 \\\n"),
      base.replacing("    vim \\\n", with: "").replacing("    curl \\\n", with: "    curl=8 \\\n")
    ),
    // The last package gets the backslash that it had no need of.
    (
      "a.dockerfile", pip, pip + "RUN y\n", pip.replacing("  c\n", with: "  c \\\n  d\n"),
      pip.replacing("  c\n", with: "  c \\\n  d\n") + "RUN y\n"
    ),
    (
      "Dockerfile", pip, pip.replacing("  c\n", with: "  c \\\n  d\n"),
      pip.replacing("  c\n", with: "  c \\\n  e\n"),
      pip.replacing("  c\n", with: "  c \\\n  d \\\n  e\n")
    ),
    (
      "Dockerfile", pip, pip.replacing("  c\n", with: "  c \\\n  d\n"),
      pip.replacing("  c\n", with: "  c \\\n && y\n"),
      pip.replacing("  c\n", with: "  c \\\n  d \\\n && y\n")
    ),
    (
      "Dockerfile", pip, pip.replacing("  a \\\n", with: ""),
      pip.replacing("  c\n", with: "  c \\\n  d\n"),
      "FROM a\nRUN pip install \\\n  c \\\n  d\n"
    ),
    (
      "Dockerfile", base, changed("ENV A=1\n", "ENV A=1\nENV B=2\n"),
      changed("ENV A=1\n", "ENV A=1\nARG C\n"), changed("ENV A=1\n", "ENV A=1\nENV B=2\nARG C\n")
    ),
    (
      "Dockerfile", label, label.replacing("b=2", with: "b=2 \\\n      c=3"),
      label.replacing("a=1", with: "a=9"),
      label.replacing("b=2", with: "b=2 \\\n      c=3").replacing("a=1", with: "a=9")
    ),
    (
      "Dockerfile", base, changed("A=1", "A=2"), changed("install -y", "install -yq"),
      base.replacing("A=1", with: "A=2").replacing("install -y", with: "install -yq")
    ),
    (
      "Dockerfile", base, changed("debian:12", "debian:13"),
      changed("ENV A=1\n", "ENV A=1\nUSER a\n"),
      base.replacing("debian:12", with: "debian:13").replacing(
        "ENV A=1\n", with: "ENV A=1\nUSER a\n")
    ),
    (
      "Dockerfile", "FROM a\r\nENV B=1\r\n", "FROM a\r\nENV B=1\r\nENV C=1\r\n",
      "FROM a\r\nENV B=1\r\nENV D=1\r\n", "FROM a\r\nENV B=1\r\nENV C=1\r\nENV D=1\r\n"
    ),
    // Directives for the parser stay on the first lines.
    (
      "Dockerfile", steps, "# syntax=docker/dockerfile:1\n" + steps, "# b\nARG V=1\n" + steps,
      "# syntax=docker/dockerfile:1\n# b\nARG V=1\n" + steps
    ),
    (
      "Dockerfile", "# syntax=a\n" + steps, "# syntax=b\n" + steps, "# syntax=a\nARG V=1\n" + steps,
      "# syntax=b\nARG V=1\n" + steps
    ),
    (
      "Dockerfile", "# b\n" + steps, "# syntax=x\n# b\n" + steps, "# b\n# c\n" + steps,
      "# syntax=x\n# b\n# c\n" + steps
    ),
    // The user holds only for what the same side knew of, or has another name.
    (
      "Dockerfile", steps, steps + "USER a\n", steps.replacing("RUN c\n", with: "RUN c\nRUN x\n"),
      steps.replacing("RUN c\n", with: "RUN c\nRUN x\n") + "USER a\n"
    ),
    (
      "Dockerfile", user, user.replacing("USER u", with: "USER v"),
      user.replacing("RUN d\n", with: "RUN d\nRUN x\n"),
      user.replacing("USER u", with: "USER v").replacing("RUN d\n", with: "RUN d\nRUN x\n")
    ),
    (
      "Dockerfile", steps, steps.replacing("RUN b\n", with: "WORKDIR /w\nRUN b\n"),
      steps.replacing("RUN d\n", with: "RUN d -j\nCOPY a /b\n"),
      steps.replacing("RUN b\n", with: "WORKDIR /w\nRUN b\n")
        .replacing("RUN d\n", with: "RUN d -j\nCOPY a /b\n")
    ),
    (
      "Dockerfile", steps + "CMD [\"a\"]\n",
      steps.replacing("RUN b\n", with: "ENTRYPOINT [\"t\"]\nRUN b\n") + "CMD [\"a\"]\n",
      steps + "CMD [\"a\", \"b\"]\n",
      steps.replacing("RUN b\n", with: "ENTRYPOINT [\"t\"]\nRUN b\n") + "CMD [\"a\", \"b\"]\n"
    ),
    (
      "Dockerfile", numbered, numbered.replacing("debian:12", with: "debian:13"),
      numbered + "COPY --from=0 /y /y\n",
      numbered.replacing("debian:12", with: "debian:13") + "COPY --from=0 /y /y\n"
    ),
    (
      "Dockerfile", "FROM a\nENV B=1", "FROM a\nENV B=1\nENV C=1", "FROM a\nENV B=1\nENV D=1",
      "FROM a\nENV B=1\nENV C=1\nENV D=1"
    ),
  ]

  @Test(arguments: clean.indices)
  func `packages and names of both sides are kept`(_ index: Int) throws {
    let (path, base, ours, theirs, expected) = Self.clean[index]
    #expect(text(try merged(path, base, ours, theirs, .balanced)) == expected)
  }

  /// Merges in which something is left to a person.
  static let left: [(path: String, base: String, ours: String, theirs: String)] = [
    ("Dockerfile", base, changed("COPY", "RUN a\nCOPY"), changed("COPY", "RUN b\nCOPY")),
    ("Dockerfile", base, changed("COPY", "RUN a\nCOPY"), changed("COPY", "ENV B=1\nCOPY")),
    ("Dockerfile", base, changed("A=1", "A=2"), changed("A=1", "A=3")),
    ("Dockerfile", base, changed("A=1\n", "A=1\nENV B=1\n"), changed("A=1\n", "A=1\nENV B=2\n")),
    ("Dockerfile", base, changed("A=1\n", "A=1\nENV B=1\n"), changed("A=1\n", "A=1\nENV C=$B\n")),
    (
      "Dockerfile", base, changed("    git \\", "    git=1 \\"),
      changed("    git \\", "    git=2 \\")
    ),
    (
      "Dockerfile", base, changed("    vim \\\n", "    vim \\\n    a \\\n"),
      changed("    vim \\\n", "    vim \\\n    a=1 \\\n")
    ),
    (
      "Dockerfile", base, changed("    # versions\n    git \\\n", ""),
      changed("    git \\", "    git=2 \\")
    ),
    ("Dockerfile", base, changed("debian:12", "debian:13"), changed("debian:12", "debian:sid")),
    ("Dockerfile", base, changed("\"run\"", "\"a\""), changed("\"run\"", "\"b\"")),
    // A stage that one side renamed is missing for what the other one adds.
    (
      "Dockerfile", "FROM a AS b\nRUN x\nFROM c\nCOPY --from=b /x /x\n",
      "FROM a AS q\nRUN x\nFROM c\nCOPY --from=q /x /x\n",
      "FROM a AS b\nRUN x\nFROM c\nCOPY --from=b /x /x\nCOPY --from=b /y /y\n"
    ),
    (
      "Dockerfile", "FROM a AS b\nRUN x\n\nFROM c\nRUN y\nRUN z\n",
      "FROM a AS q\nRUN x\n\nFROM c\nRUN y\nRUN z\n",
      "FROM a AS b\nRUN x\n\nFROM c\nRUN y\nRUN z\nRUN --mount=type=bind,from=b w\n"
    ),
    (
      "Dockerfile", steps, steps.replacing("RUN b\n", with: "USER u\nRUN b\n"),
      steps.replacing("RUN e\n", with: "RUN e\nRUN x\n")
    ),
    (
      "Dockerfile", user, user.replacing("USER u\n", with: "") + "USER u\n",
      user.replacing("RUN d\n", with: "RUN d\nRUN x\n")
    ),
    (
      "Dockerfile", steps, steps.replacing("RUN b\n", with: "WORKDIR /w\nRUN b\n"),
      steps.replacing("RUN e\n", with: "RUN e\nCOPY x y\n")
    ),
    // One side moves an instruction below a user that the other one adds.
    (
      "Dockerfile", steps, steps.replacing("RUN d\n", with: "USER u\nRUN d\n"),
      "FROM a\nRUN c\nRUN d\nRUN e\nRUN b\n"
    ),
    // What one side runs would be an argument of what the other one runs.
    (
      "Dockerfile", steps, steps + "CMD [\"a\"]\n",
      steps.replacing("RUN b\n", with: "ENTRYPOINT [\"b\"]\nRUN b\n")
    ),
    ("Dockerfile", steps, steps + "CMD [\"a\"]\n", steps + "ENTRYPOINT [\"b\"]\n"),
    // Each side adds one instruction, to another stage.
    (
      "Dockerfile", "FROM p AS q\nRUN r\n" + steps,
      "FROM p AS q\nRUN r\nRUN x\n" + steps.replacing("RUN b\n", with: "USER u\nRUN b\n"),
      "FROM p AS q\nRUN r\n" + steps.replacing("RUN e\n", with: "RUN e\nRUN x\n")
    ),
    // A stage begins above what the other side adds.
    (
      "Dockerfile", steps, steps.replacing("RUN c\n", with: "FROM y AS z\nRUN c\n"),
      steps.replacing("RUN e\n", with: "RUN x\nRUN e\n")
    ),
    // A stage is found by its number.
    (
      "Dockerfile", numbered,
      "FROM q\nRUN r\n\n" + numbered.replacing("from=0", with: "from=1"),
      numbered + "COPY --from=0 /y /y\n"
    ),
    // The last stage is the one that is built.
    ("Dockerfile", base, base + "\nFROM base AS x\nRUN x\n", base + "\nFROM base AS y\nRUN y\n"),
    ("Dockerfile", base, changed("RUN make test\n", ""), changed("make test", "make -j test")),
  ]

  @Test(arguments: left.indices, MergePolicy.allCases.filter { $0 < .eager })
  func `instructions whose order tells something are left`(_ index: Int, policy: MergePolicy) throws
  {
    let (path, base, ours, theirs) = Self.left[index]
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      let merged = try merged(path, base, ours, theirs, policy)
      #expect(!merged.conflicts.isEmpty, "\(path): \(text(merged) ?? "")")
    }
  }

  @Test func `a stage holds instructions, and one of them packages`() throws {
    let tree = try soundTree(Self.base, DockerfileFormat())
    #expect(
      tree.outline == """
        blocks
          blocks base
            text A = ENV A=1
            blocks
              text = apt-get update && apt-get install -y \\
              members \("")
                scalar curl = curl
                scalar git = git
                scalar vim = vim
              text = && rm -rf /var/lib/apt/lists/*
            text = COPY . /app
          blocks test
            text = RUN make test
            text CMD = CMD ["run"]
        """)
  }

  @Test func `documents belong to their instruction`() throws {
    let tree = try soundTree(
      "FROM a\nRUN <<EOF\nCOPY x\nEOF\nCOPY <<-\"A\" <<B /c/\n\tA\nB\nUSER d\n", DockerfileFormat())
    #expect(tree.root.children.first?.children.count == 3)
  }

  @Test func `nodes own all bytes of images by chance`() {
    let pieces = [
      "FROM a\n", "FROM a AS b\n", "RUN c\n", "ENV D=1 \\\n", "  E=2\n", "# f\n", "\n",
      "RUN apt-get install \\\n", "  g \\\n", "  h\n", " && i\n", "RUN <<J\n", "J\n", "k", " ",
    ]
    expectSound(pieceTexts(pieces, upTo: 3), DockerfileFormat())
    expectSound(chanceTexts(pieces, length: 12, count: 20_000), DockerfileFormat())
    expectSound(mutatedTexts(Self.base, with: "\\# \n<"), DockerfileFormat())
  }

  @Test func `what builds no image is refused`() {
    #expect(refusal("FROM a\nHELLO b\n", DockerfileFormat())?.contains("instruction") == true)
    #expect(refusal("# escape=`\nFROM a\n", DockerfileFormat())?.contains("escape") == true)
    #expect(refusal("FROM a\nRUN <<E\n", DockerfileFormat())?.contains("document") == true)
    #expect(refusal("FROM a\n>>>>>>> x\n", DockerfileFormat())?.contains("marker") == true)
    #expect(refusal("FROM a\nRUN b \\\n", DockerfileFormat())?.contains("backslash") == true)
  }
}
