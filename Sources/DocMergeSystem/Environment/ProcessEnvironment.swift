package import DocMergeCore
import Glibc
import Synchronization

/// What a process gets from outside besides files: random numbers, the clock, the trust in the disk, and users'
/// settings.
///
/// All of it is the system's, unless a simulation replaces it: then each run is the same. There is one instance in a
/// process, so that only programs made for it may simulate.
package enum ProcessEnvironment {
  private static let generator = Mutex<(any RandomNumberGenerator & Sendable)?>(nil)
  /// The current moment of a simulation, in nanoseconds; 0: the computer's clock.
  private static let moment = Atomic<Int64>(0)
  private static let isolated = Atomic<Bool>(false)

  /// The time that passes, in a simulation, between two readings of the clock.
  private static let step: Int64 = 1_000

  /// Takes random numbers and time from a simulation from now on.
  ///
  /// The time should be well before that of the computer's clock: files are dated by the latter, and a file that is
  /// younger than the scan is always read again.
  package static func simulate(
    _ generator: some RandomNumberGenerator & Sendable, from moment: Timestamp
  ) {
    self.generator.withLock { $0 = generator }
    self.moment.store(moment.nanoseconds, ordering: .relaxed)
  }

  /// Trusts the disk with unsynchronised writes, and reads no user settings; must be called before anything else.
  ///
  /// For simulations, in which processes die but the computer does not.
  package static func isolate() { isolated.store(true, ordering: .relaxed) }

  /// Whether it is isolated: nothing needs to be synchronised, and only a repository's own settings count.
  package static var isIsolated: Bool { isolated.load(ordering: .relaxed) }

  private static let swaps = Atomic<Bool>(true)

  /// Sets whether the file system can swap two items, as it does by default.
  ///
  /// For simulations of file systems that cannot.
  package static func simulateSwaps(_ areThere: Bool) {
    swaps.store(areThere, ordering: .relaxed)
  }

  package static var hasSwaps: Bool { swaps.load(ordering: .relaxed) }

  /// A random number.
  package static func random() -> UInt64 {
    generator.withLock { generator in
      generator?.next() ?? .random(in: .min ... .max)
    }
  }

  /// The current moment of a simulation; `nil` when there is none.
  package static var now: Timestamp? {
    guard moment.load(ordering: .relaxed) != 0 else { return nil }
    return Timestamp(nanoseconds: moment.wrappingAdd(step, ordering: .relaxed).newValue)
  }
}
