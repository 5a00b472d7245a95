import DocMergeContainer
import DocMergeDocuments
import DocMergeResolvers
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Foundation
import Synchronization
import Testing

@MainActor
struct DocumentPackageTests {
  let folder = TemporaryFolder()

  private func file(_ name: String) -> File { File("\(folder.path)/\(name)") }

  private func opened(_ texts: [String: String]) async throws -> PackageNote {
    for (name, text) in texts { file("a.imagenotes/\(name)").write(Array(text.utf8)) }
    let note = PackageNote(fileURL: folder.url("a.imagenotes"))
    try await note.open()
    return note
  }

  @Test func `M38 M42 W8 a package is made, saved, and opened again`() async throws {
    let note = PackageNote(fileURL: folder.url("a.imagenotes"))
    note["text.md"] = "one"
    try await note.save(to: note.fileURL, for: .forCreating)
    #expect(note.documentState == .normal)
    #expect(note.package.filename == "a.imagenotes")
    #expect(note.package.fileWrappers?["text.md"]?.filename == "text.md")
    note["text.md"] = "two"
    note["title"] = "Trip"
    try await note.close()
    #expect(File(folder.path).names == ["a.imagenotes"])
    let other = PackageNote(fileURL: note.fileURL)
    try await other.open()
    #expect(other["text.md"] == "two")
    #expect(other["title"] == "Trip")
    try await other.close()
  }

  @Test func `W16 M147 only the members that changed are written`() async throws {
    let note = try await opened(["a": "a", "b": "b", "images/c": "c"])
    let before = ["a", "b", "images/c"].map { file("a.imagenotes/\($0)").inode }
    note["b"] = "new"
    try await note.save()
    note["b"] = "newer"
    try await note.save()
    let after = ["a", "b", "images/c"].map { file("a.imagenotes/\($0)").inode }
    #expect(before[0] == after[0] && before[2] == after[2] && before[1] != after[1])
    #expect(file("a.imagenotes/b").text == "newer")
    try await note.close()
  }

  @Test
  func `M5 W13 mode and attributes of a package and its changed members stay, and so does a link`()
    async throws
  {
    file("real.imagenotes/text.md").write(Array("old".utf8))
    file("real.imagenotes/text.md").setPermissions(0o640)
    file("real.imagenotes").setPermissions(0o750)
    let python = Program("python3", in: "\(folder.path)/real.imagenotes")
    let words = "import os; [os.setxattr(p, 'user.note', p.encode()) for p in ('.', 'text.md')]"
    try python.run(["-c", words], exits: 0)
    file("a.imagenotes").link(to: "real.imagenotes")
    let note = try await opened([:])
    note["text.md"] = "new"
    try await note.close()
    #expect(file("a.imagenotes").target == "real.imagenotes")
    #expect(file("real.imagenotes/text.md").text == "new")
    #expect(file("real.imagenotes/text.md").permissions == 0o640)
    #expect(file("real.imagenotes").permissions == 0o750)
    let question = "import os; print([os.getxattr(p, 'user.note') for p in ('.', 'text.md')])"
    #expect(try python.run(["-c", question], exits: 0).text == "[b'.', b'text.md']\n")
  }

  @Test
  func `M35 the package that is written is that of the call, whatever the app does to it then`()
    async throws
  {
    let note = try await opened(["text.md": "old"])
    note["text.md"] = "first"
    note.save(to: note.fileURL, for: .forOverwriting, completionHandler: nil)
    note["text.md"] = "second"
    note["more"] = "more"
    #expect(await eventually { self.file("a.imagenotes/text.md").text == "first" })
    #expect(await eventually { note.package.filename == "a.imagenotes" })
    #expect(file("a.imagenotes").names == ["text.md"])
    #expect(note.hasUnsavedChanges)
    try await note.close()
    #expect(file("a.imagenotes").names == ["more", "text.md"])
    #expect(file("a.imagenotes/text.md").text == "second")
  }

