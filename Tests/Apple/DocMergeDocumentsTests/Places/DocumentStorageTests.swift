import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

/// Where all documents of a program live.
struct DocumentStorageTests {
  private let library = Library()

  private func storage(_ more: [String: String] = [:]) -> DocumentStorage {
    DocumentStorage(
      program: "notes", containers: library.containers,
      environment: ["HOME": library.folder.path].merging(more) { $1 })
  }

  @Test func `M123 the local folder honours the person's own names of folders`() {
    #expect(storage().localFolder.path == "\(library.folder.path)/Documents/notes")
    library.write("config/user-dirs.dirs", "# names\nXDG_DOCUMENTS_DIR=\"$HOME/Dokumente\"\n")
    let storage = storage(["XDG_CONFIG_HOME": "\(library.folder.path)/config"])
    #expect(storage.localFolder.path == "\(library.folder.path)/Dokumente/notes")
  }

  @Test func `M112 M113 the choice is one for all documents, asked for once and kept`() throws {
    #expect(storage().choice == nil && !storage().isContainerAvailable)
    #expect(throws: PlaceError.noSuchContainer("cloud")) {
      try storage().choose(.container(identifier: "cloud"))
    }
    #expect(storage().choice == nil)
    try library.containers.makeContainer(identifier: "cloud")
    #expect(storage().isContainerAvailable)
    try storage().choose(.container(identifier: "cloud"))
    #expect(storage().choice == .container(identifier: "cloud"))
    #expect(
      try storage().documentsFolder().path
        == "\(library.folder.path)/containers/cloud/Documents")
  }

  @Test func `damaged settings are an error until the next choice, and nothing moves`() throws {
    try library.containers.makeContainer(identifier: "cloud")
    try storage().choose(.container(identifier: "cloud"))
    library.write("containers/cloud/Documents/a.txt", "a\n")
    let settings = storage().settings
    try Data("damaged\n".utf8).write(to: settings)
    #expect(throws: CocoaError.self) { try storage().documentsFolder() }
    #expect(throws: CocoaError.self) { try storage().resume() }
    #expect(storage().choice == nil)
    try storage().choose(.local)
    #expect(storage().choice == .local)
    #expect(library.file("containers/cloud/Documents/a.txt").text == "a\n")
  }

  @Test func `M114 M140 a switch moves every document, and those of one name stay both`() throws {
    try library.containers.makeContainer(identifier: "cloud")
    try storage().choose(.local)
    library.write("Documents/notes/a.txt", "mine\n")
    library.write("Documents/notes/sub/b.txt", "b\n")
    library.write("Documents/notes/Tour.rtfd/TXT.rtf", "tour\n")
    library.write("containers/cloud/Documents/a.txt", "theirs\n")
    try storage().choose(.container(identifier: "cloud"))
    let folder = "containers/cloud/Documents"
    #expect(library.file("\(folder)/a.txt").text == "theirs\n")
    #expect(library.file("\(folder)/a 2.txt").text == "mine\n")
    #expect(library.file("\(folder)/sub/b.txt").text == "b\n")
    #expect(library.file("\(folder)/Tour.rtfd/TXT.rtf").text == "tour\n")
    try storage().choose(.local)
    #expect(library.file("Documents/notes").names == ["Tour.rtfd", "a 2.txt", "a.txt", "sub"])
    #expect(library.file("\(folder)/a.txt").exists == false)
  }

  @Test func `M114 a switch of a thousand documents goes on after a kill, and none is lost`()
    async throws
  {
    try library.containers.makeContainer(identifier: "cloud")
    try storage().choose(.local)
    for number in 0..<1000 { library.write("Documents/notes/\(number).txt", "\(number)\n") }
    let path = library.folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let containers = UbiquityContainers(folder: URL(fileURLWithPath: "\(path)/containers"))
      let storage = DocumentStorage(
        program: "notes", containers: containers, environment: ["HOME": path])
      Thread.detachNewThread {
        // In the middle of the move, whatever that costs here.
        while access("\(path)/containers/cloud/Documents/200.txt", F_OK) != 0 { usleep(100) }
        kill(getpid(), SIGKILL)
      }
      try storage.choose(.container(identifier: "cloud"))
      while true { pause() }
    }
    #expect(storage().isSwitching)
    try storage().resume()
    #expect(!storage().isSwitching)
    #expect(library.file("Documents/notes").names.isEmpty)
    let folder = library.file("containers/cloud/Documents")
    #expect(folder.names.count == 1000)
    #expect(library.file("containers/cloud/Documents/999.txt").text == "999\n")
  }
}
