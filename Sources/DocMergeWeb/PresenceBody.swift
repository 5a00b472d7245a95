import DocMergeDecisions
import FlyingFox
import FlyingSocks

/// Server-sent events: tells a page when something changed, and what it shows that it is open.
///
///     data: 12
///
/// Each second something is sent. It reaches nobody once the page is closed, and then the server asks for
/// no more. Timers in the page would not do: browsers slow them down in tabs that nobody looks at.
struct PresenceBody: AsyncBufferedSequence {
  typealias Element = UInt8

  /// What the page shows.
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

/// One open page, as long as it is held: the server lets go of it when nobody receives what it sends.
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
