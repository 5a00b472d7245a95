import DocMergeTestSupport
import Foundation
import Testing

/// Containers that earlier versions made, as `Scripts/old-containers.sh` says.
@Suite(.serialized) struct OldContainerTests {
  private let meeting = Meeting()

  /// The replicas `one` and `two` that a version made, beside their remote.
  private func replicas(of version: String) throws -> (one: Replica, two: Replica) {
    let archive = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "OldContainers/\(version).tar.gz")
    let (one, two) = (meeting.folder("one"), meeting.folder("two"))
    try one.shell("tar -xzf '\(archive.path)' -C ..")
    try one.docmerge("remote", "set-url", "home", meeting.remote)
    try two.docmerge("remote", "set-url", "origin", meeting.remote)
    return (one, two)
  }

  @Test(arguments: ["0.1"])
  func `opens with saved, unsaved and conflicting documents`(version: String) throws {
    let (one, two) = try replicas(of: version)
    let status = try one.docmerge("status", exits: 1).text
    #expect(status.contains("● Letters/2026/Ann.txt  in conflict (2 versions)"))
    #expect(status.contains("● shopping.md  in conflict (2 versions)"))
    #expect(status.contains("● note-7.txt  modified"))
    #expect(try two.docmerge("list", exits: 1).lines.count == 3)
    #expect(try two.docmerge("show", "Letters/first.txt").text == "note 1\n")
    #expect(try two.docmerge("versions", "Letters/first.txt").text.contains("Ann"))
    for replica in [one, two] { try replica.docmerge("verify") }
  }

  @Test(arguments: ["0.1"])
  func `replicas meet, decide and go back`(version: String) throws {
    let (one, two) = try replicas(of: version)
    try two.docmerge("sync", exits: 1)
    try one.docmerge("sync", exits: 1)
    #expect(one.read("Letters/2026/Ann.txt") == two.read("Letters/2026/Ann.txt"))
    try one.docmerge("save")
    try one.docmerge("resolve", "--newest", "shopping.md")
    try one.docmerge("sync")
    try two.docmerge("sync")
    #expect(one.contents == two.contents)
    #expect(two.read("note-7.txt") == "note 7, not saved yet\n")
    try two.docmerge("undo", "--yes")
    for replica in [one, two] { try replica.docmerge("verify") }
  }

  @Test(arguments: ["0.1"])
  func `a new replica gets the same documents`(version: String) throws {
    let (one, two) = try replicas(of: version)
    try two.docmerge("sync", exits: 1)
    try one.docmerge("sync", exits: 1)
    let three = meeting.folder("three")
    try three.docmerge("clone", "--replica-name", "three", meeting.remote, ".", exits: 1)
    try three.docmerge("sync", exits: 1)
    #expect(three.contents == one.contents)
  }
}
