import DocMergeContainer
import DocMergeHistory
import DocMergeResolvers
import DocMergeTestSupport
import Foundation
import Glibc
import Synchronization
import Testing

@testable import DocMergeDocuments

/// Plain programs that write and rename files at the worst moments of open documents.
@MainActor
struct MeanwhileTests {
  let kept: Kept

  init() throws { kept = try Kept() }

  private func opened(_ url: URL) async throws -> TraceNote {
    let note = TraceNote(fileURL: url)
    try await note.open()
    return note
  }

  // MARK: Between the check of a file and its replacement

  @Test(arguments: ["in place", "by renaming"])
  func `P22 what another program writes while a save is under way becomes a version in conflict`(
    _ way: String
  ) async throws {
    let note = try await opened(try kept.save("a.txt", "base", date: 1_000_000))
    let url = note.fileURL
    let folder = kept.folder
    note.beforeWriting.withLock {
      $0 = {
        if way == "in place" { return File(url.path).write(Array("theirs".utf8)) }
        rename(folder.file("new", "theirs").path, url.path)
      }
    }
    note.edit("mine")
    try await note.save()
    note.beforeWriting.withLock { $0 = nil }
    #expect(await eventually { note.documentState == .inConflict })
    #expect(url.text == "mine" && note.text == "mine")
    let versions = FileVersion.unresolvedConflictVersionsOfItem(at: url)
    #expect(versions?.map(\.text) == ["theirs"])
    let document = try #require(try kept.container.conflicts().first)
    let base = try #require(try kept.container.base(of: document.heads))
    #expect(try kept.container.contents(of: base).bytes == Array("base".utf8))
    try versions?.first?.remove()
    #expect(await eventually { note.documentState == .normal })
    note.edit("more")
    try await note.close()
    #expect(url.text == "more")
    #expect(try kept.container.conflicts().isEmpty)
  }

  @Test func `P22 members that another program writes while a package is saved are kept`()
    async throws
  {
    let url = kept.url("a.imagenotes")
    let note = PackageNote(fileURL: url)
    note["text.md"] = "base"
    try await note.save(to: url, for: .forCreating)
    let path = "\(url.path)/text.md"
    let meddler = MeddledPackage(fileURL: url)
    try await note.close()
    meddler.path = path
    try await meddler.open()
    meddler.package.addRegularFile(withContents: Data("mine".utf8), preferredFilename: "more.md")
    meddler.updateChangeCount(.done)
    try await meddler.save()
    let versions = try #require(FileVersion.unresolvedConflictVersionsOfItem(at: url))
    #expect(versions.map { $0.url.appendingPathComponent("text.md").text } == ["theirs"])
    #expect(url.appendingPathComponent("more.md").text == "mine")
    #expect(url.appendingPathComponent("text.md").text == "base")
    try await meddler.close()
  }

