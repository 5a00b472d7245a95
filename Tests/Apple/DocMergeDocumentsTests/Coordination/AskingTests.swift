import DocMergeContainer
import DocMergeDocuments
import DocMergeFolder
import DocMergeHistory
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Foundation
import Testing

extension CoordinationTests {
  /// What changes documents of a container asks first those who have them open.
  @Suite @Blocking struct AskingTests {
    private let meeting = Meeting()

    /// Two copies of a container with one document.
    private func replicas(autoresolving: Bool = false) throws -> [Replica] {
      let replicas = try meeting.replicas("A", "B", documents: ["a.txt": "base", "b.txt": "other"])
      if autoresolving { try replicas[0].git("config", "docmerge.autoresolve", "clean") }
      return replicas
    }

    /// The document `a.txt` in conflict on the first: its own version is the current one.
    private func conflict() throws -> Replica {
      let replicas = try replicas()
      try replicas[1].save("a.txt", "theirs", date: 1_000_000)
      try replicas[1].docmerge("sync")
      replicas[0].write("a.txt", "ours")
      try replicas[0].docmerge("sync", exits: 1)
      return replicas[0]
    }

    /// Presents a document of a replica while `body` runs, and waits until all was told.
    private func witness(
      _ replica: Replica, _ name: String = "a.txt", refusing refusal: (any Error)? = nil,
      until last: String, _ body: () throws -> Void
    ) throws -> [String] {
      let presenter = WitnessPresenter(
        URL(filePath: "\(replica.path)/\(name)"), refusing: refusal)
      FileCoordinator.addFilePresenter(presenter)
      defer { FileCoordinator.removeFilePresenter(presenter) }
      try body()
      try presenter.trace.wait(for: last)
      return presenter.trace.messages
    }

    @Test(arguments: [false, true])
    func `M76 P7 a sync asks before it deletes, in this process and in another`(
      isOther: Bool
    ) throws {
      let replicas = try replicas()
      try replicas[1].docmerge("rm", "a.txt")
      try replicas[1].docmerge("sync")
      let messages = try witness(replicas[0], until: "again: nothing") {
        try sync(replicas[0], inOther: isOther)
      }
      #expect(messages == ["to writer: base", "deletion: base", "again: nothing"])
    }

    @Test(arguments: [false, true])
    func `M76 P5 a sync asks before it replaces, in this process and in another`(
      isOther: Bool
    ) throws {
      let replicas = try replicas()
      try replicas[1].save("a.txt", "theirs")
      try replicas[1].docmerge("sync")
      let messages = try witness(replicas[0], until: "again: theirs") {
        try sync(replicas[0], inOther: isOther)
      }
      #expect(messages == ["to writer: base", "again: theirs"])
    }

    @Test func `M76 P9 a sync asks before it moves, and says where to`() throws {
      let replicas = try replicas()
      try replicas[1].docmerge("mv", "a.txt", "c.txt")
      try replicas[1].docmerge("sync")
      let messages = try witness(replicas[0], until: "again: base") {
        try sync(replicas[0], inOther: true)
      }
      #expect(messages == ["to writer: base", "moved to c.txt: base", "again: base"])
    }

    @Test
    func `M76 C31 a sync leaves a document that a program refuses to close, and does the rest`()
      throws
    {
      let replicas = try replicas()
      try replicas[1].docmerge("rm", "a.txt")
      try replicas[1].save("b.txt", "theirs")
      try replicas[1].docmerge("sync")
      let refusal = CocoaError(.fileWriteOutOfSpace)
      var output: Output?
      _ = try witness(replicas[0], refusing: refusal, until: "deletion: base") {
        output = try replicas[0].docmerge("sync", exits: 1)
      }
      #expect(output?.messages.contains("a.txt: a program that has it open says") == true)
      #expect(replicas[0].contents == ["a.txt": "base", "b.txt": "theirs"])
      // It goes once no program has it open.
      try replicas[0].docmerge("save")
      #expect(replicas[0].contents == ["b.txt": "theirs"])
      try replicas[0].docmerge("sync")
    }

