public import Foundation
import Synchronization

/// What became of an operation, for those who wait for it with `await`.
final class DocumentOutcome: Sendable {
  /// The operation that the code is the start of.
  @TaskLocal static var current: DocumentOutcome?

  private struct State: Sendable {
    var continuation: CheckedContinuation<Void, any Error>?
    var onFailure: (@Sendable (any Error) -> Void)?
    var error: (any Error)?
  }

  private let state = Mutex(State())

  /// Why it failed, if it did.
  var error: (any Error)? {
    get { state.withLock(\.error) }
    set { state.withLock { $0.error = newValue } }
  }

  init() {}

  /// Calls `onFailure` for failures of which a handler is not told.
  init(onFailure: @escaping @Sendable (any Error) -> Void) {
    state.withLock { $0.onFailure = onFailure }
  }

  /// Starts an operation with a handler, and waits for it.
  ///
  /// - Throws: the error that the operation failed with.
  @MainActor
  static func wait(_ start: (@escaping (Bool) -> Void) -> Void) async throws {
    let outcome = DocumentOutcome()
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
      continuation?.resume(throwing: error ?? DocumentError.skipped)
    }
  }

  /// The operation ends without its handler being called.
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

// Disfavoured, so that a subclass can offer them with Apple's result, a Bool. What Apple's class does not
// have is in an extension of the protocol: there it is in nobody's way who calls something else so in a
// subclass, since it is not overridden by that.
@MainActor
extension FilePresenter where Self: Document {
  /// Reads the file; does nothing when the document is open.
  ///
  /// - Throws: the error that `handleError(_:userInteractionPermitted:)` got.
  @_disfavoredOverload
  public func open() async throws {
    try await DocumentOutcome.wait { open(completionHandler: $0) }
  }

  /// Saves if anything is unsaved, and closes; stays open if that fails.
  ///
  /// - Throws: the error that `handleError(_:userInteractionPermitted:)` got.
  @_disfavoredOverload
  public func close() async throws {
    try await DocumentOutcome.wait { close(completionHandler: $0) }
  }

  /// Writes the contents.
  ///
  /// - Parameters:
  ///   - url: where; a copy is made where it is not `fileURL`, except by a first save.
  ///   - saveOperation: whether the file is new.
  /// - Throws: the error that `handleError(_:userInteractionPermitted:)` got.
  @_disfavoredOverload
  public func save(to url: URL, for saveOperation: SaveOperation) async throws {
    try await DocumentOutcome.wait { save(to: url, for: saveOperation, completionHandler: $0) }
  }

  /// Writes the contents to `fileURL`.
  ///
  /// - Throws: the error that `handleError(_:userInteractionPermitted:)` got.
  public func save() async throws {
    try await save(to: fileURL, for: .forOverwriting)
  }

  /// Saves if anything is unsaved.
  ///
  /// - Throws: the error that `handleError(_:userInteractionPermitted:)` got;
  ///   ``DocumentError/skipped`` when an override put it off.
  @_disfavoredOverload
  public func autosave() async throws {
    try await DocumentOutcome.wait { autosave(completionHandler: $0) }
  }

  /// Reads the contents of a file in the place of what is in memory.
  ///
  /// - Throws: the error that `handleError(_:userInteractionPermitted:)` got.
  @_disfavoredOverload
  public func revert(toContentsOf url: URL) async throws {
    try await DocumentOutcome.wait { revert(toContentsOf: url, completionHandler: $0) }
  }
}
