import DocMergeCore
import Glibc
import Synchronization
import Testing

@testable import DocMergeSystem

/// Writing through a disk, and the notifications that its environment gets.
struct DiskTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Counts changes of the disk.
  private final class Ear: Sendable {
    private let count = Atomic<Int>(0)

    /// How many changes there were since the last question.
    func take() -> Int { count.exchange(0, ordering: .relaxed) }

    func environment() -> Environment {
      var environment = Environment.system
      environment.onChange = { _ = self.count.wrappingAdd(1, ordering: .relaxed) }
      return environment
    }
  }

  @Test func `each change is reported, and nothing else`() throws {
    let ear = Ear()
    let disk = ear.environment().disk
    try disk.makeFolder(folder("a/b"))
    #expect(ear.take() == 2)
    try disk.makeFolder(folder("a/b"))
    #expect(ear.take() == 0)
    try disk.write([1, 2], to: folder("a/one"), permissions: 0o644)
    #expect(ear.take() == 1)
    #expect(throws: FileError.self) {
      try disk.write([3], to: folder("a/one"), permissions: 0o644)
    }
    #expect(disk.addLink(folder("a/link"), to: Array("one".utf8)))
    #expect(disk.renameNew(folder("a/one"), to: folder("a/two")))
    #expect(ear.take() == 2)
    #expect(!disk.renameNew(folder("a/two"), to: folder("a/link")) && errno == EEXIST)
    #expect(!disk.removeEmptyFolder(folder("a")))
    #expect(ear.take() == 0)
    try disk.remove(folder("a"))
    #expect(ear.take() == 4)
    try disk.remove(folder("a"))
    #expect(try ear.take() == 0 && folder.names == [])
  }

  @Test func `a group tells of each file and of each name`() throws {
    let ear = Ear()
    var group = FileGroup(on: ear.environment().disk)
    for name in ["one", "two"] {
      try group.add(
        [1], writtenAs: folder("\(name).lock"), at: folder(name), permissions: 0o644)
    }
    #expect(ear.take() == 2)
    try group.commit()
    #expect(ear.take() == 2)
  }

  @Test func `a disk that cannot swap says so as the system does, and changes nothing`() throws {
    var environment = Environment.system
    environment.canSwap = false
    try folder.make("one", [1])
    try folder.make("two", [2])
    #expect(!environment.disk.swap(folder("one"), folder("two")) && errno == EINVAL)
    #expect(try folder("one").read() == [1])
  }

  @Test func `what need not survive a power cut is written all the same`() throws {
    var environment = Environment.system
    environment.isDurable = false
    let disk = environment.disk
    try disk.write([1], to: folder("one"), permissions: 0o644)
    try disk.synchronise(file: folder("nowhere"))
    try disk.synchronise(folder: folder("nowhere"))
    #expect(try folder("one").read() == [1])
    #expect(throws: FileError.self) { try Disk.system.synchronise(file: folder("nowhere")) }
  }
}