  @Test func `M40 a package that cannot be saved stays as it was, on disk and in memory`()
    async throws
  {
    let note = try await opened(["a": "a", "text.md": "old"])
    let inode = file("a.imagenotes/a").inode
    note["text.md"] = "new"
    note.writeError.withLock { $0 = POSIXError(.ENOSPC) }
    await #expect(throws: CocoaError.self) { try await note.save() }
    #expect(note.documentState == .savingError)
    #expect(File(folder.path).names == ["a.imagenotes"])
    #expect(file("a.imagenotes/text.md").text == "old")
    note.writeError.withLock { $0 = nil }
    try await note.save()
    #expect(note.documentState == .normal)
    #expect(file("a.imagenotes/text.md").text == "new")
    #expect(file("a.imagenotes/a").inode == inode)
    try await note.close()
  }

  @Test func `W6 members that were not read yet can be read after a save`() async throws {
    let note = try await opened(["a": "a", "text.md": "old"])
    try note.package.read(from: note.fileURL)
    note["text.md"] = "new"
    try await note.save()
    #expect(note["a"] == "a")
    note["text.md"] = "newer"
    try await note.close()
    #expect(file("a.imagenotes/a").text == "a")
  }

  @Test func `M3 M52 a reader sees the old or the new package, whole`() async throws {
    let note = try await opened(["a": "0", "b": "0"])
    let url = note.fileURL
    let reader = Task.detached { () -> [Set<String>] in
      var seen: [Set<String>] = []
      while !Task.isCancelled {
        let texts = try await FileCoordinator().read(itemAt: url, options: .withoutChanges) { url in
          let wrapper = try FileWrapper(url: url, options: .immediate)
          return ["a", "b"].map { name in
            String(
              decoding: wrapper.fileWrappers?[name]?.regularFileContents ?? Data(), as: UTF8.self)
          }
        }
        seen.append(Set(texts))
      }
      return seen
    }
    for round in 1...20 {
      note["a"] = "\(round)"
      note["b"] = "\(round)"
      try await note.save()
    }
    reader.cancel()
    // The last read may be cut off by the cancellation.
    let seen = (try? await reader.value) ?? []
    #expect(seen.allSatisfy { $0.count == 1 && $0 != [""] })
    #expect(File(folder.path).names == ["a.imagenotes"])
    try await note.close()
  }

  /// The member of a folder in the package.
  private func image(of note: PackageNote) -> String? {
    let images = note.package.fileWrappers?["images"]?.fileWrappers
    return images?["c"]?.regularFileContents.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `P22 P10 a member that another program writes in place is loaded`() async throws {
    let note = try await opened(["text.md": "old", "images/c": "c"])
    #expect(note.loads == 1 && image(of: note) == "c")
    file("a.imagenotes/text.md").write(Array("theirs".utf8))
    #expect(await eventually { note["text.md"] == "theirs" })
    file("a.imagenotes/images/c").write(Array("theirs".utf8))
    // A look at the moment between emptying and writing the file may load it once more.
    #expect(await eventually { image(of: note) == "theirs" })
    // A save puts another folder there, which is watched as the old one was.
    note["text.md"] = "ours"
    try await note.save()
    file("a.imagenotes/text.md").write(Array("theirs again".utf8))
    #expect(await eventually { note["text.md"] == "theirs again" })
    try await note.close()
  }

  @Test func `M94 V22 packages that two edited are in conflict, and both are kept`() async throws {
    let kept = try Kept()
    let member = File("\(kept.folder.path)/a.imagenotes/text.md")
    member.write(Array("base".utf8))
    let note = PackageNote(fileURL: kept.url("a.imagenotes"))
    try await note.open()
    note["text.md"] = "ours"
    member.write(Array("theirs".utf8))
    member.setDate(seconds: 1_000_000)
    try await note.save()
    #expect(note.documentState == .inConflict)
    let versions = try #require(
      FileVersion.unresolvedConflictVersionsOfItem(at: note.fileURL))
    #expect(versions.count == 1)
    let other = try #require(versions.first)
    #expect(File("\(other.url.path)/text.md").text == "theirs")
    try await note.resolveConflicts(using: KeepBoth())
    #expect(note.documentState == .normal)
    #expect(try kept.container.documents().count == 2)
    let texts = File(kept.folder.path).names.compactMap {
      File("\(kept.folder.path)/\($0)/text.md").text
    }
    #expect(Set(texts) == ["ours", "theirs"])
    try await note.close()
  }

