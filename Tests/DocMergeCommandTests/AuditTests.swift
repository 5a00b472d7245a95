import DocMergeTestSupport
import Foundation
import Testing

/// `docmerge audit` says where every version went.
struct AuditTests {
  /// What `docmerge audit --json` prints.
  private struct Report: Decodable {
    var format: String
    var counts: [String: Int]
    var versions: [Entry]

    struct Entry: Decodable {
      var id: String
      var fate: String
      var operation: String?
      var reason: String?
      var path: String?
    }
  }

  private func audit(
    _ replica: Replica, _ words: String..., exits status: Int32 = 0
  ) throws -> Report {
    let output = try replica.program.run(["audit", "--json"] + words, exits: status)
    return try JSONDecoder().decode(Report.self, from: Data(output.bytes))
  }

  @Test func `every version is current, in conflict or in a history`() throws {
    let replicas = try Meeting().replicas("A", "B", documents: ["a.md": "one\n", "b.md": "b\n"])
    try replicas[0].save("a.md", "two\n")
    try replicas[1].save("a.md", "other\n")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    var report = try audit(replicas[1], "--all")
    #expect(report.format == "docmerge-audit")
    #expect(report.counts["current"] == 2)
    #expect(report.counts["conflict"] == 1)
    #expect(report.counts["superseded"] == 1)
    #expect(report.counts["lost"] == 0)
    #expect(report.versions.count == 4)

    try replicas[1].docmerge("resolve", "a.md", "--keep", "@1")
    try FileManager.default.removeItem(atPath: "\(replicas[1].path)/b.md")
    try replicas[1].docmerge("save")
    report = try audit(replicas[1], "--all", "a.md")
    #expect(report.counts["current"] == 1)
    #expect(report.counts["superseded"] == 3)
    #expect(Set(report.versions.compactMap(\.path)) == ["a.md"])
    #expect(try audit(replicas[1]).counts["lost"] == 0)
  }

  @Test func `beside a process that saves, nothing is lost`() throws {
    let replica = Replica()
    for number in 0..<100 { replica.write("\(number).md", "x\n") }
    try replica.initialize()
    let line =
      "for i in $(seq 80); do echo $i >>$((i%20)).md; '\(Replica.command)' save >/dev/null 2>&1; done"
    let saving = Program("sh", in: replica.path).start(["-c", line])
    for _ in 0..<40 { #expect(try audit(replica).counts["lost"] == 0) }
    #expect(saving.finish().status == 0)
    #expect(try audit(replica).counts["lost"] == 0)
  }

  @Test func `a version that a sync fetched and did not merge is not lost`() throws {
    let replicas = try Meeting().replicas("A", "B", documents: ["a.md": "one\n"])
    try replicas[0].save("a.md", "two\n")
    try replicas[0].save("a.md", "three\n")
    try replicas[0].docmerge("sync")
    try replicas[1].save("a.md", "other\n")
    try replicas[1].docmerge("sync", "--fail-on-conflict", exits: 3)
    let report = try audit(replicas[1])
    #expect(report.counts["fetched"] == 2 && report.counts["lost"] == 0)
    #expect(report.versions.map(\.fate) == ["fetched", "fetched"])
    let text = try replicas[1].docmerge("audit").text
    #expect(text.contains("a.md  fetched and not merged yet"))
    try replicas[1].docmerge("verify")
    try replicas[1].docmerge("sync", exits: 1)
    #expect(try audit(replicas[1]).counts["fetched"] == 0)
  }

  @Test func `beside a process that syncs, nothing is lost`() throws {
    let documents = (0..<20).map { ("\($0).md", "x\n") }
    let replicas = try Meeting().replicas(
      "A", "B", documents: Dictionary(uniqueKeysWithValues: documents))
    let (a, b) = (replicas[0], replicas[1])
    let line = """
      for k in $(seq 15); do for i in $(seq 0 9); do echo $k >> '\(b.path)'/$i.md; done
      '\(Replica.command)' -C '\(b.path)' sync -q; '\(Replica.command)' -C '\(a.path)' sync -q; done
      """
    let syncing = Program("sh", in: a.path).start(["-ec", line])
    for _ in 0..<40 { #expect(try audit(a).counts["lost"] == 0) }
    #expect(syncing.finish().status == 0)
    #expect(try audit(a).counts["lost"] == 0)
  }

  @Test func `a version that was undone names the operation`() throws {
    let replica = Replica()
    try replica.initialize()
    try replica.save("a.md", "one\n")
    try replica.save("a.md", "two\n")
    try replica.save("a.md", "three\n")
    try replica.docmerge("undo")
    try replica.docmerge("undo")
    let report = try audit(replica)
    #expect(report.counts["undone"] == 2)
    let undos = try replica.operations().filter { $0.operation == "undo" }.map(\.id)
    #expect(Set(report.versions.compactMap(\.operation)) == Set(undos))
    let text = try replica.docmerge("audit").text
    #expect(text.contains("taken back by operation \(undos[0].prefix(4))"))
    #expect(text.contains("0  unaccounted for"))
    // What was undone can still be read.
    let ids = Set(report.versions.map(\.id))
    let texts = try ids.map { try replica.git("show", "\($0):a.md").text }
    #expect(Set(texts) == ["two\n", "three\n"])
  }

  @Test func `a version whose contents are gone is lost`() throws {
    let replica = Replica()
    try replica.initialize()
    try replica.save("a.md", "one\n")
    try replica.save("a.md", "two\n")
    let id = try replica.git("rev-parse", "\(try replica.documents()[0].versions[0].id)^:a.md")
      .lines[0]
    try Repository("\(replica.path)/.docmerge").looseFile(of: id).remove()
    let report = try audit(replica, exits: 1)
    #expect(report.counts["lost"] == 1)
    #expect(report.versions[0].reason?.contains("contents are not here") == true)
    #expect(try replica.docmerge("audit", exits: 1).text.contains("1  unaccounted for"))
  }

  @Test func `a copy, a rename and a restored version are accounted for`() throws {
    let replicas = try Meeting().replicas("A", "B", documents: ["a.md": "one\n"])
    try replicas[0].save("a.md", "two\n")
    try replicas[1].save("a.md", "other\n")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    try replicas[1].docmerge("resolve", "a.md", "--keep-both")
    try replicas[1].docmerge("mv", "a.md", "c.md")
    let first = try replicas[1].history("c.md").last
    try replicas[1].docmerge("restore", "c.md", try #require(first).version.id)
    try replicas[1].docmerge("sync")
    try replicas[0].docmerge("sync")
    for replica in replicas {
      let report = try audit(replica, "--all")
      #expect(report.counts["lost"] == 0)
      #expect(report.counts["unfinished"] == 0)
      #expect(report.counts["undone"] == 0)
    }
  }
}
