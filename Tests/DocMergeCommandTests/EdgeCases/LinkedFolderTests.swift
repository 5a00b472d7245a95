import DocMergeTestSupport
import Testing

/// Links in the folder that are no documents, and lead outside of the container.
struct LinkedFolderTests {
  private let meeting = Meeting()

  /// A replica with an ignored link to a folder outside, and one that has a folder of that name.
  private func replicas(outside text: String) throws -> (a: Replica, b: Replica, outside: Replica) {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "a\n"])
    let (a, b) = (replicas[0], replicas[1])
    let outside = meeting.folder("outside")
    outside.write("f", text)
    a.file(".docmerge/info/exclude").write(Array("/link\n".utf8))
    try a.shell("ln -s '\(outside.path)' link")
    try a.docmerge("sync")
    b.write("link/f", "same\n")
    try b.docmerge("sync")
    return (a, b, outside)
  }

  @Test(arguments: ["same\n", "other\n"])
  func `what a peer sends to a path behind one never leaves the container`(text: String) throws {
    let (a, b, outside) = try replicas(outside: text)
    _ = a.program.run(["sync"])
    #expect(outside.contents == ["f": text])
    b.write("link/f", "newer\n")
    try b.docmerge("sync")
    _ = a.program.run(["sync"])
    #expect(outside.contents == ["f": text])
    _ = a.program.run(["save"])
    _ = a.program.run(["sync"])
    try b.docmerge("sync")
    #expect(b.read("link/f") == "newer\n")
    try b.shell("rm link/f")
    try b.docmerge("sync")
    _ = a.program.run(["sync"])
    #expect(outside.contents == ["f": text])
  }

  @Test func `an empty folder behind one stays`() throws {
    let (a, b, outside) = try replicas(outside: "same\n")
    try outside.shell("rm f && mkdir f")
    _ = a.program.run(["sync"])
    b.write("link/f", "newer\n")
    try b.docmerge("sync")
    _ = a.program.run(["sync"])
    #expect(outside.file("f").exists)
  }
}
