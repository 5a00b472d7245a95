import DocMergeTestSupport
import Testing

/// What a killed process leaves behind is mended by the next command.
struct CrashTests {
  private let replica = Replica()

  private func start() throws {
    replica.write("a.md", "one\n")
    try replica.initialize()
    try replica.save("a.md", "two\n")
  }

  /// As if the last owner of the lock had died with it in hand.
  private func pretendCrash() {
    replica.write(".docmerge/docmerge/write.lock", "held 99999999 another-boot\n")
    replica.write(".docmerge/docmerge/sync.lock", "held 99999999 another-boot\n")
  }

  /// Waits some hundredths of a second, so that the process is somewhere else in its work each time.
  private func pause(_ step: Int) throws {
    try replica.shell("sleep 0.0\(step)")
  }

  private func stateReference() throws -> String {
    let lines = try replica.git("for-each-ref", "--format=%(refname)", "refs/docmerge/state").lines
    return try #require(lines.first)
  }

  @Test func `lock files of dead processes do not block`() throws {
    try start()
    let state = try stateReference()
    let versions = state.replacing("/state/", with: "/versions/")
    for name in ["config.lock", "\(state).lock", "\(versions).lock"] {
      replica.write(".docmerge/\(name)", "")
    }
    pretendCrash()
    try replica.save("a.md", "three\n")
    #expect(try replica.texts("a.md") == ["three\n", "two\n", "one\n"])
    for name in ["config.lock", "\(state).lock", "\(versions).lock"] {
      #expect(!replica.file(".docmerge/\(name)").exists)
    }
  }

  @Test func `objects of no length are written again`() throws {
    try start()
    let id = Program("git", in: replica.path).run(
      ["hash-object", "--stdin"], input: Array("three\n".utf8)
    ).lines[0]
    let object = ".docmerge/objects/\(id.prefix(2))/\(id.dropFirst(2))"
    replica.write(object, "")
    pretendCrash()
    try replica.save("a.md", "three\n")
    #expect(try replica.docmerge("show", "a.md").text == "three\n")
    try replica.git("fsck", "--strict")
  }

  @Test func `a lost or empty state reference is found again from the objects`() throws {
    for isEmpty in [true, false] {
      let replica = Replica()
      replica.write("a.md", "one\n")
      try replica.initialize()
      try replica.save("a.md", "two\n")
      let state = try replica.git("for-each-ref", "--format=%(refname)", "refs/docmerge/state")
      let name = try #require(state.lines.first)
      replica.file(".docmerge/\(name)").remove()
      if isEmpty { replica.write(".docmerge/\(name)", "") }
      replica.write(".docmerge/docmerge/write.lock", "held 99999999 another-boot\n")
      try replica.save("a.md", "three\n")
      #expect(try replica.texts("a.md") == ["three\n", "two\n", "one\n"])
      #expect(try replica.operations().map(\.operation) == ["save", "save", "init"])
    }
  }

  @Test func `a state whose tree was not written before a kill is none`() throws {
    try replica.initialize()
    let reference = try stateReference()
    let tree = try replica.git("rev-parse", "\(reference)^{tree}").lines[0]
    replica.file(".docmerge/\(reference)").remove()
    try Repository("\(replica.path)/.docmerge").looseFile(of: tree).remove()
    pretendCrash()
    try replica.docmerge("init")
    try replica.save("a.md", "one\n")
    #expect(try replica.texts("a.md") == ["one\n"])
    try replica.docmerge("verify")
  }

  @Test(arguments: [true, false])
  func `a lost or empty reference of the versions is found again from the objects`(
    isEmpty: Bool
  ) throws {
    try start()
    let refs = try replica.git("for-each-ref", "--format=%(refname)", "refs/docmerge/versions")
    let name = try #require(refs.lines.first)
    replica.file(".docmerge/\(name)").remove()
    if isEmpty { replica.write(".docmerge/\(name)", "") }
    pretendCrash()
    try replica.save("a.md", "three\n")
    try replica.git("gc", "--prune=now", "--quiet")
    #expect(try replica.texts("a.md") == ["three\n", "two\n", "one\n"])
  }

  @Test
  func `temporary files are swept, and one with unsaved contents becomes a document`() throws {
    try start()
    replica.write(".docmerge-tmp-1-1-part", "half writ")
    replica.write("sub/.docmerge-tmp-1-2-whole", "two\n")
    replica.write(".docmerge-tmp-1-3-whole", "typed in the last instant\n")
    replica.write(".docmerge-tmp-1-4-part/inside", "half a package")
    pretendCrash()
    try replica.docmerge("save")
    #expect(replica.contents == ["a.md": "two\n", "recovered 1": "typed in the last instant\n"])
    #expect(try replica.documents().map(\.path) == ["a.md", "recovered 1"])
  }

