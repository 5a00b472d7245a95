package import DocMergeCore
import Glibc
import Synchronization

/// What a process takes from the world besides files: chance, the clock, the trust in the disk, and
/// people's settings.
///
/// All of it is the system's, unless a simulation puts its own in the place: then a run is the same each
/// time. There is one of it in a process, so that only programs made for it may simulate.
package enum Surroundings {
  private static let generator = Mutex<(any RandomNumberGenerator & Sendable)?>(nil)
  /// The present moment of a simulation, in nanoseconds; 0: the computer's clock.
  private static let moment = Atomic<Int64>(0)
  private static let apart = Atomic<Bool>(false)

  /// So much time goes by, in a simulation, from one look at the clock to the next.
  private static let step: Int64 = 1_000

  /// Takes chance and time from a simulation from now on.
  ///
  /// The time should lie well before that of the computer's clock: files are dated by the latter, and
  /// one that is younger than the look at it is always read again.
  package static func simulate(
    _ generator: some RandomNumberGenerator & Sendable, from moment: Timestamp
  ) {
    self.generator.withLock { $0 = generator }
    self.moment.store(moment.nanoseconds, ordering: .relaxed)
  }

  /// Trusts the disk with what was written but not synchronised, and takes nobody's settings; to be called
  /// before anything else.
  ///
  /// For simulations, in which processes die but the computer does not.
  package static func stayApart() { apart.store(true, ordering: .relaxed) }

  /// Whether it stays apart: nothing needs to be synchronised, and no settings but a repository's own count.
  package static var isApart: Bool { apart.load(ordering: .relaxed) }

  private static let swaps = Atomic<Bool>(true)

  /// Says whether the file system can put two items each in the place of the other, as it does by itself.
  ///
  /// For simulations of file systems that cannot.
  package static func simulateSwaps(_ areThere: Bool) {
    swaps.store(areThere, ordering: .relaxed)
  }

  package static var hasSwaps: Bool { swaps.load(ordering: .relaxed) }

  /// A number by chance.
  package static func random() -> UInt64 {
    generator.withLock { generator in
      generator?.next() ?? .random(in: .min ... .max)
    }
  }

  /// The present moment of a simulation; `nil` when there is none.
  package static var now: Timestamp? {
    guard moment.load(ordering: .relaxed) != 0 else { return nil }
    return Timestamp(nanoseconds: moment.wrappingAdd(step, ordering: .relaxed).newValue)
  }
}
