import DocMergeTestSupport
import Testing

/// A container's folder that was copied with its repository.
struct CopyTests {
  private let meeting = Meeting()

  /// A container and a copy of its folder, made with `cp -r`.
  private func pair() throws -> (original: Replica, copy: Replica) {
    let original = try meeting.replica("A")
    try original.save("a.md", "one\n")
    try original.docmerge("sync")
    let copy = meeting.folder("copy")
    try original.shell("cp -r . '\(copy.path)'")
    return (original, copy)
  }

  private func replicaID(_ replica: Replica) throws -> String {
    try replica.git("config", "docmerge.replica").text
  }

  @Test func `a copy becomes a replica of its own with its first change`() throws {
    let (original, copy) = try pair()
    let id = try replicaID(original)
    #expect(try copy.status().isClean)
    try copy.save("a.md", "by the copy\n")
    #expect(try replicaID(copy) != id)
    #expect(try replicaID(original) == id)
    try original.save("b.md", "by the original\n")
    #expect(try replicaID(original) == id)
    #expect(try copy.operations().map(\.operation).first == "save")
  }

  @Test func `a copy and its original sync without loss`() throws {
    let (original, copy) = try pair()
    try original.save("by the original.md", "original\n")
    try copy.save("by the copy.md", "copy\n")
    for replica in [original, copy, original] { try replica.docmerge("sync") }
    let expected = [
      "a.md": "one\n", "by the original.md": "original\n", "by the copy.md": "copy\n",
    ]
    #expect(original.contents == expected)
    #expect(copy.contents == expected)
    #expect(meeting.git("for-each-ref", "refs/docmerge/state").lines.count == 2)
  }

  @Test func `edits of one document by a copy and its original are a conflict`() throws {
    let (original, copy) = try pair()
    try original.save("a.md", "by the original\n")
    try copy.save("a.md", "by the copy\n")
    try original.docmerge("sync")
    try copy.docmerge("sync", exits: 1)
    try original.docmerge("sync", exits: 1)
    #expect(try original.conflicts()[0].versions == copy.conflicts()[0].versions)
    #expect(Set(try original.texts("a.md")) == ["one\n", "by the original\n", "by the copy\n"])
    try original.git("fsck", "--strict")
    try copy.git("fsck", "--strict")
  }

  @Test func `a folder that was renamed goes on as it was`() throws {
    let (original, _) = try pair()
    let id = try replicaID(original)
    let moved = meeting.folder("moved")
    try original.shell("rmdir '\(moved.path)' && mv '\(original.path)' '\(moved.path)'")
    try moved.save("a.md", "two\n")
    #expect(try replicaID(moved) == id)
    try moved.docmerge("sync")
  }

  @Test func `a folder that was set back to an old copy does not lose what the remote has`() throws
  {
    let (original, copy) = try pair()
    try original.save("a.md", "two\n")
    try original.docmerge("sync")
    // Restored from a backup: the copy takes the place of the original.
    try copy.shell("rm -rf '\(original.path)' && cp -r . '\(original.path)'")
    try original.save("b.md", "after the backup\n")
    try original.docmerge("sync")
    #expect(original.contents == ["a.md": "two\n", "b.md": "after the backup\n"])
    #expect(try original.texts("a.md") == ["two\n", "one\n"])
  }
}
