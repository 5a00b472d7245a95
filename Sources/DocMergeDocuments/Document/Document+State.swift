import DocMergeStore
import Foundation
import Observation
import Synchronization

// In an extension of the protocol: a subclass may have other properties of these names.
extension FilePresenter where Self: Document {
  /// The states of the document from now on, each when it comes; ends with the document.
  public var states: AsyncStream<Document.State> {
    let (stream, continuation) = AsyncStream.makeStream(of: Document.State.self)
    let id = UUID()
    listeners.withLock { $0[id] = continuation }
    continuation.onTermination = { [weak self] _ in
      self?.listeners.withLock { _ = $0.removeValue(forKey: id) }
    }
    return stream
  }

  /// The error of the last operation that failed; `nil` after one that succeeded.
  public var lastError: (any Error)? { facts.withLock(\.lastError) }

  /// How long unsaved changes may wait; see ``AutosavePeriods``.
  @MainActor public var autosavePeriods: AutosavePeriods {
    get { periods }
    set { periods = newValue }
  }

  /// Whether a first save may take the place of a file that exists; by default it fails then.
  @MainActor public var replacesExistingFiles: Bool {
    get { mayReplaceFiles }
    set { mayReplaceFiles = newValue }
  }
}

extension Document {
  /// Makes the state another one, and tells everybody once.
  func changeState(adding new: State = [], removing old: State = []) {
    let state = facts.withLock(\.state).subtracting(old).union(new)
    guard facts.withLock({ $0.state != state }) else { return }
    registrar.withMutation(of: self, keyPath: \.documentState) {
      facts.withLock { $0.state = state }
    }
    for listener in listeners.withLock({ Array($0.values) }) { listener.yield(state) }
    NotificationCenter.default.post(name: Document.stateChangedNotification, object: self)
  }

  nonisolated var isClosed: Bool { facts.withLock { $0.state.contains(.closed) } }

  /// Moves the document's idea of where it is.
  nonisolated func setFileURL(_ url: URL) {
    guard facts.withLock({ $0.fileURL != url }) else { return }
    registrar.withMutation(of: self, keyPath: \.fileURL) { facts.withLock { $0.fileURL = url } }
  }

  // MARK: Work in turn

  /// Runs work after all that was begun before.
  func enqueue(_ work: @escaping @MainActor () async -> Void) {
    let previous = tail
    // What the work begins is not part of what began it.
    tail = DocumentOutcome.$current.withValue(nil) {
      Task {
        await previous?.value
        await work()
      }
    }
  }

  /// Whether the code that runs now works on the file in turn with the document's other such work.
  nonisolated var isInFileAccess: Bool {
    DispatchQueue.getSpecific(key: Document.accessKey) ?? false
  }

  /// Works on the file in turn, inside of the accesses that are open around the caller.
  nonisolated func access<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    // An override may have a queue of its own.
    let window = AccessWindow.current
    return try await withCheckedThrowingContinuation { continuation in
      performAsynchronousFileAccess {
        let result = Swift.Result {
          try AccessWindow.$current.withValue(window) { try body() }
        }
        continuation.resume(with: result)
      }
    }
  }

  // MARK: Errors

  /// Hands an error to the app, and notes it.
  ///
  /// - Returns: the error as the app got it.
  @discardableResult
  func report(_ error: any Error, isWriting: Bool) -> any Error {
    let error = DocumentFailure.cocoa(error, isWriting: isWriting, at: fileURL)
    facts.withLock { $0.lastError = error }
    openErrors.append(error)
    isReporting = true
    defer { isReporting = false }
    handleError(error, userInteractionPermitted: !isTerminating)
    return error
  }

  func forgetOpenError(_ error: any Error) {
    let identity = error as NSError
    openErrors.removeAll { ($0 as NSError) == identity }
  }
}

/// Errors in the form that apps expect.
enum DocumentFailure {
  static func cocoa(_ error: any Error, isWriting: Bool, at url: URL) -> any Error {
    let path = SystemPath(url.path)
    switch error {
    case let error as FileError: return error.cocoa(isWriting: isWriting, at: path)
    case let error as POSIXError:
      return FileError(isWriting ? "write" : "read", path, code: error.code.rawValue)
        .cocoa(isWriting: isWriting, at: path)
    case is ContainerError, is GitError, is DatabaseError:
      return CocoaError(
        isWriting ? .fileWriteUnknown : .fileReadUnknown,
        userInfo: [
          NSUnderlyingErrorKey: error, NSURLErrorKey: url,
          NSLocalizedDescriptionKey: "\(error)",
        ])
    default: return error
    }
  }
}
