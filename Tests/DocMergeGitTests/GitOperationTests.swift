import DocMergeCore
import DocMergeGit
import DocMergeResolvers
import DocMergeTestSupport
import Testing

/// The operation in which git stopped, and the commits of its sides.
struct GitOperationTests {
  /// Makes a history that forks, and has git stop in it.
  private static func start(_ kind: GitOperation.Kind, in folder: GitFolder) throws {
    if kind == .stash {
      folder.write("a.txt", "1\nword\n3\n")
      try folder.commit("base")
      folder.write("a.txt", "1\ntheirs\n3\n")
      try folder.git("stash", "-q")
      folder.write("a.txt", "1\nours\n3\n")
      try folder.commit("ours")
      try folder.git("stash", "pop", "-q", exits: 1)
      return
    }
    try folder.forkText()
    switch kind {
    case .merge, .stash: try folder.merge()
    case .rebase: try folder.git("rebase", "-q", "theirs", exits: 1)
    case .cherryPick: try folder.git("cherry-pick", "theirs", exits: 1)
    case .squash: try folder.git("merge", "--squash", "-q", "theirs", exits: 1)
    case .am:
      try folder.git("format-patch", "-q", "-1", "-o", ".git/patches", "theirs")
      try folder.git("am", "-q", "-3", ".git/patches/0001-theirs.patch", exits: 128)
    case .revert:
      folder.write("a.txt", "1\nlater\n3\n")
      try folder.commit("later")
      try folder.git("revert", "--no-edit", "HEAD~1", exits: 1)
    }
  }

  @Test(arguments: GitOperation.Kind.allCases.map(\.rawValue))
  func `the commits of the sides have the versions of the index`(name: String) async {
    await #expect(processExitsWith: .success) { [name = name as String] in
      let kind = try #require(GitOperation.Kind(rawValue: name))
      let folder = try GitFolder()
      try GitOperationTests.start(kind, in: folder)
      let repository = try GitRepository.entered(folder)
      let operation = try repository.operation()
      #expect(operation.kind == kind && operation.branch == "main")
      let conflict = try repository.conflict(at: "a.txt")
      let (ours, theirs) = (try #require(conflict.ours), try #require(conflict.theirs))
      let commit = try #require(operation.ours).name
      #expect(
        try repository.contents(of: conflict.path, in: commit) == repository.bytes(of: ours))
      let isRecorded = ![.am, .squash, .stash].contains(kind)
      #expect((operation.theirsState != nil) == isRecorded)
      if let state = operation.theirsState {
        let bytes = try repository.contents(of: conflict.path, in: state.name)
        #expect(try bytes == repository.bytes(of: theirs))
      }
      #expect(try repository.knowsDates(of: conflict, during: operation) == isRecorded)
      #expect(try repository.contents(of: Array("none".utf8), in: commit) == nil)
    }
  }

  @Test func `a side has the date and author of the last commit that changed the path`() async {
    await #expect(processExitsWith: .success) {
      let folder = try GitFolder()
      try folder.fork {
        folder.write("a.txt", "1\n")
      } ours: {
        folder.write("a.txt", "ours\n")
      } theirs: {
        folder.write("a.txt", "theirs\n")
        try folder.git("add", "a.txt")
        try folder.git(
          "commit", "-q", "-m", "edit", "--author", "Zoë <z@example.org>", "--date",
          "2020-01-02T00:00:00+0000")
        // A later commit that leaves the path alone does not count.
        folder.write("b.txt", "other\n")
      }
      try folder.merge()
      let repository = try GitRepository.entered(folder)
      let operation = try repository.operation()
      let conflict = try repository.conflict(at: "a.txt")
      let value = try repository.conflict(of: conflict, during: operation)
      #expect(value.sides.map(\.author) == ["Anna", "Zoë"])
      #expect(value.sides[1].date.seconds == 1_577_923_200)
      let change = try #require(try repository.change(of: conflict.path, in: operation.theirs))
      let commit = try folder.git("rev-parse", "--short", "theirs^").lines[0]
      #expect(change.commit == commit && change.date == value.sides[1].date)
      // Without an operation, ours counts as the older one.
      let undated = try repository.conflict(of: conflict)
      #expect(undated.sides[0].date < undated.sides[1].date)
    }
  }
}
