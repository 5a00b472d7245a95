import DocMergeTestSupport
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

  /// The sample that was built beside the command.
  private func sample(_ name: String) -> String {
    Replica.command.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/\(name)"
  }
}
