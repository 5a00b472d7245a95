import DocMergeSystem
import Testing

/// Open files, and files in memory.
struct OpenFileTests {
  @Test(arguments: [0, 1, 2, 0xFFFE, 0xFFFF, 0x10000, 0x10001, 0x30003])
  func `written bytes are read, whatever size was expected`(count: Int) throws {
    let folder = try TestFolder()
    let bytes = [UInt8].mixed(count)
    let path = try folder.make("file", bytes)
    for hint in [0, 1, count - 1, count, count + 1, 0xFFFF] {
      #expect(try path.read(hint: hint) == bytes, "\(hint)")
    }
    #expect(path.contents() == bytes)
    #expect(try Files.read(path).bytes == bytes)
    let file = try OpenFile(path)
    let size = try file.status().size
    #expect(size == Int64(count))
  }

  @Test(arguments: [1, 0xFFFF, 0x10000, 0x20001])
  func `pieces of any size come in their order`(size: Int) throws {
    let bytes = [UInt8].mixed(0x28001)
    let file = try OpenFile.inMemory()
    try file.write { output in
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { output.append($0) }
      }
    }
    try file.rewind()
    let (all, some) = (try file.readAll(), try file.read(4, at: 8))
    let last = try file.read(4, at: Int64(bytes.count - 1))
    #expect(all == bytes)
    #expect(some == Array(bytes[8..<12]))
    #expect(last == [bytes[bytes.count - 1]])
  }

  @Test func `a mapped file is the file`() throws {
    let folder = try TestFolder()
    let bytes = [UInt8].mixed(70_000)
    let file = try OpenFile(folder.make("file", bytes))
    let found = MappedFile(file, size: bytes.count)
    let mapped = try #require(found)
    mapped.willBeReadInOrder()
    #expect(Array(mapped.bytes) == bytes)
    let none = MappedFile(try OpenFile(SystemPath("/dev/null")), size: 0)
    #expect(none == nil)
  }

  @Test func `the reason why a file cannot be opened is reported`() throws {
    let folder = try TestFolder()
    let file = try folder.make("file")
    try folder("link").makeLink(to: Array("file".utf8))
    #expect(throws: Errno.noSuchFile) { try folder("nothing").open() }
    #expect(throws: Errno.notDirectory) { try file.open(.reading, .isFolder) }
    #expect(throws: Errno.isDirectory) { try folder.path.open(.writing) }
    #expect(throws: Errno.tooManyLinks) { try folder("link").open(.reading, .isNoLink) }
    #expect(throws: Errno.fileExists) { try file.open(.writing, .makesNew) }
    #expect(throws: Errno.isDirectory) { _ = _ = try folder.path.read() }
    #expect(Errno.noSuchFile.description == "No such file or directory")
  }

  @Test func `a full disk is reported`() throws {
    #expect(throws: Errno(28)) {
      try OpenFile(SystemPath("/dev/full"), for: .writing).write([1])
    }
  }

  @Test func `a file without a name gets one, or is gone`() throws {
    let folder = try TestFolder()
    do {
      let file = try OpenFile.nameless(in: folder.path)
      try file.write([1])
      #expect(try folder.names.isEmpty)
      let count = try file.linkCount()
      #expect(count == 0)
      try file.give(name: folder("file"))
    }
    #expect(folder("file").contents() == [1])
  }

  @Test func `a lock is seen by every other open file, until it is closed`() throws {
    let folder = try TestFolder()
    let own = try folder.make("lock")
    let other = try OpenFile(own, for: .readingAndWriting)
    do {
      let file = try OpenFile(own, for: .readingAndWriting)
      try file.lock()
      try file.lockWhole()
      #expect(throws: Errno.wouldBlock) { try other.lock() }
      #expect(throws: Errno.wouldBlock) { try other.lockWhole() }
      let isLocked = other.isLocked
      #expect(isLocked)
    }
    let isLocked = other.isLocked
    #expect(!isLocked)
    try other.lock()
    try other.lockWhole()
  }

  @Test func `the latest note is the whole one`() throws {
    let folder = try TestFolder()
    let file = try OpenFile(try folder.make("note"), for: .readingAndWriting)
    file.note(Array("a long one".utf8))
    file.note(Array("short".utf8))
    #expect(folder("note").contents() == Array("short".utf8))
  }
}
