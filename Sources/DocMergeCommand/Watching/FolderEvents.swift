import DocMerge
import Glibc

/// Waits until something happens in a container: in its folders, or in what docmerge keeps of it.
struct FolderEvents: ~Copyable {
  private let file: Int32
  private let top: String
  private var watched: Set<String> = []

  /// Opens and closes without writing, and reading, are not in it: looking must not wake the watcher.
  private static let kinds = UInt32(
    IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO)

  /// Starts to watch the container at `top`.
  init(top: String) throws {
    self.top = top
    file = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard file >= 0 else {
      throw CommandError(
        description: "the system has no more watches: \(String(cString: strerror(errno)))")
    }
    try watchFolders()
  }

  deinit { close(file) }

  /// Waits for something to happen, and then until nothing has happened for a moment.
  mutating func wait() throws {
    wait(milliseconds: -1)
    var rounds = 0
    // Programs write in several steps; whoever never stops is looked at in between.
    repeat {
      drain()
      rounds += 1
    } while wait(milliseconds: 100) && rounds < 10
    drain()
    try watchFolders()
  }

  /// Watches the folders that are new; those that are gone are forgotten by the kernel.
  private mutating func watchFolders() throws {
    var folders = [top]
    var found: Set<String> = []
    while let folder = folders.popLast() {
      found.insert(folder)
      try watch(folder)
      // Of the container's own folder, only what its index is in tells of saves.
      folders += Self.names(in: folder).filter { $0 != ".docmerge" && $0 != ".git" }
        .map { "\(folder)/\($0)" }.filter(Self.isFolder)
    }
    let state = "\(top)/.docmerge/docmerge"
    try watch(state)
    watched = found.union([state])
  }

  private func watch(_ folder: String) throws {
    guard !watched.contains(folder) || inotify_add_watch(file, folder, Self.kinds) < 0 else {
      return
    }
    let mask = Self.kinds | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW)
    guard inotify_add_watch(file, folder, mask) < 0, errno == ENOSPC else { return }
    throw CommandError(
      description: "too many folders to watch; raise fs.inotify.max_user_watches, see inotify(7)")
  }

  @discardableResult
  private func wait(milliseconds: Int32) -> Bool {
    var poll = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    while true {
      let count = Glibc.poll(&poll, 1, milliseconds)
      if count < 0, errno == EINTR { continue }
      return count > 0
    }
  }

  private func drain() {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
      while read(file, buffer.baseAddress, buffer.count) > 0 {}
    }
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          String(validatingCString: $0)
        }
      }
      // The names of what cannot be named here are told by their folder.
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
