import DocMergeDocuments
import DocMergeTestSupport
import Foundation

/// Containers of one test.
struct Library {
  let folder = TemporaryFolder()
  let containers: UbiquityContainers

  init(own: Set<String>? = nil) {
    containers = UbiquityContainers(
      folder: URL(fileURLWithPath: "\(folder.path)/containers", isDirectory: true),
      ownIdentifiers: own)
  }

  func url(_ name: String) -> URL { URL(fileURLWithPath: "\(folder.path)/\(name)") }

  func file(_ name: String) -> File { File("\(folder.path)/\(name)") }

  /// Writes a document into a container, or anywhere beside them.
  func write(_ name: String, _ text: String = "text\n") {
    file(name).write(Array(text.utf8))
  }
}

/// What a query tells, one update after the other.
struct Listener {
  private var iterator: AsyncStream<MetadataQuery.Update>.AsyncIterator
  private let query: MetadataQuery

  /// Starts the query and waits until it gathered.
  init(starting query: MetadataQuery) async throws {
    iterator = query.updates.makeAsyncIterator()
    self.query = query
    try query.startOrThrow()
    gathered = await iterator.next()
  }

  /// What the gathering found.
  private(set) var gathered: MetadataQuery.Update?

  /// The next update.
  mutating func next() async -> MetadataQuery.Update? { await iterator.next() }

  /// Waits until the results are as they should be.
  mutating func wait(until isDone: ([MetadataItem]) -> Bool) async {
    while !isDone(query.items), await iterator.next() != nil {}
  }

  /// Waits until the names of the results are these.
  mutating func wait(for names: Set<String>) async {
    await wait { Set($0.map(\.fileSystemName)) == names }
  }
}

extension MetadataQuery {
  /// A query that tells changes soon.
  static func quick(
    _ scopes: [Scope], in containers: UbiquityContainers = .standard
  ) -> MetadataQuery {
    let query = MetadataQuery(containers: containers)
    query.scopes = scopes
    query.notificationBatchingInterval = 0.02
    return query
  }

  var names: [String] { items.map(\.fileSystemName) }
}
