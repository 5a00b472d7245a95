import DocMergeCore
import DocMergeTestSupport
import Foundation
import Testing

/// The folders of the module are floors: each may use those below it, and none above.
struct FloorTests {
  /// The lowest first; `Merging.md` says what each holds.
  private let floors = SourceFloors(
    of: "DocMergeCore",
    ["Text", "Diff", "Words", "Columns", "Merge", "Encoding", "Markers", "Audit", "Rules"])

  @Test func `every file is on a floor`() {
    #expect(floors.strayFiles().isEmpty)
  }

  @Test func `no floor names a type of a higher one`() throws {
    #expect(try floors.looksUp().isEmpty)
  }

  @Test func `the page about merging names the floors in their order, and all merges`() throws {
    let page = floors.module.appending(path: "DocMergeCore.docc/Merging.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let rows = text.matches(of: /(?m)^\| `(\w+)\/` \|/).map { String($0.output.1) }
    #expect(rows == floors.names)
    let types = try floors.names.flatMap(floors.types)
    let missing = types.filter { $0.contains("Merge") && !text.contains("`\($0)`") }
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test func `the merge that the page walks through gives what it says`() throws {
    let merged = try mergeText(
      base: Array("milk\nbread\n".utf8), ours: Array("milk\nrye bread\n".utf8),
      theirs: Array("milk\nbread and butter\n".utf8))
    #expect(merged.clean == Array("milk\nrye bread and butter\n".utf8))
    let rules = merged.regions.compactMap { region -> String? in
      guard case .agreed(let agreed) = region, case .decided(let rule, _) = agreed.origin else {
        return nil
      }
      return rule.name
    }
    #expect(rules == ["words"])
    #expect(merged.regions.count == 2)
  }
}
