import DocMergeTestSupport
import Glibc
import Testing

@testable import DocMergeSystem

/// Files that become durable together.
struct FileGroupTests {
  private let folder = TemporaryFolder()

  private func path(_ name: String) -> SystemPath { SystemPath("\(folder.path)/\(name)") }

  @Test func `no file has its name before the commit, and all have it afterwards`() throws {
    var group = FileGroup(on: .system)
    let contents = (0..<40).map { number in Array("text \(number)".utf8) }
    for (number, bytes) in contents.enumerated() {
      try group.add(
        bytes, writtenAs: path("tmp\(number)"), at: path("\(number % 7)/\(number)"),
        permissions: 0o444)
    }
    #expect(File(folder.path).names == contents.indices.map { "tmp\($0)" }.sorted())
    try group.commit()
    #expect(File(folder.path).names == (0..<7).map { "\($0)" })
    for (number, bytes) in contents.enumerated() {
      let file = File("\(folder.path)/\(number % 7)/\(number)")
      #expect(file.bytes == bytes && file.permissions == 0o444)
    }
  }

  @Test func `an existing file is replaced`() throws {
    File("\(folder.path)/place").write(Array("old".utf8))
    var group = FileGroup(on: .system)
    try group.add(
      Array("new".utf8), writtenAs: path("place.lock"), at: path("place"), permissions: 0o666)
    #expect(File("\(folder.path)/place").text == "old")
    try group.commit()
    #expect(File("\(folder.path)/place").text == "new")
    #expect(File(folder.path).names == ["place"])
  }

  @Test func `a group that is not committed leaves nothing`() throws {
    do {
      var group = FileGroup(on: .system)
      try group.add([1, 2], writtenAs: path("a.lock"), at: path("a"), permissions: 0o666)
      #expect(File("\(folder.path)/a.lock").exists)
    }
    #expect(File(folder.path).names.isEmpty)
  }

  @Test func `a temporary name that is taken is left alone`() throws {
    File("\(folder.path)/b.lock").write([9])
    var group = FileGroup(on: .system)
    try group.add([1], writtenAs: path("a.lock"), at: path("a"), permissions: 0o666)
    let error = #expect(throws: FileError.self) {
      try group.add([2], writtenAs: path("b.lock"), at: path("b"), permissions: 0o666)
    }
    #expect(error?.code == EEXIST)
    try group.commit()
    #expect(File(folder.path).names == ["a", "b.lock"])
    #expect(File("\(folder.path)/b.lock").bytes == [9])
  }

  @Test func `a place that cannot be taken keeps those before it, whole`() throws {
    var group = FileGroup(on: .system)
    try group.add([1], writtenAs: path("a.tmp"), at: path("a"), permissions: 0o666)
    try group.add([2], writtenAs: path("b.tmp"), at: path("b"), permissions: 0o666)
    try group.add([3], writtenAs: path("c.tmp"), at: path("c"), permissions: 0o666)
    mkdir("\(folder.path)/b", 0o777)
    #expect(throws: FileError.self) { try group.commit() }
    #expect(File("\(folder.path)/a").bytes == [1])
    #expect(!File("\(folder.path)/c").exists)
  }

  @Test func `an empty group, and an empty file, are fine`() throws {
    var group = FileGroup(on: .system)
    try group.commit()
    try group.add([], writtenAs: path("a.tmp"), at: path("a"), permissions: 0o666)
    try group.commit()
    #expect(File("\(folder.path)/a").bytes == [])
  }
}
