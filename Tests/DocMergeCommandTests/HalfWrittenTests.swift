import DocMergeTestSupport
import Glibc
import Testing

/// Files that a program is still writing.
struct HalfWrittenTests {
  private let meeting = Meeting()

  /// Opens a file and writes the first part of it; another process reads it meanwhile.
  private func begin(_ name: String, in replica: Replica, _ text: String) throws -> Int32 {
    let file = open("\(replica.path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    try #require(file >= 0)
    #expect(write(file, text, text.utf8.count) == text.utf8.count)
    return file
  }

  @Test func `a new file waits until it is closed`() throws {
    let a = try meeting.replica("A")
    a.write("note.md", "one\n")
    let file = try begin("film.mp4", in: a, "first half, ")
    let output = try a.docmerge("sync")
    #expect(output.messages.contains("film.mp4: a program is still writing it"), "\(output)")
    #expect(try a.docmerge("versions", "note.md").lines.count == 1)
    #expect(write(file, "second half", 11) == 11)
    close(file)
    try a.docmerge("sync")
    #expect(try a.docmerge("versions", "film.mp4").lines.count == 1)
    let b = try meeting.replica("B")
    try b.docmerge("sync")
    #expect(b.read("film.mp4") == "first half, second half")
  }

  @Test func `an edit waits as well, and who names the document gets it saved`() throws {
    let a = try meeting.replica("A")
    try a.save("note.md", "one\n")
    let file = try begin("note.md", in: a, "two\n")
    defer { close(file) }
    #expect(try a.docmerge("save").messages.contains("note.md: a program is still writing it"))
    #expect(try a.docmerge("versions", "note.md").lines.count == 1)
    try a.docmerge("save", "note.md")
    #expect(try a.docmerge("versions", "note.md").lines.count == 2)
  }

  @Test func `what others did waits for it, and is not lost`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.csv": "0\n"])
    try replicas[1].save("a.csv", "by B\n")
    try replicas[1].docmerge("sync")
    let file = try begin("a.csv", in: replicas[0], "first half, ")
    let output = try replicas[0].docmerge("sync", exits: 1)
    #expect(output.messages.contains("a program is still writing it"), "\(output)")
    #expect(try replicas[0].docmerge("list").text.contains("conflict") == false)
    #expect(write(file, "second half\n", 12) == 12)
    close(file)
    try replicas[0].docmerge("sync", exits: 1)
    let texts = try replicas[0].texts("a.csv")
    #expect(Set(texts) == ["0\n", "by B\n", "first half, second half\n"])
  }

  @Test func `a program that keeps a file open without writing delays no save`() throws {
    let a = try meeting.replica("A")
    let file = try begin("note.md", in: a, "two\n")
    defer { close(file) }
    var times = [timespec(tv_sec: time(nil) - 60, tv_nsec: 0)]
    times.append(times[0])
    #expect(futimens(file, times) == 0)
    try a.docmerge("save")
    #expect(try a.docmerge("versions", "note.md").lines.count == 1)
  }

  @Test func `a reader delays no save`() throws {
    let a = try meeting.replica("A")
    a.write("note.md", "one\n")
    let file = open("\(a.path)/note.md", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    try a.docmerge("save")
    #expect(try a.docmerge("versions", "note.md").lines.count == 1)
  }
}
