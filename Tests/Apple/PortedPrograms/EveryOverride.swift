import DocMergeUIKit

/// Overrides all that can be overridden, with the signatures of iOS.
class EveryOverride: UIDocument {
  private(set) var calls: [String] = []
  private let lock = NSLock()

  private func note(_ call: String) {
    lock.lock()
    calls.append(call)
    lock.unlock()
  }

  override func open(completionHandler: ((Bool) -> Void)? = nil) {
    note("open")
    super.open(completionHandler: completionHandler)
  }

  override func close(completionHandler: ((Bool) -> Void)? = nil) {
    note("close")
    super.close(completionHandler: completionHandler)
  }

  override func autosave(completionHandler: ((Bool) -> Void)? = nil) {
    note("autosave")
    super.autosave(completionHandler: completionHandler)
  }

  override func revert(toContentsOf url: URL, completionHandler: ((Bool) -> Void)? = nil) {
    note("revert")
    super.revert(toContentsOf: url, completionHandler: completionHandler)
  }

  override func changeCountToken(for saveOperation: UIDocument.SaveOperation) -> Any {
    note("token")
    return super.changeCountToken(for: saveOperation)
  }

  override func contents(forType typeName: String) throws -> Any {
    note("contents \(typeName)")
    return Data("text".utf8)
  }

  override func fileAttributesToWrite(
    to url: URL, for saveOperation: UIDocument.SaveOperation
  ) throws -> [AnyHashable: Any] {
    note("attributes")
    return try super.fileAttributesToWrite(to: url, for: saveOperation)
  }

  override func performAsynchronousFileAccess(_ block: @escaping () -> Void) {
    super.performAsynchronousFileAccess(block)
  }

  override func writeContents(
    _ contents: Any, andAttributes additionalFileAttributes: [AnyHashable: Any]? = nil,
    safelyTo url: URL, for saveOperation: UIDocument.SaveOperation
  ) throws {
    note("write safely \(Thread.isMainThread)")
    try super.writeContents(
      contents, andAttributes: additionalFileAttributes, safelyTo: url, for: saveOperation)
  }

  override func writeContents(
    _ contents: Any, to url: URL, for saveOperation: UIDocument.SaveOperation,
    originalContentsURL: URL?
  ) throws {
    note("write \(originalContentsURL == nil ? "new" : "over")")
    try super.writeContents(
      contents, to: url, for: saveOperation, originalContentsURL: originalContentsURL)
  }

  override func updateChangeCount(
    withToken changeCountToken: Any, for saveOperation: UIDocument.SaveOperation
  ) {
    note("saved")
    super.updateChangeCount(withToken: changeCountToken, for: saveOperation)
  }

  override func updateChangeCount(_ change: UIDocument.ChangeKind) {
    super.updateChangeCount(change)
  }

  override func read(from url: URL) throws {
    note("read")
    try super.read(from: url)
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    note("load \(typeName ?? "nil")")
  }

  override func handleError(_ error: Error, userInteractionPermitted: Bool) {
    note("error \(userInteractionPermitted)")
    super.handleError(error, userInteractionPermitted: userInteractionPermitted)
  }

  override func finishedHandlingError(_ error: Error, recovered: Bool) {
    note("finished \(recovered)")
    super.finishedHandlingError(error, recovered: recovered)
  }

  override func userInteractionNoLongerPermitted(forError error: Error) {
    super.userInteractionNoLongerPermitted(forError: error)
  }

  override func fileNameExtension(
    forType typeName: String?, saveOperation: UIDocument.SaveOperation
  ) -> String {
    super.fileNameExtension(forType: typeName, saveOperation: saveOperation)
  }

  override var fileURL: URL { super.fileURL }
  override var fileType: String? { "org.example.every" }
  override var savingFileType: String? { super.savingFileType }
  override var localizedName: String { super.localizedName }
  override var hasUnsavedChanges: Bool { super.hasUnsavedChanges }
  override var documentState: UIDocument.State { super.documentState }
  override var progress: Progress { super.progress }
  override var fileModificationDate: Date? {
    get { super.fileModificationDate }
    set { super.fileModificationDate = newValue }
  }
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  override var undoManager: UndoManager! {
    get { super.undoManager }
    set { super.undoManager = newValue }
  }
  override var userActivity: NSUserActivity? {
    get { super.userActivity }
    set { super.userActivity = newValue }
  }
  override var presentedItemURL: URL? { super.presentedItemURL }
  override var presentedItemOperationQueue: OperationQueue { super.presentedItemOperationQueue }

  override func updateUserActivityState(_ userActivity: NSUserActivity) {
    super.updateUserActivityState(userActivity)
  }

  override func restoreUserActivityState(_ userActivity: NSUserActivity) {
    super.restoreUserActivityState(userActivity)
  }

  override func relinquishPresentedItem(toReader reader: @escaping ((() -> Void)?) -> Void) {
    super.relinquishPresentedItem(toReader: reader)
  }

  override func relinquishPresentedItem(toWriter writer: @escaping ((() -> Void)?) -> Void) {
    super.relinquishPresentedItem(toWriter: writer)
  }

  override func accommodatePresentedItemEviction(completionHandler: @escaping (Error?) -> Void) {
    super.accommodatePresentedItemEviction(completionHandler: completionHandler)
  }

  override func accommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping (Error?) -> Void
  ) {
    super.accommodatePresentedSubitemDeletion(at: url, completionHandler: completionHandler)
  }

  override func presentedItemDidChange() { super.presentedItemDidChange() }

  override func presentedItemDidLose(_ version: NSFileVersion) {
    super.presentedItemDidLose(version)
  }

  override func presentedItemDidResolveConflict(_ version: NSFileVersion) {
    super.presentedItemDidResolveConflict(version)
  }

  override func presentedSubitemDidAppear(at url: URL) { super.presentedSubitemDidAppear(at: url) }

  override func presentedSubitemDidChange(at url: URL) { super.presentedSubitemDidChange(at: url) }

  override func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL) {
    super.presentedSubitem(at: oldURL, didMoveTo: newURL)
  }

  override func presentedSubitem(at url: URL, didGain version: NSFileVersion) {
    super.presentedSubitem(at: url, didGain: version)
  }

  // Members that Apple's class lacks are free for subclasses.
  var lastError: Error?
  var states: [UIDocument.State] = []
  func save() { save(to: fileURL, for: .forOverwriting) }

  func takeCalls() -> [String] {
    lock.lock()
    defer { lock.unlock() }
    let taken = calls
    calls = []
    return taken
  }
}

extension NSMetadataItem {
  /// As programs shorten it; the module's own property of this name is no optional.
  var url: URL? { value(forAttribute: NSMetadataItemURLKey) as? URL }
  var displayName: String? { value(forAttribute: NSMetadataItemDisplayNameKey) as? String }
}
