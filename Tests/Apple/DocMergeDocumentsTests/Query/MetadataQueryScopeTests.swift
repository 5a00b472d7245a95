import DocMergeContainer
import DocMergeDocuments
import DocMergeHistory
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Foundation
import Testing

/// Where queries look, and what they find there.
@Suite(.timeLimit(.minutes(20)))
struct MetadataQueryScopeTests {
  private let library = Library()

  @Test func `Q1 a filter may be a wildcard, a closure, a predicate of either kind`() async throws {
    for name in ["a.txt", "b.TXT", "c.md"] { library.write("d/\(name)", name) }
    library.write("d/long.txt", String(repeating: "x", count: 2000))
    func names(_ change: (MetadataQuery) -> Void) async throws -> [String] {
      let query = MetadataQuery.quick([.folder(library.url("d"))])
      change(query)
      _ = try await Listener(starting: query)
      query.stop()
      return query.names
    }
    #expect(try await names { $0.filter = .name("*.txt") } == ["a.txt", "long.txt"])
    #expect(
      try await names { $0.filter = .name("?.txt", ignoresCase: true) } == ["a.txt", "b.TXT"])
    #expect(try await names { $0.filter = ItemFilter { $0.fileSize > 1000 } } == ["long.txt"])
    let large = #Predicate<MetadataItem> { $0.fileSize > 1000 || $0.filenameExtension == "md" }
    #expect(try await names { $0.filter = ItemFilter(large) } == ["c.md", "long.txt"])
    #expect(try await names { $0.filter = !.name("*.txt") && .all } == ["b.TXT", "c.md"])
    #expect(
      try await names { query in
        query.predicate = NSPredicate { item, _ in (item as? MetadataItem)?.fileSize == 4 }
      } == ["c.md"])
  }

  @Test(arguments: [
    ("*.txt", "a.txt", true), ("*.txt", ".txt", true), ("*.txt", "a.txt2", false),
    ("a*b*c", "aXbYbc", true), ("a?c", "aéc", true), ("a?c", "ac", false), ("\\*", "*", true),
    ("\\*", "x", false), ("*", "", true), ("", "", true), ("", "a", false), ("**a", "ba", true),
  ])
  func `M126 wildcards fit whole names`(pattern: String, text: String, fits: Bool) {
    #expect(Wildcard(pattern).matches(text) == fits)
  }

  @Test func `Q2 a mix of containers and folders is refused`() {
    let query = MetadataQuery(containers: library.containers)
    query.searchScopes = [
      MetadataQuery.Scope.ubiquitousDocumentsName, library.url("d"), library.folder.path,
    ]
    #expect(query.scopes.count == 3)
    #expect(throws: MetadataQueryError.mixedScopes) { try query.startOrThrow() }
    #expect(query.start() == false && !query.isStarted)
    query.searchScopes = ["nowhere"]
    #expect(throws: MetadataQueryError.unknownScope("nowhere")) { try query.startOrThrow() }
    query.searchScopes = [library.url("d")]
    #expect(query.searchScopes as? [URL] == [library.url("d")])
    #expect(query.start())
    query.stop()
  }

  @Test func `Q3 M125 the documents scope is the Documents folder, without stores`() async throws {
    try library.containers.makeContainer(identifier: "notes")
    library.write("containers/notes/Documents/a.txt")
    library.write("containers/notes/Documents/sub/b.txt")
    library.write("containers/notes/Documents/.hidden")
    library.write("containers/notes/data.bin")
    let query = MetadataQuery.quick([.ubiquitousDocuments], in: library.containers)
    _ = try await Listener(starting: query)
    #expect(query.names == ["a.txt", "b.txt"])
    query.stop()
  }

  @Test func `Q4 M136 the data scope is all the rest`() async throws {
    try library.containers.makeContainer(identifier: "notes")
    library.write("containers/notes/Documents/a.txt")
    library.write("containers/notes/data.bin")
    library.write("containers/notes/cache/x")
    let query = MetadataQuery.quick([.ubiquitousData], in: library.containers)
    _ = try await Listener(starting: query)
    #expect(query.names == ["x", "data.bin"])
    query.stop()
  }

  @Test func `Q5 Q23 documents of other programs are external ones`() async throws {
    let library = Library(own: ["mine"])
    for name in ["mine", "other"] {
      try library.containers.makeContainer(identifier: name)
      library.write("containers/\(name)/Documents/\(name).txt")
    }
    let query = MetadataQuery.quick(
      [.ubiquitousDocuments, .accessibleUbiquitousExternalDocuments], in: library.containers)
    _ = try await Listener(starting: query)
    query.stop()
    #expect(query.names == ["mine.txt", "other.txt"])
    typealias Attribute = MetadataItem.Attribute
    let values = query.items.map { item in
      [Attribute.isExternalDocument, Attribute.containerDisplayName].map {
        "\(item.value(forAttribute: $0) ?? "none")"
      }
    }
    #expect(
      values == [["0", "mine"], ["1", "other"]]
        || values == [["false", "mine"], ["true", "other"]])
    #expect(
      query.items[1].value(forAttribute: Attribute.urlInLocalContainer) as? URL
        == query.items[1].url)
  }

  @Test func `Q6 a query may be about single documents`() async throws {
    for name in ["a", "b", "c", "d"] { library.write("d/\(name)") }
    let query = MetadataQuery.quick([])
    query.searchItems = ["a", "c", "missing"].map { library.url("d/\($0)") }
    var listener = try await Listener(starting: query)
    #expect(query.names == ["a", "c"])
    library.write("d/e")
    library.file("d/c").remove()
    await listener.wait(for: ["a"])
    #expect(query.names == ["a"])
    query.stop()
  }

  @Test func `Q17 M130 attributes come from the folder, not from contents`() async throws {
    library.write("d/Trip.md", "12345")
    library.file("d/Trip.md").setDate(seconds: 1_000_000)
    library.write("d/Tour.rtfd/TXT.rtf", "123")
    library.write("d/Tour.rtfd/sub/a.png", "4567")
    // What cannot be read can still be listed.
    library.file("d/Trip.md").setPermissions(0)
    let query = MetadataQuery.quick([.folder(library.url("d"))])
    _ = try await Listener(starting: query)
    query.stop()
    #expect(query.names == ["Tour.rtfd", "Trip.md"])
    typealias Attribute = MetadataItem.Attribute
    let item = query.items[1]
    #expect(item.value(forAttribute: Attribute.fileSystemName) as? String == "Trip.md")
    #expect(item.value(forAttribute: Attribute.displayName) as? String == "Trip")
    #expect(
      (item.value(forAttribute: Attribute.url) as? URL)?.path == library.url("d/Trip.md").path)
    #expect(item.value(forAttribute: Attribute.path) as? String == library.url("d/Trip.md").path)
    #expect((item.value(forAttribute: Attribute.fileSize) as? NSNumber)?.intValue == 5)
    #expect(
      item.value(forAttribute: Attribute.contentChangeDate) as? Date
        == Date(timeIntervalSince1970: 1_000_000))
    #expect(item.value(forAttribute: Attribute.creationDate) is Date)
    #expect(
      item.value(forAttribute: Attribute.contentType) as? String == "net.daringfireball.markdown")
    let tree = item.value(forAttribute: Attribute.contentTypeTree) as? [String]
    #expect(tree?.contains("public.text") == true)
    #expect(query.items[0].fileSize == 7 && query.items[0].contentType == "com.apple.rtfd")
    #expect(item.value(forAttribute: "nothing") == nil)
    let values = try #require(item.values(forAttributes: item.attributes))
    #expect(Set(values.keys) == Set(item.attributes))
  }

  @Test func `Q18 M129 a folder outside of containers is listed alike, but is not ubiquitous`()
    async throws
  {
    library.write("d/a.txt")
    try library.containers.makeContainer(identifier: "notes")
    library.write("containers/notes/Documents/a.txt")
    for (scope, isUbiquitous) in [
      (MetadataQuery.Scope.folder(library.url("d")), false), (.ubiquitousDocuments, true),
    ] {
      let query = MetadataQuery.quick([scope], in: library.containers)
      _ = try await Listener(starting: query)
      query.stop()
      #expect(query.names == ["a.txt"])
      let value = query.items.first?.value(forAttribute: MetadataItem.Attribute.isUbiquitous)
      #expect((value as? NSNumber)?.boolValue == isUbiquitous)
      #expect(
        (query.items.first?.value(forAttribute: MetadataItem.Attribute.downloadingStatus) as? String)
          == (isUbiquitous ? MetadataItem.DownloadingStatus.current : nil))
    }
  }

  @Test func `Q19 a conflict shows without a document being opened`() async throws {
    let url = try library.containers.makeContainer(identifier: "notes")
    library.write("containers/notes/Documents/a.txt", "base\n")
    let container = try Container(path: url.path)
    _ = try container.save()
    let query = MetadataQuery.quick([.ubiquitousDocuments], in: library.containers)
    var listener = try await Listener(starting: query)
    let item = try #require(query.items.first)
    #expect(!item.hasUnresolvedConflicts)
    let path = try #require(DocumentPath("Documents/a.txt"))
    let document = try container.document(at: path)
    for text in ["one\n", "two\n"] {
      _ = try container.save(Array(text.utf8), to: document.id, from: document.current)
    }
    await listener.wait { $0.first?.hasUnresolvedConflicts == true }
    #expect(query.items.first === item)
    let key = MetadataItem.Attribute.hasUnresolvedConflicts
    #expect((item.value(forAttribute: key) as? NSNumber)?.boolValue == true)
    query.stop()
  }

  @Test func `Q22 what no remote has yet is not uploaded`() async throws {
    let url = try library.containers.makeContainer(identifier: "notes")
    let container = try Container(path: url.path)
    library.write("containers/notes/Documents/a.txt")
    _ = try container.save()
    let query = MetadataQuery.quick([.ubiquitousDocuments], in: library.containers)
    var listener = try await Listener(starting: query)
    #expect(query.items.map(\.isUploaded) == [false])
    try container.remotes.add(Remote(name: "home", url: "\(library.folder.path)/remote.git"))
    _ = try container.sync(with: "home")
    library.write("containers/notes/Documents/b.txt")
    _ = try container.save()
    await listener.wait { $0.map(\.isUploaded) == [true, false] }
    typealias Attribute = MetadataItem.Attribute
    let percent = query.items.map { $0.value(forAttribute: Attribute.percentUploaded) as? NSNumber }
    #expect(percent == [100, 0])
    query.stop()
  }

  @Test
  func `Q20 Q21 the contents of the folder are here, so nothing is downloading`() async throws {
    try library.containers.makeContainer(identifier: "notes")
    library.write("containers/notes/Documents/a.txt")
    let query = MetadataQuery.quick([.ubiquitousDocuments], in: library.containers)
    _ = try await Listener(starting: query)
    query.stop()
    let item = try #require(query.items.first)
    typealias Attribute = MetadataItem.Attribute
    #expect(
      item.value(forAttribute: Attribute.downloadingStatus) as? String
        == "NSMetadataUbiquitousItemDownloadingStatusCurrent")
    #expect((item.value(forAttribute: Attribute.isDownloading) as? NSNumber)?.boolValue == false)
    #expect(
      (item.value(forAttribute: Attribute.downloadRequested) as? NSNumber)?.boolValue == false)
    #expect((item.value(forAttribute: Attribute.percentDownloaded) as? NSNumber)?.intValue == 100)
    #expect(item.value(forAttribute: Attribute.downloadingError) == nil)
  }

  @Test func `U8 a single URL tells the same as a query`() async throws {
    try library.containers.makeContainer(identifier: "notes")
    library.write("containers/notes/Documents/a.txt")
    let query = MetadataQuery.quick([.ubiquitousDocuments], in: library.containers)
    _ = try await Listener(starting: query)
    query.stop()
    let found = try #require(query.items.first)
    let single = try #require(
      MetadataItem(url: library.url("containers/notes/Documents/a.txt")))
    #expect(single.attributes == found.attributes)
    for attribute in found.attributes {
      let values = [single, found].map { "\($0.value(forAttribute: attribute) ?? "none")" }
      #expect(values[0] == values[1])
    }
    #expect(MetadataItem(url: library.url("missing")) == nil)
  }
}