  @Test func `V22 a version of a package replaces the package in one step`() async throws {
    let kept = try Kept()
    let member = File("\(kept.folder.path)/a.imagenotes/text.md")
    member.write(Array("one".utf8))
    _ = try kept.container.save()
    member.write(Array("two".utf8))
    _ = try kept.container.save()
    let url = kept.url("a.imagenotes")
    let old = try #require(FileVersion.otherVersionsOfItem(at: url)?.first)
    try old.replaceItem(at: url)
    #expect(member.text == "one")
    let outside = folder.url("copy.imagenotes")
    file("copy.imagenotes/other").write([])
    try old.replaceItem(at: outside)
    #expect(file("copy.imagenotes").names == ["text.md"])
    #expect(File(folder.path).names == ["copy.imagenotes"])
  }

  @Test(arguments: [true, false])
  func `M49 a save that fails when all is in place is no edit of another author`(isPackage: Bool)
    async throws
  {
    let kept = try Kept()
    let name = isPackage ? "a.imagenotes" : "a.txt"
    _ = kept.folder.file(isPackage ? "\(name)/text.md" : name, "one")
    _ = try kept.container.save()
    let note = LateNote(fileURL: kept.url(name))
    try await note.open()
    note.isLate.withLock { $0 = true }
    note["text.md"] = "two"
    await #expect(throws: AppError.self) { try await note.save() }
    note.isLate.withLock { $0 = false }
    note["text.md"] = "three"
    try await note.save()
    #expect(note.documentState == .normal)
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: note.fileURL) == [])
    // An edit of another author after such a failure is one all the same.
    note.isLate.withLock { $0 = true }
    note["text.md"] = "four"
    await #expect(throws: AppError.self) { try await note.save() }
    note.isLate.withLock { $0 = false }
    _ = kept.folder.file(isPackage ? "\(name)/text.md" : name, "theirs, longer")
    note["text.md"] = "five"
    try await note.save()
    #expect(note.documentState == .inConflict)
    try await note.close()
  }
}

/// Fails when all is in place, as when the folder cannot be made durable.
@MainActor
private final class LateNote: Document {
  nonisolated let isLate = Mutex(false)
  private var package: FileWrapper?
  private var text = ""

  override init(fileURL url: URL) {
    super.init(fileURL: url)
    autosavePeriods = AutosavePeriods(idle: .seconds(1000), typing: .seconds(1000))
  }

  subscript(name: String) -> String {
    get { text }
    set {
      text = newValue
      if let old = package?.fileWrappers?[name] { package?.removeFileWrapper(old) }
      package?.addRegularFile(withContents: Data(newValue.utf8), preferredFilename: name)
      updateChangeCount(.done)
    }
  }

  override func contents(forType typeName: String) throws -> Any { package ?? Data(text.utf8) }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    package = contents is Data ? nil : contents as? FileWrapper
  }

  override func writeContents(
    _ contents: Any, andAttributes additionalFileAttributes: [AnyHashable: Any]?, safelyTo url: URL,
    for saveOperation: SaveOperation
  ) throws {
    try super.writeContents(
      contents, andAttributes: additionalFileAttributes, safelyTo: url, for: saveOperation)
    if isLate.withLock({ $0 }) { throw AppError() }
  }
}
