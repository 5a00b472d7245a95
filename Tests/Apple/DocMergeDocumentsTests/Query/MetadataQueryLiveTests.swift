import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

/// Queries that go on while others change the folder.
@Suite(.timeLimit(.minutes(20)))
struct MetadataQueryLiveTests {
  private let library = Library()

  private var query: MetadataQuery { .quick([.folder(library.url("d"))]) }

  @Test func `Q7 the order by date stays right across live updates`() async throws {
    for (index, name) in ["a", "b", "c"].enumerated() {
      library.write("d/\(name)")
      library.file("d/\(name)").setDate(seconds: 1000 + index)
    }
    let query = query
    query.sortOrder = [SortDescriptor(\.contentChangeDate, order: .reverse)]
    var listener = try await Listener(starting: query)
    #expect(query.names == ["c", "b", "a"])
    library.file("d/a").setDate(seconds: 5000)
    await listener.wait { $0.map(\.fileSystemName) == ["a", "c", "b"] }
    #expect(query.names == ["a", "c", "b"])
    query.stop()
  }

  @Test func `Q7 sort descriptors of Foundation work too`() async throws {
    for (name, text) in [("a", "333"), ("b", "1"), ("c", "22")] { library.write("d/\(name)", text) }
    let query = query
    query.sortDescriptors = [NSSortDescriptor(keyPath: \MetadataItem.fileSize, ascending: true)]
    _ = try await Listener(starting: query)
    #expect(query.names == ["b", "c", "a"])
    query.stop()
  }

  @Test func `Q8 a burst of a thousand changes is reported in few updates`() async throws {
    library.write("d/first")
    let query = query
    query.notificationBatchingInterval = 0.2
    let heard = Heard()
    let observer = NotificationCenter.default.addObserver(
      forName: MetadataQuery.didUpdateNotification, object: query, queue: nil
    ) { _ in heard.add("update") }
    defer { NotificationCenter.default.removeObserver(observer) }
    var listener = try await Listener(starting: query)
    for number in 0..<1000 { library.write("d/\(number)", "x") }
    await listener.wait { $0.count == 1001 }
    #expect(query.resultCount == 1001)
    #expect(heard.all.count < 100)
    query.stop()
  }

  @Test func `Q9 notifications come on the query's own queue`() async throws {
    library.write("d/a")
    let query = query
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.name = "of the test"
    query.operationQueue = queue
    let heard = Heard()
    let observer = NotificationCenter.default.addObserver(
      forName: MetadataQuery.didFinishGatheringNotification, object: query, queue: nil
    ) { _ in heard.add(OperationQueue.current?.name ?? "none") }
    defer { NotificationCenter.default.removeObserver(observer) }
    _ = try await Listener(starting: query)
    #expect(heard.all == ["of the test"])
    query.stop()
  }

