import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

/// File wrappers as they are changed and written.
struct FileWrapperWritingTests {
  private let folder = TemporaryFolder()

  private func url(_ name: String) -> URL { URL(fileURLWithPath: "\(folder.path)/\(name)") }
  private func file(_ name: String) -> File { File("\(folder.path)/\(name)") }

  private func package(_ texts: [String: String]) -> FileWrapper {
    FileWrapper(
      directoryWithFileWrappers: texts.mapValues {
        FileWrapper(regularFileWithContents: Data($0.utf8))
      })
  }

  @Test func `W4 a link that cannot be followed is left alone`() throws {
    file("one").link(to: "other")
    file("other").link(to: "one")
    let wrapper = FileWrapper(regularFileWithContents: Data("text".utf8))
    #expect(throws: CocoaError.self) {
      try wrapper.write(to: url("one"), originalContentsURL: nil)
    }
    #expect(file("one").target == "other")
    #expect(file("other").target == "one")
  }

  @Test func `W8 a package is replaced as a whole and nothing is left beside it`() throws {
    try package(["a.txt": "old", "b.txt": "b"]).write(
      to: url("p"), options: .atomic, originalContentsURL: nil)
    try package(["a.txt": "new"]).write(
      to: url("p"), options: .atomic, originalContentsURL: url("p"))
    #expect(file("p").names == ["a.txt"])
    #expect(file("p/a.txt").text == "new")
    #expect(File(folder.path).names == ["p"])
  }

  @Test func `W8 a write that fails leaves the old package and no litter`() throws {
    try package(["a.txt": "old"]).write(to: url("p"), originalContentsURL: nil)
    let broken = package(["a.txt": "new"])
    broken.addRegularFile(withContents: Data(), preferredFilename: "no/name")
    let error = #expect(throws: CocoaError.self) {
      try broken.write(to: url("p"), options: .atomic, originalContentsURL: url("p"))
    }
    #expect(error?.code == .fileWriteInvalidFileName)
    #expect(file("p/a.txt").text == "old")
    #expect(File(folder.path).names == ["p"])
  }

  @Test func `W9 names are updated after a success only`() throws {
    let wrapper = package(["a.txt": "a"])
    let child = try #require(wrapper.fileWrappers?["a.txt"])
    try wrapper.write(to: url("p"), originalContentsURL: nil)
    #expect(wrapper.filename == nil && child.filename == nil)
    #expect(throws: CocoaError.self) {
      try wrapper.write(
        to: url("missing/p"), options: .withNameUpdating, originalContentsURL: nil)
    }
    #expect(wrapper.filename == nil && child.filename == nil)
    try wrapper.write(to: url("p"), options: .withNameUpdating, originalContentsURL: nil)
    #expect(wrapper.filename == "p" && child.filename == "a.txt")
  }

  @Test func `W11 a new preferred name gives a new key, and equal names get unique keys`() {
    let wrapper = FileWrapper(directoryWithFileWrappers: [:])
    let first = FileWrapper(regularFileWithContents: Data())
    first.preferredFilename = "a.txt"
    let second = FileWrapper(regularFileWithContents: Data())
    second.preferredFilename = "a.txt"
    #expect(wrapper.addFileWrapper(first) == "a.txt")
    #expect(wrapper.addFileWrapper(second) == "a 2.txt")
    #expect(wrapper.addFileWrapper(second) == "a 2.txt")
    second.preferredFilename = "b.txt"
    #expect(wrapper.keyForChildFileWrapper(second) == "b.txt")
    #expect(wrapper.fileWrappers.map { Set($0.keys) } == ["a.txt", "b.txt"])
  }

  @Test func `W11 a preferred name cannot be taken away`() async {
    await #expect(processExitsWith: .failure) {
      FileWrapper(regularFileWithContents: Data()).preferredFilename = nil
    }
  }

  @Test func `W12 the name on disk is the key where names collide`() throws {
    let wrapper = FileWrapper(directoryWithFileWrappers: [:])
    for _ in 0..<2 { wrapper.addRegularFile(withContents: Data(), preferredFilename: "a") }
    try wrapper.write(to: url("p"), options: .withNameUpdating, originalContentsURL: nil)
    let second = try #require(wrapper.fileWrappers?["a 2"])
    #expect(second.filename == "a 2" && second.preferredFilename == "a")
    #expect(file("p").names == ["a", "a 2"])
  }

  @Test func `W13 mode bits come back from disk`() throws {
    let wrapper = FileWrapper(regularFileWithContents: Data("x".utf8))
    let mode = FileAttributeKey.posixPermissions.rawValue
    wrapper.fileAttributes = [mode: NSNumber(value: 0o640)]
    try wrapper.write(to: url("a"), originalContentsURL: nil)
    #expect(file("a").permissions == 0o640)
    let again = try FileWrapper(url: url("a"))
    #expect((again.fileAttributes[mode] as? NSNumber)?.intValue == 0o640)
    // An attribute that was not changed in the wrapper stays as it is on disk.
    file("a").setPermissions(0o600)
    try again.write(to: url("a"), originalContentsURL: nil)
    #expect(file("a").permissions == 0o600)
  }

  @Test func `W16 only the changed one of a thousand members is written`() throws {
    let wrapper = FileWrapper(directoryWithFileWrappers: [:])
    for number in 0..<1000 {
      wrapper.addRegularFile(
        withContents: Data("\(number)".utf8), preferredFilename: "\(number).txt")
    }
    try wrapper.write(to: url("p"), options: .withNameUpdating, originalContentsURL: nil)
    let before = (0..<1000).map { file("p/\($0).txt").inode }
    let read = try FileWrapper(url: url("p"))
    read.removeFileWrapper(try #require(read.fileWrappers?["500.txt"]))
    read.addRegularFile(withContents: Data("new".utf8), preferredFilename: "500.txt")
    try read.write(
      to: url("p"), options: [.atomic, .withNameUpdating], originalContentsURL: url("p"))
    let after = (0..<1000).map { file("p/\($0).txt").inode }
    #expect((0..<1000).filter { before[$0] != after[$0] } == [500])
    #expect(file("p/500.txt").text == "new" && file("p/499.txt").text == "499")
    // The members that were never read are still there to be read.
    #expect(read.fileWrappers?["1.txt"]?.regularFileContents == Data("1".utf8))
  }

  @Test func `W16 a member that another program changed is never taken from the original`() throws {
    let wrapper = package(["a.txt": "mine"])
    try wrapper.write(to: url("p"), options: .withNameUpdating, originalContentsURL: nil)
    file("p/a.txt").write(Array("theirs".utf8))
    try wrapper.write(to: url("p"), originalContentsURL: url("p"))
    #expect(file("p/a.txt").text == "mine")
  }

  @Test func `W17 a thousand equal names get a thousand keys`() {
    let wrapper = FileWrapper(directoryWithFileWrappers: [:])
    let keys = (0..<1000).map { _ in
      wrapper.addRegularFile(withContents: Data(), preferredFilename: "Notes.txt")
    }
    #expect(Set(keys).count == 1000 && keys[1] == "Notes 2.txt")
    #expect(wrapper.fileWrappers?.count == 1000)
    if let child = wrapper.fileWrappers?["Notes 2.txt"] { wrapper.removeFileWrapper(child) }
    #expect(wrapper.fileWrappers?["Notes 2.txt"] == nil)
  }

  @Test func `W17 a file cannot get a member`() async {
    await #expect(processExitsWith: .failure) {
      FileWrapper(regularFileWithContents: Data())
        .addRegularFile(withContents: Data(), preferredFilename: "a")
    }
  }

  @Test func `a link to a file stays a link`() throws {
    file("real.txt").write(Array("old".utf8))
    file("link.txt").link(to: "real.txt")
    try FileWrapper(regularFileWithContents: Data("new".utf8))
      .write(to: url("link.txt"), originalContentsURL: nil)
    #expect(file("link.txt").target == "real.txt")
    #expect(file("real.txt").text == "new")
  }
}
