public import DocMergeContainer
public import DocMergeObjects

extension Container {
  /// Syncs with other replicas: saves, merges their changes, updates the folder, and sends.
  ///
  /// If the remote is a path where nothing is yet, in a folder that exists, an empty bare repository is made there. A
  /// remote that cannot be reached now is no error: the report says so, and a later sync sends the saved versions.
  ///
  ///     let report = try container.sync(with: "server", progress: { step in print(step.phase) })
  ///     if let why = report.offline { print("offline: \(why)") }
  ///
  /// - Parameters:
  ///   - name: the remote.
  ///   - options: how long to wait, and how often to try.
  ///   - settling: resolves documents in conflict, as far as it may, once everything is merged.
  ///   - isCancelled: asked several times a second; `true` ends the sync in good order.
  ///   - progress: called with each step, on the calling thread.
  /// - Returns: a report of all that was saved, merged and sent; or why nothing could be sent.
  /// - Throws: ``ContainerError/noSuchRemote(_:)``, ``ContainerError/massDeletion(_:of:)``,
  ///   ``ContainerError/otherContainer(remote:documents:)``, ``ContainerError/wouldConflict(_:)``,
  ///   ``ContainerError/emptyRemote(_:)``, ``ContainerError/damagedClone(_:)``,
  ///   ``ContainerError/badSetting(key:value:choices:)``, ``ContainerError/notSigned(_:)``,
  ///   ``ContainerError/notVerified(_:)``, ``RemoteError`` when the remote refuses or it was cancelled,
  ///   ``GitError``; versions that were saved before stay saved.
  public func sync(
    with name: String, options: SyncOptions = SyncOptions(),
    settling: (Container) throws -> [ResolvedDocument] = { _ in [] },
    isCancelled: @escaping () -> Bool = { false },
    progress: @escaping (SyncProgress) -> Void = { _ in }
  ) throws -> SyncReport {
    try syncLock.hold { isAfterCrash in
      if isAfterCrash { try CrashRecovery(container: self).runAfterSync() }
      let remote = try remotes.named(name)
      try settings.check(ContainerSettings.ofSyncs)
      progress(SyncProgress(remote: name, phase: .saving))
      var report = SyncReport(saved: try save())
      let clashes = Set(try nameClashes())
      let transport = try Transport(
        container: self, remote: remote, options: options, isCancelled: isCancelled,
        progress: progress)
      let run = SyncRun(transport: transport)
      do {
        try run.syncWithPeers(settling, &report)
        try remotes.noteMet(name)
        if report.refused == nil { try run.publish(&report) }
      } catch let error as RemoteError where error.mayPass {
        report.offline = error
      }
      report.nameClashes = try nameClashes().filter { !clashes.contains($0) }
      report.waiting = try remotes.waiting(for: name)
      report.conflicts = try conflicts()
      return report
    }
  }
}

extension ContainerSettings {
  /// The settings that a sync uses.
  fileprivate static var ofSyncs: [BoundSetting] {
    ofSaves + ofDecisions + [
      BoundSetting(MassDeletionGuard.key, from: 0, upTo: 100),
      BoundSetting(SyncOptions.timeoutKey, from: 0),
      BoundSetting(WatchFiles.intervalKey, from: 1),
      BoundSetting(switch: onDemandKey, orWords: [outsideOnly]),
    ]
  }
}
