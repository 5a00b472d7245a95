import Glibc

/// Time that only ever goes on, while the computer is awake.
package enum SteadyClock {
  /// The present moment; only differences mean something.
  ///
  /// Calls `clock_gettime` with `CLOCK_MONOTONIC`.
  package static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Lets this thread wait; a signal ends the pause.
  ///
  /// Calls `usleep`.
  package static func pause(microseconds: UInt32) { usleep(microseconds) }
}
