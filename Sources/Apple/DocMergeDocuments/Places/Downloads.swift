import DocMerge
import DocMergeCoordination
import DocMergeSystem
import Foundation

/// The downloads of this process, each of which runs once even if it is asked for several times.
final class Downloads: Sendable {
  static let shared = Downloads()

  private let statuses = TransferStatuses()

  /// Whether an item has to be downloaded before it can be read.
  static func isPlaceholder(_ url: URL) -> Bool {
    Container.isPlaceholder(SystemPath(wrapperPath: url))
  }

  /// The status of the last download of an item by this process; `nil` if there was none.
  func status(of url: URL) -> TransferStatus? { statuses.status(of: url) }

  /// Starts a download and returns at once; a failure is in the status.
  func start(_ url: URL) {
    guard begin(url) else { return }
    DispatchQueue.global().async { try? self.run(url, { false }) { _ in } }
  }

  /// Downloads an item that is a placeholder, and waits for it.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - isCancelled: asked several times a second; `true` ends the download.
  ///   - progress: called with the done fraction, from 0 to 1.
  /// - Throws: `CocoaError`; the placeholder is unchanged then.
  func bring(
    _ url: URL, isCancelled: @escaping () -> Bool = { false },
    progress: (Double) -> Void = { _ in }
  ) throws {
    guard Downloads.isPlaceholder(url) else { return }
    _ = begin(url)
    try run(url, isCancelled, progress)
  }

  /// Does the same for tasks, whose threads must not wait.
  func bring(
    _ url: URL, isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws {
    guard Downloads.isPlaceholder(url) else { return }
    let window = AccessWindow.current
    try await UbiquityContainers.elsewhere {
      try AccessWindow.$current.withValue(window) {
        try self.bring(url, isCancelled: isCancelled, progress: progress)
      }
    }
  }

  // MARK: Running

  /// Notes that an item is requested; `false` if it is being downloaded already.
  private func begin(_ url: URL) -> Bool {
    let isNew = statuses.change(url) { status in
      guard status?.isRunning != true else { return false }
      status = TransferStatus(isRunning: true)
      return true
    }
    if isNew { tell(url) }
    return isNew
  }

  private func run(
    _ url: URL, _ isCancelled: @escaping () -> Bool, _ progress: (Double) -> Void
  ) throws {
    do {
      // A second request for the same item finds it downloaded.
      try withoutActuallyEscaping(progress) { progress in
        try download(url, isCancelled) { fraction in
          self.statuses.change(url) { $0?.fraction = fraction }
          progress(fraction)
        }
      }
      statuses.change(url) { $0 = TransferStatus(fraction: 1) }
      tell(url)
    } catch {
      statuses.change(url) { $0 = TransferStatus(fraction: $0?.fraction ?? 0, error: error) }
      tell(url)
      throw error
    }
  }

  private func download(
    _ url: URL, _ isCancelled: @escaping () -> Bool, _ progress: @escaping (Double) -> Void
  ) throws {
    guard let item = try VersionedItem.find(url) else {
      throw Downloads.failure(url, reason: "it is the placeholder of no document")
    }
    var last = 0.0
    let report: DownloadReport
    do {
      report = try item.container.local.download(
        [item.document.id], isCancelled: isCancelled,
        progress: { step in
          last = max(last, Downloads.fraction(step))
          progress(last)
        })
    } catch let error as RemoteError where error.reason == .cancelled {
      throw DocumentFailure.cocoa(.userCancelled, at: url, nil, error)
    } catch let error as RemoteError {
      throw Downloads.failure(url, reason: error.description, error)
    }
    if let item = (report.missing + report.notInPlace).first {
      throw Downloads.failure(url, reason: item.reason)
    }
    progress(1)
  }

  /// The fraction of the whole that a step has reached: nearly all of the time is spent receiving.
  private static func fraction(_ step: SyncProgress) -> Double {
    switch step.phase {
    case .receiving: 0.05 + 0.85 * (step.fraction ?? 0)
    case .checking: 0.9 + 0.05 * (step.fraction ?? 0)
    default: 0
    }
  }

  private static func failure(
    _ url: URL, reason: String, _ error: (any Error)? = nil
  ) -> CocoaError {
    var facts: [String: Any] = [NSURLErrorKey: url, NSLocalizedDescriptionKey: reason]
    facts[NSUnderlyingErrorKey] = error
    return CocoaError(.ubiquitousFileUnavailable, userInfo: facts)
  }

  /// Tells presenters that observe it that the download status of the item has changed.
  private func tell(_ url: URL) {
    FileCoordinator().item(
      at: url,
      didChangeUbiquityAttributes: [
        .ubiquitousItemDownloadingStatusKey, .ubiquitousItemIsDownloadingKey,
      ])
  }
}
