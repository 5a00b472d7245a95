import DocMergeTestSupport
import Foundation
import Testing

/// `docmerge verify` finds damage, and repairs it where it can.
struct VerifyTests {
  /// What `docmerge verify --json` prints.
  private struct Report: Decodable {
    var format: String
    var isSound: Bool
    var objects: Int
    var versions: Int
    var documents: Int
    var files: Int
    var faults: [Fault]

    struct Fault: Decodable {
      var part: String
      var place: String
      var reason: String
      var remedy: String?
      var isMended: Bool
    }
  }

  private let meeting = Meeting()

  private func verify(
    _ replica: Replica, _ words: String..., exits status: Int32 = 0
  ) throws -> Report {
    let output = try replica.program.run(["verify", "--json"] + words, exits: status)
    return try JSONDecoder().decode(Report.self, from: Data(output.bytes))
  }

  @Test func `a verb that reads says what mends a damaged reference`() throws {
    let replica = try started()
    try replica.shell("for r in .docmerge/refs/docmerge/state/*; do : > $r; done")
    for verb in ["status", "list", "audit", "operations"] {
      let messages = try replica.docmerge(verb, exits: 2).messages
      #expect(messages.contains("`docmerge verify --repair` mends it"))
    }
    try replica.docmerge("verify", "--repair")
    #expect(try replica.docmerge("status").text.contains("2 documents, all saved."))
  }

  private func started() throws -> Replica {
    let replica = try meeting.replica("A")
    replica.write("a.md", "one\n")
    replica.write("sub/b.md", "b\n")
    try replica.docmerge("save")
    try replica.save("a.md", "two\n")
    try replica.docmerge("sync")
    return replica
  }

  /// The file of an object that git names so.
  private func object(_ name: String, in replica: Replica) throws -> File {
    let id = try replica.git("rev-parse", name).lines[0]
    return try Repository("\(replica.path)/.docmerge").looseFile(of: id)
  }

  private func state(_ replica: Replica) throws -> String {
    try replica.git("for-each-ref", "--format=%(refname)", "refs/docmerge/state").lines[0]
  }

  @Test func `a sound container has no faults, with unsaved edits too`() throws {
    let replica = try started()
    replica.write("a.md", "typed\n")
    replica.write("new.md", "new\n")
    let report = try verify(replica)
    #expect(report.format == "docmerge-verify")
    #expect(report.isSound && report.faults.isEmpty)
    #expect(report.versions == 3)
    #expect(report.documents == 2)
    #expect(report.files == 2)
    #expect(report.objects > 10)
    #expect(try replica.docmerge("verify").text.contains("all is well"))
  }

  @Test(arguments: [true, false])
  func `a damaged or missing object is restored from a remote`(isMissing: Bool) throws {
    let replica = try started()
    let id = try replica.documents()[0].versions[0].id
    let blob = try object("\(id)^:a.md", in: replica)
    if isMissing {
      blob.remove()
    } else {
      blob.setPermissions(0o644)
      var bytes = try #require(blob.bytes)
      bytes[bytes.count - 3] ^= 0x55
      blob.write(bytes)
    }
    let report = try verify(replica, exits: 1)
    #expect(report.faults.map(\.part) == ["object"])
    #expect(report.faults[0].remedy?.contains("remote") == true)
    #expect(!report.isSound)
    let mended = try verify(replica, "--repair")
    #expect(mended.isSound && mended.faults.count == 1 && mended.faults[0].isMended)
    #expect(try verify(replica).faults.isEmpty)
    #expect(try replica.git("show", "\(id)^:a.md").text == "one\n")
    try replica.git("fsck", "--strict")
    if !isMissing { #expect(!replica.file(".docmerge/docmerge/damaged").names.isEmpty) }
  }

  @Test func `a damaged object of a pack is restored, and all others stay`() throws {
    let replica = try started()
    try replica.git("gc", "-q")
    let packs = replica.file(".docmerge/objects/pack").names.filter { $0.hasSuffix(".pack") }
    let pack = replica.file(".docmerge/objects/pack/\(packs[0])")
    pack.setPermissions(0o644)
    var bytes = try #require(pack.bytes)
    bytes[bytes.count / 2] ^= 0x55
    pack.write(bytes)
    #expect(try verify(replica, exits: 1).faults.allSatisfy { $0.part == "object" })
    #expect(try verify(replica, "--repair").isSound)
    #expect(try verify(replica).faults.isEmpty)
    try replica.git("fsck", "--strict")
    #expect(try replica.texts("a.md") == ["two\n", "one\n"])
  }

  @Test func `without a remote, an object is restored from the file`() throws {
    let replica = Replica()
    try replica.initialize()
    try replica.save("a.md", "one\n")
    let id = try replica.documents()[0].versions[0].id
    try object("\(id):a.md", in: replica).remove()
    #expect(try verify(replica, exits: 1).faults.count == 1)
    #expect(try verify(replica, "--repair").isSound)
    #expect(try replica.docmerge("show", "a.md").text == "one\n")
  }

  @Test func `what nothing can mend is said, and stays a fault`() throws {
    let replica = Replica()
    try replica.initialize()
    try replica.save("a.md", "one\n")
    try replica.save("a.md", "two\n")
    let id = try replica.documents()[0].versions[0].id
    try object("\(id)^:a.md", in: replica).remove()
    let report = try verify(replica, "--repair", exits: 1)
    #expect(report.faults.map(\.isMended) == [false])
    #expect(try replica.docmerge("verify", exits: 1).text.contains("1 fault"))
    // The rest works on.
    try replica.save("a.md", "three\n")
    #expect(try replica.docmerge("show", "a.md").text == "three\n")
  }

  @Test func `a reference that holds nonsense is found again`() throws {
    let replica = try started()
    let reference = try state(replica)
    let before = try replica.git("rev-parse", reference).lines[0]
    replica.write(".docmerge/\(reference)", "nonsense\n")
    #expect(try verify(replica, exits: 1).faults.contains { $0.part == "reference" })
    #expect(try verify(replica, "--repair").isSound)
    #expect(try replica.git("rev-parse", reference).lines[0] == before)
    #expect(try replica.docmerge("show", "a.md").text == "two\n")
  }

  @Test func `a false state of another replica is forgotten`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    let reference = try replicas[1].git(
      "for-each-ref", "--format=%(refname)", "refs/docmerge/remotes/home/state"
    ).lines.first { !$0.hasSuffix(try state(replicas[1]).suffix(16)) }
    let name = try #require(reference)
    let version = try replicas[1].documents()[0].versions[0].id
    try replicas[1].git("update-ref", name, version)
    #expect(try verify(replicas[1], exits: 1).faults.map(\.part) == ["state"])
    #expect(try verify(replicas[1], "--repair").isSound)
    try replicas[1].docmerge("sync")
    #expect(try verify(replicas[1]).faults.isEmpty)
  }

  @Test func `verify outside of a container says so`() throws {
    let folder = TemporaryFolder()
    let output = try Program(Replica.command, in: folder.path).run(["verify"], exits: 2)
    #expect(output.messages.contains("is not in a container"))
  }
}
