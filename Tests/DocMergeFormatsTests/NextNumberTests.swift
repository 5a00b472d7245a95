import DocMergeCore
import DocMergeFormats
import Testing

/// Numbers that both sides gave to another thing each, and edits that one side made in all lines.
struct NextNumberTests {
  private static let left: [EditedCase] = [
    EditedCase(
      "log.txt", "T-101 paint\nT-102 mend\n\nClosed:\nT-90 rake\n",
      [.add("T-103 mow\n", behind: "paint\n")], [.add("T-103 dig\n", behind: "mend\n")]),
    EditedCase(
      "a.md", "Figure 1: Boat\n\nFigure 2: Quay\n\nEnd\n",
      [.add("Figure 3: Mill\n\n", before: "Figure 2")],
      [.add("Figure 3: Hill\n\n", before: "End")]),
    EditedCase(
      ".env", "HOST=a\nPORT=80\nUSER=b\n",
      [
        .swap("HOST", "export HOST"), .swap("PORT", "export PORT"), .swap("USER", "export USER"),
      ], [.add("PASS=c\n", behind: "USER=b\n")]),
    EditedCase(
      "links.md", "- [A](http://a.org)\n- [B](http://b.org)\n- [C](http://c.org)\n",
      [
        .swap("http://a", "https://a"), .swap("http://b", "https://b"),
        .swap("http://c", "https://c"),
      ], [.add("- [D](http://d.org)\n", behind: "c.org)\n")]),
  ]

  @Test(arguments: left.indices)
  func `an old form and a number of two things are left to a person`(_ index: Int) throws {
    try Self.left[index].checkLeft(.balanced)
    try Self.left[index].checkLeft(.eager)
  }

  private static let merged: [EditedCase] = [
    // Numbers of streets, and values that two entries may have.
    EditedCase(
      "a.txt", "Ann Berg\nHill 1\nOslo\n\nBob Dahl\nLake 2\nRome\n\nCy Falk\nShore 4\nBonn\n",
      [.swap("Hill 1", "Hill 3")], [.swap("Shore 4", "Shore 3")]),
    EditedCase(
      "a.yaml", "lights:\n  hall: 1\n  yard: 2\nfans:\n  loft: 3\n",
      [.add("  door: 4\n", behind: "hall: 1\n")], [.add("  cellar: 4\n", behind: "loft: 3\n")]),
    // One side edited all lines, the other one added a line with the edit.
    EditedCase(
      "a.sh", "echo a\necho b\necho c\n\nsleep 1\n\nls\n",
      [
        .swap("echo a", "printf a"), .swap("echo b", "printf b"), .swap("echo c", "printf c"),
      ], [.add("pwd\n", behind: "ls\n")]),
  ]

  @Test(arguments: merged.indices)
  func `numbers and edits that say nothing of each other are merged`(_ index: Int) throws {
    var edited = Self.merged[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }
}
