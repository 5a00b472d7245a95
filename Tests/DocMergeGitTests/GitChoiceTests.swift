import DocMergeGit
import DocMergeResolvers
import DocMergeTestSupport
import Testing

/// Resolutions as entries of the index and files of the worktree.
struct GitChoiceTests {
  @Test func `a resolution is one entry of the index, and the same file in the worktree`() async {
    await #expect(processExitsWith: .success) {
      let merged = Array("merged\n".utf8)
      let rows: [(label: String, outcome: Resolution.Outcome, text: String, mode: String)] = [
        ("ours", .side(0), "1\nours\n3\n", "100644"),
        ("theirs", .side(1), "1\ntheirs\n3\n", "100644"),
        ("merged", .contents(merged, isExecutable: false), "merged\n", "100644"),
        ("executable", .contents(merged, isExecutable: true), "merged\n", "100755"),
      ]
      for (label, outcome, text, mode) in rows {
        let folder = try GitFolder.stopped()
        let repository = try GitRepository.entered(folder)
        let resolution = Resolution(outcome: outcome, strategy: label)
        let choices = try repository.choices([(try repository.conflict(at: "a.txt"), resolution)])
        #expect(choices.flatMap(\.entries).map(\.path) == [Array("a.txt".utf8)])
        // Until they are applied, choices change nothing.
        #expect(try repository.conflicts().count == 1)
        try repository.apply(choices, summary: label)
        #expect(try repository.conflicts().isEmpty)
        #expect(folder.read("a.txt") == text, "\(label)")
        let staged = try folder.git("ls-files", "--stage").text
        #expect(staged.hasPrefix("\(mode) ") && staged.hasSuffix(" 0\ta.txt\n"), "\(label)")
        #expect(try folder.git("show", ":a.txt").text == text, "\(label)")
        #expect(folder.tryGit("diff-files", "--quiet").status == 0, "\(label)")
        #expect(try repository.isUnchanged == (label == "ours"))
      }
    }
  }

  @Test func `a deletion removes the file and the folders that are empty then`() async {
    await #expect(processExitsWith: .success) {
      for hasSibling in [false, true] {
        let folder = try GitFolder()
        try folder.fork {
          folder.write("d/e/a.txt", "1\n")
          if hasSibling { folder.write("d/b.txt", "1\n") }
        } ours: {
          folder.write("d/e/a.txt", "ours\n")
        } theirs: {
          try folder.git("rm", "-q", "d/e/a.txt")
        }
        try folder.merge()
        let repository = try GitRepository.entered(folder)
        let conflict = try repository.conflict(at: "d/e/a.txt")
        let resolution = Resolution(outcome: .side(1), strategy: "theirs")
        try repository.apply(try repository.choices([(conflict, resolution)]), summary: "theirs")
        #expect(File(folder.path).names == (hasSibling ? [".git", "d"] : [".git"]))
        #expect(File("\(folder.path)/d").names == (hasSibling ? ["b.txt"] : []))
        #expect(try folder.git("ls-files").lines == (hasSibling ? ["d/b.txt"] : []))
        _ = try repository.undo()
        #expect(folder.read("d/e/a.txt") == "ours\n")
      }
    }
  }

  @Test func `a copy gets a name that neither the worktree nor the index has`() async {
    await #expect(processExitsWith: .success) {
      let names = [
        ("a.md", "a (theirs).md"), ("b.tar.gz", "b.tar (theirs).gz"),
        (".profile", ".profile (theirs)"), ("d.x/README", "d.x/README (theirs)"),
        ("seen.md", "seen (theirs 2).md"), ("known.md", "known (theirs 3).md"),
      ]
      let folder = try GitFolder()
      for (path, _) in names {
        for number in 1...3 { try folder.stage("\(number)\n", number, at: path) }
      }
      folder.write("seen (theirs).md", "another\n")
      folder.write("known (theirs).md", "another\n")
      try folder.stage("another\n", 0, at: "known (theirs 2).md")
      let repository = try GitRepository.entered(folder)
      let conflicts = try repository.conflicts()
      let both = Resolution(outcome: .side(0), copies: [1], strategy: "both")
      let choices = try repository.choices(conflicts.map { ($0, both) })
      for choice in choices {
        let path = String(decoding: choice.conflict.path, as: UTF8.self)
        let copy = try #require(names.first { $0.0 == path }).1
        #expect(choice.entries.map(\.path) == [path, copy].map { Array($0.utf8) })
        #expect(choice.entries.map(\.stage) == [choice.conflict.ours, choice.conflict.theirs])
      }
    }
  }

  @Test func `submodules and packages are refused, and nothing changes`() async {
    await #expect(processExitsWith: .success) {
      let folder = try GitFolder()
      for number in 1...3 {
        try folder.stage("\(number)\n", number, at: "sub", mode: "160000")
        try folder.stage("\(number)\n", number, at: "a.txt")
      }
      let repository = try GitRepository.entered(folder)
      let before = try folder.entries()
      let ours = Resolution(outcome: .side(0), strategy: "ours")
      let package = Resolution(outcome: .package([]), strategy: "package")
      for (path, resolution) in [("sub", ours), ("a.txt", package)] {
        let conflict = try repository.conflict(at: path)
        #expect(throws: GitFailure.self) { try repository.choices([(conflict, resolution)]) }
      }
      #expect(try folder.entries() == before && File(folder.path).names == [".git"])
    }
  }

  @Test func `attributes say how a resolution is written, and how it is read again`() async {
    await #expect(processExitsWith: .success) {
      let rows: [(path: String, text: String, written: [UInt8])] = [
        ("a.crlf", "1\n2\n", Array("1\r\n2\r\n".utf8)), ("a.latin", "é\n", [0xE9, 0x0A]),
        ("a.txt", "1\r\n2\n", Array("1\r\n2\n".utf8)),
      ]
      let folder = try GitFolder()
      folder.write(
        ".gitattributes",
        """
        *.crlf text eol=crlf docmerge-format=ini
        *.latin working-tree-encoding=ISO-8859-1

        """)
      try folder.commit("attributes")
      for (path, _, _) in rows {
        for number in 1...3 { try folder.stage("\(number)\n", number, at: path) }
      }
      let repository = try GitRepository.entered(folder)
      let resolutions: [(conflict: GitConflict, resolution: Resolution)]
      resolutions = try rows.map { path, text, _ in
        let outcome = Resolution.Outcome.contents(Array(text.utf8), isExecutable: false)
        return (try repository.conflict(at: path), Resolution(outcome: outcome, strategy: "merge"))
      }
      try repository.apply(try repository.choices(resolutions), summary: "merge")
      for (path, text, written) in rows {
        #expect(File("\(folder.path)/\(path)").bytes == written, "\(path)")
        #expect(try folder.git("show", ":\(path)").text == text, "\(path)")
        let clean = try repository.cleaned(written, Array(path.utf8))
        #expect(clean == Array(text.utf8), "\(path)")
      }
      #expect(folder.tryGit("diff-files", "--quiet").status == 0)
      #expect(try repository.format(of: Array("a.crlf".utf8)) == "ini")
      #expect(try repository.format(of: Array("a.txt".utf8)) == nil)
    }
  }
}
