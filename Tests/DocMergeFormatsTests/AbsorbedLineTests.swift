import DocMergeCore
import Testing

/// Ends of blocks that one side moved to where the other one added a block of its own.
struct AbsorbedLineTests {
  private static let left: [EditedCase] = [
    EditedCase(
      "page.erb", "<% if a %>\none\n<% end %>\ntwo\nthree\n",
      [.cut("<% end %>\n"), .add("<% end %>\n", behind: "two\n")],
      [.add("<% if b %>\nfour\n<% end %>\n", behind: "two\n")]),
    // No format takes this text of YAML.
    EditedCase(
      "templates/app.yaml", "{{- if .Values.a }}\none: 1\n{{- end }}\ntwo: 2\nthree: 3\n",
      [.cut("{{- end }}\n"), .add("{{- end }}\n", behind: "two: 2\n")],
      [.add("{{- if .Values.b }}\nfour: 4\n{{- end }}\n", behind: "two: 2\n")]),
    EditedCase(
      "notes.adoc", "====\nOne.\n====\nTwo.\nThree.\n",
      [.swap("One.\n====\nTwo.\n", "One.\nTwo.\n====\n")],
      [.add("====\nFour.\n====\n", behind: "Two.\n")]),
  ]

  @Test(arguments: left.indices, [MergePolicy.strict, .balanced, .eager])
  func `an end that both sides need is not merged away`(_ index: Int, _ policy: MergePolicy) throws
  {
    try Self.left[index].checkLeft(policy)
  }

  @Test func `the reason names the end`() throws {
    let edits = Self.left[1]
    let merged = try merged(
      edits.path, edits.base, edits.base.edited(edits.ours), edits.base.edited(edits.theirs),
      .balanced)
    #expect(
      merged.conflicts.compactMap(\.reason) == [
        "`{{- end }}` would be missing, which one side moved and the other one added"
      ])
  }

  @Test(arguments: [
    ("a.c", "a();\nbreak;\nb();\nc();\nd();\n", "break;\n", "b();\n"),
    ("a.yaml", "a: 1\n---\nb: 2\nc: 3\nd: 4\n", "---\n", "b: 2\n"),
  ])
  func `a line that one side moves to where the other one puts it stands once`(
    path: String, base: String, line: String, place: String
  ) throws {
    try EditedCase(
      path, base, [.cut(line), .add(line, behind: place)], [.add(line, behind: place)],
      [.cut(line), .add(line, behind: place)]
    ).check()
  }
}
