import DocMergeCore
import DocMergeFormats
import Testing

/// Blocks of both sides that would cross each other, and ends of blocks that would be lost.
struct CrossingTests {
  /// A start and an end of a block in some notation.
  private static let blocks: [(path: String, ours: (String, String), theirs: (String, String))] = [
    ("a.j2", ("{% if x %}", "{% endif %}"), ("{% for y in z %}", "{% endfor %}")),
    ("a.hbs", ("{{#if x}}", "{{/if}}"), ("{{#each y}}", "{{/each}}")),
    ("a.org", ("#+begin_quote", "#+end_quote"), ("#+begin_center", "#+end_center")),
    ("a.tex", ("\\begin{small}", "\\end{small}"), ("\\begin{center}", "\\end{center}")),
    ("b.tex", ("{\\small", "}"), ("\\textit{", "}")),
    ("a.conf", ("<IfModule x>", "</IfModule>"), ("<Directory /a>", "</Directory>")),
    ("a.sql", ("BEGIN", "END;"), ("LOOP", "END LOOP;")),
    ("a.bas", ("If x Then", "End If"), ("For i = 1 To 2", "Next")),
    ("a.h", ("#ifdef X", "#endif"), ("extern \"C\" {", "}")),
    ("a.cs", ("#region A", "#endregion"), ("if (x) {", "}")),
    (
      "a.php", ("<?php if ($x): ?>", "<?php endif; ?>"),
      ("<?php foreach ($y): ?>", "<?php endforeach; ?>")
    ),
    ("a.sh", ("if a; then", "fi"), ("for i in 1 2; do", "done")),
    ("b.sh", ("cat <<EOF", "EOF"), ("if y; then", "fi")),
    ("a.pas", ("begin", "end;"), ("repeat", "until x;")),
    ("a.js", ("if (a) {", "}"), ("if (b) {", "}")),
    ("a.svelte", ("{#if x}", "{/if}"), ("{#each y as z}", "{/each}")),
    ("a.nsi", ("!ifdef X", "!endif"), ("${If} $y", "${EndIf}")),
    ("a.adoc", ("====", "===="), ("****", "****")),
    ("a.wiki", ("{|", "|}"), ("<div>", "</div>")),
    ("a.txt", ("[begin note]", "[end note]"), ("[begin quote]", "[end quote]")),
  ]

  /// Four lines, with a block of each side around three of them.
  private static func texts(
    _ ours: (String, String), _ theirs: (String, String), isCrossing: Bool
  ) -> (base: String, ours: String, theirs: String) {
    let lines = ["one", "two", "three", "four", "five"]
    func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
    let inner = isCrossing ? lines[1...3] : lines[1...1]
    let rest = isCrossing ? lines[4...] : lines[2...]
    return (
      text(lines), text([ours.0] + lines[0...2] + [ours.1] + lines[3...]),
      text(lines[0...0] + [theirs.0] + inner + [theirs.1] + rest)
    )
  }

  @Test(arguments: blocks.indices, MergePolicy.allCases)
  func `blocks that cross are left to a person`(_ index: Int, policy: MergePolicy) throws {
    let block = Self.blocks[index]
    let made = Self.texts(block.ours, block.theirs, isCrossing: true)
    for (ours, theirs) in [(made.ours, made.theirs), (made.theirs, made.ours)] {
      let merged = try merged(block.path, made.base, ours, theirs, policy)
      #expect(!merged.isClean, "\(text(merged) ?? "")")
    }
  }

  @Test(arguments: blocks.indices)
  func `a block within another one is merged`(_ index: Int) throws {
    let block = Self.blocks[index]
    let made = Self.texts(block.ours, block.theirs, isCrossing: false)
    let lines = [
      block.ours.0, "one", block.theirs.0, "two", block.theirs.1, "three", block.ours.1, "four",
      "five",
    ]
    // A name in SQL, of a case or of a table, can need more than lines.
    let merged = try merged(block.path, made.base, made.ours, made.theirs, .balanced)
    #expect(!merged.isClean || text(merged) == lines.map { $0 + "\n" }.joined())
  }

  /// A list of entries on several lines, in some notation.
  private static let lists: [(path: String, start: String, end: String)] = [
    ("a.conf", "item {", "}"), ("a.html", "<li>", "</li>"),
    ("a.tex", "\\begin{frame}", "\\end{frame}"),
    ("a.j2", "{% if a %}", "{% endif %}"), ("a.md", "<details>", "</details>"),
    ("a.sh", "if a; then", "fi"),
  ]

  @Test(arguments: lists.indices)
  func `entries of a list that both sides add between others do not cross`(_ index: Int) throws {
    let list = Self.lists[index]
    func text(_ names: [String]) -> String {
      names.map { "\(list.start)\n  name \($0)\n\(list.end)\n" }.joined()
    }
    func names(adding added: [String], behind places: [Int]) -> [String] {
      (1...9).flatMap { number in
        ["s\(number)"] + zip(added, places).filter { $0.1 == number }.map { $0.0 }
      }
    }
    let base = text(names(adding: [], behind: []))
    let ours = text(names(adding: ["ours2", "ours6"], behind: [2, 6]))
    let theirs = text(names(adding: ["theirs4", "theirs8"], behind: [4, 8]))
    let all = text(
      names(adding: ["ours2", "theirs4", "ours6", "theirs8"], behind: [2, 4, 6, 8]))
    let merged = try merged(list.path, base, ours, theirs, .balanced)
    #expect(merged.clean.map { String(decoding: $0, as: UTF8.self) } == all)
  }

  private static let lost: [EditedCase] = [
    EditedCase(
      "a.tex", "\\begin{quote}\nOne.\n\\end{quote}\nTwo.\nThree.\n",
      [.cut("\\end{quote}\n"), .add("\\end{quote}\n", behind: "Two.\n")],
      [.add("\\begin{quote}\nTwo and a half.\n\\end{quote}\n", behind: "Two.\n")]),
    EditedCase(
      "a.j2", "{% if a %}\none\n{% endif %}\ntwo\nthree\n",
      [.cut("{% endif %}\n"), .add("{% endif %}\n", behind: "two\n")],
      [.add("{% if b %}\nmore\n{% endif %}\n", behind: "two\n")]),
    EditedCase(
      "a.cs", "#region A\nint a;\n#endregion\nint b;\nint c;\n",
      [.cut("#endregion\n"), .add("#endregion\n", behind: "int b;\n")],
      [.add("#region D\nint d;\n#endregion\n", behind: "int b;\n")]),
  ]

  @Test(arguments: lost.indices, MergePolicy.allCases)
  func `the end of a block is not lost`(_ index: Int, policy: MergePolicy) throws {
    try Self.lost[index].checkLeft(policy)
  }
}
