import DocMergeContainer
import DocMergeDocuments
import DocMergeHistory
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Foundation
import Testing

/// Folders that become documents since a document of a program is saved as one.
@MainActor
struct OwnPackageTests {
  private let meeting = Meeting()

  private func replicas() throws -> [Replica] {
    try meeting.replicas("A", "B", documents: ["a.txt": "text"])
  }

  private func url(_ name: String, in replica: Replica) -> URL {
    URL(fileURLWithPath: "\(replica.path)/\(name)", isDirectory: true)
  }

  private func documents(_ replica: Replica) throws -> [String] {
    try Container(path: replica.path).documents().filter { !$0.isDeleted }
      .map(\.path.display).filter { $0 != ".gitattributes" }.sorted()
  }

  /// A package of an undeclared type, made by a document on the first of two replicas.
  private func saved(_ replicas: [Replica]) async throws -> PackageNote {
    let note = PackageNote(fileURL: url("Rome.voyage", in: replicas[0]))
    note["text.md"] = "one\n"
    note["title"] = "Rome\n"
    try await note.save(to: note.fileURL, for: .forCreating)
    try await onOwnThread { for replica in replicas { try replica.docmerge("sync") } }
    return note
  }

  @Test func `M38 a folder that a document saves is one document, on every replica`() async throws {
    let replicas = try replicas()
    let note = try await saved(replicas)
    for replica in replicas { #expect(try documents(replica) == ["Rome.voyage", "a.txt"]) }
    // So is any other folder with that ending, by any author.
    for (number, replica) in replicas.enumerated() {
      replica.write("\(number).voyage/text.md", "new")
      replica.write("\(number).voyage/title", "new")
      try replica.docmerge("save")
      #expect(try documents(replica).contains("\(number).voyage"))
      #expect(try documents(replica).count == 3)
    }
    try await note.close()
  }

  @Test func `V1 a conflict in such a package is one conflict of one document`() async throws {
    let replicas = try replicas()
    let note = try await saved(replicas)
    replicas[1].write("Rome.voyage/text.md", "theirs\n")
    try await onOwnThread { _ = try replicas[1].docmerge("sync") }
    note["text.md"] = "ours\n"
    try await note.save()
    try await onOwnThread { _ = try replicas[0].docmerge("sync", exits: 1) }
    let conflicts = try Container(path: replicas[0].path).conflicts()
    #expect(conflicts.map(\.path.display) == ["Rome.voyage"])
    #expect(await eventually { note.documentState.contains(.inConflict) })
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: note.fileURL)?.count == 1)
    try await note.close()
  }

  @Test func `M143 an Info.plist declares packages and types`() throws {
    let registry = TypeRegistry(dataFolders: [])
    let list: [String: Any] = [
      "CFBundleDocumentTypes": [
        [
          "CFBundleTypeName": "Voyage", "LSItemContentTypes": ["org.example.cruise"],
          "CFBundleTypeExtensions": ["cruise"], "LSTypeIsPackage": true,
        ]
      ],
      "UTExportedTypeDeclarations": [
        [
          "UTTypeIdentifier": "org.example.hike", "UTTypeConformsTo": ["com.apple.package"],
          "UTTypeTagSpecification": ["public.filename-extension": "hike"],
        ]
      ],
    ]
    try registry.declare(
      propertyList: PropertyListSerialization.data(
        fromPropertyList: list, format: .xml, options: 0))
    for ending in ["cruise", "hike"] {
      #expect(registry.isPackage(URL(fileURLWithPath: "/x.\(ending)")))
    }
    #expect(registry.documentTypes.map(\.name) == ["Voyage"])
    #expect(!registry.isPackage(URL(fileURLWithPath: "/x.md")))
  }
}
