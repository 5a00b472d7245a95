import DocMergeTestSupport
import Foundation
import Testing

struct SampleTests {
  @Test func `M148 M152 M153 M151 the text editor edits, undoes and saves a document`() throws {
    let folder = TemporaryFolder()
    let editor = Program(sample("SimpleTextEditor"), in: folder.path)
    let first = try editor.run(
      ["notes.txt"], exits: 0,
      input: Array("one\ntwo\n:undo\n:undo\n:redo\nthree\n:show\n:resolve\n:quit\n".utf8))
    #expect(first.text == "one\nthree\nnothing to resolve\nsaved\n")
    #expect(File("\(folder.path)/notes.txt").text == "one\nthree\n")
    _ = try editor.run(["notes.txt"], exits: 0, input: Array("four\n".utf8))
    #expect(File("\(folder.path)/notes.txt").text == "one\nthree\nfour\n")
  }

  @Test func `M148 M147 notes with images are packages, and a list follows them`() throws {
    let folder = TemporaryFolder()
    let notes = Program(sample("ImageNotes"), in: folder.path)
    try notes.run(["new", "trip", "To Lisbon"], exits: 0)
    try notes.run(["write", "trip", "Tram 28", "at nine"], exits: 0)
    // Two rows of four pixels: black and white.
    let pixels = [UInt8](repeating: 0, count: 12) + [UInt8](repeating: 255, count: 12)
    File("\(folder.path)/tram.ppm").write(Array("P6\n4 2\n255\n".utf8) + pixels)
    File("\(folder.path)/map.svg").write(Array("<svg/>".utf8))
    let added = try notes.run(["add-image", "trip", "tram.ppm", "map.svg", "tram.ppm"], exits: 0)
    #expect(added.lines == ["tram.ppm", "map.svg", "tram 2.ppm"])
    let package = File("\(folder.path)/trip.imagenotes")
    #expect(package.names == ["images", "text.md", "thumbnails", "title"])
    #expect(File("\(package)/thumbnails").names == ["tram 2.ppm", "tram.ppm"])
    let shown = try notes.run(["show", "trip"], exits: 0)
    #expect(
      shown.text
        == "To Lisbon\nTram 28 at nine\n[map.svg]\n[tram 2.ppm]\n@@@@\n[tram.ppm]\n@@@@\n")
    let title = File("\(package)/title").inode
    try notes.run(["write", "trip", "more"], exits: 0)
    #expect(File("\(package)/title").inode == title)
    #expect(try notes.run(["list"], exits: 0).text == "trip\tTo Lisbon\t3 images\n")
    #expect(try notes.run(["new", "trip"], exits: 1).messages != "")
    #expect(File(folder.path).names == ["map.svg", "tram.ppm", "trip.imagenotes"])
  }

  @Test func `the guide shows the list as it is, and the list works`() throws {
    let package = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let guide = try #require(
      File(package.appending(path: "docs/guide/library.md").path).text)
    let sample = try #require(
      File(package.appending(path: "Samples/TodoList/TodoList.swift").path).text)
    let code = try #require(
      sample.split(separator: "// begin guide\n").last?.split(separator: "// end guide\n").first)
    #expect(guide.contains("```swift\n\(code)```\n"))

    let replicas = try Meeting().replicas("A", "B", documents: ["todo.txt": "tea\n"])
    for (replica, item) in zip(replicas, ["milk", "eggs"]) {
      let list = Program(self.sample("TodoList"), in: replica.path)
      #expect(try list.run(["todo.txt", item], exits: 0).text == "tea\n\(item)\n")
    }
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    let list = Program(self.sample("TodoList"), in: replicas[1].path)
    let items = try list.run(["todo.txt"], exits: 0).lines
    #expect(items.first == "tea" && !items.isEmpty)
    try replicas[1].docmerge("status")
    let kept = replicas[1].contents.values.joined()
    #expect(kept.contains("milk") && kept.contains("eggs"))
  }

  @Test func `Q11 the list of notes reports additions and removals`() throws {
    let folder = TemporaryFolder()
    let script = """
      "$0" new a && { "$0" watch . 3 >log & }
      until grep -q '+ a' log; do sleep 0.05; done
      "$0" new b
      until grep -q '+ b' log; do sleep 0.05; done
      rm -r a.imagenotes
      wait
      """
    let shell = Program("timeout", in: folder.path)
    try shell.run(["120", "bash", "-c", script, sample("ImageNotes")], exits: 0)
    #expect(File("\(folder.path)/log").text == "+ a\n+ b\n- a\n")
  }

  /// The sample that was built beside the command.
  private func sample(_ name: String) -> String {
    Replica.command.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/\(name)"
  }
}
