import DocMergeTestSupport
import Foundation
import Testing

/// The folders of the command are floors, and one of them alone calls the system.
struct CommandFloorTests {
  /// The lowest first.
  private let floors = SourceFloors(
    of: "DocMergeCommand",
    [
      "System", "Output", "Documents", "Git", "Markers", "Records", "Resolving", "Deciding",
      "Review",
      "Tools", "Watching", "Completing", "Verbs", "Program",
    ])

  @Test func `every file is on a floor`() {
    #expect(floors.strayFiles().isEmpty)
  }

  @Test func `no floor names a type of a higher one`() throws {
    #expect(try floors.looksUp().isEmpty)
  }

  @Test func `the system is called from the lowest floor, and ended from the highest`() throws {
    for floor in floors.names where floor != "System" && floor != "Program" {
      let callers = try floors.sources(of: floor).filter { $0.value.contains("import Glibc") }.keys
      #expect(callers.isEmpty, "\(floor): \(callers.sorted())")
    }
  }

  /// All of Foundation brings tables along that take longer to load than most verbs run.
  @Test func `no file imports more of Foundation than it needs`() throws {
    for floor in floors.names {
      let whole = try floors.sources(of: floor).filter { $0.value.contains("import Foundation\n") }
      #expect(whole.isEmpty, "\(floor): \(whole.keys.sorted())")
    }
  }

  @Test func `files are no longer than a person reads at once`() throws {
    for floor in floors.names {
      for (name, source) in try floors.sources(of: floor) {
        #expect(
          source.split(separator: "\n", omittingEmptySubsequences: false).count <= 400, "\(name)")
      }
    }
  }
}
