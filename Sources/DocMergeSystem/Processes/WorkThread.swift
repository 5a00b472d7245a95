import Glibc

/// A thread for one piece of work.
///
/// Made with the C library alone: Dispatch would be linked into programs that start for a small merge.
package struct WorkThread: ~Copyable {
  private let thread: pthread_t

  /// In bytes, the usual size of the first thread's stack: deeply nested texts are parsed on it.
  private static let stackSize = 8 << 20

  /// Starts; `nil` if the system has no more threads.
  ///
  /// Calls `pthread_create`.
  package init?(_ work: @escaping @Sendable () -> Void) {
    var (thread, attributes) = (pthread_t(), pthread_attr_t())
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    let argument = Unmanaged.passRetained(Work(work))
    let failure = pthread_create(
      &thread, &attributes,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, argument.toOpaque())
    guard failure == 0 else {
      argument.release()
      return nil
    }
    self.thread = thread
  }

  /// Waits until it is done.
  ///
  /// Calls `pthread_join`.
  package consuming func join() {
    pthread_join(thread, nil)
    discard self
  }

  /// A thread that is not joined continues by itself.
  deinit { pthread_detach(thread) }

  /// Does the same work on several threads at once, including this one, and waits for all.
  ///
  /// - Parameters:
  ///   - count: how many; fewer if the system has no more threads.
  ///   - work: the work of each.
  package static func share(_ count: Int, _ work: @Sendable () -> Void) {
    withoutActuallyEscaping(work) { begin(count, $0) }
  }

  private static func begin(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    guard count > 1, let other = WorkThread(work) else { return work() }
    begin(count - 1, work)
    other.join()
  }

  /// How many threads can run at once.
  ///
  /// Calls `sysconf`.
  package static var processors: Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
