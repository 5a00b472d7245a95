import DocMergeCore
import DocMergeFormats
import Testing

/// Three texts, and their merge.
struct ColumnCase: Sendable, CustomTestStringConvertible {
  let path: String
  let base: String
  let ours: String
  let theirs: String
  /// The result; `nil` where a person decides.
  let result: String?

  init(_ path: String, _ base: String, _ ours: String, _ theirs: String, _ result: String?) {
    (self.path, self.base, self.ours, self.theirs) = (path, base, ours, theirs)
    self.result = result
  }

  var testDescription: String { path }

  /// Checks the result under a policy, and that it is the same with the sides swapped.
  func check(_ policy: MergePolicy, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let merged = try text(merged(path, base, one, other, policy))
      #expect(merged == result, sourceLocation: sourceLocation)
    }
  }
}

/// Rows of both sides that come together stand in the columns of the side that aligned them.
struct ColumnAlignmentTests {
  @Test(arguments: Self.tables) func `a row of a table takes the widths of the other side`(
    example: ColumnCase
  ) throws {
    try example.check(.strict)
    try example.check(.balanced)
  }

  @Test(arguments: Self.code) func `a row of code takes the columns of the other side`(
    example: ColumnCase
  ) throws {
    try example.check(.balanced)
  }

  @Test(arguments: Self.edits) func `an edit in a row that the other side padded anew is kept`(
    example: ColumnCase
  ) throws {
    try example.check(.balanced)
  }

  @Test(arguments: Self.unchanged) func `what no side aligned stays as it is`(
    example: ColumnCase
  ) throws {
    try example.check(.balanced)
  }

  @Test func `the report names the rule, and the audit accounts for each row`() throws {
    let example = Self.tables[0]
    var options = TextMergeOptions(policy: .strict)
    options.structure = DocumentStructure(path: example.path)
    let texts = [example.base, example.ours, example.theirs].map { Array($0.utf8) }
    let merged = try mergeText(
      base: texts[0], ours: texts[1], theirs: texts[2], options: options)
    #expect(merged.regions.contains { $0.rule?.name == "aligned-columns" })
    let clean = try #require(merged.clean)
    let audits = [
      audit(of: merged, base: texts[0], ours: texts[1], theirs: texts[2]),
      audit(
        base: texts[0], ours: texts[1], theirs: texts[2], result: clean,
        structure: options.structure),
    ]
    for audit in audits { #expect(audit.isClean) }
  }

  @Test(arguments: Self.tables + Self.code + Self.edits)
  func `no guard takes new padding for a lost change`(example: ColumnCase) throws {
    let texts = [example.base, example.ours, example.theirs].map { Array($0.utf8) }
    let faults = ResultFaults(
      base: texts[0], ours: texts[1], theirs: texts[2],
      structure: DocumentStructure(path: example.path))
    let result = try #require(example.result)
    #expect(faults.faults(in: Array(result.utf8), isWhole: true).isEmpty)
  }

  @Test(arguments: [
    ("a.sh", "cat <<\\EOF\n"), ("a.sh", "cat <<- EOF\n"), ("a.sh", "a='x\n"),
    ("a.php", "$a = <<<EOT\n"), ("a.cpp", "auto a = R\"(x\n"), ("a.cs", "var a = @\"x\n"),
    ("a.lua", "a = [[\n"), ("CMakeLists.txt", "set(A [=[\n"), ("a.yml", "a: 'x\n"),
    ("Makefile", "define a\n"), ("a.py", "a = \"\"\"\n"), ("a.go", "a := `x\n"),
    ("a.rs", "let a = \"x \\\" y\n"), ("a.nix", "a = ''\n"), ("a.tf", "a = <<-EOT\n"),
    ("a.bat", "set a = 1\n"), ("b.CMD", "set a = 1\n"), ("a.patch", "+a = 1\n"),
    ("a.tex", "a & b\n"), ("a.adoc", "a = 1\n"),
  ])
  func `a file in which blanks may be data has no columns`(path: String, text: String) {
    let sample = Array(text.utf8)
    let notation = DocumentStructure(path: path).columns(of: sample)
    #expect(notation?.safe(for: [[], sample, []]) == nil)
  }

  @Test(arguments: [
    ("a.sh", "A=\"x\"  # \"one\"\n"), ("a.txt", "Size:  5\"\n"), ("a.rs", "let a = 'a';\n"),
    ("a.yml", "a:  \"x\"\n"), ("Makefile", "A  = 1\n"),
  ])
  func `a file with strings on one line has columns`(path: String, text: String) {
    let sample = Array(text.utf8)
    let notation = DocumentStructure(path: path).columns(of: sample)?.safe(for: [sample])
    #expect(notation?.hasColumns == true)
  }

  @Test func `prose has tables and no other columns`() {
    for path in ["a.md", "a.rst", "a.org"] {
      let notation = DocumentStructure(path: path).columns(of: [])
      #expect(notation?.hasTables == true && notation?.hasColumns == false)
    }
  }

  @Test func `a conflict elsewhere does not keep rows from being aligned`() throws {
    let example = Self.tables[0]
    func whole(_ table: String, _ end: String) -> String { table + "\nSome words.\n\n" + end }
    let merged = try merged(
      example.path, whole(example.base, "Old.\n"), whole(example.ours, "New by us.\n"),
      whole(example.theirs, "Other by them.\n"), .strict)
    #expect(merged.conflicts.count == 1)
    let row = "| Mel        | 2      |"
    #expect(
      merged.regions.contains { region in
        guard case .agreed(let agreed) = region else { return false }
        return String(decoding: agreed.bytes, as: UTF8.self).contains(row)
      })
  }
}
