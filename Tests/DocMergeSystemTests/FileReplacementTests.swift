import DocMergeSystem
import Testing

/// Files that get new contents: whole, and nothing else about them changes.
struct FileReplacementTests {
  private func replace(
    _ path: SystemPath, with bytes: [UInt8] = [9], isDurable: Bool = true, isCalledOff: Bool = false
  ) throws {
    try FileReplacement(path).replace(isDurable: isDurable, unless: { isCalledOff }) { output in
      bytes.withUnsafeBytes { output.append($0) }
    }
  }

  @Test(arguments: [true, false]) func `contents are new, the mode is not`(isDurable: Bool) throws {
    for permissions: UInt32 in [0o600, 0o644, 0o755, 0o4755] {
      let folder = try TestFolder()
      let path = try folder.make("file", [1], permissions: permissions)
      try replace(path, with: .mixed(100_000), isDurable: isDurable)
      #expect(path.contents() == .mixed(100_000))
      #expect(try path.ownStatus().permissions == permissions)
      #expect(try folder.names == ["file"])
    }
  }

  @Test(arguments: [true, false])
  func `a new file has the mode that any program's has`(isDurable: Bool) throws {
    let folder = try TestFolder()
    try replace(folder("file"), isDurable: isDurable)
    try OpenFile(folder("other"), for: .writing, .makesNew, permissions: 0o666).write([])
    #expect(folder("file").contents() == [9])
    #expect(try folder("file").status().permissions == folder("other").status().permissions)
    #expect(try folder.names == ["file", "other"])
  }

  @Test func `a link stays one, also where its end is not there yet`() throws {
    let folder = try TestFolder()
    try folder("inner").makeFolder()
    try folder("link").makeLink(to: Array("inner/file".utf8))
    for byte: UInt8 in [1, 2] {
      try replace(folder("link"), with: [byte])
      #expect(try folder("link").ownStatus().form == .symlink)
      #expect(try folder("inner/file").ownStatus().form == .file)
      #expect(folder("inner/file").contents() == [byte])
    }
  }

  @Test func `a device is written to`() throws {
    try replace(SystemPath("/dev/null"))
    #expect(throws: FileReplacement.Failure(step: .writing, reason: Errno(28))) {
      try replace(SystemPath("/dev/full"))
    }
    #expect(try SystemPath("/dev/null").status().form == .other)
  }

  @Test func `a place that cannot be opened is reported, and nothing is left`() throws {
    let folder = try TestFolder()
    try folder("circle").makeLink(to: Array("circle".utf8))
    let refusals: [(SystemPath, Errno)] = [
      (folder("no/file"), .noSuchFile), (folder("circle"), .tooManyLinks),
      (folder.path, .isDirectory),
    ]
    for (path, reason) in refusals {
      #expect(throws: FileReplacement.Failure(step: .opening, reason: reason)) {
        try replace(path)
      }
    }
    #expect(try folder.names == ["circle"])
  }

  @Test func `a replacement that is called off changes nothing`() throws {
    let folder = try TestFolder()
    let path = try folder.make("file", [1])
    try replace(path, isCalledOff: true)
    try replace(folder("new"), isCalledOff: true)
    #expect(path.contents() == [1])
    #expect(try folder.names == ["file"])
  }

  @Test func `a program that has the old file open keeps it`() throws {
    let folder = try TestFolder()
    let path = try folder.make("file", [1])
    let old = try OpenFile(path)
    try replace(path)
    let (bytes, count) = (try old.readAll(), try old.linkCount())
    #expect(bytes == [1])
    #expect(count == 0)
  }

  @Test func `places are the same by any name, be anything there or not`() throws {
    let folder = try TestFolder()
    try folder("inner").makeFolder()
    try folder("link").makeLink(to: Array("inner".utf8))
    let place = FileReplacement(folder("inner/file"))
    #expect(place.isSamePlace(as: FileReplacement(folder("link/file"))))
    #expect(place.isSamePlace(as: FileReplacement(folder("inner/../link/file"))))
    #expect(!place.isSamePlace(as: FileReplacement(folder("inner/other"))))
    #expect(!place.isSamePlace(as: FileReplacement(folder("file"))))
  }
}
