import Glibc

/// A folder in `TMPDIR`, or in `/tmp`, that only its owner may enter.
struct TemporaryFolder: ~Copyable {
  /// Where it is.
  let path: CPath

  /// Makes a folder; `nil` where none can be made.
  init?() {
    let named = GitFolder.variable("TMPDIR")
    let parent = named?.first == UInt8(ascii: "/") ? named ?? [] : Array("/tmp".utf8)
    var pattern = CPath(parent).appending("docmerge-format-XXXXXX").characters
    let isMade = pattern.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { mkdtemp($0) != nil } ?? false
    }
    guard isMade else { return nil }
    path = CPath(pattern.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
  }

  deinit { Self.remove(path) }

  /// Removes a folder with all that is in it, as far as that can be removed; links are not followed.
  private static func remove(_ folder: CPath) {
    if let entries = opendir(folder.characters) {
      while let entry = readdir(entries) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name == "." || name == ".." { continue }
        let path = folder.appending(name)
        if unlink(path.characters) != 0, errno == EISDIR { remove(path) }
      }
      closedir(entries)
    }
    rmdir(folder.characters)
  }
}
