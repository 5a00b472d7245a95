import DocMergeTestSupport
import Testing

/// Containers that are made anew, or apart, of folders with the same documents.
struct RemadeReplicaTests {
  private let meeting = Meeting()

  /// A replica that loses `.docmerge` and is made anew from its own files.
  private func remake(_ replica: Replica) throws {
    try replica.shell("rm -rf .docmerge")
    try replica.initialize()
    try replica.docmerge("remote", "add", "home", meeting.remote)
  }

  private func edited() throws -> (Replica, Replica) {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "1\n", "b.md": "2\n"])
    try replicas[0].save("a.md", "1\n2\n")
    try replicas[0].save("a.md", "1\n2\n3\n")
    for replica in [0, 1, 0] { try replicas[replica].docmerge("sync") }
    return (replicas[0], replicas[1])
  }

  /// Several times, since ids are random.
  @Test(arguments: 0..<4)
  func `the same bytes are the same documents, with their history`(time: Int) throws {
    let (a, b) = try edited()
    try remake(b)
    let report = try b.docmerge("sync")
    #expect(!report.text.contains("conflict"))
    try a.docmerge("sync")
    for replica in [a, b] {
      #expect(replica.contents == ["a.md": "1\n2\n3\n", "b.md": "2\n"])
      #expect(try replica.docmerge("versions", "a.md").lines.count == 3)
      try replica.docmerge("verify")
      try replica.docmerge("audit")
    }
  }

  @Test(arguments: ["1\n", "1\n2\n"])
  func `bytes of an earlier version are that document, which goes on`(text: String) throws {
    let (a, b) = try edited()
    b.write("a.md", text)
    try remake(b)
    try b.docmerge("sync")
    try a.docmerge("sync")
    for replica in [a, b] {
      #expect(replica.contents == ["a.md": "1\n2\n3\n", "b.md": "2\n"])
    }
  }

  @Test func `other bytes are a conflict of one document`() throws {
    let (a, b) = try edited()
    b.write("a.md", "0\n1\n2\n3\n")
    try remake(b)
    try b.docmerge("sync", exits: 1)
    try a.docmerge("sync", exits: 1)
    for replica in [a, b] {
      #expect(replica.contents.keys.sorted() == ["a.md", "b.md"])
      #expect(try replica.docmerge("list", exits: 1).text.contains("2 versions in conflict"))
    }
    try a.docmerge("resolve", "a.md", "--keep", "newest")
    try a.docmerge("sync")
    try b.docmerge("sync")
    #expect(a.contents == b.contents)
    #expect(a.read("a.md") == "0\n1\n2\n3\n")
  }

  @Test func `an edit after the loss is merged with what the version before became`() throws {
    let (a, b) = try edited()
    b.write("a.md", "1\n2\n3\n")
    try remake(b)
    try b.docmerge("save")
    try b.save("a.md", "zero\n1\n2\n3\n")
    try a.save("a.md", "1\n2\n3\nfour\n")
    try a.docmerge("sync")
    try b.docmerge("sync", exits: 1)
    try b.docmerge("resolve", "a.md", "--merge")
    #expect(b.read("a.md") == "zero\n1\n2\n3\nfour\n")
  }

  @Test func `what a replica knew when others were behind is no conflict`() throws {
    let replicas = try meeting.replicas("A", "B", "C", documents: ["a.md": "1\n"])
    for (number, replica) in replicas.enumerated() {
      try replica.save("other \(number).md", "\(number)\n")
      try replica.docmerge("sync")
    }
    try replicas[0].save("a.md", "1\n2\n")
    try replicas[0].docmerge("sync")
    replicas[2].write("a.md", "1\n2\n")
    try replicas[0].save("a.md", "1\n2\n3\n")
    try replicas[0].docmerge("sync")
    try remake(replicas[2])
    try replicas[2].docmerge("sync")
    #expect(replicas[2].read("a.md") == "1\n2\n3\n")
  }

  @Test func `names that differ in case or accents are one, unless a replica has both`() throws {
    let a = try meeting.replica("A")
    a.write("Caf\u{E9}.md", "same\n")
    a.write("README.md", "read\n")
    a.write("readme.md", "read\n")
    a.write("b.md", "2\n")
    try a.docmerge("sync")
    let b = try meeting.replica("B")
    b.write("cafe\u{301}.md", "same\n")
    b.write("README.md", "read\n")
    b.write("readme.md", "read\n")
    try b.docmerge("sync")
    try a.docmerge("sync")
    #expect(a.contents.count == 4)
    #expect(a.contents == b.contents)
    try b.shell("cp b.md B.md")
    try b.docmerge("sync")
    try a.docmerge("sync")
    #expect(a.contents.count == 5)
  }

  @Test func `the same file made apart is a version of the document, edited or not`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "1\n"])
    try replicas[0].save("new.md", "new\n")
    try replicas[0].save("new.md", "new\nand more\n")
    try replicas[0].docmerge("sync")
    try replicas[1].save("new.md", "new\n")
    for replica in [1, 0, 1] { try replicas[replica].docmerge("sync") }
    for replica in replicas {
      #expect(replica.contents == ["a.md": "1\n", "new.md": "new\nand more\n"])
    }
  }

  @Test func `undo says what others rest on already, and both contents can be had`() throws {
    let (_, b) = try edited()
    b.write("a.md", "own\n")
    try remake(b)
    try b.docmerge("sync", exits: 1)
    let output = try b.docmerge("undo", exits: 2)
    #expect(output.messages.contains("became one on all replicas: a.md, b.md; `docmerge restore`"))
    try b.docmerge("resolve", "a.md", "--keep", "newest")
    #expect(b.read("a.md") == "own\n")
    try b.docmerge("undo")
    #expect(try b.docmerge("list", exits: 1).text.contains("2 versions in conflict"))
  }
}

