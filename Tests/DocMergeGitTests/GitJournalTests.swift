import DocMergeGit
import DocMergeResolvers
import DocMergeTestSupport
import Testing

/// Resolutions that are taken back.
struct GitJournalTests {
  /// The index, and each file of the worktree with its mode.
  private static func picture(_ folder: GitFolder) throws -> [String: [UInt8]] {
    var picture = ["index": try folder.entries()]
    for name in try Program("find", in: folder.path)
      .run([".", "-path", "./.git", "-prune", "-o", "-print"], exits: 0).lines
    {
      let file = File("\(folder.path)/\(name)")
      picture[name] = Array("\(file.permissions ?? 0) ".utf8) + (file.bytes ?? [])
    }
    return picture
  }

  private static func resolution(_ label: String) -> Resolution {
    switch label {
    case "ours": Resolution(outcome: .side(0), strategy: label)
    case "theirs": Resolution(outcome: .side(1), strategy: label)
    case "both": Resolution(outcome: .side(0), copies: [1], strategy: label)
    default:
      Resolution(
        outcome: .contents(Array("merged\n".utf8), isExecutable: true), strategy: label)
    }
  }

  @Test(arguments: ["ours", "theirs", "both", "merged"])
  func `an undo restores the index and the worktree`(label: String) async {
    await #expect(processExitsWith: .success) { [label = label as String] in
      let folder = try GitFolder.stoppedAtAll()
      // A person went on in one of the files.
      folder.write("edited", "half done\n")
      let repository = try GitRepository.entered(folder)
      let (conflicts, before) = (
        try repository.conflicts(), try GitJournalTests.picture(folder)
      )
      #expect(
        conflicts.map(\.kind) == [.deletedByThem, .deletedByUs, .bothModified, .bothAdded])
      let resolution = GitJournalTests.resolution(label)
      try repository.apply(
        try repository.choices(conflicts.map { ($0, resolution) }), summary: label)
      #expect(try repository.conflicts().isEmpty)
      #expect(try GitJournalTests.picture(folder) != before)
      #expect(try repository.lastResolution()?.paths == conflicts.map(\.path))
      let undone = try #require(try repository.undo())
      #expect(undone.summary == label && undone.edits.isEmpty)
      #expect(try GitJournalTests.picture(folder) == before)
      #expect(try repository.conflicts() == conflicts)
      #expect(try repository.undo() == nil)
    }
  }

  @Test func `resolutions are undone in the reverse order, each to the state before it`() async {
    await #expect(processExitsWith: .success) {
      let folder = try GitFolder.stoppedAtAll()
      let repository = try GitRepository.entered(folder)
      var pictures: [(path: [UInt8], picture: [String: [UInt8]])] = []
      for (conflict, label) in zip(
        try repository.conflicts(), ["theirs", "both", "merged", "ours"])
      {
        pictures.append((conflict.path, try GitJournalTests.picture(folder)))
        let resolution = GitJournalTests.resolution(label)
        try repository.apply(try repository.choices([(conflict, resolution)]), summary: label)
      }
      #expect(pictures.count == 4)
      for (path, picture) in pictures.reversed() {
        #expect(try repository.undo()?.paths == [path])
        #expect(try GitJournalTests.picture(folder) == picture)
      }
      #expect(try repository.lastResolution() == nil)
    }
  }

  @Test func `an edit after the resolution is kept among the objects of git`() async {
    await #expect(processExitsWith: .success) {
      let folder = try GitFolder.stopped()
      let left = folder.read("a.txt")
      let repository = try GitRepository.entered(folder)
      let conflict = try repository.conflict(at: "a.txt")
      let resolution = GitJournalTests.resolution("ours")
      try repository.apply(try repository.choices([(conflict, resolution)]), summary: "ours")
      folder.write("a.txt", "hours of work\n")
      let undone = try #require(try repository.undo())
      #expect(undone.edits.map(\.path) == [conflict.path])
      let object = try #require(undone.edits.first).object
      #expect(try folder.git("cat-file", "blob", object).text == "hours of work\n")
      #expect(folder.read("a.txt") == left)
    }
  }

  @Test func `a merge that is over has no resolution to undo`() async {
    await #expect(processExitsWith: .success) {
      let ends: [(label: String, words: [String])] = [
        ("committed", ["commit", "-q", "--no-edit"]), ("given up", ["merge", "--abort"]),
        ("reset", ["reset", "-q", "--hard"]),
      ]
      for (label, words) in ends {
        let folder = try GitFolder.stopped()
        let repository = try GitRepository.entered(folder)
        let conflict = try repository.conflict(at: "a.txt")
        let resolution = GitJournalTests.resolution("theirs")
        try repository.apply(try repository.choices([(conflict, resolution)]), summary: label)
        try Program("git", in: folder.path).run(words, exits: 0)
        let before = try GitJournalTests.picture(folder)
        #expect(try repository.undo() == nil, "\(label)")
        #expect(try GitJournalTests.picture(folder) == before, "\(label)")
      }
    }
  }
}
