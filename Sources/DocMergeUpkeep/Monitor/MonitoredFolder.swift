import DocMergeContainer
import DocMergeCore
import DocMergeFolder
import DocMergeObjects
import DocMergeSystem

/// The folder of a container, as its monitor sees it.
struct MonitoredFolder {
  /// The folder.
  let root: SystemPath
  /// The notes of the monitor.
  let journal: FolderJournal

  /// Watches the folder, as the only process that does.
  ///
  /// - Parameters:
  ///   - isOver: asked once a second; `true` ends the watch.
  ///   - idle: after how many seconds without a question it ends by itself; `nil`: never.
  /// - Throws: ``ContainerError/monitored(process:)``, ``FileError``.
  func watch(until isOver: () -> Bool, idle: Int?) throws {
    let environment = journal.environment
    try environment.disk.makeFolder(journal.folder)
    try ContainerLock(path: journal.lock).holdAlone(orThrow: ContainerError.monitored) {
      let monitor = try FolderMonitor(root: root, journal: journal)
      var asked = environment.now
      while !isOver() {
        if try monitor.run(seconds: 1) { asked = environment.now }
        let silence = (environment.now.nanoseconds - asked.nanoseconds) / 1_000_000_000
        if let idle, silence > idle { break }
      }
    }
  }

  /// The number of the process that watches; `nil` when there is none.
  ///
  /// - Throws: ``FileError``.
  func process() throws -> Int32? { try LockFile.holder(of: journal.lock) }
}
