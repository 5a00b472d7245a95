import DocMergeUIKit

/// Shows a folder, and notes what others do in it.
class FolderWatcher: NSObject, NSFilePresenter {
  let folder: URL
  let presentedItemOperationQueue: OperationQueue
  private var noted: [String] = []
  private let lock = NSLock()
  var onChange: (() -> Void)?

  var presentedItemURL: URL? { folder }

  init(folder: URL) {
    self.folder = folder
    presentedItemOperationQueue = OperationQueue()
    presentedItemOperationQueue.maxConcurrentOperationCount = 1
    super.init()
    NSFileCoordinator.addFilePresenter(self)
  }

  func stop() {
    NSFileCoordinator.removeFilePresenter(self)
  }

  var events: [String] {
    lock.lock()
    defer { lock.unlock() }
    return noted
  }

  private func note(_ event: String) {
    lock.lock()
    noted.append(event)
    lock.unlock()
    onChange?()
  }

  func presentedSubitemDidAppear(at url: URL) { note("appeared \(url.lastPathComponent)") }

  func presentedSubitemDidChange(at url: URL) { note("changed \(url.lastPathComponent)") }

  func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL) {
    note("moved \(oldURL.lastPathComponent) \(newURL.lastPathComponent)")
  }

  func presentedSubitem(at url: URL, didGain version: NSFileVersion) {
    note("gained \(version.localizedNameOfSavingComputer ?? "?")")
  }

  func presentedSubitem(at url: URL, didResolve version: NSFileVersion) {
    note("resolved \(version.localizedNameOfSavingComputer ?? "?")")
  }

  func presentedSubitem(at url: URL, didLose version: NSFileVersion) {
    note("lost \(version.localizedNameOfSavingComputer ?? "?")")
  }

  func accommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping (Error?) -> Void
  ) {
    note("deleting \(url.lastPathComponent)")
    completionHandler(nil)
  }

  func relinquishPresentedItem(toWriter writer: @escaping ((() -> Void)?) -> Void) {
    note("relinquish")
    writer { [weak self] in self?.note("reacquire") }
  }
}
