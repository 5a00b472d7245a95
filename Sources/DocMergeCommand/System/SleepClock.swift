import Glibc

/// Measures how long the computer has run, and detects whether it slept meanwhile.
struct SleepClock {
  /// Two clocks of the kernel, since the start of the computer.
  struct Reading {
    /// Including sleep.
    var all: Duration
    /// Without sleep.
    var awake: Duration

    /// The current values of the clocks.
    static var now: Reading {
      Reading(all: read(CLOCK_BOOTTIME), awake: read(CLOCK_MONOTONIC))
    }

    private static func read(_ clock: clockid_t) -> Duration {
      var time = timespec()
      clock_gettime(clock, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
  }

  private var asleep: Duration

  init(_ reading: Reading = .now) {
    asleep = reading.all - reading.awake
  }

  /// Whether the computer slept since the last call; a second or less does not count.
  mutating func hasSlept(_ reading: Reading = .now) -> Bool {
    let now = reading.all - reading.awake
    guard now - asleep > .seconds(1) else { return false }
    asleep = now
    return true
  }
}
