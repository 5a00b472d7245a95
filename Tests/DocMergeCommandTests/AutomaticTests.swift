import DocMergeTestSupport
import Testing

/// Conflicts that are resolved without a person, where settings and attributes allow it.
struct AutomaticTests {
  private let meeting = Meeting()
  private static let names = ["A", "B", "C"]

  /// Replicas in sync, with attributes and a setting on each.
  private func replicas(
    _ count: Int, attributes: String = "", rule: String? = nil,
    documents: [String: String] = ["a.md": "1\n2\n3\n4\n5\n6\n7\n8\n9\n"]
  ) throws -> [Replica] {
    let replicas = try Self.names.prefix(count).map(meeting.replica)
    for replica in replicas {
      if let rule { try replica.git("config", "docmerge.autoresolve", rule) }
    }
    for (name, text) in documents { replicas[0].write(name, text) }
    if !attributes.isEmpty { replicas[0].write(".gitattributes", attributes) }
    for replica in replicas + replicas { try replica.docmerge("sync") }
    return replicas
  }

  /// Everybody meets everybody, in this order first.
  private func syncAll(_ replicas: [Replica], rounds: Int = 3) -> [Output] {
    (0..<rounds).flatMap { _ in replicas.map { $0.program.run(["sync"]) } }
  }

