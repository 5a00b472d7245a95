import DocMergeTestSupport
import Foundation
import Testing

/// The targets of the store are floors, of which the compiler sees to it, and so are their folders.
struct StoreFloorTests {
  /// The folders of each target, the lowest first.
  private static let targets: [(name: String, folders: [String])] = [
    ("DocMergeSystem", ["Environment", "Text", "Files", "Processes"]),
    ("DocMergeObjects", ["Library", "Values", "Packs", "Store", "Housekeeping", "Program"]),
    ("DocMergeHistory", ["Text", "Names", "Versions", "State"]),
    ("DocMergeFolder", ["Index", "Placeholder", "Scan", "Plan", "Place", "Watch"]),
    ("DocMergeContainer", ["Base", "Change", "Operations", "Recovery", "Door"]),
    (
      "DocMergeSync",
      ["Remote", "Encryption", "Checks", "Transport", "Signing", "Join", "Publish", "Door"]
    ),
    ("DocMergeUpkeep", ["Audit", "Verify", "Prune", "Pack", "Monitor", "Door"]),
  ]

  private static let floors = targets.map { SourceFloors(of: $0.name, $0.folders) }

  @Test(arguments: floors) func `every file is on a floor`(floors: SourceFloors) {
    #expect(floors.strayFiles().isEmpty)
  }

  @Test(arguments: floors) func `no floor names a type of a higher one`(
    floors: SourceFloors
  ) throws {
    #expect(try floors.looksUp().isEmpty)
  }

  @Test(arguments: floors) func `no more than two files name each other`(
    floors: SourceFloors
  ) throws {
    #expect(try floors.rings().filter { $0.count > 2 }.isEmpty)
  }

  @Test(arguments: floors) func `files are no longer than a person reads at once`(
    floors: SourceFloors
  ) throws {
    for floor in floors.names {
      for (name, source) in try floors.sources(of: floor) {
        let count = source.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(count <= 400, "\(name)")
      }
    }
  }

  @Test(arguments: ["Apple/DocMergeDocuments", "Apple/DocMergeUIKit", "DocMergeCommand"])
  func `what stands on the toolkit imports it by its one name`(module: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/\(module)")
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    let parts = [
      "Core", "Formats", "Resolvers", "Objects", "History", "Folder", "Container", "Sync", "Upkeep",
    ]
    for file in files {
      let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let imports = parts.filter { source.contains("import DocMerge\($0)\n") }
      #expect(imports.isEmpty, "\(file)")
    }
  }

  @Test(arguments: floors) func `errors carry facts, and name no verb of the command`(
    floors: SourceFloors
  ) throws {
    for folder in floors.names {
      for (name, source) in try floors.texts(of: folder) {
        let lines = source.split(separator: "\n").filter { line in
          line.contains(/docmerge (sync|save|undo|remote|download|resolve|clone|init|prune)\b/)
            && !line.drop(while: \.isWhitespace).hasPrefix("//")
        }
        #expect(lines.isEmpty, "\(name)")
      }
    }
  }

  @Test func `only the lowest floors speak to libgit2 and to SQLite`() throws {
    let libraries = ["DocMergeLibgit2": "DocMergeObjects", "DocMergeSQLite3": "DocMergeFolder"]
    for (library, owner) in libraries {
      for floors in Self.floors where floors.module.lastPathComponent != owner {
        for folder in floors.names {
          let users = try floors.sources(of: folder).filter {
            $0.value.contains("import \(library)")
          }
          #expect(users.isEmpty, "\(floors.module.lastPathComponent): \(users.keys.sorted())")
        }
      }
    }
  }
}