  @Test func `temporary files are swept from a folder that was turned into a package`() throws {
    try start()
    replica.write("sub/text.md", "text\n")
    try replica.docmerge("save")
    replica.write("sub/.docmerge-tmp-1-1-part/inside", "half a package")
    replica.write("sub/.docmerge-tmp-1-2-whole", "two\n")
    replica.write("sub/in/.docmerge-tmp-1-3-whole", "typed in the last instant\n")
    replica.file("sub").move(to: replica.file("sub.textbundle"))
    pretendCrash()
    try replica.docmerge("save")
    #expect(
      replica.contents == [
        "a.md": "two\n", "sub.textbundle/text.md": "text\n",
        "sub.textbundle/in/recovered 1": "typed in the last instant\n",
      ])
    #expect(try replica.documents().map(\.path) == ["a.md", "sub.textbundle"])
    #expect(try replica.status().isClean)
  }

  @Test func `temporary files are never documents`() throws {
    try start()
    replica.write(".docmerge-tmp-1-1-whole", "in work\n")
    #expect(try replica.status().isClean)
    try replica.docmerge("save")
    #expect(try replica.documents().map(\.path) == ["a.md"])
  }

  @Test func `a container that was half made is made again`() throws {
    replica.write("a.md", "one\n")
    replica.write(".docmerge-tmp-1-init-part/HEAD", "ref: refs/heads/main\n")
    try replica.initialize()
    #expect(try replica.documents().map(\.path) == ["a.md"])
    try replica.docmerge("init", exits: 2)
  }

  @Test(arguments: ["rm .docmerge/docmerge/index*", "echo rubbish > .docmerge/docmerge/index"])
  func `an edit is a version of its document although the index is gone`(damage: String) throws {
    try start()
    replica.write("b.md", "two\n")
    try replica.docmerge("save")
    try replica.shell(damage)
    replica.write("a.md", "one, edited\n")
    try replica.docmerge("save")
    #expect(try replica.documents().map(\.path) == ["a.md", "b.md"])
    #expect(try replica.docmerge("versions", "a.md").text.split(separator: "\n").count == 3)
    #expect(try replica.status().isClean)
  }

  @Test func `a lost index is made again from the folder`() throws {
    try start()
    replica.write("b.md", "b\n")
    try replica.docmerge("save")
    replica.write("a.md", "typed\n")
    try replica.shell("rm .docmerge/docmerge/index*")
    for _ in 0..<2 { _ = replica.program.run(["save"]) }
    #expect(replica.contents.values.contains("typed\n"))
    #expect(replica.contents.values.contains("b\n"))
    let all = try replica.documents().flatMap { try replica.texts("id:\($0.id)") }
    #expect(Set(all).isSuperset(of: ["one\n", "two\n", "typed\n", "b\n"]))
    #expect(try replica.status().isClean)
  }

  @Test(arguments: 1...6)
  func `a save killed at any moment loses nothing`(step: Int) throws {
    for number in 0..<20 { replica.write("\(number).md", "old \(number)\n") }
    try replica.initialize()
    for number in 0..<20 { replica.write("\(number).md", "new \(number)\n") }
    let running = replica.program.start(["save"])
    try pause(step)
    running.kill()
    _ = running.finish()
    try replica.docmerge("save")
    #expect(try replica.status().isClean)
    for number in 0..<20 {
      #expect(replica.read("\(number).md") == "new \(number)\n")
    }
    for number in [0, 11, 19] {
      #expect(try replica.texts("\(number).md") == ["new \(number)\n", "old \(number)\n"])
    }
    try replica.git("fsck", "--strict")
  }

  @Test(arguments: 1...6)
  func `a sync killed at any moment is finished by the next`(step: Int) throws {
    let meeting = Meeting()
    let documents = Dictionary(uniqueKeysWithValues: (0..<20).map { ("\($0).md", "old \($0)\n") })
    let replicas = try meeting.replicas("A", "B", documents: documents)
    for name in documents.keys { replicas[0].write(name, "new \(name)\n") }
    replicas[1].write("0.md", "by B\n", date: 2_000_000_000)
    try replicas[0].docmerge("sync")
    let running = replicas[1].program.start(["sync"])
    try pause(step)
    running.kill()
    _ = running.finish()
    for replica in [replicas[1], replicas[0], replicas[1]] { _ = replica.program.run(["sync"]) }
    for replica in replicas {
      #expect(try replica.conflicts().map(\.path) == ["0.md"])
      #expect(replica.read("0.md") == "by B\n")
      for name in documents.keys where name != "0.md" {
        #expect(replica.read(name) == "new \(name)\n")
      }
      #expect(replica.contents.count == 20)
      #expect(try replica.status().isClean)
      try replica.git("fsck", "--strict")
    }
  }
}
