import DocMerge
import DocMergeContainer
import DocMergeHistory
import DocMergeObjects
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Testing

/// Replicas that do anything, in any order, agree once they have seen the same, and lose no text.
struct ConvergenceTests {
  /// Containers that meet at one remote, and all texts that were ever saved in them.
  private final class World {
    let folder = TemporaryFolder()
    var containers: [Container] = []
    var saved: Set<String> = []
    private var generator: SeededGenerator
    private var count = 0
    private let prunes: Bool

    init(seed: Int, prunes: Bool = false) throws {
      self.prunes = prunes
      generator = SeededGenerator(seed: seed)
      for name in ["A", "B", "C"].prefix(generator.number(2...3)) {
        let path = "\(folder.path)/\(name)"
        let container = try Container.create(at: path, computer: name).container
        try container.remotes.add(Remote(name: "home", url: "\(folder.path)/remote.git"))
        containers.append(container)
      }
    }

    func step() throws {
      let container = containers[generator.number(0...containers.count - 1)]
      switch generator.number(0...11) {
      case 0...3: try write(in: container)
      case 4: try rename(in: container)
      case 5: try remove(in: container)
      case 6: _ = try container.save()
      case 7: try resolve(in: container)
      case 8: try undo(in: container)
      case 9 where prunes: _ = try container.upkeep.prune(olderThan: .zero)
      default: _ = try container.sync(with: "home", options: .joining)
      }
    }

    private func name() -> String {
      let names = ["a.md", "A.md", "b.md", "sub/c.md", "sub", "d.md"]
      return names[generator.number(0...names.count - 1)]
    }

    private func write(in container: Container) throws {
      let file = File("\(container.path)/\(name())")
      guard file.names.isEmpty, !blocked(file, in: container) else { return }
      count += 1
      let text = generator.once(in: 4) ? "the same everywhere\n" : "text \(count)\nby somebody\n"
      file.write(Array(text.utf8))
      if try !container.save().isEmpty { saved.insert(text) }
    }

    /// Whether a file is in the place of a folder that is needed.
    private func blocked(_ file: File, in container: Container) -> Bool {
      file.description.contains("/sub/") && File("\(container.path)/sub").bytes != nil
    }

    private func rename(in container: Container) throws {
      guard let document = try container.documents().randomElement(using: &generator),
        let path = DocumentPath(name())
      else { return }
      do { try container.move(document.id, to: path) } catch ContainerError.pathIsTaken {}
    }

    private func remove(in container: Container) throws {
      guard let document = try container.documents().randomElement(using: &generator) else {
        return
      }
      try container.delete([document.id])
    }

    private func resolve(in container: Container) throws {
      guard let document = try container.conflicts().randomElement(using: &generator) else {
        return
      }
      switch generator.number(0...3) {
      case 0: _ = try container.resolve(document.id, using: KeepBoth())
      case 1: _ = try container.resolve(document.id, using: ByDate(.oldest))
      case 2: _ = try container.resolve(document.id, using: ByDate(.newest))
      default: _ = try container.resolve(document.id, using: ThreeWayMerge())
      }
    }

    private func undo(in container: Container) throws {
      do {
        _ = try container.undo()
      } catch ContainerError.nothingToUndo {
      } catch ContainerError.pruned where prunes {
      } catch ContainerError.changedSince {
      } catch ContainerError.actedSince {}
    }

    func settle() throws {
      for _ in 0..<3 {
        for container in containers { _ = try container.sync(with: "home", options: .joining) }
      }
    }
  }

  private func contents(_ container: Container) -> [String: String] {
    var result: [String: String] = [:]
    var waiting = [""]
    while let folder = waiting.popLast() {
      for name in File("\(container.path)/\(folder)").names where folder + name != ".docmerge" {
        if let text = File("\(container.path)/\(folder)\(name)").text {
          result[folder + name] = text
        } else {
          waiting.append("\(folder)\(name)/")
        }
      }
    }
    return result
  }

  /// The ids of everything that plain git reaches from the references of a container.
  private func reachable(in container: Container) throws -> Set<String> {
    let list = try Program("git", in: container.path).run(
      ["--git-dir=.docmerge", "rev-list", "--objects", "--all"], exits: 0)
    return Set(list.lines.map { String($0.prefix(40)) })
  }

  /// Expects that all replicas have the same files, documents, names and versions.
  private func expectAgreement(in world: World) throws {
    let first = world.containers[0]
    let theirs = try first.documents(includesDeleted: true)
    for container in world.containers {
      #expect(contents(container) == contents(first))
      let ours = try container.documents(includesDeleted: true)
      #expect(ours.map(\.id) == theirs.map(\.id))
      #expect(ours.map(\.path) == theirs.map(\.path))
      #expect(ours.map(\.heads) == theirs.map(\.heads))
      #expect(ours.map(\.aliases) == theirs.map(\.aliases))
    }
  }

  @Test(arguments: 0..<12)
  func `replicas that did anything agree in the end, and lose no text`(seed: Int) throws {
    let world = try World(seed: seed)
    for _ in 0..<40 { try world.step() }
    try world.settle()
    try expectAgreement(in: world)
    for container in world.containers {
      #expect(try container.save().isEmpty)
      let status = try container.status()
      #expect(status.modified.isEmpty && status.added.isEmpty && status.removed.isEmpty)
      let reachable = try reachable(in: container)
      for text in world.saved {
        let id = try GitObject(kind: .blob, bytes: Array(text.utf8)).id
        #expect(reachable.contains(id.description), "\(text)")
      }
      let check = Program("git", in: container.path).run([
        "--git-dir=.docmerge", "fsck", "--strict",
      ])
      #expect(check.status == 0, "\(check)")
    }
  }

  /// Reads every version that leads to a head of any document, deleted or not, with its contents.
  private func readHistories(_ container: Container) throws {
    for document in try container.documents(includesDeleted: true) {
      for entry in try container.history(of: document.id) {
        _ = try container.contents(of: entry.version)
      }
    }
  }

  @Test(arguments: 0..<12)
  func `with prunes in between they agree, and whatever leads to a head can be read`(
    seed: Int
  ) throws {
    let world = try World(seed: 1_000 + seed, prunes: true)
    for number in 1...60 {
      try world.step()
      if number.isMultiple(of: 10) {
        for container in world.containers { try readHistories(container) }
      }
    }
    try world.settle()
    try expectAgreement(in: world)
    for container in world.containers {
      try readHistories(container)
      #expect(try container.upkeep.audit().lost.isEmpty)
      #expect(try container.upkeep.verify().faults == [])
      try Program("git", in: container.path).run(
        ["--git-dir=.docmerge", "fsck", "--strict"], exits: 0)
    }
  }
}
