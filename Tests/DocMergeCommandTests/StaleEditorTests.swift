import DocMergeTestSupport
import Testing

/// Programs that write back what a sync has replaced meanwhile.
struct StaleEditorTests {
  private static let lines = (1...9).map { "line \($0)\n" }.joined()

  private let meeting = Meeting()

  /// Two replicas; what B changed has come to A, and A's editor still shows what was there before.
  private func replaced(by text: String) throws -> (Replica, Replica) {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": Self.lines])
    try replicas[1].save("a.md", text)
    try replicas[1].docmerge("sync")
    try replicas[0].docmerge("sync")
    #expect(replicas[0].read("a.md") == text)
    return (replicas[0], replicas[1])
  }

  @Test func `what it writes is an edit of what it read, and merges`() throws {
    let (a, b) = try replaced(by: Self.lines.replacing("line 9", with: "line 9, by B"))
    a.write("a.md", Self.lines.replacing("line 1\n", with: "line 1, by A\n"))
    let output = try a.docmerge("save", exits: 1)
    #expect(output.messages.contains("a.md"), "\(output)")
    try a.docmerge("resolve", "--all", "--merge")
    let both = Self.lines.replacing("line 1\n", with: "line 1, by A\n")
      .replacing("line 9", with: "line 9, by B")
    #expect(a.read("a.md") == both)
    try a.docmerge("sync")
    try b.docmerge("sync")
    #expect(b.read("a.md") == both)
  }

  @Test func `what others put where it wrote is a conflict`() throws {
    let (a, _) = try replaced(by: Self.lines + "bread, by Ben\n")
    a.write("a.md", Self.lines + "milk and eggs\n")
    try a.docmerge("sync", exits: 1)
    #expect(try a.docmerge("list", exits: 1).text.contains("2 versions in conflict"))
  }

  @Test func `several versions that came are gone back together`() throws {
    let (a, b) = try replaced(by: Self.lines.replacing("line 9", with: "line 9, by B"))
    try b.save("a.md", Self.lines.replacing("line 9", with: "line 9, by Ben"))
    try b.save("a.md", Self.lines.replacing("line 9", with: "line 9, by Benjamin"))
    try b.docmerge("sync")
    try a.docmerge("sync")
    a.write("a.md", Self.lines.replacing("line 1\n", with: "line 1, by A\n"))
    try a.docmerge("save", exits: 1)
    try a.docmerge("resolve", "--all", "--merge")
    #expect(a.read("a.md")?.hasPrefix("line 1, by A\n") == true)
    #expect(a.read("a.md")?.hasSuffix("line 9, by Benjamin\n") == true)
  }

  @Test func `an edit of what came and the old text itself are saved as before`() throws {
    let text = Self.lines.replacing("line 9", with: "line 9, by B")
    let (a, _) = try replaced(by: text)
    try a.save("a.md", text.replacing("line 1\n", with: "line 1, by A\n"))
    let (c, _) = try Self().replaced(by: text)
    // Who puts the old text in its place means it.
    try c.save("a.md", Self.lines)
    #expect(try c.docmerge("list").text.contains("conflict") == false)
  }
}
