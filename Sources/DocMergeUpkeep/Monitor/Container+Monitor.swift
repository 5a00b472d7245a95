public import DocMergeContainer
import DocMergeCore
import DocMergeFolder
import DocMergeHistory
import DocMergeObjects
import DocMergeSystem
import Glibc

extension Container {
  /// Watches the folder, and notes where it changes, so that saves and syncs need not read every file.
  ///
  /// Works like git's file-system monitor. A save asks the monitor, and scans everything if it does not answer, once an
  /// hour, and where rules (`.gitignore`, `.gitattributes`) changed.
  ///
  /// - Parameters:
  ///   - isOver: asked once a second; `true` ends the watch.
  ///   - idle: after how many seconds without a question it ends by itself; `nil`: never.
  /// - Throws: ``ContainerError/monitored(process:)`` when another process does so; ``FileError`` when the folder
  ///   cannot be watched: too many folders (`ENOSPC`), or a file system that other computers change (`EOPNOTSUPP`).
  public func monitor(until isOver: () -> Bool, idle: Int? = nil) throws {
    try Files.makeFolder(journal.folder)
    try ContainerLock(path: journal.lock).holdAlone(orThrow: ContainerError.monitored) {
      let monitor = try FolderMonitor(root: root, journal: journal)
      var asked = Timestamp.now
      while !isOver() {
        if try monitor.run(seconds: 1) { asked = .now }
        let silence = (Timestamp.now.nanoseconds - asked.nanoseconds) / 1_000_000_000
        if let idle, silence > idle { break }
      }
    }
  }

  /// The number of the process that monitors the container; `nil` when there is none.
  ///
  /// - Throws: ``FileError``.
  public func monitorProcess() throws -> Int32? { try LockFile.holder(of: journal.lock) }

  /// Whether a monitor should run but does not: `docmerge.monitor` of git's settings asks for one (`true`), or does not
  /// forbid it (`false`) in a container of 10 000 documents or more.
  ///
  /// - Throws: ``GitError``, ``FileError``, `DatabaseError`.
  public func wantsMonitor() throws -> Bool {
    let setting = try git.configuration("docmerge.monitor")
    guard setting != "false" else { return false }
    return try (setting == "true" || index.count() >= 10_000) && monitorProcess() == nil
  }
}
