import Foundation

/// A completion handler, and the place to call it.
struct Answer: Sendable {
  private let handler: UncheckedSendable<((Bool) -> Void)?>
  private let queue: CallerQueue

  init(_ handler: ((Bool) -> Void)?, on queue: CallerQueue) {
    self.handler = UncheckedSendable(handler)
    self.queue = queue
  }

  /// Calls the handler; later work on the main queue waits for it.
  func give(_ success: Bool) async {
    guard handler.value != nil else { return }
    if queue === CallerQueue.main {
      await MainThread.run { handler.value?(success) }
    } else {
      queue.async { handler.value?(success) }
    }
  }
}
