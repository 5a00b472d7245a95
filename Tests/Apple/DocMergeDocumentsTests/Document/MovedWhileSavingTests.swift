import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

/// Documents that are moved while a save of theirs waits.
@MainActor
struct MovedWhileSavingTests {
  let folder = TemporaryFolder()

  /// Moves a file in a coordinated access that begins before `body`, and ends once that has begun to wait.
  private func move(
    _ url: URL, to target: URL, isAnnounced: Bool = true,
    while body: @escaping @MainActor () async throws -> Void
  ) async throws {
    let (begun, waits) = (Heard(), Heard())
    async let moved: Void = onOwnThread {
      let coordinator = FileCoordinator()
      try coordinator.coordinate(
        writingItemAt: url, options: .forMoving, writingItemAt: target, options: .forReplacing
      ) { from, to in
        begun.add("begun")
        try Patience.wait("the save") { !waits.all.isEmpty }
        try FileManager.default.moveItem(at: from, to: to)
        if isAnnounced { coordinator.item(at: from, didMoveTo: to) }
      }
    }
    #expect(await eventually { !begun.all.isEmpty })
    async let done: Void = body()
    await Task.yield()
    waits.add("waits")
    try await moved
    try await done
  }

  @Test(arguments: ["save", "close"])
  func `P9 C6 a save that waits for a move goes to the new name`(_ way: String) async throws {
    for round in 0..<5 {
      let note = TraceNote(fileURL: folder.file("\(round).txt", "old"))
      let (old, new) = (note.fileURL, folder.url("moved-\(round).txt"))
      try await note.open()
      try await move(old, to: new) {
        note.edit("new")
        if way == "close" { try await note.close() } else { try await note.save() }
      }
      #expect(await eventually { note.fileURL.path == new.path })
      #expect(new.text == "new")
      #expect(old.text == nil)
      try await note.close()
    }
  }

  /// A document that is saved as HTML from some moment on.
  private final class RetypedNote: TraceNote {
    var isRetyped = false
    override var savingFileType: String? { isRetyped ? "public.html" : "public.plain-text" }
  }

  @Test(arguments: ["announced", "plain"])
  func `P9 C6 M45 a save as another type that waits for a move keeps the new name`(
    _ way: String
  ) async throws {
    for round in 0..<3 {
      let note = RetypedNote(fileURL: folder.file("\(round).txt", "old"))
      let (old, moved) = (note.fileURL, folder.url("moved-\(round).txt"))
      try await note.open()
      note.isRetyped = true
      note.edit("new")
      try await move(old, to: moved, isAnnounced: way == "announced") { try await note.save() }
      let new = folder.url("moved-\(round).html")
      #expect(note.fileURL.path == new.path)
      #expect(new.text == "new")
      #expect(File(folder.path).names.filter { $0.contains("\(round)") } == [new.lastPathComponent])
      try await note.close()
    }
  }
}
