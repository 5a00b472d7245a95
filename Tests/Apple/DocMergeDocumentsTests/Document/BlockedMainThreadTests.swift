import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

/// A main thread that waits, while other threads save, close and coordinate.
@MainActor
struct BlockedMainThreadTests {
  let folder = TemporaryFolder()

  private func opened(_ name: String) async throws -> TraceNote {
    let note = TraceNote(fileURL: folder.file(name, "old"))
    try await note.open()
    return note
  }

  /// Starts work on a thread for each body; nothing of it may need the main thread.
  private func start(_ bodies: [@Sendable () throws -> Void]) -> DispatchGroup {
    let group = DispatchGroup()
    for body in bodies {
      group.enter()
      Thread.detachNewThread {
        do { try body() } catch { Issue.record(error) }
        group.leave()
      }
    }
    return group
  }

  /// Blocks the main thread until the work is done.
  private func block(for group: DispatchGroup) -> Bool {
    group.wait(timeout: .now() + 60) == .success
  }

  @Test func `P2 C8 C25 other threads coordinate while the main thread waits for them`()
    async throws
  {
    let note = try await opened("a.txt")
    let (own, other, heard) = (note.fileURL, folder.file("b.txt", "b"), Heard())
    let group = start(
      (0..<4).map { number in
        {
          try FileCoordinator().coordinate(writingItemAt: other) { url in
            File(url.path).write(Array("\(number)".utf8))
          }
        }
      } + [
        { try FileCoordinator().coordinate(readingItemAt: own) { heard.add($0.text ?? "") } },
        {
          try FileCoordinator().coordinate(
            readingItemAt: own, options: .withoutChanges, writingItemAt: other
          ) { own, other in
            heard.add(own.text ?? "")
            File(other.path).write([])
          }
        },
      ])
    #expect(block(for: group))
    #expect(heard.all == ["old", "old"])
    try await note.close()
  }

  @Test func `M74 P6 a main thread that waits to read sees what another thread saves`() async throws
  {
    let note = try await opened("a.txt")
    note.edit("new")
    let (url, heard) = (note.fileURL, Heard())
    Thread.detachNewThread { [note] in
      AnyThread.run { note.save(to: url, for: .forOverwriting) { heard.add("saved \($0)") } }
    }
    let text = try FileCoordinator().coordinate(readingItemAt: url) { $0.text }
    #expect(text == "new")
    #expect(await eventually { heard.all == ["saved true"] })
    try await note.close()
  }

  @Test(arguments: [FileCoordinator.WritingOptions.forMerging, .forDeleting, .forReplacing])
  func `M53 P7 a main thread that waits to write lets other threads close the document`(
    _ options: FileCoordinator.WritingOptions
  ) async throws {
    let note = try await opened("a.txt")
    note.edit("new")
    let (url, heard) = (note.fileURL, Heard())
    Thread.detachNewThread { [note] in
      AnyThread.run { note.close { heard.add("closed \($0)") } }
    }
    let text = try FileCoordinator().coordinate(writingItemAt: url, options: options) { $0.text }
    #expect(text == "new")
    #expect(await eventually { heard.all == ["closed true"] })
    #expect(note.documentState == .closed)
  }
}
