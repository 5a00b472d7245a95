public import Foundation
public import Observation
import Synchronization

/// One document: its file, its contents in memory, and everything that happens between the two.
///
/// Make a subclass for each kind of document; it turns contents into a model and back:
///
///     final class Note: Document {
///       var text = "" { didSet { updateChangeCount(.done) } }
///
///       override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }
///       override func load(fromContents contents: Any, ofType typeName: String?) throws {
///         text = String(decoding: contents as? Data ?? Data(), as: UTF8.self)
///       }
///     }
///
/// The rest is done here: reading and safe writing on a background queue, in turn with other processes; autosaving;
/// undo; conflicts. A document in a container gets a version with each save.
///
/// Methods with a completion handler exist as `async throws` as well: they throw the error that
/// ``handleError(_:userInteractionPermitted:)`` got. Override those with a handler; the others call them.
///
/// Methods may be called on any thread. The handlers of `open`, `close` and `revert` are called on the main
/// thread, those of `save` and `autosave` where these were called; <doc:Threads> says where overrides run.
@preconcurrency @MainActor
open class Document: NSObject, Observable {
  nonisolated let facts: Mutex<Facts>
  nonisolated let registrar = ObservationRegistrar()
  nonisolated let accessQueue = DispatchQueue(label: "docmerge.document", target: .global())
  private nonisolated let messages: OperationQueue
  nonisolated let listeners = Mutex<[UUID: AsyncStream<State>.Continuation]>([:])
  nonisolated static let accessKey = DispatchSpecificKey<Bool>()
  /// Counts the changes of the undo manager; `nil` until the manager is first used.
  nonisolated let watch = Mutex<UndoWatch?>(nil)
  private var activity: UserActivity?

  nonisolated let transfer = Mutex(Progress(totalUnitCount: 1))

  /// Makes a document that is not open yet, for a file that need not exist.
  ///
  /// - Parameter url: the file; not empty.
  public init(fileURL url: URL) {
    precondition(url.isFileURL && !url.path.isEmpty, "A document needs the URL of a file.")
    facts = Mutex(Facts(fileURL: url))
    messages = OperationQueue()
    messages.maxConcurrentOperationCount = 1
    accessQueue.setSpecific(key: Document.accessKey, value: true)
    super.init()
  }

  deinit {
    for listener in listeners.withLock({ Array($0.values) }) { listener.finish() }
    facts.withLock { $0.keeper?.cancel() }
  }

  // MARK: Attributes, readable anywhere

  /// The URL of the document; it follows moves.
  open nonisolated var fileURL: URL {
    registrar.access(self, keyPath: \.fileURL)
    return facts.withLock(\.fileURL)
  }

  /// The name to show; by default that of the file without its extension.
  open var localizedName: String {
    fileURL.deletingPathExtension().lastPathComponent
  }

  /// The identifier of the type, by default by the extension of the file.
  open var fileType: String? { TypeRegistry.shared.type(of: fileURL).identifier }

  /// The modification date of the file as it was last read or written here; `nil` before that.
  open nonisolated var fileModificationDate: Date? {
    get { facts.withLock(\.date) }
    set { facts.withLock { $0.date = newValue } }
  }

  /// The current state of the document; observable, and reported by ``stateChangedNotification``.
  open nonisolated var documentState: State {
    registrar.access(self, keyPath: \.documentState)
    return facts.withLock(\.state)
  }

  /// The progress of loading and transferring; to cancel it ends a download, and the opening that waits for it.
  ///
  /// After that the next download has another one.
  open nonisolated var progress: Progress { transfer.withLock(\.self) }

  // MARK: Opening, saving, closing

  /// Reads the file; does nothing when the document is open.
  open func open(completionHandler: ((Bool) -> Void)? = nil) {
    startOpening(completionHandler)
  }

  /// Saves unsaved changes, and closes; stays open if that fails.
  open func close(completionHandler: ((Bool) -> Void)? = nil) {
    startClosing(completionHandler)
  }

  /// Writes the contents, which are asked for before this returns.
  ///
  /// When ``contents(forType:)`` throws, the handler is not called, as Apple documents: the error is passed to
  /// ``handleError(_:userInteractionPermitted:)`` then, and a `close` answers false.
  open func save(
    to url: URL, for saveOperation: SaveOperation, completionHandler: ((Bool) -> Void)? = nil
  ) {
    startSaving(url, saveOperation, completionHandler)
  }

