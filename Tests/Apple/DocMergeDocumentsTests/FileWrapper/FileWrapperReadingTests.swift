import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

/// File wrappers as they are made and read.
struct FileWrapperReadingTests {
  private let folder = TemporaryFolder()

  private func url(_ name: String) -> URL { URL(fileURLWithPath: "\(folder.path)/\(name)") }
  private func file(_ name: String) -> File { File("\(folder.path)/\(name)") }

  @Test func `W1 the kind is the file's on disk, even for a broken link`() throws {
    file("a.txt").write(Array("one".utf8))
    file("package/b.txt").write(Array("two".utf8))
    file("broken").link(to: "nowhere")
    let regular = try FileWrapper(url: url("a.txt"))
    #expect(regular.isRegularFile && !regular.isDirectory && !regular.isSymbolicLink)
    #expect(regular.filename == "a.txt" && regular.preferredFilename == "a.txt")
    let package = try FileWrapper(url: url("package"))
    #expect(package.isDirectory)
    #expect(package.fileWrappers?["b.txt"]?.regularFileContents == Data("two".utf8))
    #expect(try FileWrapper(url: url("broken")).isSymbolicLink)
    #expect(throws: CocoaError.self) { try FileWrapper(url: url("missing")) }
  }

  @Test func `W1 contents are read when they are asked for`() throws {
    file("a.txt").write(Array("one".utf8))
    let wrapper = try FileWrapper(url: url("a.txt"))
    file("a.txt").write(Array("other".utf8))
    #expect(wrapper.regularFileContents == nil)
    #expect(throws: FileWrapperError.changedOnDisk) { try wrapper.contentsOfFile() }
  }

  @Test func `W2 children get their key as preferred name`() {
    let named = FileWrapper(regularFileWithContents: Data("b".utf8))
    named.preferredFilename = "own.txt"
    let plain = FileWrapper(regularFileWithContents: Data("a".utf8))
    let package = FileWrapper(directoryWithFileWrappers: ["a.txt": plain, "b.txt": named])
    #expect(plain.preferredFilename == "a.txt")
    #expect(package.fileWrappers.map { Set($0.keys) } == ["a.txt", "own.txt"])
    #expect(package.keyForChildFileWrapper(named) == "own.txt")
  }

  @Test func `W3 a file keeps its bytes and has no preferred name`() {
    let bytes = Data((0...255).map { UInt8($0) })
    let wrapper = FileWrapper(regularFileWithContents: bytes)
    #expect(wrapper.regularFileContents == bytes)
    #expect(wrapper.preferredFilename == nil && wrapper.filename == nil && wrapper.isRegularFile)
  }

  @Test func `W4 a link is written with its relative path`() throws {
    let target = URL(fileURLWithPath: "../elsewhere/a b.txt", relativeTo: url("x"))
    let wrapper = FileWrapper(symbolicLinkWithDestinationURL: target)
    try wrapper.write(to: url("link"), originalContentsURL: nil)
    #expect(file("link").target == "../elsewhere/a b.txt")
    let again = try FileWrapper(url: url("link"))
    #expect(again.symbolicLinkDestinationURL?.relativePath == "../elsewhere/a b.txt")
    try again.write(to: url("copy"), originalContentsURL: nil)
    #expect(file("copy").target == "../elsewhere/a b.txt")
  }

  @Test func `W5 the serialized form is restored whole`() throws {
    let package = FileWrapper(directoryWithFileWrappers: [
      "a.txt": FileWrapper(regularFileWithContents: Data("a".utf8)),
      "sub": FileWrapper(directoryWithFileWrappers: [
        "link": FileWrapper(symbolicLinkWithDestinationURL: URL(fileURLWithPath: "/etc/hosts"))
      ]),
    ])
    package.preferredFilename = "Trip.rtfd"
    let data = try #require(package.serializedRepresentation)
    let copy = try #require(FileWrapper(serializedRepresentation: data))
    #expect(copy.preferredFilename == "Trip.rtfd")
    #expect(copy.fileWrappers?["a.txt"]?.regularFileContents == Data("a".utf8))
    let link = copy.fileWrappers?["sub"]?.fileWrappers?["link"]
    #expect(link?.symbolicLinkDestinationURL?.path == "/etc/hosts")
    #expect(FileWrapper(serializedRepresentation: Data("no archive".utf8)) == nil)
  }

