import DocMerge
import DocMergeCoordination
import DocMergeSystem
import Foundation
import Observation
import Synchronization

// In an extension of the protocol: a subclass may have other properties of these names.
extension FilePresenter where Self: Document {
  /// The states of the document from now on, as they change; ends with the document.
  public var states: AsyncStream<Document.State> {
    let (stream, continuation) = AsyncStream.makeStream(of: Document.State.self)
    let id = UUID()
    listeners.withLock { $0[id] = continuation }
    continuation.onTermination = { [weak self] _ in
      self?.listeners.withLock { _ = $0.removeValue(forKey: id) }
    }
    return stream
  }

  /// The error of the last failed operation; `nil` after one that succeeded.
  public var lastError: (any Error)? { facts.withLock(\.lastError) }

  /// How long unsaved changes may wait; see ``AutosavePeriods``.
  public var autosavePeriods: AutosavePeriods {
    get { facts.withLock(\.periods) }
    set { facts.withLock { $0.periods = newValue } }
  }

  /// Whether a first save may replace an existing file; by default it fails then.
  public var replacesExistingFiles: Bool {
    get { facts.withLock(\.mayReplaceFiles) }
    set { facts.withLock { $0.mayReplaceFiles = newValue } }
  }
}

extension Document {
  /// Changes the state, and reports it once; the notification is posted on the main thread.
  nonisolated func changeState(adding new: State = [], removing old: State = []) {
    let next = { (state: State) in state.subtracting(old).union(new) }
    guard facts.withLock({ next($0.state) != $0.state }) else { return }
    let state = registrar.withMutation(of: self, keyPath: \.documentState) {
      facts.withLock { facts in
        facts.state = next(facts.state)
        return facts.state
      }
    }
    for listener in listeners.withLock({ Array($0.values) }) { listener.yield(state) }
    MainThread.perform {
      NotificationCenter.default.post(name: Document.stateChangedNotification, object: self)
    }
  }

  nonisolated var isClosed: Bool { facts.withLock { $0.state.contains(.closed) } }

  nonisolated var isClosing: Bool { facts.withLock { $0.closing != nil } }

  /// Changes the document's URL.
  nonisolated func setFileURL(_ url: URL) {
    guard facts.withLock({ $0.fileURL != url }) else { return }
    registrar.withMutation(of: self, keyPath: \.fileURL) { facts.withLock { $0.fileURL = url } }
  }

  // MARK: Serial work

  /// Runs work after all work that was begun before, on any thread.
  nonisolated func enqueue(_ work: @escaping @Sendable () async -> Void) {
    facts.withLock { facts in
      let previous = facts.tail
      // Work that is begun in it is not a part of it.
      facts.tail = DocumentOutcome.$current.withValue(nil) {
        Task {
          await previous?.value
          await work()
        }
      }
    }
  }

  /// Whether the current code works on the file in the document's serial order.
  nonisolated var isInFileAccess: Bool {
    DispatchQueue.getSpecific(key: Document.accessKey) ?? false
  }

  /// Works on the file in serial order, inside of the accesses that are open around the caller.
  nonisolated func access<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    // An override may have a queue of its own.
    let window = AccessWindow.current
    return try await withCheckedThrowingContinuation { continuation in
      let work: @Sendable () -> Void = {
        let result = Swift.Result {
          try AccessWindow.$current.withValue(window) { try body() }
        }
        continuation.resume(with: result)
      }
      AnyThread.run { self.performAsynchronousFileAccess(work) }
    }
  }

  // MARK: Errors

  /// Passes an error to the app on this thread, and notes it.
  ///
  /// - Returns: the error in the form that the app got.
  @discardableResult
  nonisolated func report(_ error: any Error, isWriting: Bool) -> any Error {
    let error = DocumentFailure.cocoa(error, isWriting: isWriting, at: fileURL)
    let mayAsk = facts.withLock { facts in
      facts.lastError = error
      facts.openErrors.append(error)
      return !facts.isTerminating
    }
    DocumentFailure.$isReported.withValue(true) {
      AnyThread.run { self.handleError(error, userInteractionPermitted: mayAsk) }
    }
    return error
  }

  /// Passes an error to the app on the main thread.
  @discardableResult
  nonisolated func reportOnMain(_ error: any Error, isWriting: Bool) async -> any Error {
    await MainThread.run { self.report(error, isWriting: isWriting) }
  }

  nonisolated func noteHandling(of error: any Error) {
    if !DocumentFailure.isReported, !isClosed { changeState(adding: .savingError) }
    AnyThread.run { self.finishedHandlingError(error, recovered: false) }
  }

  nonisolated func forgetOpenError(_ error: any Error) {
    let identity = error as NSError
    facts.withLock { $0.openErrors.removeAll { ($0 as NSError) == identity } }
  }
}