  /// Saves unsaved changes.
  ///
  /// Called from time to time; an override may postpone it by answering false.
  open func autosave(completionHandler: ((Bool) -> Void)? = nil) {
    startAutosaving(completionHandler)
  }

  /// Replaces the contents in memory by those of a file.
  open func revert(toContentsOf url: URL, completionHandler: ((Bool) -> Void)? = nil) {
    startReverting(url, completionHandler)
  }

  // MARK: The contents

  /// The contents to write: `Data`, or a ``FileWrapper`` for a package.
  ///
  /// - Parameter typeName: the identifier of the type.
  /// - Returns: a snapshot, which is written in the background.
  /// - Throws: an error if the model cannot be written.
  open func contents(forType typeName: String) throws -> Any {
    throw DocumentError.noContents
  }

  /// Loads contents that were read.
  ///
  /// Cast with `contents as? Data` before `contents as? FileWrapper`: to find out that data is no object, Swift copies
  /// all of it.
  ///
  /// - Parameters:
  ///   - contents: `Data`, or a ``FileWrapper`` for a folder.
  ///   - typeName: the identifier of the type.
  /// - Throws: an error if the contents are invalid.
  open func load(fromContents contents: Any, ofType typeName: String?) throws {}

  /// Reads the file, on a background queue, and passes all of it to ``load(fromContents:ofType:)``.
  ///
  /// - Throws: `CocoaError`, and the errors of loading.
  open func read(from url: URL) throws {
    try readAll(of: url)
  }

  /// Writes contents so that the file is the old or the new one at any moment, on a background queue.
  ///
  /// Called by a save. Other callers need a coordinated write, within ``performAsynchronousFileAccess(_:)``; debug
  /// builds stop if there is neither.
  ///
  /// - Throws: `CocoaError`; the file is unchanged then.
  open func writeContents(
    _ contents: Any, andAttributes additionalFileAttributes: [AnyHashable: Any]? = nil,
    safelyTo url: URL, for saveOperation: SaveOperation
  ) throws {
    checkIsInAccess(to: url)
    try write(
      UncheckedSendable(contents), UncheckedSendable(additionalFileAttributes), safelyTo: url,
      for: saveOperation)
  }

  /// Writes contents to a new file.
  ///
  /// - Parameters:
  ///   - contents: the result of ``contents(forType:)``.
  ///   - url: the URL to write to; nothing is there.
  ///   - saveOperation: whether the document is new.
  ///   - originalContentsURL: the item that it will replace, if any.
  /// - Throws: `CocoaError`; ``DocumentError/unsupportedContents(_:)``.
  open func writeContents(
    _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
  ) throws {
    try DocumentFile.write(contents, to: url, original: originalContentsURL)
  }

  /// The attributes for the file: a dictionary in the form of `FileManager`.
  ///
  /// - Throws: an error if the document cannot be saved.
  open func fileAttributesToWrite(
    to url: URL, for saveOperation: SaveOperation
  ) throws -> [AnyHashable: Any] {
    saveOperation == .forCreating ? [FileAttributeKey.extensionHidden: true] : [:]
  }

  /// Runs a block that works on the file: in the background, one at a time for each document.
  @preconcurrency
  open func performAsynchronousFileAccess(_ block: @escaping @Sendable () -> Void) {
    startAccess(block)
  }

  /// The extension of files of a type.
  open func fileNameExtension(
    forType typeName: String?, saveOperation: SaveOperation
  ) -> String {
    if typeName == fileType { return fileURL.pathExtension }
    guard let typeName else { return "" }
    return UniformType(unchecked: typeName).preferredFilenameExtension ?? ""
  }

  /// The type to save as; if it differs from ``fileType``, the document moves to that type.
  open var savingFileType: String? { fileType }

  // MARK: Changes

  /// Whether there are unsaved changes.
  open var hasUnsavedChanges: Bool {
    isDirty || (MainThread.isCurrent && undoWatch?.isRecording == true)
  }

  /// Notes a change; not needed for changes that ``undoManager`` knows.
  open func updateChangeCount(_ change: ChangeKind) { noteChange(change) }

  /// A token for the changes to save, at the start of a save.
  open func changeCountToken(for saveOperation: SaveOperation) -> Any {
    if MainThread.isCurrent { undoWatch?.flush() }
    return token
  }

  /// Notes that the changes of a token are saved.
  open func updateChangeCount(withToken changeCountToken: Any, for saveOperation: SaveOperation) {
    noteSaved(changeCountToken)
  }