/// A remote whose address is that of another container.
struct WrongRemoteTests {
  private let meeting = Meeting()

  private func strangers() throws -> (Replica, Replica) {
    let a = try meeting.replica("A")
    a.write("a.md", "a\n")
    a.write("README.md", "A\n")
    try a.docmerge("sync")
    let b = try meeting.replica("B")
    b.write("b.md", "b\n")
    b.write("README.md", "B\n")
    return (a, b)
  }

  @Test func `another container stops the sync, and nothing is mixed`() throws {
    let (a, b) = try strangers()
    let output = try b.docmerge("sync", exits: 2)
    #expect(output.messages.contains("home holds another container (2 documents"))
    #expect(output.messages.contains("docmerge sync home --join"))
    #expect(b.contents == ["b.md": "b\n", "README.md": "B\n"])
    #expect(try b.status().isClean)
    try a.docmerge("sync")
    #expect(a.contents == ["a.md": "a\n", "README.md": "A\n"])
    #expect(meeting.git("for-each-ref", "refs/docmerge/state").lines.count == 1)
  }

  @Test func `it is joined where a person says so, and that can be undone`() throws {
    let (a, b) = try strangers()
    try b.docmerge("sync", "--join", exits: 1)
    #expect(b.contents.keys.sorted() == ["README.md", "a.md", "b.md"])
    try b.docmerge("undo")
    #expect(b.contents == ["b.md": "b\n", "README.md": "B\n"])
    try b.docmerge("sync", "--join", exits: 1)
    try a.docmerge("sync", exits: 1)
    #expect(a.contents.keys.sorted() == ["README.md", "a.md", "b.md"])
  }

  @Test func `after another address was set, the next sync looks again`() throws {
    let (_, b) = try strangers()
    try b.docmerge("remote", "set-url", "home", meeting.remote + "-other")
    try b.docmerge("sync")
    try b.docmerge("remote", "set-url", "home", meeting.remote)
    #expect(try b.docmerge("sync", exits: 2).messages.contains("another container"))
  }

  @Test func `a container without documents of its own needs no word`() throws {
    let (a, _) = try strangers()
    let c = try meeting.replica("C")
    try c.docmerge("sync")
    #expect(c.contents == a.contents)
  }
}

/// Two documents of one name, and two versions that differ in a bit only.
struct NameClashTests {
  private let meeting = Meeting()

  @Test func `folders that are one where case does not count are reported`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["sub/a.md": "1\n"])
    replicas[0].write("Fotos/alt/1.jpg", "Anna\n")
    replicas[1].write("fotos/alt/2.jpg", "Ben\n")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    let lines = try replicas[1].docmerge("status").lines.filter { $0.contains("one folder") }
    #expect(
      lines == ["Fotos and fotos are one folder where case and the form of letters do not count."])
    let report = try replicas[1].docmerge("status", "--json").text.filter { !$0.isWhitespace }
    #expect(report.contains(#""folderClashes":[["Fotos","fotos"]]"#), "\(report)")
    #expect(try !replicas[0].docmerge("status").text.contains("one folder"))
  }

  @Test func `a document whose name is taken is reported, with the name that it wants`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "1\n"])
    replicas[0].write("IMG_1.jpg", "Anna\n")
    replicas[1].write("IMG_1.jpg", "Ben\n")
    try replicas[0].docmerge("sync")
    let words = "has another name here: something else is at IMG_1.jpg."
    #expect(try replicas[1].docmerge("sync").messages.contains(words))
    #expect(try !replicas[1].docmerge("sync").messages.contains(words))
    #expect(try replicas[1].docmerge("status").text.contains(words))
    #expect(try replicas[1].docmerge("list").text.contains(words))
    for verb in ["status", "list"] {
      let report = try replicas[1].docmerge(verb, "--json").text
      #expect(report.contains(#""wanted" : "IMG_1.jpg""#), "\(verb)")
    }
  }

  @Test(arguments: [true, false])
  func `equal bytes with another execute bit are no conflict`(isSet: Bool) throws {
    let replicas = try meeting.replicas("A", "B", documents: ["run.sh": "1\n"])
    if !isSet {
      try replicas[0].shell("chmod +x run.sh")
      for replica in replicas { try replica.docmerge("sync") }
    }
    try replicas[0].shell("echo 2 >run.sh; chmod \(isSet ? "+x" : "-x") run.sh")
    try replicas[1].shell("echo 2 >run.sh")
    for replica in [0, 1, 0] { try replicas[replica].docmerge("sync") }
    for replica in replicas {
      #expect(
        try replica.shell("test -x run.sh && echo yes || echo no").text
          == (isSet ? "yes\n" : "no\n"))
      #expect(try replica.status().isClean)
    }
  }
}
