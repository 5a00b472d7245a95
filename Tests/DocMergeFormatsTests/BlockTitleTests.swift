import DocMergeCore
import DocMergeFormats
import Testing

/// Blocks of plain text that one side divides by a title, while the other side adds a line at their end.
struct BlockTitleTests {
  private static let divided: [EditedCase] = [
    EditedCase(
      "a.txt",
      "Parents' evening\n\nTrips\nThe class goes to the forest in May.\n"
        + "The bus costs 8 euros a child.\n"
        + "Reading is twenty minutes a day.\nSums are on Tuesdays.\n",
      [.add("\nHomework\n", behind: "a child.\n")],
      [.add("Children bring rubber boots.\n", behind: "Tuesdays.\n")]),
    EditedCase(
      "a.tex", "\\section{Boats}\nWooden boats need tar.\nDiesel is cheap.\nFilters clog.\n",
      [.add("\n\\section{Engines}\n", behind: "tar.\n")],
      [.add("Oars are at the shed.\n", behind: "clog.\n")]),
    EditedCase(
      "a.txt", "Dear Ida,\n\nplease buy\n- milk\n- bread\n- soap\n- plasters\n\nThanks, Mum\n",
      [.add("\nand at the chemist\n", behind: "bread\n")],
      [.add("- butter\n", behind: "plasters\n")]),
    EditedCase(
      "a.txt", "# north\nHarstad;12\nNarvik;9\nAlta;4\n\n# south\nMandal;3\n",
      [.add("# east\n", behind: "Narvik;9\n")], [.add("Hammerfest;7\n", behind: "Alta;4\n")]),
  ]

  @Test(arguments: divided.indices, [MergePolicy.strict, .balanced, .eager])
  func `leaves a line whose part has another title`(_ index: Int, _ policy: MergePolicy) throws {
    try Self.divided[index].checkLeft(policy)
  }

  @Test func `merges a paragraph behind a section that was divided`() throws {
    try EditedCase(
      "a.md", "# Boats\n\nThey need tar.\n\nThey need oil.\n\nThey need wind.\n",
      [.add("\n## Engines\n", behind: "tar.\n")], [.add("\nThey need water.\n", behind: "wind.\n")],
      [.add("\n## Engines\n", behind: "tar.\n"), .add("\nThey need water.\n", behind: "wind.\n")]
    ).check()
  }

  /// A noun that a number with a full stop ranks is no item of a list.
  @Test(arguments: ["Stock Archiv", "århundre Romantikk", "Platz Siv"])
  func `leaves two entries of one rank`(_ entry: String) throws {
    let noun = entry.prefix { $0 != " " }
    try EditedCase(
      "a.md", "Plan\n\n1. \(noun) Ada\n2. \(noun) Ben\n", [.add("3. \(entry)\n", behind: "Ben\n")],
      [.add("3. \(noun) Cy\n", behind: "Ben\n")]
    ).checkLeft(.eager)
  }

  /// One value in several words of a line.
  @Test(arguments: [MergePolicy.strict, .balanced, .eager])
  func `leaves a colour or a seat that both sides changed`(_ policy: MergePolicy) throws {
    try EditedCase(
      "a.swift",
      "enum Palette {\n    static let sea = Color(red: 10, green: 90, blue: 160)\n"
        + "    static let sky = 3\n}\n",
      [.swap("red: 10", "red: 20")], [.swap("blue: 160", "blue: 200")]
    ).checkLeft(policy)
  }

  /// A number that counts what follows it.
  @Test func `leaves a count that both sides raised`() throws {
    try EditedCase(
      "a.txt", "We are 12 people:\nAnna, Bert,\nDora,\nand nine others.\n",
      [.swap("12", "13"), .add("Cleo,\n", behind: "Bert,\n")],
      [.swap("12", "13"), .add("Emil,\n", behind: "Dora,\n")]
    ).checkLeft(.balanced)
  }
}
