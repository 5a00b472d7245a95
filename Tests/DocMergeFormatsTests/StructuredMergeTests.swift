import DocMergeCore
import DocMergeFormats
import Testing

/// Merges of whole documents by their structure.
struct StructuredMergeTests {
  private func merged(
    _ path: String, _ base: String, _ ours: String, _ theirs: String, _ policy: MergePolicy
  ) throws -> Merged {
    var options = TextMergeOptions(policy: policy)
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
}
