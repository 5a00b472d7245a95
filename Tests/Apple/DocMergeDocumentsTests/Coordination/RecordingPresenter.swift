import DocMergeDocuments
import Foundation
import Synchronization

/// A presenter that writes down what it is asked and told.
final class RecordingPresenter: FilePresenter, Sendable {
  struct Manners: Sendable {
    var url: URL?
    var refusal: (any Error)?
    var save: (@Sendable (RecordingPresenter) throws -> Void)?
    var answersReader = true
    var answersWriter = true
    var observed: Set<URLResourceKey> = []
    var queue: OperationQueue
  }

  let trace = Trace()
  let manners: Mutex<Manners>

  init(_ url: URL?) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.name = "recording"
    manners = Mutex(Manners(url: url, queue: queue))
  }

  var presentedItemURL: URL? { manners.withLock { $0.url } }
  var presentedItemOperationQueue: OperationQueue { manners.withLock { $0.queue } }
  var observedPresentedItemUbiquityAttributes: Set<URLResourceKey> {
    manners.withLock { $0.observed }
  }

  private func add(_ text: String) {
    let isOwnQueue = OperationQueue.current === presentedItemOperationQueue
    trace.add(isOwnQueue ? text : "\(text) on a wrong queue")
  }

  func relinquishPresentedItem(
    toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    add("to reader")
    if manners.withLock({ $0.answersReader }) { reader { self.add("reacquire") } }
  }

  func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    add("to writer")
    if manners.withLock({ $0.answersWriter }) { writer { self.add("reacquire") } }
  }

  func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    add("save")
    let (refusal, save) = manners.withLock { ($0.refusal, $0.save) }
    do {
      try save?(self)
      completionHandler(refusal)
    } catch {
      completionHandler(error)
    }
  }

  func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    add("accommodate deletion")
    completionHandler(manners.withLock { $0.refusal })
  }

  func accommodatePresentedItemEviction(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    add("accommodate eviction")
    completionHandler(nil)
  }

  func accommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    add("accommodate deletion of \(url.lastPathComponent)")
    completionHandler(manners.withLock { $0.refusal })
  }

  func presentedItemDidMove(to newURL: URL) {
    manners.withLock { $0.url = newURL }
    add("moved to \(newURL.lastPathComponent)")
  }

  func presentedItemDidChange(by origin: ChangeOrigin) {
    add(origin.isCoordinated ? "changed" : "changed by somebody")
  }

  func presentedItemDidChangeUbiquityAttributes(_ attributes: Set<URLResourceKey>) {
    add("attributes \(attributes.map(\.rawValue).sorted().joined(separator: " "))")
  }

  func presentedItemDidGain(_ version: PresentedVersion) {
    add("gained \(version.persistentIdentifier)")
  }

  func presentedItemDidLose(_ version: PresentedVersion) {
    add("lost \(version.persistentIdentifier)")
  }

  func presentedItemDidResolveConflict(_ version: PresentedVersion) {
    add("resolved \(version.persistentIdentifier)")
  }

  func presentedSubitemDidAppear(at url: URL) { add("\(url.lastPathComponent) appeared") }

  func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL) {
    add("\(oldURL.lastPathComponent) moved to \(newURL.lastPathComponent)")
  }

  func presentedSubitemDidChange(at url: URL, by origin: ChangeOrigin) {
    add("\(url.lastPathComponent) changed\(origin.isCoordinated ? "" : " by somebody")")
  }

  func presentedSubitem(at url: URL, didGain version: PresentedVersion) {
    add("\(url.lastPathComponent) gained \(version.persistentIdentifier)")
  }

  func presentedSubitem(at url: URL, didLose version: PresentedVersion) {
    add("\(url.lastPathComponent) lost \(version.persistentIdentifier)")
  }

  func presentedSubitem(at url: URL, didResolve version: PresentedVersion) {
    add("\(url.lastPathComponent) resolved \(version.persistentIdentifier)")
  }
}
