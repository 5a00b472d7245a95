import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Synchronization

/// A presenter that notes, with every question, the current contents of its place.
final class WitnessPresenter: FilePresenter, Sendable {
  let trace = Trace()
  private let url: Mutex<URL>
  private let refusal: (any Error)?
  private let eviction: @Sendable () -> Void
  private let queue = OperationQueue()

  /// Presents `url`; `eviction` runs before an eviction is answered.
  init(
    _ url: URL, refusing refusal: (any Error)? = nil,
    beforeEviction eviction: @escaping @Sendable () -> Void = {}
  ) {
    self.url = Mutex(url)
    self.refusal = refusal
    self.eviction = eviction
    queue.maxConcurrentOperationCount = 1
  }

  var presentedItemURL: URL? { url.withLock(\.self) }
  var presentedItemOperationQueue: OperationQueue { queue }

  private func add(_ word: String) {
    trace.add("\(word): \(File(url.withLock(\.path)).text ?? "nothing")")
  }

  func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    add("to writer")
    writer { self.add("again") }
  }

  func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    add("deletion")
    completionHandler(refusal)
  }

  func accommodatePresentedItemEviction(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    eviction()
    add("eviction")
    completionHandler(refusal)
  }

  func presentedItemDidMove(to newURL: URL) {
    url.withLock { $0 = newURL }
    add("moved to \(newURL.lastPathComponent)")
  }
}
