import DocMergeCoordination
public import Foundation
import Synchronization

extension FileCoordinator {
  // MARK: On this thread

  /// Waits until the item can be read, and reads it on this thread.
  ///
  /// `reader` gets the URL to use, which differs if the item was moved meanwhile.
  ///
  /// - Returns: what `reader` returns.
  /// - Throws: ``CoordinationError``, the errors of presenters and of `reader`.
  @discardableResult
  public func coordinate<Result>(
    readingItemAt url: URL, options: ReadingOptions = [], byAccessor reader: (URL) throws -> Result
  ) throws -> Result {
    let intents = [FileAccessIntent.readingIntent(with: url, options: options)]
    return try CoordinatedAccess(self, intents).run { try reader($0[0]) }
  }

  /// Waits until the item can be written, and writes it on this thread.
  ///
  /// `writer` gets the URL to use, which differs if the item was moved meanwhile.
  ///
  /// - Returns: what `writer` returns.
  /// - Throws: ``CoordinationError``, the errors of presenters and of `writer`.
  @discardableResult
  public func coordinate<Result>(
    writingItemAt url: URL, options: WritingOptions = [], byAccessor writer: (URL) throws -> Result
  ) throws -> Result {
    let intents = [FileAccessIntent.writingIntent(with: url, options: options)]
    return try CoordinatedAccess(self, intents).run { try writer($0[0]) }
  }

  /// Waits until one item can be read and another one written, and does both on this thread.
  ///
  /// `readerWriter` gets both URLs.
  ///
  /// - Returns: what `readerWriter` returns.
  /// - Throws: ``CoordinationError``, the errors of presenters and of `readerWriter`.
  @discardableResult
  public func coordinate<Result>(
    readingItemAt readingURL: URL, options readingOptions: ReadingOptions = [],
    writingItemAt writingURL: URL, options writingOptions: WritingOptions = [],
    byAccessor readerWriter: (URL, URL) throws -> Result
  ) throws -> Result {
    let intents: [FileAccessIntent] = [
      .readingIntent(with: readingURL, options: readingOptions),
      .writingIntent(with: writingURL, options: writingOptions),
    ]
    return try CoordinatedAccess(self, intents).run { try readerWriter($0[0], $0[1]) }
  }

  /// Waits until two items can be written, and writes both on this thread; to move one, for example.
  ///
  /// `writer` gets both URLs.
  ///
  /// - Returns: what `writer` returns.
  /// - Throws: ``CoordinationError``, the errors of presenters and of `writer`.
  @discardableResult
  public func coordinate<Result>(
    writingItemAt url1: URL, options options1: WritingOptions = [],
    writingItemAt url2: URL, options options2: WritingOptions = [],
    byAccessor writer: (URL, URL) throws -> Result
  ) throws -> Result {
    let intents: [FileAccessIntent] = [
      .writingIntent(with: url1, options: options1), .writingIntent(with: url2, options: options2),
    ]
    return try CoordinatedAccess(self, intents).run { try writer($0[0], $0[1]) }
  }

  // MARK: In a task

  /// Waits in a task until all items are free at once, and works on them.
  ///
  /// `accessor` gets the URLs, in the order of the intents.
  ///
  /// - Returns: what `accessor` returns.
  /// - Throws: ``CoordinationError``, `CancellationError`, the errors of presenters and of `accessor`.
  @discardableResult
  public func coordinate<Result: Sendable>(
    with intents: [FileAccessIntent],
    byAccessor accessor: @Sendable ([URL]) async throws -> Result
  ) async throws -> Result {
    try await CoordinatedAccess(self, intents).run(accessor)
  }

  /// Waits in a task until the item can be read, and reads it.
  ///
  /// `reader` gets the URL to use, which differs if the item was moved meanwhile.
  ///
  /// - Returns: what `reader` returns.
  /// - Throws: ``CoordinationError``, `CancellationError`, the errors of presenters and of `reader`.
  @discardableResult
  public func read<Result: Sendable>(
    itemAt url: URL, options: ReadingOptions = [],
    byAccessor reader: @Sendable (URL) async throws -> Result
  ) async throws -> Result {
    try await coordinate(with: [.readingIntent(with: url, options: options)]) {
      try await reader($0[0])
    }
  }

