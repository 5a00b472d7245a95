import DocMergeCore
import DocMergeSystem
import Synchronization

/// A thread for one piece of work.
private final class SecondThread: Sendable {
  private let work: PairRunner.Work
  private let result = Mutex<(any Sendable)?>(nil)

  private init(_ work: @escaping PairRunner.Work) {
    self.work = work
  }

  private func run() {
    let found = work()
    result.withLock { $0 = found }
  }

  /// Does `first` in a thread of its own while this thread does `second`.
  static func pair(
    _ first: @escaping PairRunner.Work, _ second: PairRunner.Work
  ) -> (any Sendable, any Sendable) {
    let task = SecondThread(first)
    guard let thread = WorkThread({ task.run() }) else { return (first(), second()) }
    let other = second()
    thread.join()
    return (task.result.withLock { $0 } ?? first(), other)
  }
}

extension PairRunner {
  /// Two threads for texts that are large enough for a thread to pay.
  static let twoThreads = PairRunner(leastSize: 4096, SecondThread.pair)
}
