import DocMergeCoordination
import Foundation
import Synchronization

extension Document {
  // The work of the class's methods; none of it depends on the thread.

  nonisolated func startAccess(_ block: @escaping @Sendable () -> Void) {
    let window = AccessWindow.current
    accessQueue.async { AccessWindow.$current.withValue(window, operation: block) }
  }

  nonisolated func giveWay(toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void) {
    giveWay { reader(nil) }
  }

  nonisolated func giveWay(toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void) {
    giveWay { writer { self.reloadIfChanged(onlyIfNewer: true) } }
  }

  /// Answers once pending work on the file is done; does not wait for work that only waits to be loaded.
  private nonisolated func giveWay(_ answer: @escaping @Sendable () -> Void) {
    let once = Once()
    AnyThread.run { self.performAsynchronousFileAccess { if once.take() { answer() } } }
    answerWithoutMainThread(once, if: { $0.isLoading }, answer)
  }

  nonisolated func readAll(of url: URL) throws {
    Misuse.check(url, forWriting: false) { "\($0) is read" }
    try handOver(UncheckedSendable(try DocumentFile.contents(of: url)))
  }

  nonisolated func checkIsInAccess(to url: URL) {
    assert(
      isInFileAccess || FileCoordinator.isCoordinated(url, forWriting: true),
      "\(url.lastPathComponent) is written outside of any access to it.")
  }

  nonisolated func write(
    _ contents: UncheckedSendable<Any>, _ attributes: UncheckedSendable<[AnyHashable: Any]?>,
    safelyTo url: URL,
    for saveOperation: SaveOperation
  ) throws {
    try SafeWriter(url: url, attributes: attributes.value ?? [:]).write { new, old in
      try AnyThread.run {
        try self.writeContents(
          contents.value, to: new, for: saveOperation, originalContentsURL: old)
      }
    }
  }

  nonisolated var token: ChangeLog.Token { facts.withLock(\.changes.token) }

  nonisolated func noteSaved(_ token: Any) {
    guard let token = token as? ChangeLog.Token else { return }
    facts.withLock { $0.changes.noteSaved(token) }
  }
}
