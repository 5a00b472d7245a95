import DocMergeTestSupport
import Testing

/// Names that break programs.
struct NameTests {
  private static let names = [
    "two words.md", " blank first", "blank last ", "it's \"quoted\".md", "-n", "--all", "-",
    "😀 👩‍👩‍👧.md",
    "line\nfeed.md", "tab\tand\rreturn", "back\\slash", "a@2.md", "@1", "./id:1234", "%41", "$HOME",
    "*",
    "\u{1B}[2Jclear", "\u{202E}dm.exe", "sub/-x", "sub dir/ä", "#hash", "~", "a..b", "...", ":",
    "a:b",
  ]

  private let replica = Replica()

  @Test(arguments: names)
  func `a document of any name can be saved, listed, shown, moved, deleted and restored`(
    name: String
  ) throws {
    replica.write(name, "one\n")
    try replica.initialize()
    // What could be taken for an id is named with its folder.
    let plain = String(name.trimmingPrefix("./"))
    #expect(try replica.documents().map(\.path) == [plain])
    replica.write(name, "two\n")
    #expect(try replica.status().modified == [plain])
    try replica.docmerge("save", "--", name)
    #expect(try replica.docmerge("show", "--", name).text == "two\n")
    #expect(try replica.texts(name) == ["two\n", "one\n"])
    let diff = try replica.docmerge("diff", "--", name, try replica.history(name)[1].version.id)
    #expect(diff.text.contains("-one\n+two\n"))
    try replica.docmerge("mv", "--", name, "plain.md")
    try replica.docmerge("undo")
    try replica.docmerge("rm", "--", name)
    #expect(replica.contents.isEmpty)
    try replica.docmerge("restore", "--", name, try replica.history(name)[1].version.id)
    #expect(replica.contents == [plain: "two\n"])
    #expect(try replica.status().isClean)
    try replica.git("fsck", "--strict")
  }

  @Test(arguments: names.indices.filter { $0 % 4 == 0 }.map { names[$0] })
  func `a conflict in a document of any name can be resolved, and its remedy be pasted`(
    name: String
  ) throws {
    let meeting = Meeting()
    let replicas = try meeting.replicas("A", "B", documents: [name: "1\n"])
    for replica in replicas { replica.write(name, "\(replica.name)\n") }
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    try replicas[1].docmerge("resolve", "--merge", "--", name, exits: 1)
    try replicas[1].docmerge("resolve", "--newest", "--", name)
    try replicas[1].docmerge("sync")
    try replicas[0].docmerge("sync")
    #expect(replicas[0].contents == replicas[1].contents)
    #expect(Array(replicas[0].contents.keys) == [String(name.trimmingPrefix("./"))])
  }

  /// What a person sees, on both streams, of any verb.
  private func shown(_ name: String, in replica: Replica) -> [UInt8] {
    let verbs = [
      ["status", "--all"], ["save"], ["list", "--all"], ["versions", "--", name],
      ["diff", "--", name],
      ["operations"], ["rm", "--", name], ["undo"], ["mv", "--", name, "x"],
      ["mv", "x", "--", name],
      ["show", "--", "\(name)@none"], ["save", "--", "missing \(name)"], ["frobnicate \(name)"],
      ["-C", name, "list"], ["resolve", "--newest", "--", name], ["sync", "--", name],
    ]
    return verbs.flatMap { words in
      let output = replica.program.run(words)
      return output.bytes + output.messageBytes
    }
  }

  @Test(arguments: [
    "\u{1B}[2Jclear", "line\nfeed", "tab\t", "\u{7}bell", "\u{9B}31m", "\u{202E}gnp",
  ])
  func `control characters of a name never reach the terminal`(name: String) throws {
    replica.write(name, "one\n")
    try replica.initialize()
    replica.write(name, "two\n")
    let text = String(decoding: shown(name, in: replica), as: UTF8.self)
    let controls = text.unicodeScalars.filter {
      $0 != "\n" && ($0.properties.generalCategory == .control || $0 == "\u{202E}")
    }
    #expect(controls.isEmpty, "\(text.debugDescription)")
    #expect(!text.contains("line\nfeed"))
  }

  @Test func `control characters of people and computers never reach the terminal`() throws {
    replica.write("a.md", "one\n")
    try replica.docmerge("init", "--replica-name", "lap\u{1B}[31mtop\n")
    try replica.git("config", "user.name", "An\u{1B}]0;x\u{7}na\nBerg")
    try replica.save("a.md", "two\n")
    try replica.docmerge("save", "a.md", "-m", "words\u{1B}[2J", "--contents", "-")
    for verb in [["list", "--all"], ["versions", "a.md"], ["operations"], ["status", "--all"]] {
      let output = replica.program.run(verb)
      #expect(output.status == 0)
      #expect(!output.bytes.contains(0x1B) && !output.bytes.contains(7), "\(output)")
    }
  }

  @Test func `names that are not UTF-8 are kept byte for byte`() throws {
    let meeting = Meeting()
    let a = try meeting.replica("A")
    let b = try meeting.replica("B")
    let name: [UInt8] = Array("caf".utf8) + [0xE9] + Array(".md".utf8)
    File(bytes: Array("\(a.path)/".utf8) + name).write(Array("latin 1\n".utf8))
    let saved = try a.docmerge("sync")
    #expect(saved.messages.contains("Added    caf\\xE9.md"))
    try b.docmerge("sync")
    #expect(b.file("").nameBytes.contains(name))
    #expect(try b.docmerge("list", "--all").text.hasPrefix("caf\\xE9.md  "))
    let id = try #require(b.documents().first?.id)
    #expect(try b.docmerge("show", "id:\(id)").text == "latin 1\n")
    try b.docmerge("mv", "id:\(id)", "cafe.md")
    #expect(b.contents == ["cafe.md": "latin 1\n"])
    try b.git("fsck", "--strict")
  }

  @Test func `an argument that is not UTF-8 is refused, or names the document`() throws {
    try replica.initialize()
    let name: [UInt8] = [0x66, 0xFF]
    File(bytes: Array("\(replica.path)/".utf8) + name).write([0x31])
    for verb in ["save", "show", "versions", "rm"] {
      let output = replica.program.run([Array(verb.utf8), name])
      #expect([0, 2].contains(output.status), "\(output)")
      #expect(!output.messageBytes.contains(0xFF))
    }
  }

  @Test(arguments: [
    "../outside.md", "/etc/passwd", ".docmerge/config", "sub/.git/x", "", ".docmerge-tmp-1",
  ])
  func `names that no document can have are refused with a message`(name: String) throws {
    replica.write("a.md", "one\n")
    try replica.initialize()
    let output = try replica.docmerge("mv", "a.md", "--", name, exits: 2)
    #expect(output.messages.hasPrefix("docmerge: "))
    #expect(replica.contents == ["a.md": "one\n"])
  }

  @Test func `a name of 255 bytes is a document, and a longer path is refused`() throws {
    let long = String(repeating: "n", count: 252) + ".md"
    replica.write(long, "one\n")
    try replica.initialize()
    #expect(try replica.docmerge("show", long).text == "one\n")
    try replica.docmerge("mv", long, long + "x", exits: 2)
    #expect(replica.contents == [long: "one\n"])
  }
}
