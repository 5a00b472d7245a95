import DocMergeGit
import DocMergeResolvers
import DocMergeTestSupport
import Testing

/// Conflicts in the index of git, with all versions.
struct GitConflictTests {
  @Test func `each set of versions has the kind that git calls it, and each version its bytes`()
    async
  {
    await #expect(processExitsWith: .success) {
      let kinds: [(numbers: [Int], kind: GitConflict.Kind)] = [
        ([1], .bothDeleted), ([2], .addedByUs), ([3], .addedByThem), ([1, 2], .deletedByThem),
        ([1, 3], .deletedByUs), ([2, 3], .bothAdded), ([1, 2, 3], .bothModified),
      ]
      let folder = try GitFolder()
      for (numbers, kind) in kinds {
        for number in numbers {
          try folder.stage("\(number) \(kind.rawValue)\n", number, at: kind.rawValue)
        }
      }
      let repository = try GitRepository.entered(folder)
      #expect(try repository.conflicts().count == kinds.count)
      let status = try folder.git("status").lines
      for (numbers, kind) in kinds {
        let conflict = try repository.conflict(at: kind.rawValue)
        #expect(conflict.kind == kind)
        #expect(conflict.stages.map(\.number) == numbers)
        #expect(
          status.contains { $0.hasPrefix("\t\(kind.rawValue): ") && $0.hasSuffix(kind.rawValue) })
        let sizes = try repository.sizes(of: conflict.stages.map(\.stage))
        for (number, stage) in conflict.stages {
          let bytes = Array("\(number) \(kind.rawValue)\n".utf8)
          #expect(try repository.bytes(of: stage) == bytes)
          #expect(sizes[stage.object] == Int64(bytes.count))
        }
      }
    }
  }

  @Test func `the mode of a version is the kind of its side`() async {
    await #expect(processExitsWith: .success) {
      let kinds: [(mode: String, kind: Conflict.Kind)] = [
        ("100644", .file(isExecutable: false)), ("100755", .file(isExecutable: true)),
        ("120000", .symlink), ("160000", .package),
      ]
      let folder = try GitFolder()
      for (mode, _) in kinds { try folder.stage("text", 2, at: mode, mode: mode) }
      let repository = try GitRepository.entered(folder)
      for (mode, kind) in kinds {
        let conflict = try repository.conflict(at: mode)
        let stage = try #require(conflict.ours)
        #expect(stage.isExecutable == (mode == "100755"))
        #expect(stage.isSymlink == (mode == "120000"))
        #expect(conflict.hasSubmodule == (mode == "160000"))
        let value = try repository.conflict(of: conflict)
        #expect(value.path == mode && value.base == nil)
        #expect(value.sides.map(\.id) == ["ours", "theirs"])
        #expect(value.sides.map(\.kind) == [kind, .deleted])
        let text = conflict.hasSubmodule ? "Subproject commit \(stage.object)\n" : "text"
        #expect(try value.sides[0].bytes() == Array(text.utf8))
        // Git has no size of a commit in another repository.
        #expect(try repository.sizes(of: [stage]).isEmpty == conflict.hasSubmodule)
      }
    }
  }

  @Test func `paths of any bytes are listed in the order of the index, resolved and undone`() async
  {
    await #expect(processExitsWith: .success) {
      let names =
        [" a b", "-rf", "quo\"te", "new\nline", "tab\tname", ":(top)x", "é", "d/*"].map {
          Array($0.utf8)
        } + [[0x61, 0xFF, 0x2E, 0x62]]
      let folder = try GitFolder()
      folder.write("x", "1\n")
      try folder.commit("base")
      for name in names {
        for number in 1...3 { try folder.stage("\(number)\n", number, at: name) }
      }
      let repository = try GitRepository.entered(folder)
      let conflicts = try repository.conflicts()
      #expect(conflicts.map(\.path) == names.sorted { $0.lexicographicallyPrecedes($1) })
      let theirs = Resolution(outcome: .side(1), strategy: "theirs")
      try repository.apply(
        try repository.choices(conflicts.map { ($0, theirs) }), summary: "theirs")
      #expect(try repository.conflicts().isEmpty)
      for name in names {
        let file = File(bytes: Array("\(folder.path)/".utf8) + name)
        #expect(file.bytes == Array("3\n".utf8), "\(name)")
      }
      #expect(try repository.undo()?.paths == conflicts.map(\.path))
      #expect(try repository.conflicts() == conflicts)
      #expect(File(folder.path).names == [".git", "x"])
    }
  }

  @Test func `paths are from the top of the worktree, wherever the process is`() async {
    await #expect(processExitsWith: .success) {
      let folder = try GitFolder()
      try folder.forkText("sub/a.txt")
      try folder.merge()
      let repository = try GitRepository.entered(folder, "sub")
      #expect(repository.top == folder.path)
      let conflict = try repository.conflict(at: "sub/a.txt")
      let resolution = Resolution(outcome: .side(1), strategy: "theirs")
      try repository.apply(try repository.choices([(conflict, resolution)]), summary: "theirs")
      #expect(folder.read("sub/a.txt") == "1\ntheirs\n3\n")
      #expect(File("\(folder.path)/sub").names == ["a.txt"])
    }
  }

  @Test func `outside of a repository there is none, and broken settings are an error`() async {
    await #expect(processExitsWith: .success) {
      let outside = TemporaryFolder()
      try GitRepository.enter(outside.path)
      #expect(try GitRepository.current() == nil && !GitRepository.isAround())
      let folder = try GitFolder()
      try GitRepository.enter(folder.path)
      #expect(try GitRepository.isAround())
      folder.write(".git/config", "[broken\n")
      #expect(throws: GitFailure.self) { try GitRepository.current() }
      #expect(throws: GitFailure.self) { try GitRepository.isAround() }
    }
  }
}
