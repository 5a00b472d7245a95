import DocMergeSystem
import Synchronization
import Testing

/// Work on another thread.
struct BackgroundThreadTests {
  private struct Failure: Error, Equatable { var value: Int }

  @Test func `the result of another thread is returned, as often as it is asked for`() throws {
    let work = BackgroundThread.Work { _ in (1...100).reduce(0, +) }
    #expect(try work.wait() == 5050)
    #expect(try work.wait() == 5050)
    work.end()
    #expect(try work.wait() == 5050)
  }

  @Test func `an error is thrown on`() {
    let work = BackgroundThread.Work<Int> { _ in throw Failure(value: 3) }
    #expect(throws: Failure(value: 3)) { try work.wait() }
  }

  @Test func `work that is no longer wanted ends`() throws {
    let work = BackgroundThread.Work { isStopped in
      var count = 0
      while !isStopped() { count += 1 }
      return count
    }
    work.end()
    #expect(try work.wait() >= 0)
  }
}
