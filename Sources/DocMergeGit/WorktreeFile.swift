import DocMergeFiles
import Glibc

/// One path of the worktree, which may be a file, a link or nothing.
struct WorktreeFile {
  private let path: [CChar]
  private let bytes: [UInt8]

  /// What lies there, as git would keep it.
  struct Contents {
    var mode: String
    var bytes: [UInt8]
  }

  init(_ path: [UInt8]) {
    bytes = path
    self.path = path.map { CChar(bitPattern: $0) } + [0]
  }

  var exists: Bool { status != nil }

  private var status: stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  /// What lies there; `nil` for nothing and for folders.
  func contents() throws -> Contents? {
    guard let status else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFLNK:
      var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = target.withUnsafeMutableBytes { buffer in
        buffer.withMemoryRebound(to: CChar.self) { characters in
          characters.baseAddress.map { readlink(path, $0, characters.count) } ?? -1
        }
      }
      guard count >= 0 else { throw failure("read") }
      return Contents(mode: "120000", bytes: Array(target.prefix(count)))
    case S_IFREG:
      let mode = status.st_mode & S_IXUSR != 0 ? "100755" : "100644"
      return Contents(mode: mode, bytes: try read())
    default: return nil
    }
  }

  /// Makes sure that no folder on the way from `top` is a link, which could lead out of the worktree.
  func checkFolders(below top: String) throws {
    var end = top.utf8.count
    while let slash = bytes[(end + 1)...].firstIndex(of: UInt8(ascii: "/")) {
      let folder = Array(bytes[..<slash])
      var status = stat()
      let isLink =
        lstat(folder.map { CChar(bitPattern: $0) } + [0], &status) == 0
        && status.st_mode & S_IFMT == S_IFLNK
      guard !isLink else {
        throw GitFailure(
          "\(String(decoding: folder, as: UTF8.self)) is a link, and what it leads to is not part of "
            + "this worktree")
      }
      end = slash
    }
  }

  /// Puts a file or a link there, whole or not at all.
  func write(_ contents: Contents) throws {
    try makeFolders()
    if let status {
      let isFile = status.st_mode & S_IFMT == S_IFREG
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      if isFolder || !isFile || contents.mode == "120000" { try remove() }
    }
    if contents.mode == "120000" {
      let target = contents.bytes.map { CChar(bitPattern: $0) } + [0]
      guard symlink(target, path) == 0 else { throw failure("write") }
      return
    }
    do {
      try replaceFile(bytes, with: contents.bytes)
    } catch {
      let message = String(decoding: error.message.dropLast(), as: UTF8.self)
      throw GitFailure(message.hasPrefix("error: ") ? String(message.dropFirst(7)) : message)
    }
    try setMode(isExecutable: contents.mode == "100755")
  }

  /// Takes it away, and the folders that are empty then; nothing there is fine.
  func remove(below top: [UInt8]? = nil) throws {
    guard let status else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard (isFolder ? rmdir(path) : unlink(path)) == 0 else { throw failure("remove") }
    guard let top else { return }
    var folder = bytes
    while let slash = folder.lastIndex(of: UInt8(ascii: "/")), slash > top.count {
      folder = Array(folder[..<slash])
      // A folder that is not empty stays.
      guard rmdir(folder.map { CChar(bitPattern: $0) } + [0]) == 0 else { return }
    }
  }

  /// As git does: whoever may read the file may also run it, or nobody may.
  private func setMode(isExecutable: Bool) throws {
    guard let status else { throw failure("write") }
    let all = status.st_mode & 0o7777
    let wanted = isExecutable ? all | (all & 0o444) >> 2 : all & ~0o111
    guard wanted == all || chmod(path, wanted) == 0 else { throw failure("change the mode of") }
  }

  private func makeFolders() throws {
    var index = bytes.startIndex
    while let slash = bytes[(index + 1)...].firstIndex(of: UInt8(ascii: "/")) {
      let folder = bytes[..<slash].map { CChar(bitPattern: $0) } + [0]
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw failure("make a folder for") }
      index = slash
    }
  }

  private func read() throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw failure("read") }
    defer { fclose(file) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      result += buffer.prefix(count)
      if count < buffer.count { break }
    }
    guard ferror(file) == 0 else { throw failure("read") }
    return result
  }

  private func failure(_ verb: String) -> GitFailure {
    let reason = String(cString: strerror(errno))
    return GitFailure("cannot \(verb) \(String(decoding: bytes, as: UTF8.self)): \(reason)")
  }
}
