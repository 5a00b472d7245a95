import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

/// Queries whose folders come, go and are replaced, and whose settings change while they run.
@Suite(.timeLimit(.minutes(20)))
struct MetadataQueryFolderTests {
  private let library = Library()

  private var query: MetadataQuery { .quick([.folder(library.url("d/e"))]) }

  @Test func `Q3 documents of a folder that is made later are found, and again after its removal`()
    async throws
  {
    let query = query
    var listener = try await Listener(starting: query)
    #expect(query.names.isEmpty)
    library.write("d/e/first")
    await listener.wait { $0.map(\.fileSystemName) == ["first"] }
    try FileManager.default.removeItem(at: library.url("d"))
    await listener.wait { $0.isEmpty }
    library.write("d/e/second")
    await listener.wait { $0.map(\.fileSystemName) == ["second"] }
    library.write("d/e/third")
    await listener.wait { $0.map(\.fileSystemName) == ["second", "third"] }
    query.stop()
  }

  @Test func `Q5 a document whose folder is made later is found`() async throws {
    let query = MetadataQuery.quick([])
    query.searchItems = [library.url("d/e/later")]
    var listener = try await Listener(starting: query)
    library.write("d/e/later")
    await listener.wait { $0.map(\.fileSystemName) == ["later"] }
    query.stop()
  }

  @Test func `Q8 a nested folder that another one replaces is read anew`() async throws {
    library.write("d/e/sub/old")
    library.write("d/new/new")
    let query = query
    var listener = try await Listener(starting: query)
    let (sub, new) = (library.url("d/e/sub"), library.url("d/new"))
    try FileManager.default.moveItem(at: sub, to: library.url("d/away"))
    try FileManager.default.moveItem(at: new, to: sub)
    await listener.wait { $0.map(\.fileSystemName) == ["new"] }
    library.write("d/e/sub/newer")
    await listener.wait { $0.map(\.fileSystemName) == ["new", "newer"] }
    query.stop()
  }

  @Test func `Q1 a new filter of a query that runs applies at once`() async throws {
    for name in ["a.txt", "b.md"] { library.write("d/e/\(name)") }
    let query = query
    query.filter = .name("*.txt")
    var listener = try await Listener(starting: query)
    #expect(query.names == ["a.txt"])
    query.filter = .name("*.md")
    await listener.wait { $0.map(\.fileSystemName) == ["b.md"] }
    query.scopes = [.folder(library.url("d/f"))]
    await listener.wait { $0.isEmpty }
    query.stop()
  }

  @Test func `Q10 results that were frozen before the start stay frozen until they are released`()
    async throws
  {
    library.write("d/e/a")
    let query = query
    query.disableUpdates()
    var listener = try await Listener(starting: query)
    #expect(query.names.isEmpty)
    query.enableUpdates()
    await listener.wait { $0.map(\.fileSystemName) == ["a"] }
    query.stop()
  }
}
