import DocMergeCore
import Testing

/// Conflicts are small, but what belongs together is not cut in two.
struct WholeConflictTests {
  private static func conflict(_ base: String, _ ours: String, _ theirs: String) throws
    -> (ours: String, theirs: String)?
  {
    let merged = try mergeText(
      base: base.bytes, ours: ours.bytes, theirs: theirs.bytes,
      options: TextMergeOptions(policy: .strict))
    guard merged.conflicts.count == 1, let conflict = merged.conflicts.first else { return nil }
    return (
      String(decoding: conflict.ours, as: UTF8.self),
      String(decoding: conflict.theirs, as: UTF8.self)
    )
  }

  @Test func `a block goes on to the line that closes it`() throws {
    let base = "void a() {\n}\n"
    let conflict = try #require(
      try Self.conflict(
        base, base + "\nvoid b() {\n  x();\n}\n", base + "\nvoid c() {\n  y();\n}\n"))
    #expect(conflict.ours == "void b() {\n  x();\n}\n")
    #expect(conflict.theirs == "void c() {\n  y();\n}\n")
  }

  @Test func `an element is shown from its tag to its end`() throws {
    func list(_ item: String) -> String { "<ul>\n<li>\n one\n</li>\n\(item)</ul>\n" }
    func item(_ text: String) -> String { "<li>\n \(text)\n</li>\n" }
    let conflict = try #require(
      try Self.conflict(list(""), list(item("two")), list(item("three"))))
    #expect(conflict.ours == item("two"))
    #expect(conflict.theirs == item("three"))
  }

  @Test func `lines that both sides share stay outside where nothing is open`() throws {
    let conflict = try #require(
      try Self.conflict("top\n", "top\nsame\nred\nend\n", "top\nsame\ngreen\nend\n"))
    #expect(conflict.ours == "red\n")
    #expect(conflict.theirs == "green\n")
  }
}