  @Test func `A5 a first save does not replace a file that is made while it writes`() async throws {
    let url = kept.url("new.txt")
    let note = TraceNote(fileURL: url)
    note.beforeWriting.withLock { $0 = { File(url.path).write(Array("theirs".utf8)) } }
    note.text = "mine"
    let error = await #expect(throws: CocoaError.self) {
      try await note.save(to: url, for: .forCreating)
    }
    #expect(error?.code == .fileWriteFileExists)
    #expect(url.text == "theirs")
    #expect(File(kept.folder.path).names == [".docmerge", "new.txt"])
  }

  // MARK: Exchanged names

  private func exchange(_ urls: [URL]) {
    // In any folder, not only in one that is watched.
    let elsewhere = TemporaryFolder()
    let aside = elsewhere.url("aside.tmp")
    rename(urls[0].path, aside.path)
    for (from, to) in zip(urls.dropFirst(), urls) { rename(from.path, to.path) }
    rename(aside.path, urls[urls.count - 1].path)
  }

  @Test(arguments: [true, false], [2, 3])
  func `P9 open documents whose files exchange names follow them`(
    isInContainer: Bool, count: Int
  ) async throws {
    let plain = TemporaryFolder()
    var notes: [TraceNote] = []
    for number in 0..<count {
      let (name, text) = ("\(number).txt", "text \(number)")
      let url = isInContainer ? try kept.save(name, text) : plain.file(name, text)
      notes.append(try await opened(url))
    }
    let urls = notes.map(\.fileURL)
    exchange(urls)
    // File 0 has the last name now, and each other one the name before its own.
    for (number, note) in notes.enumerated() {
      let new = urls[(number + count - 1) % count]
      #expect(await eventually { note.fileURL.path == new.path })
      #expect(note.text == "text \(number)" && note.documentState == .normal)
      note.edit("edited \(number)")
    }
    for note in notes { try await note.close() }
    for number in 0..<count {
      #expect(urls[(number + count - 1) % count].text == "edited \(number)")
    }
    guard isInContainer else { return }
    #expect(try kept.container.conflicts().isEmpty)
    #expect(try kept.container.documents().count == count)
  }

  @Test(arguments: [true, false], [0, 1])
  func `P9 an open document follows an exchange with a file that is not open`(
    isNew: Bool, number: Int
  ) async throws {
    let folder = TemporaryFolder()
    let urls = [folder.file("a.txt", "text 0"), folder.file("b.txt", "text 1")]
    let note = try await opened(urls[number])
    if isNew {
      // The other file is made, and replaced, after the document was opened.
      rename(folder.file("new", "text \(1 - number)").path, urls[1 - number].path)
      #expect(await eventually { PresenterRegistry.shared.isQuiet })
    }
    exchange(urls)
    let new = urls[1 - number]
    #expect(await eventually { note.fileURL.path == new.path })
    #expect(note.text == "text \(number)" && note.documentState == .normal)
    note.edit("edited")
    try await note.close()
    #expect(new.text == "edited" && urls[number].text == "text \(1 - number)")
  }

  @Test(arguments: [true, false])
  func `P9 edits that are saved right after an exchange of names go to their own files`(
    isInContainer: Bool
  ) async throws {
    for round in 0..<5 {
      let plain = TemporaryFolder()
      let urls = try ["a", "b"].map { name in
        isInContainer
          ? try kept.save("\(name)\(round).txt", name) : plain.file("\(name).txt", name)
      }
      let notes = [try await opened(urls[0]), try await opened(urls[1])]
      notes[0].edit("edited a")
      notes[1].edit("edited b")
      exchange(urls)
      for note in notes { try await note.save() }
      #expect(urls[1].text == "edited a")
      #expect(urls[0].text == "edited b")
      for note in notes { try await note.close() }
      #expect(urls[1].text == "edited a")
      #expect(urls[0].text == "edited b")
      if isInContainer { #expect(try kept.container.conflicts().isEmpty) }
    }
  }

  @Test func `P22 a program that keeps a backup copy and writes a new file renames no document`()
    async throws
  {
    let note = try await opened(try kept.save("a.txt", "old"))
    let url = note.fileURL
    rename(url.path, kept.url("a.txt~").path)
    _ = kept.folder.file("a.txt", "new")
    #expect(await eventually { note.text == "new" })
    #expect(note.fileURL.path == url.path)
    #expect(await eventually { PresenterRegistry.shared.isQuiet })
    // A backup copy takes the place of an earlier one, which goes elsewhere.
    let archive = TemporaryFolder()
    rename(kept.url("a.txt~").path, archive.url("a.txt~").path)
    rename(url.path, kept.url("a.txt~").path)
    rename(archive.file("a.txt", "new again").path, url.path)
    #expect(await eventually { note.text == "new again" })
    #expect(note.fileURL.path == url.path)
    rename(kept.folder.file("a.new", "newer").path, kept.url("b.new").path)
    rename(url.path, kept.url("a.bak").path)
    rename(kept.url("b.new").path, url.path)
    #expect(await eventually { note.text == "newer" })
    #expect(note.fileURL.path == url.path)
    note.edit("mine")
    try await note.close()
    #expect(url.text == "mine")
    #expect(kept.url("a.bak").text == "new again" && kept.url("a.txt~").text == "new")
  }
}

/// A package in which another program writes while it is being saved.
@MainActor
private final class MeddledPackage: Document {
  private(set) var package = FileWrapper(directoryWithFileWrappers: [:])
  nonisolated(unsafe) var path = ""

  override func contents(forType typeName: String) throws -> Any { package }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    package = contents as? FileWrapper ?? package
  }

  override func writeContents(
    _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
  ) throws {
    try super.writeContents(
      contents, to: url, for: saveOperation, originalContentsURL: originalContentsURL)
    let new = "\(path).new"
    File(new).write(Array("theirs".utf8))
    rename(new, path)
  }
}
