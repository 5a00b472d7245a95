import DocMergeContainer
import DocMergeDocuments
import DocMergeHistory
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Foundation
import Testing

/// Replicas whose documents note other types of packages in `.gitattributes` at the same time.
@MainActor
struct PackageLineTests {
  private let meeting = Meeting()

  private func replicas(_ rules: String? = nil) throws -> [Replica] {
    var documents = ["a.txt": "text"]
    documents[".gitattributes"] = rules
    return try meeting.replicas("A", "B", "C", documents: documents)
  }

  /// A document of the type is saved as a folder.
  private func save(_ ending: String, in replica: Replica) async throws {
    let url = URL(fileURLWithPath: "\(replica.path)/Rome.\(ending)", isDirectory: true)
    let note = PackageNote(fileURL: url)
    note["text.md"] = "one\n"
    try await note.save(to: url, for: .forCreating)
    try await note.close()
  }

  /// Brings all replicas in line, each in its turn, until none has anything to tell.
  private func sync(_ replicas: [Replica]) async throws {
    try await onOwnThread {
      for _ in 0..<2 { for replica in replicas { try replica.docmerge("sync") } }
    }
  }

  private func check(_ replicas: [Replica], _ rules: String, _ packages: [String]) throws {
    for replica in replicas {
      let container = try Container(path: replica.path)
      #expect(try container.conflicts().isEmpty)
      #expect(replica.read(".gitattributes") == rules)
      let names = try container.documents().filter { !$0.isDeleted }.map(\.path.display).sorted()
      #expect(names == [".gitattributes"] + packages + ["a.txt"])
    }
  }

  @Test func `M38 types that are noted at the same time are all noted, and no conflict`()
    async throws
  {
    let replicas = try replicas()
    for (replica, ending) in zip(replicas, ["voyage", "album", "hike"]) {
      try await save(ending, in: replica)
    }
    try await sync(replicas)
    try check(
      replicas,
      """
      *.album docmerge-package
      *.hike docmerge-package
      *.voyage docmerge-package

      """, ["Rome.album", "Rome.hike", "Rome.voyage"])
  }

  @Test func `M38 types are added to a file that was edited meanwhile`() async throws {
    let replicas = try replicas("*.png binary\n")
    try await save("voyage", in: replicas[0])
    try await save("album", in: replicas[1])
    try replicas[2].save(".gitattributes", "# images\n*.png binary\n*.jpg binary")
    try await sync(replicas)
    try check(
      replicas,
      """
      # images
      *.png binary
      *.jpg binary
      *.album docmerge-package
      *.voyage docmerge-package

      """, ["Rome.album", "Rome.voyage"])
  }

  @Test func `M38 a type that another replica declares to be none stays a conflict`() async throws {
    let replicas = try replicas("*.png binary\n")
    try await save("voyage", in: replicas[0])
    try replicas[1].save(".gitattributes", "*.png binary\n*.voyage -docmerge-package\n")
    try await onOwnThread {
      try replicas[0].docmerge("sync")
      _ = try replicas[1].docmerge("sync", exits: 1)
    }
    let conflicts = try Container(path: replicas[1].path).conflicts()
    #expect(conflicts.map(\.path.display) == [".gitattributes"])
  }
}
