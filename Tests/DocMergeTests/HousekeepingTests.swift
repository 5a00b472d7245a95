import DocMerge
import DocMergeContainer
import DocMergeObjects
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Glibc
import Testing

/// `git gc --prune=now`, by a person or by git itself, at any moment.
struct HousekeepingTests {
  private let folder = TemporaryFolder()

  private var remote: String { "\(folder.path)/remote.git" }

  private func container(_ name: String) throws -> Container {
    let container = try Container.create(at: "\(folder.path)/\(name)", computer: name).container
    try container.remotes.add(Remote(name: "home", url: remote))
    return container
  }

  private func write(_ name: String, _ text: String, in container: Container) {
    File("\(container.path)/\(name)").write(Array(text.utf8))
  }

  /// Runs a line of the shell over and over, until `body` is done.
  private func repeating(_ lines: [String], while body: () throws -> Void) rethrows {
    let end = File("\(folder.path)/end")
    let running = lines.map { line in
      Program("sh", in: folder.path).start(["-c", "until [ -e end ]; do \(line); sleep 0.02; done"])
    }
    defer {
      end.write([])
      for program in running { _ = program.finish() }
      end.remove()
    }
    try body()
  }

  /// Everything that may be done, with what was saved on the way.
  private func work(_ containers: [Container], rounds: Int) throws -> Set<String> {
    var saved: Set<String> = []
    for round in 0..<rounds {
      for (number, container) in containers.enumerated() {
        let text = "line \(round)\nby \(number)\n"
        write("a.md", text, in: container)
        write("\(round % 5)/\(number).md", "also \(text)", in: container)
        #expect(try !container.save().isEmpty)
        saved.formUnion([text, "also \(text)"])
        _ = try container.sync(with: "home", options: .joining)
      }
      let container = containers[round % containers.count]
      for document in try container.conflicts() {
        _ = try container.resolve(document.id, using: ByDate(.newest))
      }
      if round % 3 == 2 { _ = try container.undo() }
    }
    return saved
  }

  private func check(_ repository: String, has texts: Set<String>) throws {
    let git = Program("git", in: folder.path)
    let check = git.run(["--git-dir=\(repository)", "fsck", "--strict", "--no-dangling"])
    #expect(check.status == 0, "\(repository): \(check)")
    let list = try git.run(["--git-dir=\(repository)", "rev-list", "--objects", "--all"], exits: 0)
    let reachable = Set(list.lines.map { $0.prefix(40) })
    for text in texts {
      let id = try GitObject(kind: .blob, bytes: Array(text.utf8)).id.description
      #expect(reachable.contains(id[...]), "\(repository): \(text)")
    }
  }

  @Test func `git gc --prune=now at any moment takes nothing away`() throws {
    let containers = try ["A", "B"].map(container)
    for container in containers { _ = try container.sync(with: "home", options: .joining) }
    let repositories = containers.map { "\($0.path)/.docmerge" } + [remote]
    var saved: Set<String> = []
    try repeating(repositories.map { "git --git-dir=\($0) gc --prune=now --quiet" }) {
      saved = try work(containers, rounds: 6)
    }
    for _ in 0..<2 {
      for container in containers { _ = try container.sync(with: "home", options: .joining) }
    }
    for repository in repositories { try check(repository, has: saved) }
    for container in containers {
      #expect(try container.upkeep.audit().lost.isEmpty)
      #expect(File("\(container.path)/.docmerge/gc.pid").exists == false)
    }
  }
}
