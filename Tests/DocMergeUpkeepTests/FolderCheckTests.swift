import DocMergeCore
import DocMergeTestSupport
import Testing

@testable import DocMergeContainer
@testable import DocMergeFolder
@testable import DocMergeHistory
@testable import DocMergeSystem
@testable import DocMergeUpkeep

/// Files that changed without a trace, an index that does not fit, and a check after a crash.
struct FolderCheckTests {
  private let folder = TemporaryFolder()

  private func container() throws -> Container {
    File("\(folder.path)/N/a.md").write(Array("one\n".utf8))
    File("\(folder.path)/N/b.md").write(Array("two\n".utf8))
    return try Container.create(at: "\(folder.path)/N", computer: "A").container
  }

  private func text(_ name: String) -> String? { File("\(folder.path)/N/\(name)").text }

  /// Writes other bytes and makes the index believe that nothing happened, as a failing disk would.
  private func damage(_ name: String, in container: Container) throws {
    File("\(folder.path)/N/\(name)").write(Array("rot\n".utf8))
    let path = try #require(DocumentPath(name))
    var entry = try #require(try container.index.entry(at: path))
    let status = try #require(try FileStatus.of(container.root.appending(path)))
    entry.fingerprint = Fingerprint(status)
    entry.seen = Timestamp(seconds: status.modified.seconds + 3600, nanoseconds: 0)
    try container.index.change([.put(entry)])
  }

  @Test func `a file with foreign bytes is found, and becomes a document of its own`() throws {
    let container = try container()
    try damage("a.md", in: container)
    #expect(try container.save().isEmpty)
    let report = try container.upkeep.verify()
    #expect(report.faults.map(\.part) == [.document])
    #expect(report.faults.map(\.place) == ["a.md"])
    #expect(text("a.md") == "rot\n")
    let mended = try container.upkeep.verify(repairs: true)
    #expect(mended.isSound)
    #expect(text("a.md") == "one\n")
    #expect(text("a (damaged).md") == "rot\n")
    #expect(text("b.md") == "two\n")
    #expect(try container.save().added.map(\.display) == ["a (damaged).md"])
    #expect(try container.upkeep.verify().faults.isEmpty)
  }

  @Test func `an index that lost a document is made anew`() throws {
    let container = try container()
    let path = try #require(DocumentPath("a.md"))
    let entry = try #require(try container.index.entry(at: path))
    try container.index.change([.remove(entry.id)])
    #expect(try container.upkeep.verify().faults.map(\.part) == [.index])
    #expect(try container.upkeep.verify(repairs: true).isSound)
    #expect(try container.index.entry(at: path)?.version == entry.version)
    #expect(try container.save().isEmpty)
    #expect(text("a.md") == "one\n")
  }

  @Test func `an index of another version is made anew, and edits stay`() throws {
    let container = try container()
    let path = try #require(DocumentPath("a.md"))
    let old = try #require(try container.index.entry(at: path))
    File("\(folder.path)/N/a.md").write(Array("newer\n".utf8))
    _ = try container.save()
    var entry = try #require(try container.index.entry(at: path))
    entry.version = old.version
    try container.index.change([.put(entry)])
    #expect(try container.upkeep.verify().faults.map(\.part) == [.index])
    #expect(try container.upkeep.verify(repairs: true).isSound)
    #expect(text("a.md") == "newer\n")
    #expect(try container.documents().count == 2)
  }

  @Test
  func `a check that changes nothing leaves the repair after a crash to the next change`() throws {
    let b = try container()
    File(b.writeLock.path.description).write(Array("held 1 another boot\n".utf8))
    var isAfterCrash: [Bool] = []
    _ = try b.upkeep.verify()
    #expect(throws: ContainerError.self) {
      try b.writeLock.hold { isLeft in
        isAfterCrash.append(isLeft)
        throw ContainerError.noSuchDocument("any")
      }
    }
    for _ in 1...2 { try b.writeLock.hold { isAfterCrash.append($0) } }
    #expect(isAfterCrash == [true, true, false])
  }
}
