public import DocMergeDocuments
public import Foundation

/// Reads and writes files in turn with other threads and processes, with Apple's signatures.
///
/// The work is done by `FileCoordinator`, so both exclude each other:
///
///     var error: NSError?
///     NSFileCoordinator().coordinate(writingItemAt: url, options: .forReplacing, error: &error) { url in
///       try? data.write(to: url)
///     }
///
/// When access is not given, the accessor does not run and the error is set. A cancelled access has the
/// error `CocoaError.userCancelled`.
///
/// Proof of `@unchecked`: it stores one constant, which is `Sendable`.
open class NSFileCoordinator: NSObject, @unchecked Sendable {
  /// How a file is read.
  public typealias ReadingOptions = FileCoordinator.ReadingOptions
  /// How a file is written.
  public typealias WritingOptions = FileCoordinator.WritingOptions

  private let coordinator: FileCoordinator

  /// Makes a coordinator that is nobody's.
  public convenience override init() {
    self.init(filePresenter: nil)
  }

  /// Makes a coordinator for one operation.
  ///
  /// - Parameter filePresenterOrNil: on whose behalf the operation is; it gets no messages about it.
  public init(filePresenter filePresenterOrNil: (any NSFilePresenter)?) {
    coordinator = FileCoordinator(filePresenter: filePresenterOrNil)
    super.init()
  }

  // MARK: Presenters

  /// Registers a presenter, which is not kept alive by it.
  open class func addFilePresenter(_ filePresenter: any NSFilePresenter) {
    FileCoordinator.addFilePresenter(filePresenter)
  }

  /// Removes a presenter: it gets no more messages.
  open class func removeFilePresenter(_ filePresenter: any NSFilePresenter) {
    FileCoordinator.removeFilePresenter(filePresenter)
  }

  /// The presenters of this process that are registered.
  open class var filePresenters: [any NSFilePresenter] {
    FileCoordinator.filePresenters.compactMap { $0 as? any NSFilePresenter }
  }

  /// What the operation belongs to: accesses of one purpose never wait for each other.
  open var purposeIdentifier: String {
    get { coordinator.purposeIdentifier }
    set { coordinator.purposeIdentifier = newValue }
  }

  // MARK: On this thread

  /// Waits until the item can be read, and reads it on this thread.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - options: how it is read.
  ///   - outError: where to leave why access was not given.
  ///   - reader: gets the address to use.
  open func coordinate(
    readingItemAt url: URL, options: ReadingOptions = [], error outError: NSErrorPointer,
    byAccessor reader: (URL) -> Void
  ) {
    leave(outError) {
      try coordinator.coordinate(readingItemAt: url, options: options, byAccessor: reader)
    }
  }

  /// Waits until the item can be written, and writes it on this thread.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - options: what is done with it.
  ///   - outError: where to leave why access was not given.
  ///   - writer: gets the address to use.
  open func coordinate(
    writingItemAt url: URL, options: WritingOptions = [], error outError: NSErrorPointer,
    byAccessor writer: (URL) -> Void
  ) {
    leave(outError) {
      try coordinator.coordinate(writingItemAt: url, options: options, byAccessor: writer)
    }
  }

  /// Waits until one item can be read and another one written, and does both on this thread.
  ///
  /// - Parameters:
  ///   - readingURL: what is read.
  ///   - readingOptions: how it is read.
  ///   - writingURL: what is written.
  ///   - writingOptions: what is done with it.
  ///   - outError: where to leave why access was not given.
  ///   - readerWriter: gets both addresses.
  open func coordinate(
    readingItemAt readingURL: URL, options readingOptions: ReadingOptions = [],
    writingItemAt writingURL: URL, options writingOptions: WritingOptions = [],
    error outError: NSErrorPointer, byAccessor readerWriter: (URL, URL) -> Void
  ) {
    leave(outError) {
      try coordinator.coordinate(
        readingItemAt: readingURL, options: readingOptions, writingItemAt: writingURL,
        options: writingOptions, byAccessor: readerWriter)
    }
  }

  /// Waits until two items can be written, and writes both on this thread.
  ///
  /// - Parameters:
  ///   - url1: one item.
  ///   - options1: what is done with it.
  ///   - url2: the other one.
  ///   - options2: what is done with that.
  ///   - outError: where to leave why access was not given.
  ///   - writer: gets both addresses.
  open func coordinate(
    writingItemAt url1: URL, options options1: WritingOptions = [],
    writingItemAt url2: URL, options options2: WritingOptions = [],
    error outError: NSErrorPointer, byAccessor writer: (URL, URL) -> Void
  ) {
    leave(outError) {
      try coordinator.coordinate(
        writingItemAt: url1, options: options1, writingItemAt: url2, options: options2,
        byAccessor: writer)
    }
  }

  /// Asks the presenters of many items once, before many accesses.
  ///
  /// - Parameters:
  ///   - readingURLs: what will be read.
  ///   - readingOptions: how.
  ///   - writingURLs: what will be written.
  ///   - writingOptions: what will be done with it.
  ///   - outError: where to leave why a presenter refused.
  ///   - batchAccessor: coordinates each item with this coordinator, then calls the handler it gets.
  open func prepare(
    forReadingItemsAt readingURLs: [URL], options readingOptions: ReadingOptions = [],
    writingItemsAt writingURLs: [URL], options writingOptions: WritingOptions = [],
    error outError: NSErrorPointer,
    byAccessor batchAccessor: (@escaping @Sendable () -> Void) -> Void
  ) {
    leave(outError) {
      try coordinator.prepare(
        forReadingItemsAt: readingURLs, options: readingOptions, writingItemsAt: writingURLs,
        options: writingOptions, byAccessor: batchAccessor)
    }
  }

  // MARK: On a queue

  /// Returns at once; the accessor runs on the queue when all items can be had at once.
  ///
  /// - Parameters:
  ///   - intents: the items; their URLs are to be used in the accessor.
  ///   - queue: where the accessor runs.
  ///   - accessor: gets an error when access is not given, and then must not touch the items.
  @preconcurrency
  open func coordinate(
    with intents: [NSFileAccessIntent], queue: OperationQueue,
    byAccessor accessor: @escaping @Sendable ((any Error)?) -> Void
  ) {
    coordinator.coordinate(with: intents, queue: queue) { [self] error in
      // The accessor may ask this coordinator for more.
      withExtendedLifetime(self) { accessor(error) }
    }
  }

  // MARK: Announcing

  /// Says that the accessor is about to rename an item.
  open func item(at oldURL: URL, willMoveTo newURL: URL) {
    coordinator.item(at: oldURL, willMoveTo: newURL)
  }

  /// Says that the accessor has renamed an item: its presenters are told, and who waits for it follows.
  open func item(at oldURL: URL, didMoveTo newURL: URL) {
    coordinator.item(at: oldURL, didMoveTo: newURL)
  }

  /// Says that attributes of an item have changed that have to do with syncing.
  open func item(at url: URL, didChangeUbiquityAttributes attributes: Set<URLResourceKey>) {
    coordinator.item(at: url, didChangeUbiquityAttributes: attributes)
  }

  /// Makes all accesses of this coordinator fail that still wait, and all that are to come.
  open func cancel() {
    coordinator.cancel()
  }

  /// Runs an access, and leaves its error where the caller looks for it.
  private func leave(_ outError: NSErrorPointer, _ access: () throws -> Void) {
    do {
      try access()
    } catch {
      outError?.pointee = error as NSError
    }
  }
}
