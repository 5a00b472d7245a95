import DocMergeGit
import DocMergeTestSupport
import Testing

/// Files in conflict that a person edited, as distinguished from those that git left.
struct GitEditTests {
  /// Short texts of three versions, most of them in conflict.
  private static func versions(seed: Int) -> [String] {
    var generator = SeededGenerator(seed: seed)
    let base = (0..<generator.number(4...9)).map { "line \($0 % generator.number(3...9)) of it" }
    func edited(_ side: String) -> String {
      var lines = base
      for _ in 0..<generator.number(1...4) {
        let place = generator.number(0...lines.count - 1)
        switch generator.number(0...3) {
        case 0: lines.insert("new \(generator.number(0...2)) of \(side)", at: place)
        case 1 where lines.count > 1: lines.remove(at: place)
        default: lines[place] = "\(side) \(generator.number(0...1))"
        }
      }
      return lines.joined(separator: "\n") + (generator.once(in: 4) ? "" : "\n")
    }
    return [base.joined(separator: "\n") + "\n", edited("ours"), edited("theirs")]
  }

  @Test(arguments: ["merge", "diff3", "zdiff3"])
  func `a file that git left is no edit, and one that a person changed is`(style: String) async {
    await #expect(processExitsWith: .success) { [style = style as String] in
      let names = (0..<60).map { "f\($0)" }
      let versions = (0..<60).map { GitEditTests.versions(seed: $0) }
      let folder = try GitFolder(["merge.conflictStyle": style])
      func write(_ number: Int) {
        for (name, texts) in zip(names, versions) { folder.write(name, texts[number]) }
      }
      try folder.fork {
        folder.write(".gitattributes", "f1* conflict-marker-size=12\n")
        write(0)
      } ours: {
        write(1)
      } theirs: {
        write(2)
      }
      try folder.merge()
      let repository = try GitRepository.entered(folder)
      let conflicts = try repository.conflicts()
      #expect(conflicts.count > 20)
      for (path, edit) in try repository.edits(of: conflicts) {
        Issue.record("\(String(decoding: path + edit.bytes, as: UTF8.self))")
      }
      for conflict in conflicts {
        let name = String(decoding: conflict.path, as: UTF8.self)
        folder.write(name, "by hand\n" + (folder.read(name) ?? ""))
      }
      let edits = try repository.edits(of: conflicts)
      #expect(Set(edits.keys) == Set(conflicts.map(\.path)))
      for (path, edit) in edits {
        let name = String(decoding: path, as: UTF8.self)
        #expect(edit.bytes == File("\(folder.path)/\(name)").bytes && !edit.isExecutable)
        #expect(try folder.git("hash-object", name).lines == [edit.object])
      }
    }
  }

  @Test func `missing files, links and folders are no edits`() async {
    await #expect(processExitsWith: .success) {
      let folder = try GitFolder.stopped()
      let repository = try GitRepository.entered(folder)
      let conflict = try repository.conflict(at: "a.txt")
      let file = File("\(folder.path)/a.txt")
      let places: [(label: String, make: () -> Void)] = [
        ("missing", {}), ("link", { file.link(to: "elsewhere") }),
        ("folder", { folder.write("a.txt/b", "text\n") }),
      ]
      for (label, make) in places {
        file.removeAll()
        make()
        #expect(try repository.edits(of: [conflict]).isEmpty, "\(label)")
        #expect(try repository.file(of: conflict) == nil, "\(label)")
      }
      file.removeAll()
      folder.write("a.txt", "by hand\n")
      file.setPermissions(0o755)
      let edit = try #require(try repository.edits(of: [conflict])[conflict.path])
      #expect(edit.bytes == Array("by hand\n".utf8) && edit.isExecutable)
      #expect(try repository.file(of: conflict) == edit)
    }
  }

  @Test func `the file of a conflict is written as it is, and stays in conflict`() async {
    await #expect(processExitsWith: .success) {
      let folder = try GitFolder(["core.autocrlf": "true", "core.safecrlf": "false"])
      let file = File("\(folder.path)/a.txt")
      try folder.fork {
        folder.write("a.txt", "1\n")
      } ours: {
        folder.write("a.txt", "ours\n")
        file.setPermissions(0o755)
      } theirs: {
        folder.write("a.txt", "theirs\n")
      }
      try folder.merge()
      let repository = try GitRepository.entered(folder)
      let (conflict, before) = (try repository.conflict(at: "a.txt"), try folder.entries())
      try repository.write(Array("by\r\nhand\r\n".utf8), toFileOf: conflict)
      #expect(file.bytes == Array("by\r\nhand\r\n".utf8))
      #expect((file.permissions ?? 0) & 0o111 != 0)
      #expect(try folder.entries() == before)
      #expect(try repository.file(of: conflict)?.bytes == Array("by\nhand\n".utf8))
    }
  }

  @Test func `a file that git's rerere filled in is not one that a person edited`() async {
    await #expect(processExitsWith: .success) {
      let folder = try GitFolder(["rerere.enabled": "true"])
      try folder.forkText()
      try folder.merge()
      folder.write("a.txt", "1\ndecided\n3\n")
      try folder.commit("decided")
      try folder.git("reset", "-q", "--hard", "HEAD^")
      try folder.merge()
      #expect(folder.read("a.txt") == "1\ndecided\n3\n")
      let repository = try GitRepository.entered(folder)
      let conflicts = try repository.conflicts()
      let edits = try repository.edits(of: conflicts)
      #expect(repository.usesRerere && edits.count == 1)
      #expect(try repository.filledByRerere(of: edits) == Set(conflicts.map(\.path)))
      folder.write("a.txt", "<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n")
      let edited = try repository.edits(of: conflicts)
      #expect(try edited.count == 1 && repository.filledByRerere(of: edited).isEmpty)
    }
  }
}
