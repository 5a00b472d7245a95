import DocMergeSystem

/// A folder in `TMPDIR`, or in `/tmp`, that only its owner may enter.
struct TemporaryFolder: ~Copyable {
  /// Its path.
  let path: SystemPath

  /// Makes a folder; `nil` where none can be made.
  init?() {
    let named = Variable.bytes("TMPDIR")
    let parent = named?.first == UInt8(ascii: "/") ? named ?? [] : Array("/tmp".utf8)
    let start = SystemPath(bytes: parent).appending("docmerge-format-")
    guard let path = try? SystemPath.makeFolder(named: start) else { return nil }
    self.path = path
  }

  deinit { Self.remove(path) }

  /// Removes a folder with its contents, as far as possible; links are not followed.
  private static func remove(_ folder: SystemPath) {
    for name in (try? folder.names()) ?? [] {
      let path = folder.appending(name)
      do throws(Errno) {
        try path.removeFile()
      } catch {
        if error == .isDirectory { remove(path) }
      }
    }
    try? folder.removeFolder()
  }
}
