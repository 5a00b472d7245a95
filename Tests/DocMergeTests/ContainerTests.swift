import DocMerge
import DocMergeTestSupport
import Testing

/// Containers as an app uses them.
struct ContainerTests {
  private let folder = TemporaryFolder()

  private func container(_ documents: [String: String]) throws -> Container {
    for (name, text) in documents { write(name, text) }
    return try Container.create(at: folder.path, computer: "laptop").container
  }

  private func write(_ name: String, _ text: String) {
    File("\(folder.path)/\(name)").write(Array(text.utf8))
  }

  private func read(_ name: String) -> String? { File("\(folder.path)/\(name)").text }

  private func document(_ name: String, in container: Container) throws -> DocumentSummary {
    try container.document(at: try #require(DocumentPath(name)))
  }

  @Test func `is found from any folder in it`() throws {
    let container = try container(["sub/deep/a.md": "one\n"])
    #expect(try Container.find(from: "\(folder.path)/sub/deep").path == container.path)
    #expect(throws: ContainerError.isInsideContainer("\(folder.path)/sub")) {
      try Container.create(at: "\(folder.path)/sub")
    }
    #expect(throws: ContainerError.isContainer(folder.path)) {
      try Container.create(at: folder.path)
    }
    let outside = TemporaryFolder()
    #expect(throws: ContainerError.notAContainer(outside.path)) {
      try Container.find(from: outside.path)
    }
  }

  @Test func `reports what a save did`() throws {
    let container = try container(["a.md": "one\n", "b.md": "b\n", "c.md": "see\n"])
    write("a.md", "two\n")
    write("d.md", "d\n")
    File("\(folder.path)/b.md").remove()
    File("\(folder.path)/c.md").move(to: File("\(folder.path)/e.md"))
    let report = try container.save(message: "words")
    #expect(report.modified.map(\.display) == ["a.md"])
    #expect(report.added.map(\.display) == ["d.md"])
    #expect(report.removed.map(\.display) == ["b.md"])
    #expect(report.moved.map(\.to.display) == ["e.md"])
    #expect(report.conflicts.isEmpty && report.skipped.isEmpty && !report.isEmpty)
    let history = try container.history(of: document("a.md", in: container).id)
    #expect(history.map(\.message) == ["words", "Add a.md"])
    #expect(try container.save().isEmpty)
  }

  @Test func `threads that save one document from one version keep every text`() async throws {
    let container = try container(["a.md": "base\n"])
    let base = try document("a.md", in: container)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          _ = try container.save(Array("\(number)\n".utf8), to: base.id, from: base.current)
        }
      }
      try await group.waitForAll()
    }
    let heads = try container.document(base.id).heads
    #expect(heads.count == 8)
    let texts = try heads.map {
      String(decoding: try container.contents(of: $0).bytes ?? [], as: UTF8.self)
    }
    #expect(Set(texts) == Set((0..<8).map { "\($0)\n" }))
    #expect(read("a.md") == texts[0])
  }

  @Test func `readers see whole operations while others write`() async throws {
    let container = try container(["a.md": "0\n", "b.md": "0\n"])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 1...15 {
          write("a.md", "\(number)\n")
          write("b.md", "\(number)\n")
          _ = try container.save()
        }
      }
      group.addTask {
        let other = try Container(path: container.path)
        for _ in 0..<30 {
          #expect(try other.documents().count == 2)
          #expect(try other.conflicts().isEmpty)
        }
      }
      try await group.waitForAll()
    }
    #expect(try container.history(of: document("a.md", in: container).id).count == 16)
  }

  /// A resolver that is asked twice, because of a save while it thinks.
  private struct Slow: Resolver {
    let container: Container
    let document: DocumentID

    func resolve(_ conflict: Conflict) throws -> Resolution? {
      if conflict.sides.count == 2 {
        let base = try container.document(document).heads[1]
        _ = try container.save(Array("meanwhile\n".utf8), to: document, from: base)
        _ = try container.save(Array("and more\n".utf8), to: document, from: base)
      }
      return Resolution(outcome: .side(0), strategy: "slow")
    }
  }

  private func conflict() throws -> (Container, DocumentID) {
    let container = try container(["a.md": "base\n"])
    let base = try document("a.md", in: container)
    for text in ["one\n", "two\n"] {
      _ = try container.save(Array(text.utf8), to: base.id, from: base.current)
    }
    return (container, base.id)
  }

  @Test func `a decision is made again when the document got versions meanwhile`() throws {
    let (container, id) = try conflict()
    let report = try container.resolve(id, using: Slow(container: container, document: id))
    #expect(report.conflict.sides.count == 3)
    #expect(try container.document(id).heads.count == 1)
    #expect(try container.history(of: id)[0].parents.count == 3)
  }

  @Test func `a decision for other heads than there are changes nothing`() throws {
    let (container, id) = try conflict()
    let heads = try container.document(id).heads.map(\.id)
    let keep = Resolution(outcome: .side(0), strategy: "keep")
    func decision(_ heads: [ObjectID]) -> DocumentResolution {
      DocumentResolution(document: id, heads: heads, resolution: keep)
    }
    #expect(throws: ContainerError.headsMoved("a.md")) {
      try container.settle([decision([heads[0]])])
    }
    #expect(try container.document(id).heads.map(\.id) == heads)
    let none = Resolution(outcome: .side(9), strategy: "keep")
    #expect(throws: ContainerError.headsMoved("a.md")) {
      try container.settle([
        DocumentResolution(document: id, heads: heads, resolution: none)
      ])
    }
    try container.settle([decision(heads.reversed())])
    #expect(throws: ContainerError.headsMoved("a.md")) {
      try container.settle([decision(heads)])
    }
  }

  @Test func `a conflict is described with its base, sides, authors and lazy bytes`() throws {
    let (container, id) = try conflict()
    let conflict = try container.conflict(of: container.document(id))
    #expect(conflict.path == "a.md")
    #expect(try conflict.base?.bytes() == Array("base\n".utf8))
    #expect(
      try conflict.sides.map { try $0.bytes() } == [Array("two\n".utf8), Array("one\n".utf8)])
    #expect(conflict.sides.map(\.computer) == ["laptop", "laptop"])
    #expect(conflict.sides.allSatisfy { $0.kind == .file(isExecutable: false) })
    try container.settle([
      DocumentResolution(
        document: id, heads: try container.document(id).heads.map(\.id),
        resolution: Resolution(
          outcome: .contents(Array("x".utf8), isExecutable: true), strategy: "own"))
    ])
    #expect(read("a.md") == "x")
    #expect(File("\(folder.path)/a.md").permissions.map { $0 & 0o111 } == 0o111)
    #expect(throws: ContainerError.notInConflict("a.md")) {
      try container.conflict(of: container.document(id))
    }
  }

  @Test func `a conflict whose versions are not here is decided once they are downloaded`() throws {
    let remote = Remote(name: "home", url: "\(folder.path)/remote.git")
    let others = try ["A", "B"].map { name in
      let other = try Container.create(at: "\(folder.path)/\(name)", computer: name).container
      try other.remotes.add(remote)
      return other
    }
    write("A/a.md", "0\n")
    for other in others { _ = try other.sync(with: "home", options: .joining) }
    for (other, name) in zip(others, ["A", "B"]) {
      write("\(name)/a.md", "by \(name)\n")
      _ = try other.sync(with: "home", options: .joining)
    }
    let lazy = try Container.clone(
      from: remote.url, to: "\(folder.path)/C", isOnDemand: true
    ).container
    let conflict = try #require(try lazy.conflicts().first)
    #expect(throws: ContainerError.notDownloaded("a.md")) {
      try lazy.resolve(conflict.id, using: KeepBoth())
    }
    #expect(try lazy.local.download([conflict.id]).isComplete)
    _ = try lazy.resolve(conflict.id, using: KeepBoth())
    #expect(try lazy.conflicts().isEmpty && lazy.documents().count == 2)
  }
}