    @Test func `M76 a sync --watch asks before it replaces`() throws {
      let replicas = try replicas()
      try replicas[1].save("a.txt", "theirs")
      try replicas[1].docmerge("sync")
      let messages = try witness(replicas[0], until: "again: theirs") {
        let watch = replicas[0].program.start(["sync", "--watch", "--interval", "1"])
        defer {
          watch.kill()
          _ = watch.finish()
        }
        try Patience.wait("a sync") { replicas[0].read("a.txt") == "theirs" }
      }
      #expect(messages == ["to writer: base", "again: theirs"])
    }

    @Test func `M76 a conflict that resolves itself asks before its document is replaced`() throws {
      let replicas = try replicas(autoresolving: true)
      let base = "one\n\ntwo\n\nthree\n"
      try replicas[1].save("a.txt", base)
      for replica in replicas.reversed() { try replica.docmerge("sync") }
      let theirs = base.replacingOccurrences(of: "one", with: "1")
      try replicas[1].save("a.txt", theirs, date: 1_000_000)
      try replicas[1].docmerge("sync")
      let ours = base.replacingOccurrences(of: "three", with: "3")
      replicas[0].write("a.txt", ours)
      let merged = "1\n\ntwo\n\n3\n"
      let messages = try witness(replicas[0], until: "again: \(merged)") {
        try replicas[0].docmerge("sync")
      }
      #expect(messages == ["to writer: \(ours)", "again: \(merged)"])
    }

    @Test func `M76 resolve asks before it replaces`() throws {
      let replica = try conflict()
      let messages = try witness(replica, until: "again: theirs") {
        try replica.docmerge("resolve", "a.txt", "--keep", "@2")
      }
      #expect(messages == ["to writer: ours", "again: theirs"])
    }

    @Test func `M76 restore asks before it replaces, and undo as well`() throws {
      let replica = try replicas()[0]
      try replica.save("a.txt", "new")
      let messages = try witness(replica, until: "again: new") {
        let versions = try replica.docmerge("versions", "a.txt", "--json").text
        let ids = versions.matches(of: /"id" ?: ?"([0-9a-f]{40})"/).map { String($0.output.1) }
        try replica.docmerge("restore", "a.txt", try #require(ids.last))
        try replica.docmerge("undo")
      }
      #expect(
        messages == ["to writer: new", "again: base", "to writer: base", "again: new"])
    }

    @Test func `M76 an undo asks before it deletes what an operation made`() throws {
      let replica = try replicas()[0]
      try replica.save("n.txt", "new")
      let messages = try witness(replica, "n.txt", until: "again: nothing") {
        try replica.docmerge("undo")
      }
      #expect(messages == ["to writer: new", "deletion: new", "again: nothing"])
    }

    @Test func `M76 mv asks before it moves, and evict before it writes a placeholder`() throws {
      let replica = try replicas()[0]
      let moved = try witness(replica, until: "again: base") {
        try replica.docmerge("mv", "a.txt", "c.txt")
      }
      #expect(moved == ["to writer: base", "moved to c.txt: base", "again: base"])
      try replica.docmerge("sync")
      let evicted = try witness(replica, "c.txt", until: "eviction: base") {
        try replica.docmerge("evict", "c.txt")
      }
      #expect(evicted == ["eviction: base"])
    }

    @Test func `M76 an eviction by the library asks, and keeps a document on refusal`() throws {
      let replica = try replicas()[0]
      let container = try Container(path: replica.path)
      let documents = try container.documents().map(\.id)
      let refusal = CocoaError(.fileWriteOutOfSpace)
      var report = EvictReport()
      let refused = try witness(replica, refusing: refusal, until: "eviction: base") {
        report = try container.local.evict(documents)
      }
      #expect(refused == ["eviction: base"])
      #expect(report.evicted.map(\.display) == ["b.txt"])
      #expect(report.kept.map(\.path.display) == ["a.txt"])
      #expect(report.kept.first?.reason.hasPrefix("a program that has it open says") == true)
      #expect(replica.read("a.txt") == "base")
      let agreed = try witness(replica, until: "eviction: base") {
        report = try container.local.evict(documents)
      }
      #expect(agreed == ["eviction: base"])
      #expect(report.evicted.map(\.display) == ["a.txt"] && report.kept.isEmpty)
    }

