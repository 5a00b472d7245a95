import Foundation

/// A completion handler, and where it is to be called.
struct Answer: Sendable {
  private let handler: Handed<((Bool) -> Void)?>
  private let queue: CallerQueue

  init(_ handler: ((Bool) -> Void)?, on queue: CallerQueue) {
    self.handler = Handed(handler)
    self.queue = queue
  }

  /// Calls the handler; what comes after on the main queue waits for it.
  func give(_ success: Bool) async {
    guard handler.value != nil else { return }
    if queue === CallerQueue.main {
      await MainThread.run { handler.value?(success) }
    } else {
      queue.async { handler.value?(success) }
    }
  }
}
