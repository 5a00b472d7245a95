import DocMergeTestSupport
import Glibc
import Synchronization
import Testing

@testable import DocMergeContainer
@testable import DocMergeSystem

/// The lock that falls with its owner.
struct LockTests {
  private let folder = TemporaryFolder()

  private var lock: ContainerLock { ContainerLock(path: SystemPath("\(folder.path)/lock")) }

  private func isAfterCrash() throws -> Bool { try lock.hold { $0 } }

  @Test func `the first owner mends, the next one need not`() throws {
    #expect(try isAfterCrash())
    #expect(try !isAfterCrash())
    #expect(try !isAfterCrash())
  }

  @Test func `a refusal is no crash, another failure is looked after`() throws {
    _ = try isAfterCrash()
    #expect(throws: ContainerError.nothingToUndo) {
      try lock.hold { _ in throw ContainerError.nothingToUndo }
    }
    #expect(try !isAfterCrash())
    #expect(throws: CancellationError.self) { try lock.hold { _ in throw CancellationError() } }
    #expect(try isAfterCrash())
    #expect(try !isAfterCrash())
  }

  @Test(arguments: ["held 1 some-boot\n", "free another-boot\n", "", "\0\0\0"])
  func `a dead owner, or another start of the computer, is noticed`(note: String) throws {
    File("\(folder.path)/lock").write(Array(note.utf8))
    #expect(try isAfterCrash())
    #expect(try !isAfterCrash())
  }

  @Test func `one owner at a time`() async throws {
    _ = try isAfterCrash()
    let owners = Owners()
    let lock = lock
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          do {
            try lock.hold { _ in owners.come() }
          } catch {
            Issue.record(error)
          }
        }
      }
    }
    #expect(owners.most.load(ordering: .relaxed) == 1)
    #expect(owners.count.load(ordering: .relaxed) == 8)
  }

  /// Counts who is inside.
  private final class Owners: Sendable {
    let count = Atomic<Int>(0)
    let most = Atomic<Int>(0)
    private let inside = Atomic<Int>(0)

    func come() {
      count.wrappingAdd(1, ordering: .relaxed)
      most.max(inside.wrappingAdd(1, ordering: .relaxed).newValue, ordering: .relaxed)
      inside.wrappingSubtract(1, ordering: .relaxed)
    }
  }

  @Test func `what only saves time is not done while another is at work, or after a crash`() throws
  {
    var count = 0
    try lock.holdIfFree { count += 1 }
    #expect(count == 0)
    _ = try isAfterCrash()
    try lock.holdIfFree { count += 1 }
    #expect(count == 1)
    try lock.hold { _ in try lock.holdIfFree { count += 1 } }
    #expect(count == 1)
  }

  @Test func `a folder is free again though a child process still has its file`() throws {
    let path = try SystemPath.resolved(folder.path)
    var copies: [Int32] = []
    do {
      let site = try ContainerSite(path, environment: .system)
      // A child has the files of its parent until it runs a program of its own.
      copies = (3..<1024).filter { number in
        let place = SystemPath("/proc/self/fd/\(number)")
        return (try? place.linkTarget()) == Array(path.utf8)
      }.map { dup(Int32($0)) }
      #expect(site.path == path && !copies.isEmpty)
    }
    defer { for copy in copies { close(copy) } }
    #expect(try ContainerSite(path, environment: .system).path == path)
  }
}
