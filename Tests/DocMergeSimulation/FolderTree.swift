import Glibc

/// A folder with all that is in it, as a person or another program would treat it.
struct FolderTree {
  let path: String

  /// The contents of a path: enough to compare it byte for byte.
  enum Item: Hashable {
    case file([UInt8], isExecutable: Bool)
    case link([UInt8])
    case folder
  }

  init(_ path: String) {
    self.path = path
  }

  /// Everything in the folder but the repository, by path, sorted.
  func items() -> [(path: String, item: Item)] {
    var result: [(path: String, item: Item)] = []
    var waiting = [""]
    while let folder = waiting.popLast() {
      for name in FolderTree.names(path + "/" + folder) where folder + name != ".docmerge" {
        guard let item = FolderTree.item("\(path)/\(folder)\(name)") else { continue }
        result.append((folder + name, item))
        if item == .folder { waiting.append("\(folder)\(name)/") }
      }
    }
    return result.sorted { Array($0.path.utf8).lexicographicallyPrecedes($1.path.utf8) }
  }

  /// The item at a path; `nil` for nothing.
  static func item(_ path: String) -> Item? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFLNK: return .link(target(path))
    default: return .file(bytes(path), isExecutable: status.st_mode & S_IXUSR != 0)
    }
  }

  private static func target(_ path: String) -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = max(readlink(path, &buffer, buffer.count), 0)
    return buffer[..<count].map { UInt8(bitPattern: $0) }
  }

  static func bytes(_ path: String) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 13)
    while case let count = read(file, &chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
    return bytes
  }

  /// The names in a folder, sorted.
  static func names(_ path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { Array($0.utf8).lexicographicallyPrecedes($1.utf8) }
  }

  // MARK: Changing

  /// Writes a file, dated `moment`; `false` where something else is in the way.
  static func write(
    _ bytes: [UInt8], to path: String, replacing: Bool, nanoseconds moment: Int64
  ) -> Bool {
    makeFolders(above: path)
    let place = replacing ? "\(path)~new" : path
    let file = open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard file >= 0 else { return false }
    defer { close(file) }
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else { return false }
    if replacing, rename(place, path) != 0 {
      unlink(place)
      return false
    }
    date(path, nanoseconds: moment)
    return true
  }

  static func date(_ path: String, nanoseconds: Int64) {
    let time = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    utimensat(AT_FDCWD, path, [time, time], AT_SYMLINK_NOFOLLOW)
  }

  static func makeFolders(above path: String) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      mkdir(folder, 0o755)
    }
  }

  /// Removes the item at a path, with all that is in it.
  static func remove(_ path: String) {
    if unlink(path) == 0 || errno == ENOENT { return }
    for name in names(path) { remove("\(path)/\(name)") }
    rmdir(path)
  }

  /// Copies the item at a path with all that is in it: contents, modes, dates.
  static func copy(_ path: String, to other: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      mkdir(other, status.st_mode & 0o777)
      for name in names(path) { copy("\(path)/\(name)", to: "\(other)/\(name)") }
    case S_IFLNK:
      symlink(String(decoding: target(path), as: UTF8.self), other)
      utimensat(AT_FDCWD, other, [status.st_mtim, status.st_mtim], AT_SYMLINK_NOFOLLOW)
    default:
      let file = open(other, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, status.st_mode & 0o777)
      guard file >= 0 else { return }
      let bytes = bytes(path)
      _ = Glibc.write(file, bytes, bytes.count)
      futimens(file, [status.st_mtim, status.st_mtim])
      close(file)
    }
  }
}