  /// Records how to undo changes; made at the first use. Its changes count as unsaved.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var undoManager: UndoManager! {
    get { madeUndoWatch.manager }
    set {
      var watch: UndoWatch?
      if let newValue { watch = UndoWatch(newValue, self) }
      setUndoWatch(watch)
    }
  }

  // MARK: Editing and errors

  /// Called when edits would be lost, such as while the document is closed or reverted.
  open func disableEditing() {}

  /// Called when edits are safe again.
  open func enableEditing() {}

  /// Called with every error; an override without super must call ``finishedHandlingError(_:recovered:)``.
  ///
  /// Call it with the error of a reading or writing method that you called yourself: nothing else does, and it adds
  /// ``State/savingError`` to the state.
  open func handleError(_ error: any Error, userInteractionPermitted: Bool) {
    noteHandling(of: error)
  }

  /// Called when an error has been handled; an override must call super.
  open func finishedHandlingError(_ error: any Error, recovered: Bool) {
    forgetOpenError(error)
  }

  /// Called when an error must be handled before this returns, since the process ends.
  open func userInteractionNoLongerPermitted(forError error: any Error) {
    finishedHandlingError(error, recovered: false)
  }

  // MARK: User activity

  /// The user's activity with the document, for handing it on; `nil` outside of containers.
  open var userActivity: UserActivity? {
    get { activity }
    set { activity = newValue }
  }

  /// Notes the URL of the document.
  open func updateUserActivityState(_ userActivity: UserActivity) {
    userActivity.addUserInfoEntries(from: [Document.userActivityURLKey: fileURL])
  }

  /// Restores what another device noted.
  open func restoreUserActivityState(_ userActivity: UserActivity) {}

  // MARK: Presenting the file

  /// The file.
  open nonisolated var presentedItemURL: URL? { fileURL }

  /// A queue of this document alone.
  open nonisolated var presentedItemOperationQueue: OperationQueue { messages }

  /// Lets a reader in when pending work on the file is done.
  @preconcurrency
  open func relinquishPresentedItem(
    toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    giveWay(toReader: reader)
  }

  /// Lets a writer in when pending work on the file is done, and checks the file afterwards.
  @preconcurrency
  open func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    giveWay(toWriter: writer)
  }

  /// Saves.
  @preconcurrency
  open func savePresentedItemChanges(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    saveForReader(completionHandler)
  }

  /// Closes without saving.
  @preconcurrency
  open func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    closeForDeletion(completionHandler)
  }

  /// Objects while the document is open: a later save would not be known to follow from the evicted version.
  @preconcurrency
  open func accommodatePresentedItemEviction(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    refuseEviction(completionHandler)
  }

  /// Follows the file.
  open func presentedItemDidMove(to newURL: URL) { follow(to: newURL) }

  /// Reads the file again, unless there are unsaved changes.
  open func presentedItemDidChange() { reloadIfChanged(onlyIfNewer: false) }

  /// Checks whether the document is in conflict.
  open func presentedItemDidGain(_ version: PresentedVersion) { lookForConflicts() }

  /// Checks whether the document is in conflict.
  open func presentedItemDidLose(_ version: PresentedVersion) { lookForConflicts() }

  /// Checks whether the document is in conflict.
  open func presentedItemDidResolveConflict(_ version: PresentedVersion) {
    lookForConflicts()
  }

  /// The attributes whose changes are reported; by default none.
  open nonisolated var observedPresentedItemUbiquityAttributes: Set<URLResourceKey> { [] }

  /// Does nothing.
  open func presentedItemDidChangeUbiquityAttributes(
    _ attributes: Set<URLResourceKey>
  ) {}

  // MARK: Presenting the members of a package

  /// Has no objection.
  @preconcurrency
  open func accommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    completionHandler(nil)
  }

  /// For a package, a change of the whole.
  open func presentedSubitemDidAppear(at url: URL) { packageDidChange() }

  /// For a package, a change of the whole.
  open func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL) {
    packageDidChange()
  }

  /// For a package, a change of the whole.
  open func presentedSubitemDidChange(at url: URL) { packageDidChange() }

  /// Does nothing.
  open func presentedSubitem(at url: URL, didGain version: PresentedVersion) {}

  /// Does nothing.
  open func presentedSubitem(at url: URL, didLose version: PresentedVersion) {}

  /// Does nothing.
  open func presentedSubitem(at url: URL, didResolve version: PresentedVersion) {}
}
