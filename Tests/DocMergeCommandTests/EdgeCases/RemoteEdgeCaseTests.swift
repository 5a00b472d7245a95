import DocMergeTestSupport
import Testing

/// Remotes and peers that are not what they were: E52, E53 and E55 of the catalogue.
struct RemoteEdgeCaseTests {
  private let meeting = Meeting()

  @Test func `E52 a copy from a backup goes on as a replica of its own, and loses nothing`() throws
  {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    let backup = meeting.folder("backup")
    try replicas[0].shell("cp -a . '\(backup.path)'")
    try replicas[0].save("a.md", "after the backup\n", date: 2_000_000_000)
    try replicas[0].docmerge("sync")
    try replicas[0].shell(
      "rm -rf '\(replicas[0].path)' && cp -a '\(backup.path)' '\(replicas[0].path)'")
    try replicas[0].save("b.md", "on the backup\n")
    sync(replicas)
    try expectSameFolders(replicas)
    #expect(replicas[1].contents["b.md"] == "on the backup\n")
    #expect(replicas[1].contents["a.md"] == "after the backup\n")
    #expect(try replicas[0].texts("a.md").sorted() == ["after the backup\n", "one\n"])
    for replica in replicas { try replica.docmerge("audit") }
  }

  @Test(arguments: ["rm -rf", "emptied", "rewritten"])
  func `E53 a remote that lost its history takes nothing away, and gets all of it again`(
    how: String
  ) throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    try replicas[0].save("a.md", "two\n")
    sync(replicas)
    switch how {
    case "rm -rf": try replicas[0].shell("rm -rf '\(meeting.remote)'")
    case "emptied":
      for name in meeting.git("for-each-ref", "--format=%(refname)").lines {
        _ = meeting.git("update-ref", "-d", name)
      }
    default:
      for name in meeting.git("for-each-ref", "--format=%(refname)", "refs/docmerge/state").lines {
        _ = meeting.git("update-ref", name, "\(name)~1")
      }
    }
    let before = replicas.map(\.contents)
    sync(replicas)
    #expect(replicas.map(\.contents) == before)
    #expect(try replicas[1].texts("a.md") == ["two\n", "one\n"])
    let c = try meeting.replica("C")
    try c.docmerge("sync")
    #expect(c.contents == ["a.md": "two\n"])
    #expect(try c.texts("a.md") == ["two\n", "one\n"])
  }

  @Test func `E55 names that lead out of the container are refused, and their replica is named`()
    throws
  {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    let replica = try replicas[1].git("config", "docmerge.replica").lines[0]
    try replicas[1].save("b.md", "by B\n")
    try replicas[1].docmerge("sync")
    try replicas[1].shell(
      """
      export GIT_DIR='\(meeting.remote)' GIT_INDEX_FILE='\(replicas[1].path)/index' \
      GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x
      ref=refs/docmerge/state/\(replica)
      git read-tree $ref
      text='document 00000000000000000000000000000001
      name ..%2fescape \(replica):99
      '
      git update-index --add --cacheinfo \
        100644,$(printf '%s\\n' "$text" | sed 's/^ *//' | git hash-object -w --stdin),documents/00/00
      git update-ref $ref $(git commit-tree -m "$(git log -1 --format=%B $ref)" $(git write-tree))
      """)
    let output = replicas[0].program.run(["sync"])
    #expect(output.status == 1)
    #expect(output.messages.contains("Left out: replica \(replica)"))
    #expect(replicas[0].read("../escape") == nil)
    #expect(replicas[0].contents == ["a.md": "one\n"])
  }
}
