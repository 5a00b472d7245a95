import DocMergeContainer
import DocMergeDocuments
import DocMergeHistory
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Foundation
import Synchronization
import Testing

/// Containers by identifier, and documents that go in and out.
struct PlacesTests {
  private let library = Library()

  private func document(_ name: String, in identifier: String) throws -> DocumentSummary {
    let url = try #require(
      library.containers.url(forUbiquityContainerIdentifier: identifier))
    return try Container(path: url.path).document(at: try #require(DocumentPath(name)))
  }

  @Test func `M135 U1 containers are found by identifier, nil is the first, unknown is nil`() throws
  {
    let containers = library.containers
    #expect(containers.url(forUbiquityContainerIdentifier: nil) == nil)
    let two = try containers.makeContainer(identifier: "org.example.two")
    let one = try containers.makeContainer(identifier: "org.example.one")
    #expect(containers.identifiers == ["org.example.one", "org.example.two"])
    #expect(containers.url(forUbiquityContainerIdentifier: nil) == one)
    #expect(containers.url(forUbiquityContainerIdentifier: "org.example.two") == two)
    #expect(containers.url(forUbiquityContainerIdentifier: "org.example.three") == nil)
    #expect(containers.url(forUbiquityContainerIdentifier: "../escape") == nil)
    #expect(try containers.makeContainer(identifier: "org.example.one") == one)
    #expect(throws: PlaceError.invalidIdentifier("a/b")) {
      try containers.makeContainer(identifier: "a/b")
    }
    let other = UbiquityContainers(
      folder: containers.folder, defaultIdentifier: "org.example.two")
    #expect(other.url(forUbiquityContainerIdentifier: nil) == two)
  }

  @Test func `U1 a remote that is down is not asked`() throws {
    let url = try library.containers.makeContainer(identifier: "notes")
    try Container(path: url.path).remotes.add(
      Remote(name: "far", url: "ssh://192.0.2.1/nothing.git"))
    #expect(library.containers.url(forUbiquityContainerIdentifier: "notes") == url)
  }

  @Test func `M136 documents live in the folder Documents`() throws {
    let url = try library.containers.makeContainer(identifier: "notes")
    let documents = library.containers.documentsURL(forUbiquityContainerIdentifier: "notes")
    #expect(documents?.path == url.path + "/Documents")
    #expect(library.file("containers/notes/Documents").exists)
  }

  @Test func `a container elsewhere can get an identifier`() throws {
    library.write("Notes/a.txt")
    let path = try Container.create(at: "\(library.folder.path)/Notes").container.path
    try library.containers.connect(containerAt: library.url("Notes"), identifier: "mine")
    #expect(library.containers.url(forUbiquityContainerIdentifier: "mine")?.path == path)
    #expect(throws: ContainerError.self) {
      try library.containers.connect(containerAt: library.url("containers"), identifier: "no")
    }
  }

  @Test func `U2 the token changes with the remotes`() throws {
    #expect(library.containers.identityToken == nil)
    let url = try library.containers.makeContainer(identifier: "notes")
    let before = try #require(library.containers.identityToken)
    #expect(library.containers.identityToken?.isEqual(before) == true)
    try Container(path: url.path).remotes.add(Remote(name: "home", url: "/nowhere.git"))
    #expect(library.containers.identityToken?.isEqual(before) == false)
  }

  @Test func `U3 M138 a move goes in and out, as versions, away from the main thread`() async throws
  {
    try library.containers.makeContainer(identifier: "notes")
    library.write("a.txt", "one\n")
    let inside = library.url("containers/notes/Documents/a.txt")
    try await library.containers.move(
      itemAt: library.url("a.txt"), to: inside, intoContainer: true)
    #expect(!library.file("a.txt").exists)
    #expect(library.file("containers/notes/Documents/a.txt").text == "one\n")
    #expect(try !document("Documents/a.txt", in: "notes").isDeleted)
    library.write("containers/notes/Documents/a.txt", "two\n")
    try await library.containers.move(
      itemAt: inside, to: library.url("out/b.txt"), intoContainer: false)
    #expect(library.file("out/b.txt").text == "two\n")
    let gone = try document("Documents/a.txt", in: "notes")
    #expect(gone.isDeleted)
    let url = try #require(library.containers.url(forUbiquityContainerIdentifier: "notes"))
    let container = try Container(path: url.path)
    let texts = try container.history(of: gone.id).compactMap {
      try container.contents(of: $0.version).bytes.map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(texts == ["two\n", "one\n"])
  }

  @Test @MainActor func `M138 a move on the main thread is flagged`() throws {
    try library.containers.makeContainer(identifier: "notes")
    library.write("a.txt")
    let heard = Heard()
    library.containers.misuseHandler = { heard.add($0) }
    try library.containers.setUbiquitous(
      true, itemAt: library.url("a.txt"),
      destinationURL: library.url("containers/notes/Documents/a.txt"))
    #expect(heard.all.count == 1)
  }

  @Test func `M137 a hundred names of all kinds survive the move`() async throws {
    try library.containers.makeContainer(identifier: "notes")
    for number in 0..<100 {
      let name = ["é\(number) ü.txt", "e\u{301}\(number).md", "笔记 \(number)", "👩‍👩‍👧 \(number).txt"][
        number % 4]
      library.write(name)
      let target = library.url("containers/notes/Documents/\(name)")
      try await library.containers.move(
        itemAt: library.url(name), to: target, intoContainer: true)
      #expect(library.file("containers/notes/Documents/\(name)").exists)
    }
    #expect(library.file("containers/notes/Documents").names.count == 100)
  }

  @Test func `M139 a move that fails leaves the document where it was`() async throws {
    try library.containers.makeContainer(identifier: "notes")
    library.write("a.txt", "mine\n")
    library.write("containers/notes/Documents/a.txt", "theirs\n")
    let taken = library.url("containers/notes/Documents/a.txt")
    let containers = library.containers
    let source = library.url("a.txt")
    let error = await #expect(throws: CocoaError.self) {
      try await containers.move(itemAt: source, to: taken, intoContainer: true)
    }
    #expect(error?.code == .fileWriteFileExists)
    await #expect(throws: PlaceError.notInContainer(library.url("b.txt"))) {
      try await containers.move(
        itemAt: source, to: library.url("b.txt"), intoContainer: true)
    }
    #expect(library.file("a.txt").text == "mine\n")
    #expect(library.file("containers/notes/Documents/a.txt").text == "theirs\n")
  }

  @Test func `U4 membership is a matter of place, not of where a link leads`() throws {
    try library.containers.makeContainer(identifier: "notes")
    library.write("containers/notes/Documents/a.txt")
    library.write("b.txt")
    library.file("link").link(to: "containers/notes/Documents/a.txt")
    let containers = library.containers
    #expect(containers.isUbiquitousItem(at: library.url("containers/notes/Documents/a.txt")))
    #expect(!containers.isUbiquitousItem(at: library.url("b.txt")))
    #expect(!containers.isUbiquitousItem(at: library.url("link")))
    #expect(!containers.isUbiquitousItem(at: library.url("containers/notes/missing")))
    #expect(!containers.isUbiquitousItem(at: library.url("containers/notes/.docmerge/config")))
  }

  @Test func `U5 U6 U7 what needs a remote answers for contents that are here`() throws {
    try library.containers.makeContainer(identifier: "notes")
    library.write("containers/notes/Documents/a.txt")
    let url = library.url("containers/notes/Documents/a.txt")
    try library.containers.startDownloadingUbiquitousItem(at: url)
    try library.containers.startDownloadingUbiquitousItem(at: url)
    #expect(throws: PlaceError.self) { try library.containers.evictUbiquitousItem(at: url) }
    #expect(throws: PlaceError.self) {
      try library.containers.url(forPublishingUbiquitousItemAt: url)
    }
    #expect(throws: PlaceError.notInContainer(library.url("b"))) {
      try library.containers.startDownloadingUbiquitousItem(at: library.url("b"))
    }
    #expect(library.file("containers/notes/Documents/a.txt").exists)
  }

  @Test func `M142 a deletion is coordinated, and a version`() async throws {
    struct Recorder: FileAccessCoordination {
      let heard: Heard
      func coordinateMove(
        from source: URL, to destination: URL, _ body: (URL, URL) throws -> Void
      ) throws {
        heard.add("move")
        try body(source, destination)
      }
      func coordinateDeletion(of url: URL, _ body: (URL) throws -> Void) throws {
        heard.add("before \(File(url.path).exists) \(Thread.isMainThread)")
        try body(url)
        heard.add("after \(File(url.path).exists)")
      }
    }
    try library.containers.makeContainer(identifier: "notes")
    library.write("containers/notes/Documents/a.txt", "unsaved\n")
    let heard = Heard()
    library.containers.coordination = Recorder(heard: heard)
    let url = library.url("containers/notes/Documents/a.txt")
    try await library.containers.remove(itemAt: url)
    #expect(heard.all == ["before true false", "after false"])
    #expect(try document("Documents/a.txt", in: "notes").isDeleted)
    let containers = library.containers
    let error = await #expect(throws: CocoaError.self) { try await containers.remove(itemAt: url) }
    #expect(error?.code == .fileNoSuchFile)
  }
}
