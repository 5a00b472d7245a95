import DocMergeCore
import Glibc
import Synchronization

/// A thread that lives for one piece of work.
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

  /// In bytes, as the first thread usually has.
  private static let stackSize = 8 << 20

  /// Does `first` in a thread of its own while `second` is done in this one.
  static func pair(
    _ first: @escaping PairRunner.Work, _ second: PairRunner.Work
  ) -> (any Sendable, any Sendable) {
    let task = SecondThread(first)
    var (thread, attributes) = (pthread_t(), pthread_attr_t())
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // Texts are read in it, nested as they may be; without limits a thread has less than the first one.
    pthread_attr_setstacksize(&attributes, stackSize)
    let argument = Unmanaged.passRetained(task)
    let failure = pthread_create(
      &thread, &attributes,
      { argument in
        if let argument {
          Unmanaged<SecondThread>.fromOpaque(argument).takeRetainedValue().run()
        }
        return nil
      }, argument.toOpaque())
    guard failure == 0 else {
      argument.release()
      return (first(), second())
    }
    let other = second()
    pthread_join(thread, nil)
    return (task.result.withLock { $0 } ?? first(), other)
  }
}

extension PairRunner {
  /// Two threads for texts so large that a thread pays.
  static let twoThreads = PairRunner(leastSize: 4096, SecondThread.pair)
}
