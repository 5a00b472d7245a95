import DocMergePOSIX
import Foundation

/// The queue on which a method of a document was called, for its answer.
///
/// Unchecked, with this proof: a dispatch queue is thread-safe and is kept alive as long as this.
final class CallerQueue: @unchecked Sendable {
  private enum Kind {
    case main
    case operations(OperationQueue)
    case dispatch(UnsafeMutableRawPointer)
  }

  private let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  deinit {
    if case .dispatch(let queue) = kind { docmerge_queue_release(queue) }
  }

  static let main = CallerQueue(.main)

  /// The queue of the current code; the main one if there is none.
  static var current: CallerQueue {
    if MainThread.isCurrent { return main }
    if let queue = OperationQueue.current, queue !== OperationQueue.main {
      return CallerQueue(.operations(queue))
    }
    return docmerge_queue_current().map { CallerQueue(.dispatch($0)) } ?? main
  }

  private var isMain: Bool {
    if case .main = kind { return true }
    return false
  }

  /// Runs a block on the queue.
  func async(_ block: @escaping @Sendable () -> Void) {
    switch kind {
    case .main: MainThread.async(block)
    case .operations(let queue): queue.addOperation(block)
    case .dispatch(let queue):
      let context = Unmanaged.passRetained(CallerBlock(block)).toOpaque()
      docmerge_queue_async(queue, context) { context in
        guard let context else { return }
        Unmanaged<CallerBlock>.fromOpaque(context).takeRetainedValue().block()
      }
    }
  }

  /// Runs a block on the queue, and waits for it on this thread.
  ///
  /// - Returns: what the block returns.
  /// - Throws: what the block throws.
  func sync<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    if isMain, MainThread.isCurrent { return try body() }
    let outcome = Outcome<Result>()
    async { outcome.end(with: Swift.Result(catching: body)) }
    return try outcome.wait()
  }

  /// Runs a block on the queue, and waits for it in a task.
  ///
  /// - Returns: what the block returns.
  /// - Throws: what the block throws.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      async { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }
}

/// A block that is passed through C.
private final class CallerBlock {
  let block: @Sendable () -> Void

  init(_ block: @escaping @Sendable () -> Void) { self.block = block }
}
