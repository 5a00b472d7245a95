extension Container {
  /// The latest version of a document that a remote has, without anything being taken in or sent.
  ///
  /// What is fetched for it stays, and need not come again in the next sync. States that are broken or lie
  /// count as missing.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - name: the remote.
  ///   - options: how long to wait, and how often to try.
  ///   - isCancelled: asked several times a second; `true` ends it.
  /// - Returns: of several versions that were made apart, the one that wins; `nil` where the remote has none.
  /// - Throws: ``ContainerError/noSuchRemote(_:)``, ``RemoteError``, ``GitError``.
  public func latestVersion(
    of document: DocumentID, on name: String, options: SyncOptions = SyncOptions(),
    isCancelled: @escaping () -> Bool = { false }
  ) throws -> HistoryEntry? {
    try syncLock.hold { _ in
      guard let remote = try remotes().first(where: { $0.name == name }) else {
        throw ContainerError.noSuchRemote(name)
      }
      let transport = try Transport(
        container: self, remote: remote, options: options, isCancelled: isCancelled,
        progress: { _ in })
      _ = try transport.fetch()
      var report = SyncReport(saved: SaveReport())
      let flaws = try flawedStates(transport, &report)
      let check = PeerCheck(
        git: git, own: try replica(), chain: nil, limit: try documentLimit(), isOnDemand: false)
      var entries: [ObjectID: HistoryEntry] = [:]
      for (_, peer) in try peers(on: name) where flaws[peer] == nil {
        do {
          guard let record = try StateReader(peer, in: git).record(document) else { continue }
          for entry in try check.heads(of: record) { entries[entry.id] = entry }
        } catch  where PeerMerger.isFault(ofPeer: error) {
          // The next sync names it.
          continue
        }
      }
      let ranked = entries.values.map(\.version).sorted { $0.wins(over: $1) }
      return try graph.ends(of: ranked).first.flatMap { entries[$0.id] }
    }
  }
}
