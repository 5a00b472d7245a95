import DocMerge
import Glibc

/// Waits until something happens in a container: in its folders, or in what docmerge keeps of it.
struct FolderEvents: ~Copyable {
  private let file: Int32
  private let top: SystemPath

  /// Opens and closes without writing, and reading, are not in it: looking must not wake the watcher.
  private static let kinds = UInt32(
    IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO)

  /// Starts to watch the container at `top`.
  init(top: String) throws {
    self.top = SystemPath(top)
    file = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard file >= 0 else {
      throw CommandError(
        description: "the system has no more watches: \(String(cString: strerror(errno)))")
    }
    try watchFolders()
  }

  deinit { close(file) }

  /// Waits for something to happen, and then until nothing has happened for a moment.
  func wait() throws {
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
  private func watchFolders() throws {
    var folders = [top]
    while let folder = folders.popLast() {
      try watch(folder)
      folders += try inner(folder)
    }
    // Of the container's own folder, only what its index is in tells of saves.
    try watch(top.appending(".docmerge/docmerge".utf8))
  }

  /// The folders in a folder that documents can lie in; none when it is gone.
  private func inner(_ folder: SystemPath) throws -> [SystemPath] {
    do {
      return try Files.entries(of: folder)
        .filter {
          $0.status.form == .folder
            && ![".docmerge", ".git"].map { Array($0.utf8) }.contains($0.name)
        }
        .map { folder.appending($0.name) }
    } catch let error {
      if [ENOENT, ENOTDIR, EACCES].contains(error.code) { return [] }
      throw error
    }
  }

  private func watch(_ folder: SystemPath) throws {
    let mask = Self.kinds | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW)
    // To watch what is watched changes nothing.
    guard inotify_add_watch(file, folder.characters, mask) < 0, errno == ENOSPC else { return }
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
}
