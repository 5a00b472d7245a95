import DocMerge
import Foundation

/// The uploads of this process that were requested for single items.
final class Uploads: Sendable {
  static let shared = Uploads()

  private let statuses = TransferStatuses()

  /// The status of the last upload of an item by this process; `nil` if there was none.
  func status(of url: URL) -> TransferStatus? { statuses.status(of: url) }

  /// Sends an item, and shows the progress on open documents.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - body: sends it, and reports the done fraction, from 0 to 1.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  func run<Result>(
    _ url: URL, _ body: (_ progress: @escaping (Double) -> Void) throws -> Result
  ) throws -> Result {
    change(url) { $0 = TransferStatus(isRunning: true) }
    tell(url)
    defer { tell(url) }
    do {
      let result = try body { fraction in
        self.change(url) { $0.fraction = max($0.fraction, fraction) }
      }
      change(url) { $0 = TransferStatus(fraction: 1) }
      return result
    } catch {
      change(url) { $0 = TransferStatus(fraction: $0.fraction, error: error) }
      throw error
    }
  }

  private func change(_ url: URL, _ body: (inout TransferStatus) -> Void) {
    let status = statuses.change(url) { status in
      var new = status ?? TransferStatus()
      body(&new)
      status = new
      return new
    }
    let key = TransferStatuses.key(url)
    for case let document as Document in FileCoordinator.filePresenters
    where document.presentedItemURL.map(TransferStatuses.key) == key {
      // One after the other, in the order of the events.
      MainThread.async { document.show(status) }
    }
  }

  /// Tells presenters that observe it that the upload status of the item has changed.
  private func tell(_ url: URL) {
    FileCoordinator().item(
      at: url,
      didChangeUbiquityAttributes: [.ubiquitousItemIsUploadingKey, .ubiquitousItemIsUploadedKey])
  }

  /// The fraction of a sync with one remote that a step has reached.
  static func fraction(_ step: SyncProgress) -> Double {
    switch step.phase {
    case .receiving: 0.05 + 0.3 * (step.fraction ?? 0)
    case .joining: 0.4
    case .sending: 0.5 + 0.45 * (step.fraction ?? 0)
    default: 0
    }
  }
}

extension Document {
  /// Shows the progress of a requested upload.
  fileprivate nonisolated func show(_ upload: TransferStatus) {
    guard !isClosed else { return }
    let parts = 1000.0
    if !documentState.contains(.progressAvailable), upload.isRunning {
      (progress.totalUnitCount, progress.completedUnitCount) = (Int64(parts), 0)
      changeState(adding: .progressAvailable)
    }
    progress.completedUnitCount = max(progress.completedUnitCount, Int64(upload.fraction * parts))
    if !upload.isRunning { changeState(removing: .progressAvailable) }
  }
}
