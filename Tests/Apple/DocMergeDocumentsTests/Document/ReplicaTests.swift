import DocMergeContainer
import DocMergeDocuments
import DocMergeHistory
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Foundation
import Synchronization
import Testing

@MainActor
struct DocumentReplicaTests {
  @Test
  func `M4 V1 V2 two replicas that edited the same document are both in conflict after they met`()
    async throws
  {
    let (one, two) = (try Kept(), try Kept())
    let meeting = TemporaryFolder()
    for kept in [one, two] {
      try kept.container.remotes.add(Remote(name: "home", url: "\(meeting.path)/remote.git"))
    }
    try one.save("a.txt", "base", date: 1_000_000)
    _ = try one.container.sync(with: "home")
    _ = try two.container.sync(with: "home")
    let notes = [one, two].map { TraceNote(fileURL: $0.url("a.txt")) }
    for note in notes {
      note.autosavePeriods.idle = .milliseconds(50)
      try await note.open()
    }
    notes[0].edit("ours")
    try await notes[0].save()
    notes[1].edit("theirs")
    try await notes[1].save()
    // Twice on the first, which learns of the second one's version only then.
    for kept in [one, two, one] { _ = try kept.container.sync(with: "home") }
    for note in notes {
      #expect(await eventually { note.documentState.contains(.inConflict) })
    }
    let current = notes.map { FileVersion.currentVersionOfItem(at: $0.fileURL)?.identifier }
    #expect(current[0] != nil)
    #expect(current[0] == current[1])
    // One edit is one version, by whichever replica it was saved.
    let document = try #require(try two.container.documents().first)
    #expect(try two.container.history(of: document.id).count == 3)
    for note in notes { try await note.close() }
  }

  @Test
  func
    `P12 P14 P19 presenters of a document and of its folder hear of versions that a sync brings`()
    async throws
  {
    let (one, two) = (try Kept(), try Kept())
    let meeting = TemporaryFolder()
    for kept in [one, two] {
      try kept.container.remotes.add(Remote(name: "home", url: "\(meeting.path)/remote.git"))
    }
    try one.save("f/a.txt", "base", date: 1_000_000)
    for kept in [one, two] { _ = try kept.container.sync(with: "home") }
    let presenters = [one.url("f/a.txt"), one.url("f")].map { RecordingPresenter($0) }
    for presenter in presenters { FileCoordinator.addFilePresenter(presenter) }
    defer { for presenter in presenters { FileCoordinator.removeFilePresenter(presenter) } }
    try one.save("f/a.txt", "ours", date: 2_000_000)
    try two.save("f/a.txt", "theirs", date: 1_500_000)
    for kept in [two, one] { _ = try kept.container.sync(with: "home") }
    let theirs = try #require(
      FileVersion.unresolvedConflictVersionsOfItem(at: one.url("f/a.txt"))?.first?.identifier)
    #expect(await eventually { presenters[0].trace.messages.contains("gained \(theirs)") })
    #expect(await eventually { presenters[1].trace.messages.contains("a.txt gained \(theirs)") })
    // Decided on the other computer.
    _ = try two.container.sync(with: "home")
    FileVersion.unresolvedConflictVersionsOfItem(at: two.url("f/a.txt"))?.first?.isResolved = true
    for kept in [two, one] { _ = try kept.container.sync(with: "home") }
    #expect(await eventually { presenters[0].trace.messages.contains("resolved \(theirs)") })
    #expect(await eventually { presenters[1].trace.messages.contains("a.txt resolved \(theirs)") })
    for presenter in presenters {
      let news = presenter.trace.messages.filter { $0.contains(theirs) }
      #expect(news.count == 2, "\(news)")
    }
  }

  @Test(arguments: [false, true])
  func `P12 P19 the losing version is reported as gained, on whichever side it was made`(
    theirsWins: Bool
  ) async throws {
    let (one, two) = (try Kept(), try Kept())
    let meeting = TemporaryFolder()
    for kept in [one, two] {
      try kept.container.remotes.add(Remote(name: "home", url: "\(meeting.path)/remote.git"))
    }
    try one.save("f/a.txt", "base", date: 1_000_000)
    for kept in [one, two] { _ = try kept.container.sync(with: "home") }
    let presenters = [one.url("f/a.txt"), one.url("f")].map { RecordingPresenter($0) }
    for presenter in presenters { FileCoordinator.addFilePresenter(presenter) }
    defer { for presenter in presenters { FileCoordinator.removeFilePresenter(presenter) } }
    try one.save("f/a.txt", "ours", date: 2_000_000)
    let ours = try #require(
      FileVersion.currentVersionOfItem(at: one.url("f/a.txt"))?.identifier)
    #expect(await eventually { presenters[0].trace.messages.contains("gained \(ours)") })
    presenters[0].trace.clear()
    try two.save("f/a.txt", "theirs", date: theirsWins ? 3_000_000 : 1_500_000)
    for kept in [two, one] { _ = try kept.container.sync(with: "home") }
    let loser = try #require(
      FileVersion.unresolvedConflictVersionsOfItem(at: one.url("f/a.txt"))?.first)
    #expect((loser.identifier == ours) == theirsWins && loser.isConflict)
    #expect(
      await eventually { presenters[0].trace.messages.contains("gained \(loser.identifier)") })
    #expect(
      await eventually { presenters[1].trace.messages.contains("a.txt gained \(loser.identifier)") }
    )
    let told = presenters[0].trace.messages.filter { $0.hasPrefix("gained") }
    #expect(told == ["gained \(loser.identifier)"])
  }
}
