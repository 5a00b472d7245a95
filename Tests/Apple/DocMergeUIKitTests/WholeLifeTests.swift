import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

@testable import SimpleTextEditor

/// What a person does with documents, from the first to the last, with the programs that there are.
struct WholeLifeTests {
  /// The containers of this test, and where they meet.
  private let meeting = Meeting()

  private func sample(_ name: String, in replica: Replica) -> Program {
    let folder = Replica.command.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    return Program("\(folder)/\(name)", in: replica.path)
  }

  private func edit(_ name: String, in replica: Replica, _ lines: String...) throws -> [String] {
    let input = Array((lines + [":quit"]).map { "\($0)\n" }.joined().utf8)
    return try sample("SimpleTextEditor", in: replica).run([name], exits: 0, input: input).lines
  }

  @Test func `M7 a document is made, edited, in conflict, moved out and in, and deleted`() throws {
    let (laptop, desktop) = (try meeting.replica("laptop"), try meeting.replica("desktop"))
    // It is made without a question, and edited.
    #expect(try laptop.docmerge("new", "--type", "txt").text == "Untitled.txt\n")
    #expect(try laptop.docmerge("title", "Untitled.txt", "Plan").text == "Plan.txt\n")
    let said = try edit("Plan.txt", in: laptop, "Monday", "Tusday", ":undo", "Tuesday", ":show")
    #expect(said == ["Monday", "Tuesday", "saved"])
    #expect(try laptop.docmerge("versions", "Plan.txt").lines.count == 2)
    // It is edited in two places.
    for replica in [laptop, desktop] { try replica.docmerge("sync") }
    _ = try edit("Plan.txt", in: laptop, "Wednesday")
    _ = try edit("Plan.txt", in: desktop, "Thursday")
    try desktop.docmerge("sync")
    try laptop.docmerge("sync", exits: 1)
    #expect(try laptop.docmerge("status", exits: 1).text.contains("in conflict (2 versions)"))
    #expect(try edit("Plan.txt", in: laptop, ":conflicts").contains { $0.contains("(conflict)") })
    // Two lines of prose at one place have no order, so both versions are kept.
    #expect(try edit("Plan.txt", in: laptop, ":resolve").first?.hasPrefix("resolved") == true)
    #expect(laptop.contents.count == 2, "\(laptop.contents.keys)")
    try laptop.docmerge("status")
    // Something goes wrong, and nothing is lost by it.
    try laptop.shell("mkdir Folder.txt && touch Folder.txt/inside")
    let failed = sample("SimpleTextEditor", in: laptop).run(["Folder.txt"])
    #expect(failed.status == 1 && failed.text.isEmpty && !failed.messages.isEmpty)
    try laptop.shell("rm -r Folder.txt")
    // A package leaves the container and returns.
    let notes = sample("ImageNotes", in: laptop)
    try notes.run(["new", "Trip", "To Lisbon"], exits: 0)
    let outside = TemporaryFolder()
    try notes.run(["move", "Trip", outside.path], exits: 0)
    #expect(File(outside.path).names == ["Trip.imagenotes"])
    #expect(!laptop.file("Trip.imagenotes").exists)
    try notes.run(["move", "\(outside.path)/Trip", laptop.path], exits: 0)
    #expect(File(outside.path).names == [])
    #expect(try notes.run(["show", "Trip"], exits: 0).text == "To Lisbon\n")
    // It is deleted; the versions stay.
    try notes.run(["delete", "Trip"], exits: 0)
    try laptop.docmerge("rm", "Plan.txt")
    let names = Set(laptop.contents.keys)
    #expect(names.count == 1 && names.allSatisfy { $0.hasPrefix("Plan (conflict, ") }, "\(names)")
    try laptop.docmerge("status")
    try laptop.docmerge("sync")
    try desktop.docmerge("sync")
    #expect(Set(desktop.contents.keys) == names)
    #expect(try laptop.docmerge("versions", "Plan.txt").lines.count >= 4)
  }

  @Test func `M31 M93 what could not be opened is not shown`() throws {
    let folder = TemporaryFolder()
    File("\(folder.path)/bad.txt/member").write([])
    let replica = Replica("A", in: folder)
    let output = sample("SimpleTextEditor", in: replica).run(
      ["../bad.txt"], input: Array(":show\n:quit\n".utf8))
    #expect(output.status == 1)
    #expect(output.text.isEmpty)
    #expect(output.messages.split(separator: "\n").count == 1)
  }

  @MainActor
  @Test func `M103 the editor takes no edits while editing is disabled`() async throws {
    let folder = TemporaryFolder()
    let url = URL(fileURLWithPath: "\(folder.path)/a.txt")
    let document = TextDocument(fileURL: url)
    // A save would enable editing again, and only the test saves.
    document.autosavePeriods.idle = .seconds(1000)
    try await document.save(to: url, for: .forCreating)
    try await SimpleTextEditor.run("one", on: document)
    // What could not be loaded again must not be edited.
    await #expect(throws: (any Error).self) {
      try await document.revert(toContentsOf: URL(fileURLWithPath: "\(folder.path)/none"))
    }
    #expect(document.documentState.contains(.editingDisabled))
    for line in ["two", ":undo", ":resolve"] {
      try await SimpleTextEditor.run(line, on: document)
    }
    #expect(document.text == "one\n")
    try await document.save()
    try await SimpleTextEditor.run("two", on: document)
    #expect(document.text == "one\ntwo\n")
    try await document.close()
  }

  @Test func `M148 M20 U3 a note is moved into a container and out, and deleted`() throws {
    let folder = TemporaryFolder()
    let replica = Replica("A", in: folder)
    try replica.initialize()
    let notes = sample("ImageNotes", in: replica)
    try notes.run(["new", "../a"], exits: 0)
    let (inside, outside) = (replica.file("a.imagenotes"), File("\(folder.path)/a.imagenotes"))
    try notes.run(["move", "../a", "."], exits: 0)
    #expect(inside.exists && !outside.exists)
    #expect(try replica.docmerge("versions", "a.imagenotes").lines.count == 1)
    try notes.run(["move", "a", ".."], exits: 0)
    #expect(!inside.exists && outside.exists)
    let refused = notes.run(["move", "../a", folder.path])
    #expect(refused.status == 1 && refused.messages.contains("is not in a container"))
    try notes.run(["delete", "../a"], exits: 0)
    #expect(!outside.exists)
  }
}
