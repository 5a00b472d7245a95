public import DocMergeDocuments
public import Foundation

/// Reads and writes files in turn with other threads and processes, with Apple's signatures.
///
/// `FileCoordinator` does the work, so both exclude each other:
///
///     var error: NSError?
///     NSFileCoordinator().coordinate(writingItemAt: url, options: .forReplacing, error: &error) { url in
///       try? data.write(to: url)
///     }
///
/// If access is not granted, the accessor does not run and the error is set: a `CocoaError` with the cause underneath,
/// for a cancelled access `CocoaError.userCancelled`, or the error of a presenter that refused.
///
/// Proof of `@unchecked`: it stores one constant, which is `Sendable`.
open class NSFileCoordinator: NSObject, @unchecked Sendable {
  /// How a file is read.
  public typealias ReadingOptions = FileCoordinator.ReadingOptions
  /// How a file is written.
  public typealias WritingOptions = FileCoordinator.WritingOptions

  private let coordinator: FileCoordinator

  /// Makes a coordinator without a presenter.
  public convenience override init() {
    self.init(filePresenter: nil)
  }

  /// Makes a coordinator for one operation.
  ///
  /// - Parameter filePresenterOrNil: the presenter that the operation is for; it gets no messages about it.
  public init(filePresenter filePresenterOrNil: (any NSFilePresenter)?) {
    coordinator = FileCoordinator(filePresenter: filePresenterOrNil)
    super.init()
  }

  // MARK: Presenters

  /// Registers a presenter, without keeping it alive.
  open class func addFilePresenter(_ filePresenter: any NSFilePresenter) {
    FileCoordinator.addFilePresenter(filePresenter)
  }

  /// Removes a presenter: it gets no more messages.
  open class func removeFilePresenter(_ filePresenter: any NSFilePresenter) {
    FileCoordinator.removeFilePresenter(filePresenter)
  }

  /// The registered presenters of this process.
  open class var filePresenters: [any NSFilePresenter] {
    FileCoordinator.filePresenters.compactMap { $0 as? any NSFilePresenter }
  }

  /// The purpose of the operation: accesses of one purpose never wait for each other.
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
  ///   - outError: receives the error if access was not granted.
  ///   - reader: gets the URL to use.
  open func coordinate(
    readingItemAt url: URL, options: ReadingOptions = [], error outError: NSErrorPointer,
    byAccessor reader: (URL) -> Void
  ) {
    leave(outError, url, isWriting: false) {
      try coordinator.coordinate(readingItemAt: url, options: options, byAccessor: reader)
    }
  }

  /// Waits until the item can be written, and writes it on this thread.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - options: the kind of writing.
  ///   - outError: receives the error if access was not granted.
  ///   - writer: gets the URL to use.
  open func coordinate(
    writingItemAt url: URL, options: WritingOptions = [], error outError: NSErrorPointer,
    byAccessor writer: (URL) -> Void
  ) {
    leave(outError, url) {
      try coordinator.coordinate(writingItemAt: url, options: options, byAccessor: writer)
    }
  }

  /// Waits until one item can be read and another one written, and does both on this thread.
  ///
  /// - Parameters:
  ///   - readingURL: the item to read.
  ///   - readingOptions: how it is read.
  ///   - writingURL: the item to write.
  ///   - writingOptions: the kind of writing.
  ///   - outError: receives the error if access was not granted.
  ///   - readerWriter: gets both URLs.
  open func coordinate(
    readingItemAt readingURL: URL, options readingOptions: ReadingOptions = [],
    writingItemAt writingURL: URL, options writingOptions: WritingOptions = [],
    error outError: NSErrorPointer, byAccessor readerWriter: (URL, URL) -> Void
  ) {
    leave(outError, writingURL) {
      try coordinator.coordinate(
        readingItemAt: readingURL, options: readingOptions, writingItemAt: writingURL,
        options: writingOptions, byAccessor: readerWriter)
    }
  }

