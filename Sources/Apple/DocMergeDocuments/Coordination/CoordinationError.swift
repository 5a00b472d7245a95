import DocMergeCoordination
public import Foundation

/// Why an access failed, or was lost.
///
/// A cancelled access fails with `CocoaError.userCancelled`, one that a presenter refuses with the presenter's error,
/// one of a cancelled task with `CancellationError`.
public enum CoordinationError: Error, Sendable, Hashable {
  /// Others did not release the items in time; the process is one of them.
  case timedOut(holder: Int32?)
  /// Waiting would never have ended: the others wait for items held here.
  case deadlock
  /// The process was stopped for so long that another one took over.
  case claimLost
  /// The options exclude each other, or cannot be used here.
  case invalidOptions
  /// The URL is not a file URL.
  case notAFile(URL)
  /// The processes cannot communicate.
  case unavailable(reason: String)
}

extension CoordinationError: LocalizedError {
  /// A description in words.
  public var errorDescription: String? {
    switch self {
    case .timedOut(let holder?): "The file is in use by process \(holder)."
    case .timedOut: "The file is in use."
    case .deadlock: "The file cannot be waited for: its user waits for this operation."
    case .claimLost: "The operation was interrupted for so long that another one took over."
    case .invalidOptions: "These options cannot be used together."
    case .notAFile(let url): "\(url.absoluteString) is not the address of a file."
    case .unavailable(let reason): "Files cannot be coordinated: \(reason)."
    }
  }
}

extension AccessError {
  /// The error in the form for programs.
  var publicError: any Error {
    switch self {
    case .cancelled: CocoaError(.userCancelled)
    case .timedOut(let holder): CoordinationError.timedOut(holder: holder)
    case .deadlock: CoordinationError.deadlock
    case .claimLost: CoordinationError.claimLost
    case .refused(let error): PresenterRegistry.shared.error(error)
    case .system: CoordinationError.unavailable(reason: "\(self)")
    }
  }
}