  @Test func `W5 a keyed archive is restored whole`() throws {
    let file = FileWrapper(regularFileWithContents: Data("a".utf8))
    file.preferredFilename = "a.txt"
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: file, requiringSecureCoding: false)
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    let copy = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? FileWrapper
    #expect(copy?.regularFileContents == Data("a".utf8))
    #expect(copy?.preferredFilename == "a.txt")
  }

  @Test func `W6 an immediate read is a snapshot`() throws {
    file("package/a.txt").write(Array("old".utf8))
    let wrapper = try FileWrapper(url: url("package"), options: .immediate)
    file("package/a.txt").write(Array("changed".utf8))
    file("package").removeAll()
    #expect(wrapper.fileWrappers?["a.txt"]?.regularFileContents == Data("old".utf8))
  }

  @Test func `W7 contents that were read outlive a truncation by another program`() throws {
    file("a.bin").write([UInt8](repeating: 7, count: 1 << 20))
    for options: FileWrapper.ReadingOptions in [.immediate, [.immediate, .withoutMapping]] {
      let wrapper = try FileWrapper(url: url("a.bin"), options: options)
      try #require(truncate("\(folder.path)/a.bin", 0) == 0)
      // A mapped file would end the process here.
      #expect(wrapper.regularFileContents?.reduce(0) { $0 + Int($1) } == 7 << 20)
      file("a.bin").write([UInt8](repeating: 7, count: 1 << 20))
    }
  }

  @Test func `W10 the kind may change when it is read again`() throws {
    file("a").write([1])
    let wrapper = try FileWrapper(url: url("a"))
    #expect(wrapper.isRegularFile)
    file("a").remove()
    file("a/b").write([2])
    try wrapper.read(from: url("a"))
    #expect(wrapper.isDirectory && !wrapper.isRegularFile)
    #expect(wrapper.fileWrappers.map { Array($0.keys) } == ["b"])
  }

  @Test func `W14 matching looks at structure and dates, not at bytes`() throws {
    file("package/a.txt").write(Array("one".utf8))
    file("package/a.txt").setDate(seconds: 1_000_000)
    let wrapper = try FileWrapper(url: url("package"))
    #expect(wrapper.matchesContents(of: url("package")))
    file("package/a.txt").setDate(seconds: 2_000_000)
    #expect(!wrapper.matchesContents(of: url("package")))
    file("package/a.txt").write(Array("two".utf8))
    file("package/a.txt").setDate(seconds: 1_000_000)
    // The documented weakness.
    #expect(wrapper.matchesContents(of: url("package")))
    file("package/b.txt").write([])
    #expect(!wrapper.matchesContents(of: url("package")))
    #expect(!wrapper.matchesContents(of: url("missing")))
  }

  @Test func `W15 reading again takes members in and out and keeps the others`() throws {
    file("package/a.txt").write(Array("a".utf8))
    file("package/b.txt").write(Array("b".utf8))
    let wrapper = try FileWrapper(url: url("package"))
    let kept = try #require(wrapper.fileWrappers?["a.txt"])
    file("package/b.txt").remove()
    file("package/c.txt").write(Array("c".utf8))
    try wrapper.read(from: url("package"), options: .immediate)
    #expect(wrapper.fileWrappers.map { Set($0.keys) } == ["a.txt", "c.txt"])
    #expect(wrapper.fileWrappers?["a.txt"] === kept)
    #expect(throws: CocoaError.self) { try wrapper.read(from: url("missing")) }
    #expect(wrapper.fileWrappers?.count == 2)
  }

  @Test func `W18 a folder that is gone before anyone looked has no members`() throws {
    file("package/a.txt").write([1])
    let lazy = try FileWrapper(url: url("package"))
    let child = try #require(try FileWrapper(url: url("package")).fileWrappers?["a.txt"])
    file("package").removeAll()
    #expect(lazy.fileWrappers == nil)
    #expect(throws: FileWrapperError.changedOnDisk) { try lazy.contentsOfFolder() }
    #expect(child.regularFileContents == nil)
  }

  @Test func `W19 access of the wrong kind says so`() throws {
    let file = FileWrapper(regularFileWithContents: Data())
    let package = FileWrapper(directoryWithFileWrappers: [:])
    #expect(file.fileWrappers == nil && file.symbolicLinkDestinationURL == nil)
    #expect(package.regularFileContents == nil)
    #expect(throws: FileWrapperError.wrongKind) { try file.contentsOfFolder() }
    #expect(throws: FileWrapperError.wrongKind) { try file.destinationOfLink() }
    #expect(throws: FileWrapperError.wrongKind) { try package.contentsOfFile() }
  }

  @Test(arguments: ["~/x", "~root", "sub/", "../a b", "/absolute"])
  func `W7 the target of a link is written as it was read`(_ target: String) throws {
    file("package/link").link(to: target)
    let package = try FileWrapper(url: url("package"))
    try package.write(to: url("copy"), options: [], originalContentsURL: nil)
    let data = try #require(package.serializedRepresentation)
    let unpacked = try #require(FileWrapper(serializedRepresentation: data))
    try unpacked.write(to: url("unpacked"), options: [], originalContentsURL: nil)
    for name in ["copy", "unpacked"] {
      let link = url("\(name)/link").path
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    }
  }

  @Test func `W3 two members whose names are the same characters are not taken for one`() throws {
    file("package/\u{E9}.txt").write(Array("composed".utf8))
    file("package/e\u{301}.txt").write(Array("decomposed".utf8))
    #expect(throws: CocoaError.self) { try FileWrapper(url: url("package")) }
    #expect(File("\(folder.path)/package").names.count == 2)
  }
}
