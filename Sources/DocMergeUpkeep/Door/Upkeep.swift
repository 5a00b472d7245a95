public import DocMergeContainer
import DocMergeFolder
import DocMergeObjects
import DocMergeSystem

/// The care of a container: checks, space, and the monitor of its folder.
///
///     let report = try container.upkeep.verify()
///     for fault in report.faults { print(fault.place, fault.reason) }
public struct Upkeep: Sendable {
  let container: Container

  // MARK: Checks

  /// Checks everything: each object, state, record and version, each file of the folder.
  ///
  /// Nothing changes during the check. Linear in the bytes of the repository and of the folder.
  ///
  /// - Parameters:
  ///   - repairs: whether to repair what can be repaired; nothing is ever deleted for that: damaged files are moved to
  ///     `.docmerge/docmerge/damaged`.
  ///   - progress: called now and then with the number of objects, versions and files read.
  /// - Returns: the faults, and counts of the things that were read.
  /// - Throws: ``ContainerError``, ``GitError``, ``FileError``, `DatabaseError` when it cannot check.
  public func verify(
    repairs: Bool = false, progress: (Int) -> Void = { _ in }
  ) throws -> VerifyReport {
    // A container that cannot be written needs, and has, no locks.
    if !repairs, isReadOnly { return try Verifier(container: container).report(progress) }
    // Without it no file could be checked. Where damage prevents that, the report names the damage.
    try? container.rebuildIndexIfLost()
    return try container.syncLock.hold { _ in
      try container.writeLock.hold(mends: false) { isAfterCrash in
        if isAfterCrash { try CrashRecovery(container: container).run() }
        var report = try Verifier(container: container).report(progress)
        guard repairs, !report.faults.isEmpty else { return report }
        try Repair(container: container).mend(&report, progress)
        return report
      }
    }
  }

  /// Whether this process may write nothing into the repository, such as on a disc or in another person's folder.
  private var isReadOnly: Bool {
    do {
      try SystemPath(container.git.path).check(.writing)
      return false
    } catch {
      let reasons: [Errno] = [.readOnlyFileSystem, .permissionDenied, .notPermitted]
      return reasons.contains(error)
    }
  }

  /// Accounts for every version that was ever saved here or merged from another replica.
  ///
  /// A completed save is a version that a chain of its replica keeps; the audit finds what became of each. Reads every
  /// version: linear in their number, and in the number of operations.
  ///
  /// - Parameter progress: called now and then with the number of versions read.
  /// - Returns: a finding for each version.
  /// - Throws: ``GitError`` or, when a state cannot be read, what ``verify(repairs:progress:)`` reports.
  public func audit(progress: (Int) -> Void = { _ in }) throws -> VersionAudit {
    var auditor = VersionAuditor(container: container)
    return try auditor.audit(progress)
  }

  // MARK: The monitor

  private var monitoredFolder: MonitoredFolder {
    MonitoredFolder(root: container.root, journal: container.journal)
  }

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
    try monitoredFolder.watch(until: isOver, idle: idle)
  }

  /// The number of the process that monitors the container; `nil` when there is none.
  ///
  /// - Throws: ``FileError``.
  public func monitorProcess() throws -> Int32? { try monitoredFolder.process() }

  /// Whether a monitor should run but does not: `docmerge.monitor` of git's settings asks for one (`true`), or does not
  /// forbid it (`false`) in a container of 10 000 documents or more.
  ///
  /// - Throws: ``GitError``, ``FileError``, `DatabaseError`.
  public func wantsMonitor() throws -> Bool {
    let setting = try container.git.configuration(ContainerSettings.monitorKey)
    let choice = setting.flatMap(GitStore.choice)
    guard choice != false else { return false }
    return try (choice == true || container.index.count() >= 10_000) && monitorProcess() == nil
  }
}

extension Container {
  /// Checks, space, and the monitor.
  public var upkeep: Upkeep { Upkeep(container: self) }
}
