import DocMergeCore
import DocMergeFormats
import Testing

/// Lines of prose that begin with labels: `Room: 12`.
struct LabelledLineTests {
  private static let base = "Chair: Ida Moe\nTreasurer: Per Vik\nSecretary: Siri Lie\nRoom: hall\n"

  @Test(arguments: ["a.txt", "a.md"])
  func `neighbouring lines with labels are independent`(_ path: String) throws {
    try EditedCase(
      path, Self.base, [.swap("Ida Moe", "Dag Holm")], [.swap("Per Vik", "Eva Lind")],
      [.swap("Ida Moe", "Dag Holm"), .swap("Per Vik", "Eva Lind")]
    ).check()
    try EditedCase(
      path, Self.base, [.cut("Treasurer: Per Vik\n")], [.swap("Siri Lie", "Eva Lind")],
      [.cut("Treasurer: Per Vik\n"), .swap("Siri Lie", "Eva Lind")]
    ).check()
  }

  private static let twice: [EditedCase] = [
    EditedCase(
      "a.txt", base, [.add("Fee: 10\n", behind: "Moe\n")], [.add("Fee: 15\n", behind: "Lie\n")]),
    EditedCase(
      "a.md", "- **Room:** 12\n- **Food:** soup\n- **Music:** none\n",
      [.add("- **Fee:** 10\n", behind: "12\n")], [.add("- **Fee:** 15\n", behind: "soup\n")]),
  ]

  @Test(arguments: twice.indices)
  func `a label with two values is left to a person`(_ index: Int) throws {
    try Self.twice[index].checkLeft(.balanced)
  }

  /// Labels that come back are no keys.
  @Test func `labels that stand twice in an input are not guarded`() throws {
    let base = "- fix: one\n- add: two\n- fix: three\n- note: four\n\nend\n"
    try EditedCase(
      "a.md", base, [.add("- drop: five\n", before: "- fix: one")],
      [.add("- drop: six\n", behind: "four\n")],
      [.add("- drop: five\n", before: "- fix: one"), .add("- drop: six\n", behind: "four\n")]
    ).check()
  }
}