  /// Waits in a task until the item can be written, and writes it.
  ///
  /// `writer` gets the URL to use, which differs if the item was moved meanwhile.
  ///
  /// - Returns: what `writer` returns.
  /// - Throws: ``CoordinationError``, `CancellationError`, the errors of presenters and of `writer`.
  @discardableResult
  public func write<Result: Sendable>(
    itemAt url: URL, options: WritingOptions = [],
    byAccessor writer: @Sendable (URL) async throws -> Result
  ) async throws -> Result {
    try await coordinate(with: [.writingIntent(with: url, options: options)]) {
      try await writer($0[0])
    }
  }

  // MARK: On a queue

  /// Returns at once; the accessor runs on the queue when all items are free at once.
  ///
  /// `accessor` gets an error on failure, and then must not touch the items. The URLs are those of the intents.
  public func coordinate(
    with intents: [FileAccessIntent], queue: OperationQueue,
    byAccessor accessor: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let coordinated: CoordinatedAccess
    do {
      // Work on a queue is independent: no accessor waits for it.
      coordinated = try CoordinatedAccess(self, intents, chain: [])
      // It joins the queue before this returns: the order of calls is the order of accesses.
      try coordinated.enter()
    } catch {
      return queue.addOperation { accessor(error) }
    }
    // A separate thread: the tasks' threads may all be waiting for the result.
    Thread.detachNewThread {
      do {
        try coordinated.wait()
        let copies: UploadCopies?
        do {
          try coordinated.bringContents()
          copies = try UploadCopies(coordinated)
        } catch {
          try? coordinated.finish()
          throw error
        }
        queue.addOperation {
          AccessWindow.$current.withValue([coordinated.access]) { accessor(nil) }
          copies?.remove()
          // The accessor has run: an error now has no receiver.
          try? coordinated.finish()
        }
      } catch {
        queue.addOperation { accessor(error) }
      }
    }
  }

  // MARK: Many at once

  /// Asks the presenters of many items once, before many accesses.
  ///
  /// `batchAccessor` coordinates each item with this coordinator, and calls the handler that it gets when that is done.
  ///
  /// - Throws: ``CoordinationError``, and the errors of presenters.
  public func prepare(
    forReadingItemsAt readingURLs: [URL], options readingOptions: ReadingOptions = [],
    writingItemsAt writingURLs: [URL], options writingOptions: WritingOptions = [],
    byAccessor batchAccessor: (@escaping @Sendable () -> Void) -> Void
  ) throws {
    guard !writingOptions.contains(.forReplacing), !readingOptions.contains(.resolvesSymbolicLink)
    else { throw CoordinationError.invalidOptions }
    let intents =
      readingURLs.map { FileAccessIntent.readingIntent(with: $0, options: readingOptions) }
      + writingURLs.map { FileAccessIntent.writingIntent(with: $0, options: writingOptions) }
    let items = try intents.map { try $0.item() }
    var request = AccessRequest(
      items: items, purpose: purposeIdentifier, presenter: presenterID)
    request.timeout = timeout?.nanoseconds
    request.patience = presenterTimeout.nanoseconds
    let preparation = try ask(request)
    let paths = Set(items.map(\.path.resolved))
    state.withLock { $0.prepared.formUnion(paths) }
    let once = Once()
    batchAccessor { [self] in
      guard once.take() else { return }
      state.withLock { $0.prepared.subtract(paths) }
      preparation.finish()
    }
  }

  /// Asks the presenters of the item whether its local copy may be removed.
  ///
  /// - Throws: ``CoordinationError``, and the errors of presenters.
  public func prepareForEviction(ofItemAt url: URL) throws {
    guard let path = ItemPath(file: url) else { throw CoordinationError.notAFile(url) }
    var request = AccessRequest(
      items: [AccessItem(path, .evicting)], purpose: purposeIdentifier, presenter: presenterID)
    request.timeout = timeout?.nanoseconds
    request.patience = presenterTimeout.nanoseconds
    try ask(request).finish()
  }

  private func ask(_ request: AccessRequest) throws -> Preparation {
    try CoordinatedAccess.translate { () throws(AccessError) in
      let preparation = try Preparation(request)
      do throws(AccessError) {
        try preparation.wait {
          MainThread.runBlocksIfCurrent()
          return isCancelled
        }
      } catch {
        preparation.finish()
        throw error
      }
      return preparation
    }
  }
}
