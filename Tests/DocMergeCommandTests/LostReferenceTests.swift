import DocMergeTestSupport
import Testing

/// References, folders and objects that a disk lost, or that a backup left out: no document is removed for that.
struct LostReferenceTests {
  private let meeting = Meeting()
  private static let contents = ["a.md": "two\n", "sub/b.md": "b\n"]

  private func started() throws -> Replica {
    let replica = try meeting.replica("A")
    for (name, text) in Self.contents { replica.write(name, text) }
    replica.write("a.md", "one\n")
    try replica.docmerge("save")
    try replica.save("a.md", "two\n")
    try replica.docmerge("sync")
    return replica
  }

  private func expectWhole(_ replica: Replica) throws {
    #expect(replica.contents == Self.contents)
    #expect(try replica.texts("a.md") == ["two\n", "one\n"])
    try replica.docmerge("verify")
    try replica.docmerge("audit")
    try replica.docmerge("sync")
    #expect(try meeting.cloned("B").docmerge("download", "--all").status == 0)
  }

  @Test(arguments: ["state", "versions"], [["verify", "--repair"], ["save"], ["sync"]])
  func `a lost reference is found again`(kind: String, words: [String]) throws {
    let replica = try started()
    let lost = "rm .docmerge/refs/docmerge/\(kind)/* && git --git-dir=.docmerge pack-refs --prune"
    try replica.shell(lost)
    let output = try replica.docmerge("verify", exits: 1)
    #expect(output.text.contains("refs/docmerge/\(kind)/") && output.text.contains("is missing"))
    _ = try replica.program.run(words, exits: 0)
    try expectWhole(replica)
  }

  @Test(arguments: [["verify", "--repair"], ["save"]], ["state", "state refs/docmerge/versions"])
  func `a reference that was set back leads to the last state again`(
    words: [String], kinds: String
  ) throws {
    let replica = try started()
    try replica.save("late.md", "late\n")
    try replica.shell(
      """
      git --git-dir=.docmerge for-each-ref --format='update %(refname) %(refname)^' \
      refs/docmerge/\(kinds) | git --git-dir=.docmerge update-ref --stdin
      """)
    let output = try replica.docmerge("verify", exits: 1)
    #expect(output.text.contains("leads to an older state than the folder shows"))
    _ = try replica.program.run(words, exits: 0)
    // The chain keeps what the last save made, too.
    try replica.git("gc", "--prune=now", "--quiet")
    #expect(try replica.docmerge("show", "late.md").text == "late\n")
    try replica.docmerge("rm", "late.md")
    try expectWhole(replica)
  }

  @Test func `an index of a state that is gone is made again`() throws {
    let replica = try started()
    try replica.shell("cp -a .docmerge ../old")
    try replica.save("new.md", "new\n")
    try replica.shell(
      """
      cp -a .docmerge/docmerge/index* ../ && rm -r .docmerge && mv ../old .docmerge && \
      rm -f .docmerge/docmerge/index* && mv ../index* .docmerge/docmerge/
      """)
    try replica.docmerge("save")
    #expect(replica.contents == Self.contents.merging(["new.md": "new\n"]) { one, _ in one })
    try replica.docmerge("verify")
  }

  @Test(arguments: ["docmerge", "refs"])
  func `folders that a backup left out are made again`(name: String) throws {
    let replica = try started()
    try replica.git("pack-refs", "--all")
    try replica.shell("rm -r .docmerge/\(name)")
    #expect(try replica.docmerge("status").text.contains("2 documents, all saved."))
    #expect(replica.contents == Self.contents)
    try replica.docmerge("verify")
  }

  @Test func `objects of several packs are repaired in one run`() throws {
    let replica = try started()
    try replica.save("c.md", "c\n")
    try replica.docmerge("sync")
    try replica.shell("cd .docmerge/objects/pack && rm $(ls -S *.pack | tail -n 1)")
    try replica.docmerge("verify", exits: 1)
    #expect(try replica.docmerge("verify", "--repair").text.contains("repaired"))
    try replica.docmerge("verify")
    try replica.git("fsck", "--strict")
  }

  @Test func `a container of docmerge is no remote, whichever of its folders is named`() throws {
    let replicas = [try meeting.replica("A"), try meeting.replica("B")]
    replicas[0].write("a.md", "a\n")
    let references = try replicas[1].git("for-each-ref").lines
    for path in [replicas[1].path, "\(replicas[1].path)/.docmerge"] {
      try replicas[0].docmerge("remote", "add", "other", path)
      let output = replicas[0].program.run(["sync", "other"])
      #expect(output.status == 2 && output.messages.contains("a container is there"))
      try replicas[0].docmerge("remote", "remove", "other")
    }
    #expect(try replicas[1].git("for-each-ref").lines == references)
  }

  @Test func `remotes do not share their references`() throws {
    let replica = try meeting.replica("A")
    try replica.docmerge("remote", "add", "x", "/x")
    for name in ["x/state", "x/y"] {
      let output = try replica.docmerge("remote", "add", name, "/y", exits: 2)
      #expect(output.messages.contains("the remote x exists already"))
    }
  }

  @Test(arguments: ["GIT~1", ".git.", "\u{200C}.git"])
  func `a name that git refuses everywhere is not saved`(name: String) throws {
    let replica = try started()
    replica.write(name, "x\n")
    replica.write("p.rtfd/TXT.rtf", "p\n")
    replica.write("p.rtfd/\(name)", "x\n")
    #expect(try replica.docmerge("save", exits: 1).messages.contains("Not saved:"))
    #expect(try replica.status().unsaved.map(\.path) == [name])
    try replica.docmerge("mv", "a.md", name, exits: 2)
    try replica.shell("rm -f '\(name)'")
    try replica.docmerge("sync")
    #expect(meeting.git("fsck", "--strict").status == 0)
  }

  @Test func `a name that begins with a mark on the slash before it is found`() throws {
    let replica = try started()
    for name in ["\u{301}x.md", "\u{200D}y.md", "sub/\u{301}z.md"] {
      try replica.save(name, "x\n")
      #expect(try replica.docmerge("show", name).text == "x\n")
      #expect(try replica.docmerge("show", "./\(name)").text == "x\n")
      #expect(try replica.docmerge("show", "\(replica.path)/\(name)").text == "x\n")
      try replica.docmerge("rm", name)
    }
  }
}
