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
    private var revision: Int?
    private var hasEnded = false

    init(page: any LivePage) {
      self.page = page
    }

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      guard !hasEnded else { return nil }
      for _ in 0..<5 {
        let pulse = await page.pulse()
        if let ending = pulse.ending {
          hasEnded = true
          return Array("event: ended\ndata: \(ending == .apply ? "apply" : "leave")\n\n".utf8)
        }
        if pulse.revision != revision {
          revision = pulse.revision
          return Array("retry: 1000\ndata: \(pulse.revision)\n\n".utf8)
        }
        try await Task.sleep(for: .milliseconds(200))
      }
      return Array(":\n\n".utf8)
    }
  }
}
