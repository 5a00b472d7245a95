import DocMergeCoordination
import Foundation
import Synchronization

/// Runs blocks on the main thread, or on the thread that serves the main queue.
///
/// A coordinator that waits on the main thread runs these blocks meanwhile, so that a document can answer it.
enum MainThread {
  /// How long it may be busy before work that can continue without it does, in seconds.
  static let patience = 0.25

  /// The main queue need not be served by the first thread of the process, so that has to be checked.
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private static let blocks = Mutex<[@Sendable () -> Void]>([])

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }

  /// Runs a block on the main thread, after earlier blocks.
  static func async(_ block: @escaping @Sendable () -> Void) {
    let window = AccessWindow.current
    blocks.withLock {
      $0.append { AccessWindow.$current.withValue(window, operation: block) }
    }
    DispatchQueue.main.async { runBlocks() }
  }

  /// Runs the blocks that wait for the main thread; called on it.
  static func runBlocks() {
    while let block = blocks.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { block() }
  }

  /// Runs the blocks that wait for the main thread, if that is the current one.
  static func runBlocksIfCurrent() {
    if isCurrent { runBlocks() }
  }

  /// Runs a block on the main thread at once if this is it, otherwise as soon as possible.
  static func perform(_ body: @escaping @MainActor @Sendable () -> Void) {
    guard isCurrent else { return async { MainActor.assumeIsolated(body) } }
    MainActor.assumeIsolated(body)
  }

  /// Runs a block on the main thread, and waits for it in a task.
  ///
  /// - Returns: what the block returns.
  static func run<Result: Sendable>(
    _ body: @escaping @MainActor @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      async { continuation.resume(returning: MainActor.assumeIsolated(body)) }
    }
  }
}

/// The outcome of work on another thread, for a thread that may wait.
final class Outcome<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func end(with new: Result<Value, any Error>) {
    result.withLock { $0 = new }
    isThere.signal()
  }

  func wait() throws -> Value {
    isThere.wait()
    guard let result = result.withLock({ $0 }) else { preconditionFailure("There is no outcome.") }
    return try result.get()
  }
}
