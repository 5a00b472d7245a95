import DocMerge
import Testing

/// Numbers, dates and names as the command writes them.
struct WordsTests {
  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1049, "1.0 kB"), (1050, "1.1 kB"),
    (999_949, "999.9 kB"), (999_950, "1.0 MB"), (3_400_000, "3.4 MB"),
    (5_000_000_000, "5.0 GB"), (Int64.max, "9.2 EB"),
  ])
  func `sizes are written with one digit after the point`(bytes: Int64, text: String) {
    #expect(Wording.size(bytes) == text)
  }

  @Test func `things are counted`() {
    #expect(Wording.count(0, "document") == "0 documents")
    #expect(Wording.count(1, "document") == "1 document")
    #expect(Wording.count(2, "document") == "2 documents")
  }

  @Test func `dates of reports are in UTC, with nanoseconds`() {
    let date = Timestamp(seconds: 1_763_700_000, nanoseconds: 7)
    #expect(Wording.json(date) == "2025-11-21T04:40:00.000000007Z")
    #expect(
      Wording.json(Timestamp(seconds: -1, nanoseconds: 0)) == "1969-12-31T23:59:59.000000000Z")
  }

  @Test func `columns are filled, never cut`() {
    #expect(Wording.pad("é", 3) == "é  ")
    #expect(Wording.pad("long", 2) == "long")
  }

  @Test(arguments: [
    ("todo.md", "todo.md"), ("Notes/a-b_c+d@2,3.md", "Notes/a-b_c+d@2,3.md"), ("é.md", "é.md"),
    ("two words", "'two words'"), ("it's", "'it'\\''s'"), ("", "''"), ("-n", "'-n'"),
    ("$x", "'$x'"),
    ("a;b", "'a;b'"), ("~", "'~'"), ("*", "'*'"),
  ])
  func `names are quoted where a shell would take them apart`(name: String, quoted: String) {
    #expect(Wording.quoted(name) == quoted)
  }

  private func unfinished(_ lines: [Range<Int>]) -> UnfinishedMerge {
    let conflict = Region.Conflict(base: [], ours: [], theirs: [])
    let regions = Array(repeating: Region.conflict(conflict), count: max(lines.count, 1))
    return UnfinishedMerge(
      merged: Merged(regions: regions, style: .merge), ours: "a", theirs: "b", lines: lines)
  }

  @Test func `conflicts are named by the lines of our side, as far as they are known`() {
    #expect(
      Wording.regions(unfinished([1..<2, 9..<11, 18..<18]), of: "@2")
        == "3 regions changed on both sides: line 1, lines 9–10, before line 18 of @2")
    #expect(Wording.regions(unfinished([]), of: "@2") == "1 region changed on both sides")
  }

  @Test func `suggestions are named as such`() {
    var merge = unfinished([1..<2])
    #expect(Wording.suggestions(merge).isEmpty)
    let rule = MergeRule(name: "both-added", risk: .high, policy: .eager)
    let conflict = Region.Conflict(
      base: [], ours: [], theirs: [],
      suggestion: .init(bytes: Array("one\ntwo\n".utf8), rule: rule))
    merge.merged.regions.append(.conflict(conflict))
    #expect(
      Wording.suggestions(merge)
        == ["  Suggested for region 2 (both-added): “one\\ntwo\\n”"])
  }

  @Test func `more than ten conflicts are counted`() {
    let lines = (1...12).map { $0 * 4..<$0 * 4 + 1 }
    #expect(Wording.regions(unfinished(lines), of: "@1").hasSuffix(", line 40 and 2 more of @1"))
  }
}
