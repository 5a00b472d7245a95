import DocMerge
import DocMergeSystem
import Glibc

/// Waits until something happens in a container: in its folders, or in what docmerge keeps of it.
struct FolderEvents: ~Copyable {
  /// Where something happened.
  struct Places {
    /// In the folders that documents lie in.
    var documents = false
    /// In what docmerge keeps of them.
    var container = false
    /// Where there are new folders, perhaps.
    fileprivate var folders = false

    var isEmpty: Bool { !documents && !container }
  }

  private let file: Int32
  private let top: SystemPath
  /// The number of the watch on what docmerge keeps.
  private let container: Int32

  /// Opens and closes without writing, and reading, are not in it: looking must not wake the watcher.
  private static let kinds = UInt32(
    IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO)

  /// Starts to watch the container at `top`.
  init(top: String) throws {
    self.top = SystemPath(top)
    file = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    let problem = errno
    // Of the container's own folder, only what its index is in tells of saves.
    container = Self.add(self.top.appending(".docmerge/docmerge".utf8), to: file)
    guard file >= 0 else {
      throw CommandError(description: Self.words(onStarting: problem))
    }
    try watchFolders()
  }

  deinit { close(file) }

  /// Waits for something to happen, and then until nothing has happened for a moment.
  ///
  /// - Parameters:
  ///   - milliseconds: how long to wait at the most; less than zero: for ever.
  ///   - signal: a file that ends the waiting as soon as it can be read.
  /// - Returns: where something happened.
  /// - Throws: `CommandError` when the system has no more watches, `FileError`.
  @discardableResult
  func wait(milliseconds: Int32 = -1, signal: Int32 = -1) throws -> Places {
    var places = Places()
    guard Self.wait(for: [file, signal], milliseconds) else { return places }
    var rounds = 0
    // Programs write in several steps; whoever never stops is looked at in between.
    repeat {
      drain(into: &places)
      rounds += 1
    } while Self.wait(for: [file], 100) && rounds < 10
    drain(into: &places)
    if places.folders { try watchFolders() }
    return places
  }

  /// Watches the folders that are new; those that are gone are forgotten by the kernel.
  private func watchFolders() throws {
    var folders = [top]
    while let folder = folders.popLast() {
      try watch(folder)
      folders += try inner(folder)
    }
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
    guard Self.add(folder, to: file) < 0, errno == ENOSPC else { return }
    throw CommandError(
      description: "too many folders to watch; raise fs.inotify.max_user_watches, such as by "
        + "`sudo sysctl fs.inotify.max_user_watches=524288`, see inotify(7)")
  }

  private static func words(onStarting problem: Int32) -> String {
    let reason = String(cString: strerror(problem))
    return problem == EMFILE
      ? "too many programs watch folders (\(reason)); raise fs.inotify.max_user_instances, such as by "
        + "`sudo sysctl fs.inotify.max_user_instances=512`"
      : "changes cannot be watched: \(reason)"
  }

  /// The number of a watch; to watch what is watched changes nothing.
  private static func add(_ folder: SystemPath, to file: Int32) -> Int32 {
    let mask = Self.kinds | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW)
    return inotify_add_watch(file, folder.characters, mask)
  }

  /// Waits until one of the files can be read; `false` when the time is over.
  static func wait(for files: [Int32], _ milliseconds: Int32) -> Bool {
    var files = files.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let count = Glibc.poll(&files, nfds_t(files.count), milliseconds)
      if count < 0, errno == EINTR { continue }
      return count > 0
    }
  }

  private func drain(into places: inout Places) {
    for event in FolderEvent.waiting(in: file) ?? [] { note(event, in: &places) }
  }

  private func note(_ event: FolderEvent, in places: inout Places) {
    guard event.watch != container else {
      places.container = true
      return
    }
    // What is forgotten was told before; a queue that was full says -1, and may have lost a folder.
    guard !event.isOne(of: IN_IGNORED) else { return }
    places.documents = true
    let isFolder = event.isOne(of: IN_ISDIR) && event.isOne(of: IN_CREATE, IN_MOVED_TO)
    if isFolder || event.watch < 0 { places.folders = true }
  }
}
