import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

/// Names that are chosen without asking.
struct NamingTests {
  private let folder = TemporaryFolder()
  private var url: URL { URL(fileURLWithPath: folder.path, isDirectory: true) }

  @Test func `M116 a hundred thousand UUID names differ, with a prefix`() {
    let names = Set(
      (0..<100_000).map { _ in DocumentNaming.uuid(prefix: "Note-").name(avoiding: []) })
    #expect(names.count == 100_000)
    #expect(
      names.allSatisfy { $0.hasPrefix("Note-") && UUID(uuidString: String($0.dropFirst(5))) != nil }
    )
  }

  @Test func `M117 two timestamps of one second differ`() throws {
    let naming = DocumentNaming.timestamp(prefix: "Note ")
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    let zone = try #require(TimeZone(identifier: "UTC"))
    let first = naming.name(avoiding: [], date: date, timeZone: zone)
    let second = naming.name(avoiding: [first], date: date, timeZone: zone)
    #expect(first == "Note 2023-11-14 22.13.20")
    #expect(second == "Note 2023-11-14 22.13.20 2")
  }

  @Test func `M118 a sequence goes on with the first free number`() {
    let naming = DocumentNaming.sequence("Notes")
    #expect(naming.name(avoiding: []) == "Notes 1")
    #expect(naming.name(avoiding: ["notes 1", "Notes 2", "Notes 4"]) == "Notes 3")
    let composed = DocumentNaming.sequence("Caf\u{E9}")
    #expect(composed.name(avoiding: ["Cafe\u{301} 1"]) == "Caf\u{E9} 2")
    #expect(DocumentNaming.named("Notes").name(avoiding: ["Notes"]) == "Notes 2")
  }

  @Test func `M122 a URL is the folder, a free name and the extension of the type`() throws {
    File("\(folder.path)/Notes 1.md").write([])
    let made = try DocumentNaming.sequence("Notes").url(in: url, type: .plainText)
    #expect(made.pathComponents == url.pathComponents + ["Notes 2.txt"])
    let missing = url.appendingPathComponent("not/yet", isDirectory: true)
    let first = try DocumentNaming.sequence("Trip").url(in: missing, type: .rtfd)
    #expect(first.lastPathComponent == "Trip 1.rtfd" && first.hasDirectoryPath)
  }

  @Test func `M119 the display name is the name of the file`() {
    #expect(DisplayName.fileName(of: URL(fileURLWithPath: "/a/Notes 1.txt")) == "Notes 1")
    #expect(DisplayName.fileName(of: URL(fileURLWithPath: "/a/.hidden")) == ".hidden")
    #expect(DisplayName.document(at: url.appendingPathComponent("x.png")) == "x")
  }

  @Test func `M120 the display name of a text is its first line, cut between characters`() {
    #expect(DisplayName.firstLine(of: "\n\n## Trip to Rome\r\nmore") == "Trip to Rome")
    #expect(DisplayName.firstLine(of: " \n\t\n") == nil)
    let family = "👨‍👩‍👧‍👦"
    let line = String(repeating: family, count: 10)
    #expect(DisplayName.firstLine(of: line, limit: 4) == family + family + family + "…")
    File("\(folder.path)/a.md").write(Array("# Title\ntext".utf8))
    #expect(DisplayName.document(at: url.appendingPathComponent("a.md")) == "Title")
    File("\(folder.path)/b.md").write([])
    #expect(DisplayName.document(at: url.appendingPathComponent("b.md")) == "b")
  }
}