  @Test func `Q10 a delegate replaces results, in updates too`() async throws {
    final class Replacer: MetadataQueryDelegate {
      func metadataQuery(
        _ query: MetadataQuery, replacementObjectForResultObject result: MetadataItem
      ) -> Any {
        NSString(string: "<\(result.fileSystemName)>")
      }
      func metadataQuery(
        _ query: MetadataQuery, replacementValueForAttribute attrName: String, value attrValue: Any
      ) -> Any {
        "[\(attrValue)]"
      }
    }
    library.write("d/a.txt")
    let (query, replacer) = (query, Replacer())
    query.delegate = replacer
    query.valueListAttributes = [MetadataItem.Attribute.contentType]
    let heard = Heard()
    let observer = NotificationCenter.default.addObserver(
      forName: MetadataQuery.gatheringProgressNotification, object: query, queue: nil
    ) { notification in
      let added = notification.userInfo?[MetadataQuery.updateAddedItemsKey] as? [NSString]
      heard.add("\(added?.first ?? "none")")
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    _ = try await Listener(starting: query)
    #expect(heard.all == ["<a.txt>"])
    #expect(query.results as? [NSString] == ["<a.txt>"])
    #expect(query.index(ofResult: query.results[0]) == 0)
    let values = query.valueLists[MetadataItem.Attribute.contentType]?.map { "\($0.value ?? "")" }
    #expect(values == ["[public.plain-text]"])
    withExtendedLifetime(replacer) { query.stop() }
  }

  @Test func `Q11 Q15 M127 a query gathers, then watches, and says so in order`() async throws {
    library.write("d/a")
    let query = query
    let heard = Heard()
    let observers = ["DidStartGathering", "GatheringProgress", "DidFinishGathering", "DidUpdate"]
      .map { name in
        NotificationCenter.default.addObserver(
          forName: Notification.Name("NSMetadataQuery\(name)Notification"), object: query,
          queue: nil
        ) { [weak query] _ in heard.add("\(name) \(query?.isGathering == true)") }
      }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    #expect(!query.isStarted && !query.isGathering && !query.isStopped)
    var listener = try await Listener(starting: query)
    #expect(!query.start())
    #expect(
      heard.take() == [
        "DidStartGathering true", "GatheringProgress true", "DidFinishGathering false",
      ])
    #expect(query.isStarted && !query.isGathering && !query.isStopped)
    library.write("d/b")
    await listener.wait(for: ["a", "b"])
    #expect(Set(heard.take()) == ["DidUpdate false"])
    query.stop()
    #expect(!query.isStarted && query.isStopped && query.names == ["a", "b"])
    library.file("d/a").remove()
    _ = try await Listener(starting: query)
    #expect(query.names == ["b"])
    query.stop()
  }

  @Test func `Q12 results are held still while updates are disabled`() async throws {
    library.write("d/a")
    let query = query
    var listener = try await Listener(starting: query)
    query.disableUpdates()
    query.disableUpdates()
    library.write("d/b")
    let other = self.query
    var witness = try await Listener(starting: other)
    await witness.wait(for: ["a", "b"])
    query.enableUpdates()
    #expect(query.names == ["a"])
    query.enableUpdates()
    await listener.wait(for: ["a", "b"])
    #expect(query.names == ["a", "b"])
    query.stop()
    other.stop()
  }

  @Test func `Q13 results are found by index and keep their identity`() async throws {
    for name in ["a", "b"] { library.write("d/\(name)") }
    let query = query
    var listener = try await Listener(starting: query)
    let second = try #require(query.result(at: 1) as? MetadataItem)
    #expect(query.index(ofResult: second) == 1)
    #expect(query.index(ofResult: NSObject()) == NSNotFound)
    let key = MetadataItem.Attribute.fileSystemName
    #expect(query.value(ofAttribute: key, forResultAt: 0) as? String == "a")
    library.file("d/a").remove()
    library.write("d/b", "longer than before\n")
    await listener.wait { $0.count == 1 && $0.first?.fileSize == 19 }
    #expect(query.result(at: 0) as? MetadataItem === second)
    var seen: [String] = []
    query.enumerateResults { result, index, stop in
      seen.append("\(index) \((result as? MetadataItem)?.fileSystemName ?? "")")
      stop.pointee = true
    }
    #expect(seen == ["0 b"])
    query.stop()
  }

  @Test func `Q14 counts and groups by type match the folder`() async throws {
    for name in ["a.txt", "b.txt", "c.md"] { library.write("d/\(name)") }
    let query = query
    let key = MetadataItem.Attribute.contentType
    query.valueListAttributes = [key]
    query.groupingAttributes = [key, MetadataItem.Attribute.fileSize]
    _ = try await Listener(starting: query)
    let list = query.valueLists[key]?.map { "\($0.value ?? "") \($0.count)" }
    #expect(list == ["public.plain-text 2", "net.daringfireball.markdown 1"])
    let groups = query.groupedResults
    #expect(groups.map { "\($0.value)" } == ["net.daringfireball.markdown", "public.plain-text"])
    #expect(groups.map(\.resultCount) == [1, 2])
    #expect(groups[1].subgroups?.map(\.resultCount) == [2])
    #expect((groups[0].result(at: 0) as? MetadataItem)?.fileSystemName == "c.md")
    query.stop()
  }

