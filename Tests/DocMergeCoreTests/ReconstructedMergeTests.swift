import Testing

@testable import DocMergeCore

/// Texts with markers, taken apart into the texts that were merged.
struct ReconstructedMergeTests {
  private func reconstructed(_ text: String) throws -> ConflictedText.ReconstructedMerge {
    try #require(ConflictedText(Array(text.utf8)).reconstructed())
  }

  @Test func `each text has the lines outside of the markers, and its own side`() throws {
    let text = """
      a
      <<<<<<< one
      1
      ||||||| base
      0
      =======
      2
      >>>>>>> two
      z
      <<<<<<<
      x
      =======
      >>>>>>>

      """
    let parts = try reconstructed(text)
    #expect(String(decoding: parts.ours, as: UTF8.self) == "a\n1\nz\nx\n")
    #expect(String(decoding: parts.base, as: UTF8.self) == "a\n0\nz\n")
    #expect(String(decoding: parts.theirs, as: UTF8.self) == "a\n2\nz\n")
    let conflicts = parts.merge.contents.conflicts
    #expect(conflicts.count == 2)
    #expect(conflicts.map { String(decoding: $0.ours, as: UTF8.self) } == ["1\n", "x\n"])
    #expect(conflicts[1].base == nil && conflicts[1].theirs.isEmpty)
    // The slices are of the whole texts.
    for conflict in conflicts {
      #expect(parts.ours[conflict.ours.indices] == conflict.ours)
      #expect(parts.theirs[conflict.theirs.indices] == conflict.theirs)
    }
  }

  @Test func `a text with three sides has no two texts`() {
    let text =
      "<<<<<<< conflict 1 of 1\n+++++++ a\n1\n%%%%%%% b\n-0\n+2\n%%%%%%% c\n-0\n+3\n"
      + ">>>>>>> end\n"
    let conflicted = ConflictedText(Array(text.utf8))
    #expect(conflicted.conflicts.first?.sides.count == 3)
    #expect(conflicted.reconstructed() == nil)
  }
}