    @Test
    func `M76 an eviction by the library keeps a document that is saved when it asks`() throws {
      let replica = try replicas()[0]
      let container = try Container(path: replica.path)
      let presenter = WitnessPresenter(URL(filePath: "\(replica.path)/a.txt")) {
        replica.write("a.txt", "typed")
      }
      FileCoordinator.addFilePresenter(presenter)
      defer { FileCoordinator.removeFilePresenter(presenter) }
      let report = try container.local.evict(container.documents().map(\.id))
      #expect(presenter.trace.messages == ["eviction: typed"])
      #expect(report.kept.map(\.path.display) == ["a.txt"])
      #expect(replica.read("a.txt") == "typed")
    }

    @Test func `M76 P5 a download asks before it replaces an outdated document`() throws {
      let (lazy, newer) = try meeting.outOfDate("a.txt", "base", then: "theirs")
      try meeting.find(newer)
      #expect(lazy.contents == ["a.txt": "base"])
      let container = try Container(path: lazy.path)
      let documents = try container.documents().map(\.id)
      let messages = try witness(lazy, until: "again: theirs") {
        let report = try container.local.download(documents)
        #expect(report.downloaded.map(\.display) == ["a.txt"] && report.isComplete)
      }
      #expect(messages == ["to writer: base", "again: theirs"])
      #expect(lazy.contents == ["a.txt": "theirs"])
    }

    @Test func `M76 a prune leaves open documents in peace`() throws {
      let replica = try replicas()[0]
      try replica.save("a.txt", "undone")
      try replica.docmerge("undo")
      let container = try Container(path: replica.path)
      let messages = try witness(replica, until: "eviction: base") {
        #expect(try container.upkeep.prune(olderThan: .zero).versions > 0)
        #expect(replica.contents == ["a.txt": "base", "b.txt": "other"])
        try replica.docmerge("sync")
        _ = try container.local.evict(container.documents().map(\.id))
      }
      #expect(messages == ["eviction: base"])
    }

    @Test func `M76 a prune asks before it removes what stayed open when it was deleted`() throws {
      let replicas = try replicas()
      try replicas[1].docmerge("rm", "a.txt")
      try replicas[1].docmerge("sync")
      let refusal = CocoaError(.fileWriteOutOfSpace)
      _ = try witness(replicas[0], refusing: refusal, until: "deletion: base") {
        try replicas[0].docmerge("sync", exits: 1)
      }
      try replicas[1].docmerge("sync")
      let messages = try witness(replicas[0], until: "again: nothing") {
        let report = try Container(path: replicas[0].path).upkeep.prune(olderThan: .zero)
        #expect(report.documents.map(\.path.display) == ["a.txt"])
      }
      #expect(messages == ["to writer: base", "deletion: base", "again: nothing"])
    }

    @Test func `M76 two documents that trade places while one is open follow both`() throws {
      let replicas = try replicas()
      try replicas[1].docmerge("mv", "a.txt", "c.txt")
      try replicas[1].docmerge("mv", "b.txt", "a.txt")
      try replicas[1].docmerge("mv", "c.txt", "b.txt")
      try replicas[1].docmerge("sync")
      let messages = try witness(replicas[0], until: "again: base") {
        try sync(replicas[0], inOther: true)
      }
      #expect(messages == ["to writer: base", "moved to b.txt: base", "again: base"])
      #expect(replicas[0].contents == ["a.txt": "other", "b.txt": "base"])
    }

    private func sync(_ replica: Replica, inOther isOther: Bool) throws {
      if isOther {
        try replica.docmerge("sync")
      } else {
        _ = try Container(path: replica.path).sync(with: "home")
      }
    }
  }
}