  /// Waits until two items can be written, and writes both on this thread.
  ///
  /// - Parameters:
  ///   - url1: one item.
  ///   - options1: the kind of writing.
  ///   - url2: the other item.
  ///   - options2: the kind of writing of that item.
  ///   - outError: receives the error if access was not granted.
  ///   - writer: gets both URLs.
  open func coordinate(
    writingItemAt url1: URL, options options1: WritingOptions = [],
    writingItemAt url2: URL, options options2: WritingOptions = [],
    error outError: NSErrorPointer, byAccessor writer: (URL, URL) -> Void
  ) {
    leave(outError, url1) {
      try coordinator.coordinate(
        writingItemAt: url1, options: options1, writingItemAt: url2, options: options2,
        byAccessor: writer)
    }
  }

  /// Asks the presenters of many items once, before many accesses.
  ///
  /// - Parameters:
  ///   - readingURLs: the items to read.
  ///   - readingOptions: how they are read.
  ///   - writingURLs: the items to write.
  ///   - writingOptions: the kind of writing.
  ///   - outError: receives the error if a presenter refused.
  ///   - batchAccessor: coordinates each item with this coordinator, then calls the handler it gets.
  open func prepare(
    forReadingItemsAt readingURLs: [URL], options readingOptions: ReadingOptions = [],
    writingItemsAt writingURLs: [URL], options writingOptions: WritingOptions = [],
    error outError: NSErrorPointer,
    byAccessor batchAccessor: (@escaping @Sendable () -> Void) -> Void
  ) {
    leave(outError, writingURLs.first ?? readingURLs.first, isWriting: !writingURLs.isEmpty) {
      try coordinator.prepare(
        forReadingItemsAt: readingURLs, options: readingOptions, writingItemsAt: writingURLs,
        options: writingOptions, byAccessor: batchAccessor)
    }
  }

  // MARK: On a queue

  /// Returns at once; the accessor runs on the queue when all items are free at once.
  ///
  /// - Parameters:
  ///   - intents: the items; their URLs are to be used in the accessor.
  ///   - queue: the queue for the accessor.
  ///   - accessor: gets an error if access is not granted, and then must not touch the items.
  @preconcurrency
  open func coordinate(
    with intents: [NSFileAccessIntent], queue: OperationQueue,
    byAccessor accessor: @escaping @Sendable ((any Error)?) -> Void
  ) {
    coordinator.coordinate(with: intents, queue: queue) { [self] error in
      let (url, isWriting) = (intents.first?.url, intents.contains(where: \.isWriting))
      let error = error.map { NSFileCoordinator.error($0, isWriting: isWriting, url) }
      // The accessor may use this coordinator again.
      withExtendedLifetime(self) { accessor(error) }
    }
  }

  // MARK: Announcing

  /// Announces that the accessor is about to rename an item.
  open func item(at oldURL: URL, willMoveTo newURL: URL) {
    coordinator.item(at: oldURL, willMoveTo: newURL)
  }

  /// Announces that the accessor has renamed an item: its presenters get a message, and waiting accesses follow.
  open func item(at oldURL: URL, didMoveTo newURL: URL) {
    coordinator.item(at: oldURL, didMoveTo: newURL)
  }

  /// Announces that attributes of an item have changed that concern syncing.
  open func item(at url: URL, didChangeUbiquityAttributes attributes: Set<URLResourceKey>) {
    coordinator.item(at: url, didChangeUbiquityAttributes: attributes)
  }

  /// Makes all waiting and all future accesses of this coordinator fail.
  open func cancel() {
    coordinator.cancel()
  }

  /// Runs an access, and passes its error to the caller.
  private func leave(
    _ outError: NSErrorPointer, _ url: URL?, isWriting: Bool = true, _ access: () throws -> Void
  ) {
    do {
      try access()
    } catch {
      outError?.pointee = NSFileCoordinator.error(error, isWriting: isWriting, url) as NSError
    }
  }

  /// The error in Cocoa's domain; that of a presenter as it is.
  private static func error(
    _ error: any Error, isWriting: Bool, _ url: URL?
  ) -> any Error {
    url.map { DocumentFailure.cocoa(error, isWriting: isWriting, at: $0) } ?? error
  }
}
