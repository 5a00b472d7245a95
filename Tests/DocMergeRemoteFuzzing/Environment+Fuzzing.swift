import DocMergeCore
import DocMergeSystem
import DocMergeTestSupport
import Synchronization

extension Environment {
  /// Nothing waits for the disk: no computer dies here.
  static var unsynchronised: Environment {
    var environment = Environment.system
    (environment.isDurable, environment.worksInBackground) = (false, false)
    return environment
  }

  /// The same, with a time and random numbers that are the same each time.
  static func repeated(seed: Int, from start: Timestamp) -> Environment {
    let course = Course(SeededGenerator(seed: seed), start)
    var environment = unsynchronised
    environment.clock = { course.nextMoment() }
    environment.randomNumber = { course.nextNumber() }
    return environment
  }
}

/// The time and the random numbers of a run.
private final class Course: Sendable {
  private let generator: Mutex<SeededGenerator>
  private let moment: Mutex<Timestamp>

  init(_ generator: SeededGenerator, _ moment: Timestamp) {
    self.generator = Mutex(generator)
    self.moment = Mutex(moment)
  }

  func nextNumber() -> UInt64 { generator.withLock { $0.next() } }

  func nextMoment() -> Timestamp {
    moment.withLock { moment in
      moment = Timestamp(nanoseconds: moment.nanoseconds + 1_000)
      return moment
    }
  }
}
