import DocMergeCore
import DocMergeSystem
import DocMergeTestSupport
import Glibc
import Synchronization

/// What the replicas of a world get in the place of the computer's clock, chance and disk.
///
/// Nothing waits for the disk: processes die here, but the computer does not.
final class SimulatedSystem: Sendable {
  private struct Course {
    var generator: SeededGenerator
    /// The current moment, in nanoseconds.
    var moment: Int64
  }

  private let course: Mutex<Course>
  private let changesLeft = Atomic<Int>(0)

  /// The exit status of a process that dies.
  static let diedStatus: Int32 = 86
  /// The time that passes between two readings of the clock.
  private static let step: Int64 = 1_000

  init(seed: Int, moment: Int64) {
    course = Mutex(Course(generator: SeededGenerator(seed: seed), moment: moment))
  }

  /// Takes random numbers and time from here on.
  ///
  /// The time should be well before that of the computer's clock: files are dated by the latter, and a file that is
  /// younger than the scan is always read again.
  func set(seed: Int, moment: Int64) {
    course.withLock { $0 = Course(generator: SeededGenerator(seed: seed), moment: moment) }
  }

  /// Lets this process die after the `number`-th change of the disk from now on, counted from 1.
  func die(atChange number: Int) { changesLeft.store(number, ordering: .relaxed) }

  /// What a container is opened in.
  func environment(canSwap: Bool) -> Environment {
    var environment = Environment.system
    environment.clock = { Timestamp(nanoseconds: self.nextMoment()) }
    environment.randomNumber = { self.course.withLock { $0.generator.next() } }
    environment.onChange = { self.passChange() }
    environment.canSwap = canSwap
    (environment.isDurable, environment.worksInBackground) = (false, false)
    return environment
  }

  private func nextMoment() -> Int64 {
    course.withLock { course in
      course.moment += SimulatedSystem.step
      return course.moment
    }
  }

  private func passChange() {
    guard changesLeft.load(ordering: .relaxed) > 0 else { return }
    if changesLeft.wrappingSubtract(1, ordering: .relaxed).newValue == 0 {
      _exit(SimulatedSystem.diedStatus)
    }
  }
}