  @Test func `Q16 an update names exactly the differences`() async throws {
    for name in ["a", "b", "c"] { library.write("d/\(name)") }
    let query = query
    let listener = try await Listener(starting: query)
    #expect(listener.gathered?.added.count == 3)
    query.disableUpdates()
    library.file("d/a").remove()
    library.write("d/b", "something else\n")
    library.write("d/e")
    let other = self.query
    var witness = try await Listener(starting: other)
    await witness.wait(for: ["b", "c", "e"])
    let updates = query.updates
    var listenerToo = updates.makeAsyncIterator()
    // The same batch may reach this query a little later than its witness.
    try await Task.sleep(for: .milliseconds(200))
    query.enableUpdates()
    let update = try #require(await listenerToo.next())
    #expect(update.added.map(\.fileSystemName) == ["e"])
    #expect(update.changed.map(\.fileSystemName) == ["b"])
    #expect(update.removed.map(\.fileSystemName) == ["a"])
    query.stop()
    other.stop()
  }

  @Test func `M128 a list can keep its selection by name`() async throws {
    for name in ["a", "b", "c"] { library.write("d/\(name)") }
    let query = query
    var listener = try await Listener(starting: query)
    let selected = try #require(query.items.first { $0.fileSystemName == "b" })
    library.write("d/aa")
    library.file("d/c").move(to: library.file("d/cc"))
    await listener.wait(for: ["a", "aa", "b", "cc"])
    #expect(query.items.contains { $0 === selected })
    library.file("d/b").remove()
    await listener.wait(for: ["a", "aa", "cc"])
    #expect(!query.items.contains { $0.fileSystemName == "b" })
    query.stop()
  }

  @Test
  func `folders that are added, moved and removed are followed, with their contents`() async throws
  {
    library.write("d/a")
    library.write("outside/sub/deep/x")
    let query = query
    var listener = try await Listener(starting: query)
    library.file("outside/sub").move(to: library.file("d/sub"))
    await listener.wait(for: ["a", "x"])
    library.write("d/sub/deep/y")
    await listener.wait(for: ["a", "x", "y"])
    library.file("d/sub").move(to: library.file("d/renamed"))
    await listener.wait { items in items.filter { $0.path.contains("/renamed/") }.count == 2 }
    library.write("d/renamed/deep/z")
    await listener.wait(for: ["a", "x", "y", "z"])
    library.file("d/renamed").removeAll()
    await listener.wait(for: ["a"])
    #expect(query.names == ["a"])
    query.stop()
  }

  @Test func `a member of a package changes the package`() async throws {
    library.write("d/Tour.rtfd/sub/a", "1")
    let query = query
    var listener = try await Listener(starting: query)
    #expect(query.items.map(\.fileSize) == [1])
    library.write("d/Tour.rtfd/sub/a", "123")
    await listener.wait { $0.map(\.fileSize) == [3] }
    library.write("d/Tour.rtfd/new/b", "4567")
    await listener.wait { $0.map(\.fileSize) == [7] }
    #expect(query.names == ["Tour.rtfd"])
    query.stop()
  }

  @Test func `M140 a move leaves one list and enters the other`() async throws {
    try library.containers.makeContainer(identifier: "notes")
    library.write("d/a.txt")
    let local = query
    let ubiquitous = MetadataQuery.quick([.ubiquitousDocuments], in: library.containers)
    var (here, there) = (
      try await Listener(starting: local), try await Listener(starting: ubiquitous)
    )
    #expect(local.names == ["a.txt"] && ubiquitous.names.isEmpty)
    try await library.containers.move(
      itemAt: library.url("d/a.txt"),
      to: library.url("containers/notes/Documents/a.txt"), intoContainer: true)
    await here.wait(for: [])
    await there.wait(for: ["a.txt"])
    #expect(local.names.isEmpty && ubiquitous.names == ["a.txt"])
    local.stop()
    ubiquitous.stop()
  }
}
