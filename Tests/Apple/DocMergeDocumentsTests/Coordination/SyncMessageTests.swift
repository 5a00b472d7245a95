import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

/// What presenters and open documents hear of a sync that another process runs.
@MainActor
@Suite(.serialized)
struct SyncMessageTests {
  private let meeting = Meeting()

  /// Two copies of a container with `count` documents in one folder.
  private func replicas(_ count: Int) throws -> [Replica] {
    let names = (0..<count).map { ("f/\($0).txt", "base \($0)\n") }
    return try meeting.replicas("A", "B", documents: Dictionary(uniqueKeysWithValues: names))
  }

  private func url(_ name: String, in replica: Replica) -> URL {
    URL(fileURLWithPath: "\(replica.path)/\(name)")
  }

  /// Sends what replica B has, and brings it to replica A, each in a process of its own.
  private func sync(_ replicas: [Replica]) async throws {
    try await onOwnThread {
      try replicas[1].docmerge("sync")
      _ = try replicas[0].docmerge("sync")
    }
  }

  /// Keeps the processors busy until the test is over.
  private func busy() -> [RunningProgram] {
    // Each ends by itself, even when the test is cut off.
    (0..<3).map { _ in
      Program("sh", in: "/tmp").start(["-c", "ulimit -t 30; while :; do :; done"])
    }
  }

  @Test(arguments: [false, true])
  func `P10 P18 M76 no change that a sync brings is missed`(isBusy: Bool) async throws {
    let (count, rounds) = (50, isBusy ? 4 : 10)
    let replicas = try replicas(count)
    let urls = (0..<count).map { url("f/\($0).txt", in: replicas[0]) }
    let presenters = urls.map { RecordingPresenter($0) }
    let folder = RecordingPresenter(url("f", in: replicas[0]))
    for presenter in presenters + [folder] { FileCoordinator.addFilePresenter(presenter) }
    defer { for one in presenters + [folder] { FileCoordinator.removeFilePresenter(one) } }
    let notes = urls.map { TraceNote(fileURL: $0) }
    for note in notes { try await note.open() }
    let load = isBusy ? busy() : []
    defer { for program in load { program.kill() } }
    var stale = 0
    for round in 1...rounds {
      for number in 0..<count { replicas[1].write("f/\(number).txt", "\(round) of \(number)\n") }
      try await sync(replicas)
      _ = await eventually(seconds: 120) {
        presenters.allSatisfy { $0.changes.count >= round }
          && notes.indices.allSatisfy { notes[$0].text == "\(round) of \($0)\n" }
      }
      stale += notes.indices.count { notes[$0].text != "\(round) of \($0)\n" }
    }
    // The sync itself tells each change, once; of the folder, which it does not ask, the kernel may be faster.
    let told = [String](repeating: "changed", count: rounds)
    #expect(
      await eventually {
        (0..<count).allSatisfy { folder.changes(of: "\($0).txt").count >= rounds }
      })
    for number in 0..<count {
      #expect(presenters[number].changes == told)
      #expect(folder.changes(of: "\(number).txt").count == rounds)
    }
    #expect(stale == 0, "of \(count * rounds) documents, \(stale) were stale")
    for note in notes { try await note.close() }
  }

  @Test
  func `P7 P9 P16 P17 moves, deletions, modes and new files that a sync brings are all reported`()
    async throws
  {
    let count = 20
    let replicas = try replicas(count)
    let urls = (0..<count).map { url("f/\($0).txt", in: replicas[0]) }
    let presenters = urls.map { RecordingPresenter($0) }
    let folder = RecordingPresenter(url("f", in: replicas[0]))
    for presenter in presenters + [folder] { FileCoordinator.addFilePresenter(presenter) }
    defer { for one in presenters + [folder] { FileCoordinator.removeFilePresenter(one) } }
    for number in 0..<5 {
      try replicas[1].docmerge("rm", "f/\(number).txt")
      try replicas[1].docmerge("mv", "f/\(number + 5).txt", "g/moved \(number).txt")
      replicas[1].file("f/\(number + 10).txt").setPermissions(0o755)
      replicas[1].write("f/new \(number).txt", "new")
    }
    try await sync(replicas)
    for number in 0..<5 {
      let moved = "moved to moved \(number).txt"
      #expect(
        await eventually { presenters[number].trace.messages.contains("accommodate deletion") })
      #expect(await eventually { presenters[number + 5].trace.messages.contains(moved) })
      #expect(await eventually { presenters[number + 10].changes == ["changed"] })
      let word = "new \(number).txt appeared"
      #expect(await eventually { folder.trace.messages.contains(word) })
      #expect(await eventually { folder.changes(of: "\(number).txt").count == 1 })
    }
  }

  @Test
  func `P9 P22 a renamed folder, and one that returns, take their presenters along`()
    async throws
  {
    let replicas = try replicas(2)
    let file = RecordingPresenter(url("f/0.txt", in: replicas[0]))
    FileCoordinator.addFilePresenter(file)
    defer { FileCoordinator.removeFilePresenter(file) }
    try replicas[0].shell("mkdir d && mv f d/e")
    #expect(await eventually { file.presentedItemURL?.path.hasSuffix("d/e/0.txt") == true })
    try replicas[0].shell("rm -r d")
    #expect(await eventually { file.trace.messages.contains("accommodate deletion") })
    file.trace.clear()
    try replicas[0].shell("mkdir -p d/e && echo back > d/e/0.txt")
    // The kernel may tell of the new file and of its contents apart.
    #expect(await eventually { !file.changes.isEmpty })
    #expect(file.changes.allSatisfy { $0 == "changed by somebody" })
  }

  @Test func `M76 P6 P7 a sync has open documents save, and closes those whose file it deletes`()
    async throws
  {
    let replicas = try replicas(3)
    let notes = (0..<3).map { TraceNote(fileURL: url("f/\($0).txt", in: replicas[0])) }
    for note in notes { try await note.open() }
    notes[0].edit("mine")
    notes[1].edit("mine")
    replicas[1].write("f/0.txt", "theirs")
    try replicas[1].docmerge("rm", "f/1.txt", "f/2.txt")
    try await onOwnThread {
      try replicas[1].docmerge("sync")
      _ = try replicas[0].docmerge("sync", exits: 1)
    }
    #expect(notes.allSatisfy { !$0.hasUnsavedChanges })
    #expect(await eventually { notes[0].documentState.contains(.inConflict) })
    #expect(await eventually { notes[2].documentState == .closed })
    #expect(replicas[0].read("f/1.txt") == "mine" && replicas[0].read("f/2.txt") == nil)
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: notes[0].fileURL)?.count == 1)
    for note in notes.prefix(2) { try await note.close() }
    #expect(replicas[0].read("f/2.txt") == nil)
  }
}

extension RecordingPresenter {
  /// The reported changes of its item: by their author, or by the kernel, which says "by somebody".
  fileprivate var changes: [String] { trace.messages.filter { $0.hasPrefix("changed") } }

  /// What it heard of changes of a member of its folder.
  fileprivate func changes(of name: String) -> [String] {
    trace.messages.filter { $0.hasPrefix("\(name) changed") }
      .map { String($0.dropFirst(name.count + 1)) }
  }
}

/// Waits until something is so, for that long at most.
@MainActor
private func eventually(seconds: Int, _ isSo: @MainActor () -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(seconds)
  while !isSo(), ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(5)) }
  return isSo()
}
