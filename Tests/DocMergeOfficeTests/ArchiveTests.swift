import DocMergeArchive
import DocMergeTestSupport
import Testing

@Suite struct ArchiveTests {
  private func archive(_ members: [(String, [UInt8])]) -> ZipArchive {
    ZipArchive(
      members: members.map {
        ZipMember(name: $0, contents: $1, like: nil, time: 0x5821_0000)
      })
  }

  @Test func `reads what it wrote, in order`() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<50 {
      let members = (0..<generator.number(1...12)).map { index in
        (
          "folder/part\(index).xml",
          (0..<generator.number(0...5000)).map { _ in UInt8(generator.number(0...40)) }
        )
      }
      let archive = archive(members)
      let read = try ZipArchive(archive.written())
      #expect(read == archive)
      #expect(try read.members.map { try $0.contents() } == members.map(\.1))
      #expect(try read.written() == archive.written())
    }
  }

  @Test func `writes what unzip and Python read`() throws {
    let folder = TemporaryFolder()
    let members = [
      ("a/ä ß.txt", Array("text".utf8)), ("zeros", [UInt8](repeating: 0, count: 70_000)),
    ]
    File("\(folder.path)/a.zip").write(try archive(members).written())
    let script =
      "import zipfile; z = zipfile.ZipFile('a.zip'); print(z.testzip(), [len(z.read(n)) for n in z.namelist()])"
    let output = try Program("python3", in: folder.path).run(["-c", script], exits: 0)
    #expect(output.text == "None [4, 70000]\n")
  }

  @Test func `reads what Python wrote, with and without compression`() throws {
    let folder = TemporaryFolder()
    let script = """
      import zipfile
      with zipfile.ZipFile('a.zip', 'w') as z:
          z.writestr('mimetype', 'application/x', zipfile.ZIP_STORED)
          z.writestr('ö.xml', '<a/>' * 1000, zipfile.ZIP_DEFLATED)
      """
    try Program("python3", in: folder.path).run(["-c", script], exits: 0)
    let archive = try ZipArchive(#require(File("\(folder.path)/a.zip").bytes))
    #expect(archive.members.map(\.name) == ["mimetype", "ö.xml"])
    #expect(archive.members.map(\.method) == [.stored, .deflated])
    #expect(try archive.members[1].contents().count == 4000)
  }

  @Test func `refuses an archive that is damaged, doubled or grows without an end`() throws {
    #expect(throws: ArchiveRefusal.notZip) { try ZipArchive([]) }
    #expect(throws: ArchiveRefusal.notZip) { try ZipArchive(Array("PK but no archive".utf8)) }
    #expect(throws: ArchiveRefusal.doubled("a")) {
      try ZipArchive(self.archive([("a", [1]), ("a", [2])]).written())
    }
    var bomb = try #require(
      archive([("bomb", [UInt8](repeating: 0, count: 1 << 20))]).members.first)
    bomb.size = 1 << 40
    #expect(throws: ArchiveRefusal.tooLarge("bomb")) { try bomb.contents() }
    bomb.size = 1000
    #expect(throws: ArchiveRefusal.damaged("bomb")) { try bomb.contents() }
  }

  @Test func `finds a damaged member, also where it is only copied`() throws {
    var member = try #require(archive([("a", Array("some text, some text".utf8))]).members.first)
    try member.check()
    member.stored[member.stored.count / 2] ^= 0xFF
    #expect(throws: ArchiveRefusal.damaged("a")) { try member.check() }
    // Nothing here reads it, so that nothing here can say whether it is damaged.
    member.method = nil
    try member.check()
  }

  @Test func `never crashes on bytes that were changed`() throws {
    let good = try archive([
      ("[Content_Types].xml", Array("<Types/>".utf8)),
      ("word/document.xml", Array("<w:p>text</w:p>".utf8)),
    ]).written()
    var generator = SeededGenerator(seed: 2)
    var readCount = 0
    for _ in 0..<3000 {
      var bytes = good
      for _ in 0..<generator.number(1...4) {
        bytes[generator.number(0...(bytes.count - 1))] = UInt8(generator.number(0...255))
      }
      if generator.once(in: 4) { bytes.removeLast(generator.number(0...(bytes.count - 1))) }
      guard let archive = try? ZipArchive(bytes) else { continue }
      readCount += 1
      for member in archive.members {
        guard let contents = try? member.contents() else { continue }
        #expect(contents.count == member.size)
      }
    }
    // Some changes touch nothing that matters, most are found.
    #expect((1..<2500).contains(readCount))
  }

  @Test func `reads the XML that it wrote`() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let document = XMLDocument(root: element(&generator, depth: 0), isStandalone: true)
      #expect(try XMLDocument(document.bytes, named: "a") == document)
    }
  }

  private func element(_ generator: inout SeededGenerator, depth: Int) -> XMLElement {
    let texts = ["a & b", "<>\"'", " \t\r ", "ü\u{1F600}", "]]>"]
    var element = XMLElement("w:e\(generator.number(0...9))")
    for number in 0..<generator.number(0...3) {
      element["a\(number)"] = texts[generator.number(0...4)] + "\n"
    }
    var isText = false
    for _ in 0..<generator.number(0...4) where depth < 5 {
      // Characters beside characters are one piece of text.
      if !isText, generator.once(in: 2) {
        element.children.append(.text(texts[generator.number(0...4)]))
        isText = true
      } else {
        element.children.append(.element(self.element(&generator, depth: depth + 1)))
        isText = false
      }
    }
    return element
  }

  @Test func `refuses XML with a document type, or that is too deep or broken`() {
    let bomb = "<!DOCTYPE a [<!ENTITY b \"cccc\">]><a>&b;</a>"
    #expect(throws: ArchiveRefusal.documentType("p")) {
      try XMLDocument(Array(bomb.utf8), named: "p")
    }
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(throws: ArchiveRefusal.self) { try XMLDocument(Array(deep.utf8), named: "p") }
    #expect(throws: ArchiveRefusal.notXML("p", line: 2)) {
      try XMLDocument(Array("<a>\n<b></a>".utf8), named: "p")
    }
    #expect(throws: ArchiveRefusal.self) { try XMLDocument([], named: "p") }
  }
}
