import DocMergeCore
import DocMergeFormats
import Testing

/// Merges of whole documents by their structure.
struct StructuredMergeTests {
  private func merged(
    _ path: String, _ base: String, _ ours: String, _ theirs: String, _ policy: MergePolicy,
    style: ConflictStyle = .merge, isSuggesting: Bool = false
  ) throws -> Merged {
    var options = TextMergeOptions(policy: policy, style: style, isSuggesting: isSuggesting)
    options.structure = DocumentStructure(path: path)
    return try mergeText(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), options: options)
  }

  @Test(arguments: ["- one\n\n", "Notes\n\n", "1. one\n2. two\n\n"])
  func `paragraphs of both sides stay apart, whatever stands before them`(start: String) throws {
    let merged = try merged(
      "a.txt", start + "end\n", start + "Apples grow here.\n\nend\n",
      start + "Ships sail north.\n\nend\n", .eager)
    #expect(
      merged.clean.map { String(decoding: $0, as: UTF8.self) }
        == start + "Apples grow here.\n\nShips sail north.\n\nend\n")
  }

  @Test func `conflicts stand where the inputs have them`() throws {
    let ours = "1\n2\n3\n4\nours\nmore\n"
    let theirs = "0\n1\n1a\n2\n3\n4\ntheirs\n"
    let merged = try merged("a.txt", "1\n2\n3\n4\n5\n", ours, theirs, .balanced)
    let conflict = try #require(merged.conflicts.first)
    #expect(conflict.ours == Array(ours.utf8)[8...] && conflict.ours.startIndex == 8)
    #expect(conflict.theirs == Array(theirs.utf8)[13...] && conflict.theirs.startIndex == 13)
  }

  @Test(arguments: [ConflictStyle.merge, .diff3, .zdiff3])
  func `a merge that a guard opened again has the style that was asked for`(
    style: ConflictStyle
  ) throws {
    let merged = try merged(
      "a.json", "{\n  \"m\": 1,\n  \"n\": 2,\n  \"o\": 3\n}\n",
      "{\n  \"k\": 5,\n  \"m\": 1,\n  \"n\": 2,\n  \"o\": 3\n}\n",
      "{\n  \"m\": 1,\n  \"n\": 2,\n  \"k\": 6,\n  \"o\": 3\n}\n", .strict, style: style)
    try #require(!merged.isClean)
    #expect(merged.style == style)
    let text = String(decoding: merged.marked(), as: UTF8.self)
    #expect(text.contains("|||||||") == (style != .merge))
  }

  static let suggested = [
    ("a.md", "- first\n- last\n", "- first\n- pear\n- last\n", "- first\n- apple\n- last\n"),
    ("a.md", "- a\n- z\n", "- a\n- one\n- same\n- z\n", "- a\n- two\n- same\n- z\n"),
    (
      "a.json", "{\n  \"a\": 1,\n  \"z\": 2\n}\n", "{\n  \"a\": 1,\n  \"b\": 5,\n  \"z\": 2\n}\n",
      "{\n  \"a\": 1,\n  \"c\": 6,\n  \"z\": 2\n}\n"
    ),
  ]

  @Test(arguments: suggested, [ConflictStyle.merge, .diff3, .zdiff3])
  func `what a bolder policy makes of a conflict is its suggestion`(
    _ texts: (path: String, base: String, ours: String, theirs: String), style: ConflictStyle
  ) throws {
    func merged(_ policy: MergePolicy) throws -> Merged {
      try self.merged(
        texts.path, texts.base, texts.ours, texts.theirs, policy, style: style, isSuggesting: true)
    }
    let bold = try #require(try merged(.eager).clean)
    let careful = try merged(.strict)
    try #require(!careful.conflicts.isEmpty)
    let taken = careful.regions.flatMap { region in
      switch region {
      case .agreed(let agreed): Array(agreed.bytes)
      case .conflict(let conflict): conflict.suggestion?.bytes ?? []
      }
    }
    #expect(String(decoding: taken, as: UTF8.self) == String(decoding: bold, as: UTF8.self))
  }
}
