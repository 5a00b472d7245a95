import DocMergeCoordination
import Foundation
import Synchronization

/// A reference to a presenter, for use on its queue.
///
/// Unchecked, with this proof: it only stores a constant weak and a constant strong reference, and the methods run on
/// the presenter's own queue, its properties anywhere, as ``FilePresenter`` says.
final class PresenterReference: @unchecked Sendable {
  private weak let reference: (any FilePresenter)?
  private let strong: (any FilePresenter)?
  let identity: ObjectIdentifier

  /// Refers to a presenter without keeping it alive.
  init(_ presenter: any FilePresenter) {
    reference = presenter
    strong = nil
    identity = ObjectIdentifier(presenter)
  }

  /// Keeps the presenter alive until it has answered.
  init(strong presenter: any FilePresenter) {
    reference = presenter
    strong = presenter
    identity = ObjectIdentifier(presenter)
  }

  /// The presenter, if it still exists.
  var presenter: (any FilePresenter)? { strong ?? reference }

  /// A reference that keeps the presenter alive, if it still exists.
  var kept: PresenterReference? { presenter.map { PresenterReference(strong: $0) } }

  /// Asks in the form without a handler.
  func call(
    _ completion: @escaping @Sendable ((any Error)?) -> Void,
    _ body: @escaping @Sendable (any FilePresenter) async throws -> Void
  ) {
    Task {
      do {
        if let presenter { try await body(presenter) }
        completion(nil)
      } catch {
        completion(error)
      }
    }
  }
}

/// The private queues of presenters that have none of their own.
enum PresenterQueues {
  private static let queues = Mutex<[ObjectIdentifier: OperationQueue]>([:])

  static func queue(of presenter: ObjectIdentifier) -> OperationQueue {
    queues.withLock { queues in
      if let queue = queues[presenter] { return queue }
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      queue.name = "docmerge.presenter"
      queues[presenter] = queue
      return queue
    }
  }

  static func remove(_ presenter: ObjectIdentifier) {
    queues.withLock { $0[presenter] = nil }
  }
}

/// The messages to one presenter: each starts when the previous one has returned, on any queue.
final class MessageLine: Sendable {
  /// Gets no presenter if that is gone: a caller that waits for an answer must not wait any longer.
  typealias Message = @Sendable ((any FilePresenter)?) -> Void

  private struct State: Sendable {
    var messages: [Message] = []
    var isRunning = false
  }

  private let reference: PresenterReference
  private let state = Mutex(State())

  init(_ reference: PresenterReference) { self.reference = reference }

  func add(_ message: @escaping Message) {
    let starts = state.withLock { state in
      state.messages.append(message)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { next() }
  }

  private func next() {
    let message = state.withLock { state -> Message? in
      guard !state.messages.isEmpty else {
        state.isRunning = false
        return nil
      }
      return state.messages.removeFirst()
    }
    guard let message else { return }
    guard let queue = reference.presenter?.presentedItemOperationQueue else {
      message(nil)
      return next()
    }
    queue.addOperation {
      // A queue that is freed with its presenter would drop waiting messages.
      withExtendedLifetime(queue) { message(self.reference.presenter) }
      self.next()
    }
  }
}
