import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// Waits until something changes in a container: in its folders, or in docmerge's own files.
struct FolderEvents {
  /// The places of changes.
  struct Places {
    /// In the folders of documents.
    var documents = false
    /// In docmerge's own files.
    var container = false
    /// Places where there may be new folders.
    fileprivate var folders = false

    var isEmpty: Bool { !documents && !container }
  }

  private let queue: FolderEventQueue
  private let top: SystemPath
  /// The number of the watch on docmerge's own files.
  private let container: Int32

  /// Starts to watch the container at `top`.
  init(top: String) throws {
    self.top = SystemPath(top)
    queue = try Self.queue()
    // In the container's own folder, only the folder of its index shows saves.
    let index = self.top.appending(".docmerge/docmerge")
    container = (try? queue.watch(index, [.contents, .isNoLink])) ?? -1
    try watchFolders()
  }

  private static func queue() throws -> FolderEventQueue {
    do throws(Errno) {
      return try FolderEventQueue()
    } catch {
      throw CommandError(description: words(onStarting: error))
    }
  }

  /// Waits for a change, and then until nothing has changed for a moment.
  ///
  /// - Parameters:
  ///   - milliseconds: how long to wait at the most; a negative number means no limit.
  ///   - signal: a file that ends the waiting as soon as it is readable.
  /// - Returns: the places of changes.
  /// - Throws: `CommandError` when the system has no more watches, `FileError`.
  @discardableResult
  func wait(milliseconds: Int32 = -1, signal: Int32 = -1) throws -> Places {
    var places = Places()
    guard Self.wait(for: [queue.number, signal], milliseconds) else { return places }
    var rounds = 0
    // Programs write in several steps; continuous writes are reported in between.
    repeat {
      drain(into: &places)
      rounds += 1
    } while Self.wait(for: [queue.number], 100) && rounds < 10
    drain(into: &places)
    if places.folders { try watchFolders() }
    return places
  }

  /// Watches new folders; the kernel forgets deleted ones.
  private func watchFolders() throws {
    var folders = [top]
    while let folder = folders.popLast() {
      try watch(folder)
      folders += try inner(folder)
    }
  }

  /// The folders in a folder that can contain documents; none when it is deleted.
  private func inner(_ folder: SystemPath) throws -> [SystemPath] {
    do {
      return try Files.entries(of: folder)
        .filter {
          $0.status.form == .folder
            && ![".docmerge", ".git"].map { Array($0.utf8) }.contains($0.name)
        }
        .map { folder.appending($0.name) }
    } catch let error {
      let gone: [Errno] = [.noSuchFile, .notDirectory, .permissionDenied]
      if gone.contains(Errno(error.code)) { return [] }
      throw error
    }
  }

  private func watch(_ folder: SystemPath) throws {
    do throws(Errno) {
      _ = try queue.watch(folder, [.contents, .isNoLink])
    } catch {
      guard error == .noSpace else { return }
      throw CommandError(
        description: tr(
          """
          too many folders to watch; raise fs.inotify.max_user_watches, such as by `sudo sysctl \
          fs.inotify.max_user_watches=524288`, see inotify(7)
          """))
    }
  }

  private static func words(onStarting reason: Errno) -> String {
    reason == .tooManyFiles
      ? tr(
        """
        too many programs watch folders (\(reason)); raise fs.inotify.max_user_instances, such as by \
        `sudo sysctl fs.inotify.max_user_instances=512`
        """)
      : tr("changes cannot be watched: \(reason)")
  }

  /// Waits until one of the files is readable; `false` when the time is over.
  static func wait(for files: [Int32], _ milliseconds: Int32) -> Bool {
    FileWait.isReadable(files, within: milliseconds)
  }

  private func drain(into places: inout Places) {
    for event in queue.events() { note(event, in: &places) }
  }

  private func note(_ event: FolderEvent, in places: inout Places) {
    guard event.watch != container else {
      places.container = true
      return
    }
    // Removed watches were reported before; a full queue gives -1, and may have lost a folder.
    guard !event.isLast else { return }
    places.documents = true
    if event.isNewFolder || event.watch < 0 { places.folders = true }
  }
}
