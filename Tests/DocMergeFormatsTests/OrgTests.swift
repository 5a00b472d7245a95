import DocMergeCore
import DocMergeFormats
import Testing

/// Merges of notes in Org.
struct OrgTests {
  private static let notes = """
    #+TITLE: Notes
    #+AUTHOR: A
    #+OPTIONS: toc:nil

    * TODO [#A] Buy milk [0/2]                                     :home:
      DEADLINE: <2024-01-01 Mon>
    :PROPERTIES:
    :ID: a1
    :EFFORT: 1h
    :END:
    :LOGBOOK:
    - State "DONE" from "TODO" [2024-01-02 Tue]
    CLOCK: [2024-01-02 Tue 10:00]--[2024-01-02 Tue 11:00] => 1:00
    :END:

    Some words about the milk that we want.

    - [ ] one
    - [ ] two
      - deeper
    - three

    ** Sub
    | name | qty |
    |------+-----|
    | tea  |   3 |
    | jam  |   4 |
    #+TBLFM: $2=1

    #+CAPTION: code
    #+BEGIN_SRC python
    x = 1
    * not a heading
    #+END_SRC

    * DONE Sell car
    Text of it.

    """

  private static let effort = ":EFFORT: 1h\n"
  private static let author = "#+AUTHOR: A\n"

  private static let clean: [EditedCase] = [
    EditedCase(
      "n.org", notes, [.swap("TODO [#A]", "DONE [#A]")], [.swap("Buy milk", "Buy bread")],
      [.swap("TODO [#A] Buy milk", "DONE [#A] Buy bread")]),
    EditedCase(
      "n.org", notes, [.swap("TODO [#A]", "DONE [#A]")], [.swap("that we want", "that we need")],
      [.swap("TODO [#A]", "DONE [#A]"), .swap("that we want", "that we need")]),
    EditedCase(
      "n.org", notes, [.add(":STYLE: habit\n", behind: effort)],
      [.add(":COST: 3\n", behind: effort)],
      [.add(":STYLE: habit\n:COST: 3\n", behind: effort)]),
    EditedCase(
      "n.org", notes, [.add("#+DATE: 1\n", behind: author)],
      [.add("#+LANGUAGE: de\n", behind: author)],
      [.add("#+DATE: 1\n#+LANGUAGE: de\n", behind: author)]),
    EditedCase(
      "n.org", notes, [.swap("[ ] one", "[X] one")], [.swap("[ ] two", "[X] two")],
      [.swap("[ ] one", "[X] one"), .swap("[ ] two", "[X] two")]),
    EditedCase(
      "n.org", notes, [.add("- alpha\n", before: "- [ ] one")],
      [.add("- beta\n", before: "- [ ] one")], [.add("- alpha\n- beta\n", before: "- [ ] one")]),
    EditedCase(
      "n.org", notes, [.swap("|   3 |", "|   5 |")], [.swap("|   4 |", "|   6 |")],
      [.swap("|   3 |", "|   5 |"), .swap("|   4 |", "|   6 |")]),
    EditedCase(
      "n.org", notes, [.add("- Note [2024-02-01 Thu]\n", behind: ":LOGBOOK:\n")],
      [.swap("x = 1", "x = 2")],
      [.add("- Note [2024-02-01 Thu]\n", behind: ":LOGBOOK:\n"), .swap("x = 1", "x = 2")]),
    EditedCase(
      "n.org", notes, [.swap(":home:", ":home:now:")], [.swap("milk [0/2]", "milk [1/2]")],
      [.swap(":home:", ":home:now:"), .swap("milk [0/2]", "milk [1/2]")]),
    EditedCase(
      "n.org", notes, [.add("* TODO Ours\nAlpha.\n\n", before: "* DONE Sell")],
      [.add("* TODO Theirs\nBeta.\n\n", before: "* DONE Sell")],
      [.add("* TODO Ours\nAlpha.\n\n* TODO Theirs\nBeta.\n\n", before: "* DONE Sell")]),
  ]

  @Test(arguments: clean.indices)
  func `changes of other parts are merged`(_ index: Int) throws {
    try Self.clean[index].check()
  }

  private static let id = ":PROPERTIES:\n:ID: z\n:END:\n"

  private static let left: [EditedCase] = [
    EditedCase(
      "n.org", notes, [.swap("TODO [#A]", "DONE [#A]")], [.swap("TODO [#A]", "WAIT [#A]")]),
    EditedCase("n.org", notes, [.swap("Buy milk", "Buy bread")], [.swap("Buy milk", "Buy eggs")]),
    EditedCase(
      "n.org", notes, [.swap("EFFORT: 1h", "EFFORT: 2h")], [.swap("EFFORT: 1h", "EFFORT: 3h")]),
    EditedCase(
      "n.org", notes, [.add(":STYLE: habit\n", behind: effort)],
      [.add(":STYLE: none\n", before: ":ID: a1")]),
    EditedCase("n.org", notes, [.cut(effort)], [.swap("EFFORT: 1h", "EFFORT: 3h")]),
    EditedCase("n.org", notes, [.swap("|   3 |", "|   5 |")], [.swap("|   3 |", "|   6 |")]),
    EditedCase(
      "n.org", notes, [.swap("TITLE: Notes", "TITLE: Mine")],
      [.swap("TITLE: Notes", "TITLE: Yours")]),
    EditedCase("n.org", notes, [.add(id, before: "Text of it")], [.add(id, before: "| name")]),
    EditedCase(
      "n.org", notes, [.cut("* DONE Sell car\nText of it.\n")], [.swap("Text of it", "Words of it")]
    ),
    EditedCase(
      "n.org", notes, [.swap("2024-01-01 Mon", "2024-01-08 Mon")],
      [.swap("2024-01-01 Mon", "2024-01-15 Mon")]),
  ]

