import Foundation
import Synchronization

/// How the download or upload of one item is.
struct TransferStatus: Sendable {
  var isRunning = false
  /// From 0 to 1; it never goes back.
  var fraction = 0.0
  var error: (any Error)?
}

/// How the last transfer of each item by this process is, or ended.
final class TransferStatuses: Sendable {
  private let items = Mutex<[String: TransferStatus]>([:])

  /// `nil` for what was not asked for.
  func status(of url: URL) -> TransferStatus? {
    items.withLock { $0[TransferStatuses.key(url)] }
  }

  /// Changes the status of an item, and returns what `body` returns; other threads see all of it or nothing.
  @discardableResult
  func change<Result: Sendable>(
    _ url: URL, _ body: (inout TransferStatus?) -> Result
  ) -> Result {
    items.withLock { body(&$0[TransferStatuses.key(url)]) }
  }

  /// The same for all addresses of an item.
  static func key(_ url: URL) -> String { url.standardizedFileURL.path }
}
