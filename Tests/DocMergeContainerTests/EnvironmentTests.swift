import DocMergeCore
import DocMergeHistory
import DocMergeSystem
import DocMergeTestSupport
import Synchronization
import Testing

@testable import DocMergeContainer

/// What a container takes from its environment.
struct EnvironmentTests {
  private let folders = [TemporaryFolder(), TemporaryFolder()]

  /// Numbers from 1 on, and a clock that stands still.
  private final class Course: Sendable {
    private let number = Atomic<UInt64>(0)
    let moment = Timestamp(seconds: 1_000_000_000, nanoseconds: 7)

    func environment() -> Environment {
      var environment = Environment.system
      environment.clock = { self.moment }
      environment.randomNumber = { self.number.wrappingAdd(1, ordering: .relaxed).newValue }
      return environment
    }
  }

  @Test func `ids and dates follow from the environment`() throws {
    let course = Course()
    let containers = try folders.map { folder in
      let container = try Container.create(
        at: folder.path, computer: "one", environment: course.environment()
      ).container
      #expect(try container.operations().map(\.date) == [course.moment])
      return try container.replica()
    }
    #expect(containers[0] == ReplicaID("0000000000000001"))
    #expect(containers[1] != containers[0])
  }

  @Test func `two containers with the same environment are the same`() throws {
    let states = try folders.map { folder in
      let file = File("\(folder.path)/a.md")
      file.write(Array("one\n".utf8))
      file.setDate(seconds: 900_000_000)
      return try Container.create(
        at: folder.path, computer: "one", environment: Course().environment()
      ).container.state()?.id
    }
    #expect(states[0] != nil && states[0] == states[1])
  }
}