  @Test(arguments: left.indices, MergePolicy.allCases)
  func `two values of one thing are left to a person`(_ index: Int, policy: MergePolicy) throws {
    try Self.left[index].checkLeft(policy)
  }

  private static let plans = """
    * Shop [0/2]
    - [ ] milk
    - [ ] bread

    * Work
    - parent [0%]
      - [ ] a
      - [ ] b
      - [ ] c

    * Plan [0/2]
    ** TODO x
    ** TODO y

    * Costs
    | name | qty | sum |
    |------+-----+-----|
    | tea  |   3 |   0 |
    | jam  |   4 |   0 |
    #+TBLFM: $3=$2*2

    The end.

    """

  private static let columns: [Edit] = [
    .swap("| name | qty |", "| name | unit | qty |"), .swap("|------+", "|------+------+"),
    .swap("| tea  |", "| tea  | kg   |"), .swap("| jam  |", "| jam  | g    |"),
  ]
  private static let formula = "#+TBLFM: $3=$2*2\n"
  private static let (half, third) = ("[1/2]", "[33%]")

  private static let derived: [EditedCase] = [
    EditedCase(
      "n.org", plans, [.swap("[0/2]", half), .swap("[ ] milk", "[X] milk")],
      [.swap("[0/2]", half), .swap("[ ] bread", "[X] bread")]),
    EditedCase(
      "n.org", plans, [.swap("[0%]", third), .swap("[ ] a", "[X] a")],
      [.swap("[0%]", third), .swap("[ ] c", "[X] c")]),
    EditedCase(
      "n.org", plans, [.swap("Plan [0/2]", "Plan [1/2]"), .swap("TODO x", "DONE x")],
      [.swap("Plan [0/2]", "Plan [1/2]"), .swap("TODO y", "DONE y")]),
    EditedCase(
      "n.org", plans, [.swap("[0/2]", half), .swap("[ ] milk", "[X] milk")],
      [.swap("[0/2]", "[0/3]"), .add("- [ ] eggs\n", behind: "- [ ] bread\n")]),
    EditedCase("n.org", plans, columns + [.swap("$3=$2*2", "$4=$3*2")], [.swap("*2", "*3")]),
    EditedCase("n.org", plans, columns, [.swap(formula, "#+TBLFM: $3=$2*2::@2$3=0\n")]),
    EditedCase(
      "n.org", plans, columns + [.swap("$3=$2*2", "$4=$3*2")],
      [.add("| nut  |   5 |   0 |\n", before: formula)]),
  ]

  @Test(arguments: derived.indices, MergePolicy.allCases)
  func `counts and formulas that would be wrong are left to a person`(
    _ index: Int, policy: MergePolicy
  ) throws {
    try Self.derived[index].checkLeft(policy)
  }

  private static let kept: [EditedCase] = [
    EditedCase(
      "n.org", plans, [.swap("[0/2]", half), .swap("[ ] milk", "[X] milk")],
      [.swap("[0%]", third), .swap("[ ] a", "[X] a")],
      [
        .swap("[0/2]", half), .swap("[ ] milk", "[X] milk"), .swap("[0%]", third),
        .swap("[ ] a", "[X] a"),
      ]),
    EditedCase(
      "n.org", plans, [.swap("[0/2]", half), .swap("[ ] milk", "[X] milk")],
      [.swap("[ ] bread", "[ ] brown bread")],
      [
        .swap("[0/2]", half), .swap("[ ] milk", "[X] milk"),
        .swap("[ ] bread", "[ ] brown bread"),
      ]),
    EditedCase(
      "n.org", plans, columns + [.swap("$3=$2*2", "$4=$3*2")], [.swap("The end", "An end")],
      columns + [.swap("$3=$2*2", "$4=$3*2"), .swap("The end", "An end")]),
    EditedCase(
      "n.org", plans, [.swap("*2", "*3")], [.swap("| name | qty", "| what | qty")],
      [.swap("*2", "*3"), .swap("| name | qty", "| what | qty")]),
  ]

  @Test(arguments: kept.indices)
  func `counts and formulas that stay right are merged`(_ index: Int) throws {
    try Self.kept[index].check()
  }

  @Test func `headings are found by their titles alone`() throws {
    let tree = try soundTree(Self.notes, ProseFormat(.org))
    #expect(
      tree.outline.hasPrefix(
        """
        blocks
          members
            scalar TITLE = #+TITLE: Notes
            scalar AUTHOR = #+AUTHOR: A
            scalar #+OPTIONS: toc:nil = #+OPTIONS: toc:nil
          blocks Buy milk
            text  = DEADLINE: <2024-01-01 Mon>
            members PROPERTIES
              scalar ID = :ID: a1
              scalar EFFORT = :EFFORT: 1h
            items LOGBOOK
        """))
    #expect(!tree.outline.contains("blocks not a heading"))
    let plain = try soundTree("* TODO\n* A :b:c:\n** [50%]\n*bold* text\n", ProseFormat(.org))
    #expect(plain.outline.contains("blocks TODO") && plain.outline.contains("blocks A\n"))
    #expect(plain.outline.contains("text = *bold* text"))
  }
}
