package import DocMergeCore
package import Glibc

extension Timestamp {
  /// The moment in the form of the C library.
  package var timespec: Glibc.timespec {
    Glibc.timespec(tv_sec: Int(seconds), tv_nsec: Int(subsecond))
  }

  /// The current moment, by the computer's clock.
  ///
  /// Calls `clock_gettime` with `CLOCK_REALTIME`.
  package static var now: Timestamp {
    var time = Glibc.timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }
}
