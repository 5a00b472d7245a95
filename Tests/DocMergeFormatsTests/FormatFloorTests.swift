import DocMergeTestSupport
import Foundation
import Testing

/// The folders of the module are floors: each may use those below it, and none above.
struct FormatFloorTests {
  /// The lowest first; `docs/architecture.md` says what each holds.
  private let floors = SourceFloors(
    of: "DocMergeFormats",
    [
      "Support", "Tree", "Merge", "Formats", "Registry", "Guards/Changes", "Guards/Numbers",
      "Guards/Lines", "Guards/Containers", "Guards/Names", "Guards/Entries", "Guards/Markup",
      "Guards/ByFormat", "Guards/Sets", "Document",
    ])

  @Test func `every file is on a floor`() {
    #expect(floors.strayFiles().isEmpty)
  }

  @Test func `no floor names a type of a higher one`() throws {
    #expect(try floors.looksUp().isEmpty)
  }

  @Test func `files that name each other are in one folder, and few`() throws {
    for ring in try floors.rings() {
      let folders = Set(ring.map { $0.split(separator: "/").dropLast() })
      #expect(folders.count == 1 && ring.count <= 5, "\(ring)")
    }
  }

  @Test func `the page about the structure names the floors in their order`() throws {
    let page = floors.module.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "docs/architecture.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(text.split(separator: "## The floors of the formats").last)
    let rows = section.prefix { $0 != "#" }.matches(of: /(?m)^\| `([\w\/]+)\/` \|/)
    #expect(rows.map { String($0.output.1) } == floors.names)
  }
}
