import Glibc

/// A clock that never goes back, and stops while the computer sleeps.
package enum SteadyClock {
  /// The current moment; only differences are meaningful.
  ///
  /// Calls `clock_gettime` with `CLOCK_MONOTONIC`.
  package static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Pauses this thread; a signal ends the pause.
  ///
  /// Calls `usleep`.
  package static func pause(microseconds: UInt32) { usleep(microseconds) }
}
