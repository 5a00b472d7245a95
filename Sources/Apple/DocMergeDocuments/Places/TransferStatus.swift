import Foundation
import Synchronization

/// The status of the download or upload of one item.
struct TransferStatus: Sendable {
  var isRunning = false
  /// From 0 to 1; it never decreases.
  var fraction = 0.0
  var error: (any Error)?
}

/// The status of the last transfer of each item by this process.
final class TransferStatuses: Sendable {
  private let items = Mutex<[String: TransferStatus]>([:])

  /// `nil` for items without a transfer.
  func status(of url: URL) -> TransferStatus? {
    items.withLock { $0[TransferStatuses.key(url)] }
  }

  /// Changes the status of an item, and returns the result of `body`; atomic for other threads.
  @discardableResult
  func change<Result: Sendable>(
    _ url: URL, _ body: (inout TransferStatus?) -> Result
  ) -> Result {
    items.withLock { body(&$0[TransferStatuses.key(url)]) }
  }

  /// One key for all URLs of an item.
  static func key(_ url: URL) -> String { url.standardizedFileURL.path }
}
