import Testing

@testable import DocMergeHistory

/// Which lines about packages need no person to be joined.
struct PackageLinesTests {
  private static let (voyage, album) = ("*.voyage docmerge-package\n", "*.album docmerge-package\n")

  private func merged(_ base: String, _ sides: [String]) -> String? {
    PackageLines.merged(base: Array(base.utf8), sides.map { Array($0.utf8) })
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    // Both add, made apart or not.
    (base: "", ours: voyage, theirs: album, merged: album + voyage),
    (base: "", ours: voyage, theirs: voyage + album, merged: album + voyage),
    (
      base: "*.a b\n", ours: "*.a b\n" + voyage, theirs: "*.a b\n" + album,
      merged: "*.a b\n" + album + voyage
    ),
    // One edits the rest, or takes a line out.
    (base: "*.a b\n", ours: "*.a c", theirs: "*.a b\n" + album, merged: "*.a c\n" + album),
    (base: voyage, ours: "", theirs: voyage + album, merged: album),
    (
      base: "# a\r\n", ours: "# a\r\n# b\r\n", theirs: "# a\r\n" + album,
      merged: "# a\r\n# b\r\n" + album
    ),
    // Both edit the rest, or one says something else about packages: a person has to look.
    (base: "*.a b\n", ours: "*.a c\n", theirs: "*.a d\n" + album, merged: nil),
    (base: "", ours: voyage, theirs: "*.voyage -docmerge-package\n", merged: nil),
    (base: "", ours: voyage, theirs: "trips/* !docmerge-package\n" + album, merged: nil),
    // The lines from before stay, and their order.
    (
      base: "* -docmerge-package\n", ours: "* -docmerge-package\n" + voyage,
      theirs: "* -docmerge-package\n" + album, merged: "* -docmerge-package\n" + album + voyage
    ),
  ])
  func `lines are joined unless a person must look`(
    base: String, ours: String, theirs: String, merged: String?
  ) {
    #expect(self.merged(base, [ours, theirs]) == merged)
    #expect(self.merged(base, [theirs, ours]) == merged)
  }

  @Test func `it does not matter who joins what first, and from what`() throws {
    let lines = ["voyage", "album", "hike"].map { "*.\($0) docmerge-package\n" }
    let sides = lines.map { "# rules\n" + $0 }
    let all = try #require(merged("# rules\n", sides))
    for (first, second, third) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
      let two = try #require(merged("# rules\n", [sides[first], sides[second]]))
      #expect(merged("# rules\n", [two, sides[third]]) == all)
      let others = try #require(merged("# rules\n", [sides[second], sides[third]]))
      #expect(merged(sides[second], [two, others]) == all)
      #expect(merged("", [two, others]) == all)
    }
  }
}
