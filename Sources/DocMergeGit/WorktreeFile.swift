import DocMergeFiles
import DocMergeLanguage
import DocMergeSystem

/// One path of the worktree, which may be a file, a link or nothing.
struct WorktreeFile {
  private let path: SystemPath

  /// The contents, as git would keep them.
  struct Contents {
    var mode: String
    var bytes: [UInt8]
  }

  init(_ path: [UInt8]) {
    self.path = SystemPath(bytes: path)
  }

  var exists: Bool { (try? path.ownStatus()) != nil }

  /// The status of the file, link or folder; `nil` where there is none.
  ///
  /// A file in a folder that may not be entered is not missing: it would count as deleted.
  private func status() throws -> FileStatus? {
    try trying("read") { () throws(Errno) in
      do throws(Errno) {
        return try path.ownStatus()
      } catch {
        guard [.noSuchFile, .notDirectory, .tooManyLinks].contains(error) else { throw error }
        return nil
      }
    }
  }

  /// The contents; `nil` for a missing file and for folders.
  func contents() throws -> Contents? {
    switch try status()?.form {
    case .symlink:
      let target = try trying("read") { () throws(Errno) in try path.linkTarget() }
      return Contents(mode: "120000", bytes: target)
    case .file: return Contents(mode: "100644", bytes: try read())
    case .executable: return Contents(mode: "100755", bytes: try read())
    default: return nil
    }
  }

  /// Checks that no folder on the way from `top` is a link, which could lead out of the worktree.
  func checkFolders(below top: String) throws {
    for folder in folders(from: top.utf8.count) {
      guard (try? folder.ownStatus())?.form != .symlink else {
        throw GitFailure(
          tr(
            """
            \(String(decoding: folder.bytes, as: UTF8.self)) is a link, and what it leads to is not part \
            of this worktree
            """))
      }
    }
  }

  /// The folders that contain it, the outermost first, without those that end within the first bytes.
  private func folders(from start: Int) -> [SystemPath] {
    let bytes = path.bytes
    return bytes.indices.filter { $0 > start && bytes[$0] == UInt8(ascii: "/") }
      .map { SystemPath(bytes: bytes[..<$0]) }
  }

  /// Writes a file or a link there, completely or not at all.
  func write(_ contents: Contents) throws {
    try makeFolders()
    if let status = try status(), !status.isFile || contents.mode == "120000" { try remove() }
    if contents.mode == "120000" {
      return try trying("write") { () throws(Errno) in try path.makeLink(to: contents.bytes) }
    }
    do {
      try replaceFile(path.bytes, with: contents.bytes)
    } catch {
      let message = String(decoding: error.message.dropLast(), as: UTF8.self)
      throw GitFailure(message.hasPrefix("error: ") ? String(message.dropFirst(7)) : message)
    }
    try setMode(isExecutable: contents.mode == "100755")
  }

  /// Removes it, and the folders that are empty then; a missing file is no error.
  func remove(below top: [UInt8]? = nil) throws {
    guard let status = try status() else { return }
    try trying("remove") { () throws(Errno) in
      if status.isFolder { try path.removeFolder() } else { try path.removeFile() }
    }
    guard let top else { return }
    for folder in folders(from: top.count).reversed() {
      // A folder that is not empty stays.
      guard (try? folder.removeFolder()) != nil else { return }
    }
  }

  /// As in git: everyone who may read the file may also run it, or no one may.
  private func setMode(isExecutable: Bool) throws {
    let all = try trying("write") { () throws(Errno) in try path.ownStatus() }.permissions
    let wanted = isExecutable ? all | (all & 0o444) >> 2 : all & ~0o111
    guard wanted != all else { return }
    try trying("change the mode of") { () throws(Errno) in try path.setPermissions(wanted) }
  }

  private func makeFolders() throws {
    try trying("make a folder for") { () throws(Errno) in
      for folder in folders(from: 0) {
        do throws(Errno) {
          try folder.makeFolder()
        } catch {
          if error != .fileExists { throw error }
        }
      }
    }
  }

  private func read() throws -> [UInt8] {
    try trying("read") { () throws(Errno) in try OpenFile(path).readAll() }
  }

  private func trying<Result>(
    _ verb: String, _ call: () throws(Errno) -> Result
  ) throws -> Result {
    do throws(Errno) {
      return try call()
    } catch {
      var failure = FileError(verb, path, error)
      failure.path = String(decoding: path.bytes, as: UTF8.self)
      throw GitFailure(failure.description)
    }
  }
}
