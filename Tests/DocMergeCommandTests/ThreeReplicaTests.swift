import DocMergeTestSupport
import Testing

/// Three copies of a container that all changed one document.
struct ThreeReplicaTests {
  private let meeting = Meeting()
  private let base = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"

  /// Replicas whose edits of `todo.md` are at `texts`, the last one the newest, all known to all.
  private func diverged(_ texts: [String]) throws -> [Replica] {
    let replicas = try meeting.replicas("A", "B", "C", documents: ["todo.md": base])
    for (index, replica) in replicas.enumerated() {
      replica.write("todo.md", texts[index], date: 2_000_000_000 + index)
      _ = replica.program.run(["sync"])
    }
    for replica in replicas { try replica.docmerge("sync", exits: 1) }
    return replicas
  }

  /// Edits that do not meet.
  private var apart: [String] {
    [
      base.replacing("1", with: "1 by A"), base.replacing("5", with: "5 by B"),
      base.replacing("9", with: "9 by C"),
    ]
  }

  private func sync(_ replicas: [Replica]) {
    for replica in replicas + replicas { _ = replica.program.run(["sync"]) }
  }

  @Test func `three versions are listed, the same everywhere`() throws {
    let replicas = try diverged(apart)
    let lists = try replicas.map { try $0.conflicts() }
    for list in lists {
      #expect(list.map(\.path) == ["todo.md"])
      #expect(list[0].versions == lists[0][0].versions)
      #expect(list[0].versions.map(\.computer) == ["C", "B", "A"])
    }
    #expect(replicas.allSatisfy { $0.read("todo.md") == apart[2] })
  }

  @Test func `resolve --merge folds all three`() throws {
    let replicas = try diverged(apart)
    try replicas[0].docmerge("resolve", "todo.md", "--merge")
    let merged = "1 by A\n2\n3\n4\n5 by B\n6\n7\n8\n9 by C\n"
    #expect(replicas[0].read("todo.md") == merged)
    sync(replicas)
    for replica in replicas {
      try replica.docmerge("list")
      #expect(replica.contents == ["todo.md": merged])
    }
  }

  @Test func `resolve --merge leaves edits that meet, says where, and changes nothing`() throws {
    let replicas = try diverged([apart[0], apart[1], base.replacing("1", with: "1 by C")])
    let before = try replicas[0].conflicts().map(\.versions)
    let output = try replicas[0].docmerge("resolve", "todo.md", "--merge", exits: 1)
    #expect(output.messages.contains("1 region changed on both sides"))
    #expect(output.messages.contains("line 1 of @3, against @1"))
    #expect(output.bytes.isEmpty)
    #expect(try replicas[0].conflicts().map(\.versions) == before)
  }

  @Test func `resolve --keep-both makes two more documents`() throws {
    struct Log: Decodable {
      var documents: [Document]

      struct Document: Decodable { var copies: [String] }
    }
    let replicas = try diverged(apart)
    for options in [["--dry-run"], []] {
      let words = ["resolve", "todo.md", "--keep-both", "--json"] + options
      let log = try replicas[1].program.run(words, exits: 0).report(Log.self)
      #expect(
        Set(log.documents.flatMap(\.copies)) == [
          "todo (conflict, A 2033-05-18).md", "todo (conflict, B 2033-05-18).md",
        ])
    }
    sync(replicas)
    for replica in replicas {
      try replica.docmerge("list")
      #expect(replica.contents == replicas[1].contents)
    }
    #expect(replicas[1].contents.count == 3)
    #expect(Set(replicas[1].contents.values) == Set(apart))
    #expect(replicas[1].read("todo.md") == apart[2])
    #expect(replicas[1].read("todo (conflict, A 2033-05-18).md") == apart[0])
    #expect(replicas[1].read("todo (conflict, B 2033-05-18).md") == apart[1])
  }

  @Test(arguments: [["--merge"], ["--keep-both"], ["--newest"], ["--oldest"], ["--keep", "@2"]])
  func `the same resolution on every replica, made apart, ends with one head`(
    strategy: [String]
  ) throws {
    let replicas = try diverged(apart)
    for replica in replicas {
      let output = replica.program.run(["resolve", "todo.md"] + strategy)
      #expect(output.status == 0, "\(output)")
    }
    sync(replicas)
    let ids = try replicas.map { replica in
      try replica.documents().map { $0.versions.map(\.id) }
    }
    for (replica, heads) in zip(replicas, ids) {
      try replica.docmerge("list")
      #expect(heads == ids[0])
      #expect(heads.allSatisfy { $0.count == 1 })
      #expect(replica.contents == replicas[0].contents)
    }
  }

  @Test func `different resolutions, made apart, are a conflict of the two`() throws {
    let replicas = try diverged(apart)
    try replicas[0].docmerge("resolve", "todo.md", "--oldest")
    try replicas[1].docmerge("resolve", "todo.md", "--newest")
    sync(replicas)
    let lists = try replicas.map { try $0.conflicts().map(\.versions) }
    #expect(lists.allSatisfy { $0 == lists[0] })
    #expect(lists[0].map(\.count) == [2])
    let texts = try (1...2).map { try replicas[2].docmerge("show", "todo.md@\($0)").text }
    #expect(Set(texts) == [apart[0], apart[2]])
  }

  @Test func `the common base of three versions is what they were made from`() throws {
    let replicas = try diverged(apart)
    #expect(try replicas[2].docmerge("show", "todo.md@base").text == base)
    #expect(try replicas[2].docmerge("show", "todo.md@oldest").text == apart[0])
    #expect(try replicas[2].docmerge("show", "todo.md@newest").text == apart[2])
  }
}
