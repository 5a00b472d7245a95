import DocMergeCore
import DocMergeFormats
import Testing

/// A label that one side replaced, and the value behind it that the other side changed.
struct ReplacedLabelTests {
  private static let left: [EditedCase] = [
    EditedCase(
      "a.rst", ":author: Kari Berg\n:date: today\n", [.swap("author", "editor")],
      [.swap("Berg", "Lie")]),
    EditedCase(
      "a.txt", "Author: Kari Berg\nDate: today\n", [.swap("Author", "Editor")],
      [.swap("Berg", "Lie")]),
    EditedCase(
      "a.md", "- Chair: Kari Berg\n- Venue: at home\n", [.swap("Chair", "Treasurer")],
      [.swap("Berg", "Lie")]),
    EditedCase(
      "a.adoc", "port:: The port that is used.\nhost:: The host.\n", [.swap("port::", "socket::")],
      [.swap("is used", "was used")]),
    EditedCase(
      "a.bib", "@article{k,\n  journal = {The Computer Journal},\n  year = 1984\n}\n",
      [.swap("article", "inproceedings"), .swap("journal", "booktitle")],
      [.swap("The Computer Journal", "Computer J.")]),
    EditedCase(
      "a.toml", "[[tool.rules]]\nmodule = \"old.*\"\nstrict = true\n",
      [.swap("old", "legacy")], [.swap("true", "false")]),
    EditedCase(
      "a.css", "p {\n  color: dark red;\n  margin: 0;\n}\n", [.swap("color", "background")],
      [.swap("dark", "light")]),
  ]

  @Test(arguments: left)
  private func `leaves a value with another label`(_ merge: EditedCase) throws {
    try merge.checkLeft(.balanced)
  }

  private static let clean: [EditedCase] = [
    EditedCase(
      "a.txt", "Meeting room: on the second floor\nend\n", [.swap("Meeting room", "Small room")],
      [.swap("second", "third")],
      [.swap("Meeting room", "Small room"), .swap("second", "third")])
  ]

  @Test(arguments: clean)
  private func `merges a label that only says more, and other lines`(_ merge: EditedCase) throws {
    try merge.check()
  }
}
