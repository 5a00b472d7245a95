import DocMergeDecisions
import FlyingFox
import FlyingSocks

/// Server-sent events: they tell a page when something changed, and show the server that the page is open.
///
///     data: 12
///
/// An event is sent every second. Once the page is closed it cannot be delivered, and then the server requests
/// no more. Timers in the page would not work: browsers slow them down in background tabs.
struct PresenceBody: AsyncBufferedSequence {
  typealias Element = UInt8

  /// The model of the page.
  let page: any LivePage

  func makeAsyncIterator() -> Iterator { Iterator(page: page) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    let page: any LivePage
    private var presence: Presence?
    private var revision: Int?
    private var hasEnded = false

    init(page: any LivePage) {
      self.page = page
    }

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      guard !hasEnded else { return nil }
      if presence == nil { presence = await Presence(in: page) }
      for _ in 0..<5 {
        if let ending = await page.life.end {
          hasEnded = true
          return Array("event: ended\ndata: \(ending == .apply ? "apply" : "leave")\n\n".utf8)
        }
        let current = await page.revision
        if current != revision {
          revision = current
          return Array("retry: 1000\ndata: \(current)\n\n".utf8)
        }
        try await Task.sleep(for: .milliseconds(200))
      }
      return Array(":\n\n".utf8)
    }
  }
}

/// One open page, as long as it is referenced: the server releases it when its events cannot be delivered.
private final class Presence: Sendable {
  private let page: any LivePage

  init(in page: any LivePage) async {
    self.page = page
    await page.open()
  }

  deinit {
    Task { [page] in await page.close() }
  }
}
