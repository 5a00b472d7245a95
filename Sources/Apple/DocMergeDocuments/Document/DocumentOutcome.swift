public import Foundation
import Synchronization

/// The outcome of an operation, for callers that wait for it with `await`.
final class DocumentOutcome: Sendable {
  /// The operation that the current code starts.
  @TaskLocal static var current: DocumentOutcome?

  private struct State: Sendable {
    var continuation: CheckedContinuation<Void, any Error>?
    var onFailure: (@Sendable (any Error) -> Void)?
    var error: (any Error)?
  }

  private let state = Mutex(State())
  private let url: URL

  /// The error, if it failed.
  var error: (any Error)? {
    get { state.withLock(\.error) }
    set { state.withLock { $0.error = newValue } }
  }

  /// Makes the outcome of work on a file; calls `onFailure` for failures that no handler receives.
  init(at url: URL, onFailure: (@Sendable (any Error) -> Void)? = nil) {
    self.url = url
    state.withLock { $0.onFailure = onFailure }
  }

  /// Starts an operation with a handler, and waits for it.
  ///
  /// - Throws: the error that the operation failed with.
  @MainActor
  static func wait(at url: URL, _ start: (@escaping (Bool) -> Void) -> Void) async throws {
    let outcome = DocumentOutcome(at: url)
    try await withCheckedThrowingContinuation { continuation in
      outcome.state.withLock { $0.continuation = continuation }
      $current.withValue(outcome) { start { outcome.finish($0) } }
    }
  }

  private func finish(_ success: Bool) {
    let (continuation, error) = state.withLock { state in
      defer { state.continuation = nil }
      return (state.continuation, state.error)
    }
    if success {
      continuation?.resume()
    } else {
      // An override postponed it, which is no error of the document.
      let skipped = DocumentFailure.cocoa(DocumentError.skipped, isWriting: true, at: url)
      continuation?.resume(throwing: error ?? skipped)
    }
  }

  /// Ends the operation without calling its handler.
  func fail(_ error: any Error) {
    let onFailure = state.withLock { state in
      state.error = error
      defer { state.onFailure = nil }
      return state.onFailure
    }
    onFailure?(error)
    finish(false)
  }
}

// Disfavoured, so that a subclass can offer them with Apple's result, a Bool. Members that Apple's class lacks are in
// an extension of the protocol: there they do not get in the way of a subclass that uses the same name, which does not
// override them.
@MainActor
extension FilePresenter where Self: Document {
  /// Reads the file; does nothing when the document is open.
  ///
  /// - Throws: the error that `handleError(_:userInteractionPermitted:)` got.
  @_disfavoredOverload
  public func open() async throws {
    try await DocumentOutcome.wait(at: fileURL) { open(completionHandler: $0) }
  }

  /// Saves unsaved changes, and closes; stays open if that fails.
  ///
  /// - Throws: the error that `handleError(_:userInteractionPermitted:)` got.
  @_disfavoredOverload
  public func close() async throws {
    try await DocumentOutcome.wait(at: fileURL) { close(completionHandler: $0) }
  }

  /// Writes the contents.
  ///
  /// - Parameters:
  ///   - url: the URL; if it is not `fileURL`, a copy is made, except by a first save.
  ///   - saveOperation: whether the file is new.
  /// - Throws: the error that `handleError(_:userInteractionPermitted:)` got.
  @_disfavoredOverload
  public func save(to url: URL, for saveOperation: SaveOperation) async throws {
    try await DocumentOutcome.wait(at: url) {
      save(to: url, for: saveOperation, completionHandler: $0)
    }
  }

  /// Writes the contents to `fileURL`.
  ///
  /// - Throws: the error that `handleError(_:userInteractionPermitted:)` got.
  public func save() async throws {
    try await save(to: fileURL, for: .forOverwriting)
  }

  /// Saves unsaved changes.
  ///
  /// - Throws: the error that `handleError(_:userInteractionPermitted:)` got; when an override postponed it,
  ///   `CocoaError.userCancelled` with ``DocumentError/skipped`` underneath.
  @_disfavoredOverload
  public func autosave() async throws {
    try await DocumentOutcome.wait(at: fileURL) { autosave(completionHandler: $0) }
  }

  /// Replaces the contents in memory by those of a file.
  ///
  /// - Throws: the error that `handleError(_:userInteractionPermitted:)` got.
  @_disfavoredOverload
  public func revert(toContentsOf url: URL) async throws {
    try await DocumentOutcome.wait(at: url) { revert(toContentsOf: url, completionHandler: $0) }
  }
}