  private func heads(_ replica: Replica) throws -> [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: try replica.documents().map { ($0.path, $0.versions.map(\.id)) })
  }

  private func expectSame(_ replicas: [Replica]) throws {
    for replica in replicas {
      #expect(replica.contents == replicas[0].contents)
      #expect(try heads(replica) == heads(replicas[0]))
    }
  }

  @Test(arguments: [(nil, 3), ("2", 2), ("0", 0), ("-1", 3)])
  func `copies are bound`(most: String?, copies: Int) throws {
    let replicas = try replicas(
      2, attributes: "a.md docmerge-autoresolve=policy docmerge=keep-both\n")
    for replica in replicas {
      if let most { try replica.git("config", "docmerge.maxcopies", most) }
    }
    for round in 0..<3 {
      for replica in replicas {
        let text = try #require(replica.contents["a.md"])
        replica.write("a.md", text + "\(round) by \(replica.name)\n")
      }
      let outputs = syncAll(replicas, rounds: 2)
      let isReported = outputs.contains {
        $0.messages.contains(
          "a.md stays in conflict: keep-both makes no more than docmerge.maxcopies")
      }
      #expect(isReported == (round >= copies))
    }
    try expectSame(replicas)
    #expect(replicas[0].contents.keys.count { $0.contains("(conflict, ") } == copies)
    #expect(try replicas[0].conflicts().isEmpty == (copies == 3))
  }

  static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

  @Test func `nothing is resolved unless a setting says so`() throws {
    for rule in [nil, "never", "identical"] {
      let meeting = Meeting()
      let replicas = try ["A", "B"].map(meeting.replica)
      replicas[0].write("a.md", "1\n2\n3\n4\n5\n")
      replicas[0].write("same.md", "0\n")
      for replica in replicas { try replica.docmerge("sync") }
      for replica in replicas {
        if let rule { try replica.git("config", "docmerge.autoresolve", rule) }
        replica.write("same.md", "equal\n")
      }
      replicas[0].write("a.md", "by A\n2\n3\n4\n5\n")
      replicas[1].write("a.md", "1\n2\n3\n4\nby B\n")
      try replicas[0].docmerge("sync")
      let output = try replicas[1].docmerge("sync", exits: 1)
      #expect(!output.messages.contains("automatically"))
      #expect(try replicas[1].conflicts().map(\.path) == ["a.md"])
    }
  }

  @Test(arguments: orders)
  func `what fits together is merged, alike in every order`(order: [Int]) throws {
    let replicas = try replicas(3, rule: "clean")
    for (replica, line) in zip(replicas, ["1", "5", "9"]) {
      let text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
      replica.write("a.md", text.replacing("\(line)\n", with: "by \(replica.name)\n"))
    }
    let outputs = syncAll(order.map { replicas[$0] })
    #expect(outputs.allSatisfy { $0.status == 0 }, "\(outputs)")
    #expect(outputs.contains { $0.messages.contains("Resolved a.md automatically (merge).") })
    #expect(outputs.contains { $0.messages.contains("resolved 1 conflict automatically") })
    #expect(replicas[0].read("a.md") == "by A\n2\n3\n4\nby B\n6\n7\n8\nby C\n")
    try expectSame(replicas)
  }

  @Test func `what does not fit together stays in conflict`() throws {
    let replicas = try replicas(2, rule: "clean", documents: ["a.md": "0\n", "b.bin": "\0\n"])
    for replica in replicas {
      replica.write("a.md", "by \(replica.name)\n")
      replica.write("b.bin", "\0\(replica.name)\n")
    }
    _ = syncAll(replicas)
    #expect(try replicas[0].conflicts().map(\.path) == ["a.md", "b.bin"])
    try expectSame(replicas)
  }

  @Test(arguments: orders)
  func `the attribute of a path names who decides`(order: [Int]) throws {
    let attributes = """
      * docmerge-autoresolve=policy
      *.log docmerge=newest
      *.old docmerge=oldest
      *.sketch docmerge=keep-both
      *.md docmerge=merge,newest
      *.odd docmerge=merge,frobnicate
      person.log docmerge-autoresolve=never

      """
    let names = ["a.log", "a.old", "a.sketch", "a.md", "a.odd", "a.txt", "person.log"]
    let replicas = try replicas(
      3, attributes: attributes,
      documents: Dictionary(uniqueKeysWithValues: names.map { ($0, "0\n") }))
    for (index, replica) in replicas.enumerated() {
      for name in names {
        replica.write(name, "by \(replica.name)\n", date: 1_700_000_000 + index)
      }
    }
    _ = syncAll(order.map { replicas[$0] }, rounds: 4)
    try expectSame(replicas)
    let contents = replicas[0].contents
    #expect(contents["a.log"] == "by C\n" && contents["a.old"] == "by A\n")
    #expect(contents["a.md"] == "by C\n")
    #expect(contents.filter { $0.key.contains("sketch") }.count == 3)
    #expect(try replicas[0].conflicts().map(\.path) == ["a.odd", "a.txt", "person.log"])
  }

  @Test func `the attribute of a path names its format`() throws {
    let text = #"{"x": 1, "y": 2}"# + "\n"
    let replicas = try replicas(
      2, attributes: "* docmerge-autoresolve=clean\n*.data docmerge-format=json\n",
      documents: ["a.data": text, "a.other": text])
    for (replica, change) in zip(replicas, [("1", "3"), ("2", "4")]) {
      for name in ["a.data", "a.other"] {
        replica.write(name, text.replacing(change.0, with: change.1))
      }
    }
    _ = syncAll(replicas)
    #expect(replicas[0].contents["a.data"] == #"{"x": 3, "y": 4}"# + "\n")
    #expect(try replicas[0].conflicts().map(\.path) == ["a.other"])
  }

  @Test func `two that resolve alike, apart, make one version`() throws {
    let replicas = try replicas(2)
    for (replica, line) in zip(replicas, ["1", "9"]) {
      let text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
      replica.write("a.md", text.replacing("\(line)\n", with: "by \(replica.name)\n"))
    }
    _ = syncAll(replicas)
    #expect(try replicas.map { try $0.conflicts().count } == [1, 1])
    // Both get to know the rule while they do not know of each other's decision.
    let elsewhere = Meeting()
    for replica in replicas {
      try replica.git("config", "docmerge.autoresolve", "clean")
      try replica.docmerge(
        "remote", "add", "only\(replica.name)", "\(elsewhere.remote)-\(replica.name)")
      try replica.docmerge("sync", "only\(replica.name)")
    }
    #expect(try heads(replicas[0]) == heads(replicas[1]))
    for replica in replicas + replicas { try replica.docmerge("sync", "home") }
    try expectSame(replicas)
  }

  @Test func `operations name the rule, and an undone decision is not made again`() throws {
    let replicas = try replicas(2, rule: "clean")
    for (replica, line) in zip(replicas, ["1", "9"]) {
      let text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
      replica.write("a.md", text.replacing("\(line)\n", with: "by \(replica.name)\n"))
    }
    try replicas[0].docmerge("sync")
    let json = try replicas[1].docmerge("sync", "--json").text
    #expect(json.contains(#""strategy" : "merge""#))
    let operations = try replicas[1].docmerge("operations").lines
    #expect(operations[0].hasSuffix("resolve a.md (merge)  (automatic: clean)"), "\(operations)")
    #expect(
      try replicas[1].docmerge("operations", "--json").text.contains(#""automatic" : "clean""#))
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("undo")
    _ = syncAll(replicas, rounds: 4)
    try expectSame(replicas)
    for replica in replicas { #expect(try replica.conflicts().map(\.path) == ["a.md"]) }
    try replicas[0].docmerge("resolve", "--all", "--newest")
    _ = syncAll(replicas)
    try expectSame(replicas)
    #expect(try replicas[1].conflicts().isEmpty)
  }

  @Test func `resolve does what attributes say when it is asked to`() throws {
    let attributes = "*.log docmerge=newest\n*.old docmerge=oldest\n*.odd docmerge=frobnicate\n"
    let names = ["a.log", "a.old", "a.odd", "a.txt"]
    let replicas = try replicas(
      2, attributes: attributes,
      documents: Dictionary(uniqueKeysWithValues: names.map { ($0, "0\n") }))
    for (index, replica) in replicas.enumerated() {
      for name in names {
        replica.write(name, "by \(replica.name)\n", date: 1_700_000_000 + index)
      }
    }
    _ = syncAll(replicas)
    let before = replicas[0].contents
    try replicas[0].docmerge("resolve", "--all", "--by-attribute", "--dry-run", exits: 1)
    #expect(replicas[0].contents == before)
    try replicas[0].docmerge("resolve", "--all", "--by-attribute", exits: 1)
    #expect(try replicas[0].conflicts().map(\.path).sorted() == ["a.odd", "a.txt"])
    #expect(replicas[0].contents["a.log"] == "by B\n")
    #expect(replicas[0].contents["a.old"] == "by A\n")
    try replicas[0].docmerge("undo")
    #expect(try replicas[0].conflicts().count == 4)
    try replicas[0].docmerge("resolve", "--by-attribute", "--newest", "--all", exits: 64)
  }

  @Test(arguments: orders)
  func `replicas with other rules do not take turns`(order: [Int]) throws {
    let replicas = try replicas(3, documents: ["a.md": "0\n"])
    for (replica, rule) in zip(replicas, ["newest", "oldest", "keep-both"]) {
      try replica.git("config", "docmerge.autoresolve", "policy")
      // In the container's own file of attributes, which is not synced.
      replica.file(".docmerge/info/attributes").write(Array("*.md docmerge=\(rule)\n".utf8))
      replica.write("a.md", "by \(replica.name)\n")
    }
    let ordered = order.map { replicas[$0] }
    _ = syncAll(ordered, rounds: 5)
    let before = try heads(replicas[0])
    let counts = try replicas.map { try $0.operations().count }
    _ = syncAll(ordered, rounds: 3)
    try expectSame(replicas)
    #expect(try heads(replicas[0]) == before)
    #expect(try replicas.map { try $0.operations().count } == counts)
  }

  @Test func `different decisions about the same versions stay for a person`() throws {
    let replicas = try replicas(2, documents: ["a.md": "0\n"])
    for replica in replicas { replica.write("a.md", "by \(replica.name)\n") }
    _ = syncAll(replicas)
    for (replica, rule) in zip(replicas, ["newest", "oldest"]) {
      try replica.docmerge("resolve", "--all", "--\(rule)")
      try replica.git("config", "docmerge.autoresolve", "policy")
      replica.file(".docmerge/info/attributes").write(Array("*.md docmerge=\(rule)\n".utf8))
    }
    _ = syncAll(replicas, rounds: 4)
    try expectSame(replicas)
    #expect(try replicas[0].conflicts().first?.versions.count == 2)
  }

  @Test func `a process that syncs all the time resolves as well`() throws {
    let replicas = try replicas(2, rule: "clean")
    let watches = try replicas.map { try SyncWatch($0.program, interval: 1) }
    for replica in replicas { try replica.docmerge("sync", "--pause") }
    for watch in watches { try watch.wait("the pause") { $0.last?.event == "paused" } }
    for (replica, line) in zip(replicas, ["1", "9"]) {
      let text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
      replica.write("a.md", text.replacing("\(line)\n", with: "by \(replica.name)\n"))
    }
    for replica in replicas { try replica.docmerge("sync", "--resume") }
    let merged = "by A\n2\n3\n4\n5\n6\n7\n8\nby B\n"
    try SyncWatch.wait("the merge") { replicas.allSatisfy { $0.read("a.md") == merged } }
    try SyncWatch.wait("the word of it") {
      watches.contains { $0.events.contains { $0.resolved == 1 } }
    }
    for watch in watches { #expect(watch.end().status == 0) }
    _ = syncAll(replicas)
    try expectSame(replicas)
  }
}
