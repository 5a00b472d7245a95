import Glibc

/// Tells how long the computer has run, and whether it slept meanwhile.
struct SleepClock {
  /// Two clocks of the kernel, since the computer was started.
  struct Reading {
    /// With the time that the computer slept.
    var all: Duration
    /// Without it.
    var awake: Duration

    /// What the clocks show now.
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

  /// Whether the computer slept since this was asked last; a second or less is no sleep.
  mutating func hasSlept(_ reading: Reading = .now) -> Bool {
    let now = reading.all - reading.awake
    guard now - asleep > .seconds(1) else { return false }
    asleep = now
    return true
  }
}
