import DocMergeContainer
public import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects
import DocMergeSystem

extension Remotes {
  /// The latest version of a document that remotes have; nothing is merged or sent.
  ///
  /// The fetched objects stay, so the next sync need not fetch them again. States that are broken or false
  /// count as missing. Costs a fetch of all that is new on the remotes, and a look at one record of each replica.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - names: the remotes.
  ///   - options: how long to wait, and how often to try.
  ///   - isCancelled: asked several times a second; `true` ends the search.
  /// - Returns: of several versions that were made independently, the winner; `nil` where no remote has any.
  /// - Throws: ``ContainerError/noSuchRemote(_:)``, ``GitError``, ``RemoteError`` when no remote can be reached.
  public func latestVersion(
    of document: DocumentID, on names: [String], options: SyncOptions = SyncOptions(),
    isCancelled: @escaping () -> Bool = { false }
  ) throws -> HistoryEntry? {
    try container.syncLock.hold { isAfterCrash in
      if isAfterCrash { try CrashRecovery(container: container).runAfterSync() }
      var (entries, failure, isMet) = ([ObjectID: HistoryEntry](), RemoteError?.none, false)
      for name in names {
        let remote = try named(name)
        let transport = try Transport(
          container: container, remote: remote, options: options, isCancelled: isCancelled,
          progress: { _ in })
        do {
          for entry in try heads(of: document, by: transport) { entries[entry.id] = entry }
          isMet = true
        } catch let error as RemoteError where error.mayPass {
          failure = failure ?? error
        }
      }
      if let failure, !isMet { throw failure }
      let ranked = entries.values.map(\.version).sorted { $0.wins(over: $1) }
      return try container.graph.ends(of: ranked).first.flatMap { entries[$0.id] }
    }
  }

  /// The heads of a document in the states that a remote has.
  private func heads(of document: DocumentID, by transport: Transport) throws -> [HistoryEntry] {
    let name = transport.remote.name
    if let place = transport.address.path, try FileStatus.of(SystemPath(place)) == nil {
      throw RemoteError(
        .unreachable, address: transport.address.display, message: tr("nothing is there"))
    }
    _ = try transport.fetch()
    var report = SyncReport(saved: SaveReport())
    let flaws = try SyncRun(transport: transport).flawedStates(&report)
    var found: [Record] = []
    for (reference, peer) in try peers(on: name) where flaws[peer] == nil {
      guard References.replica(reference, of: name) != nil else { continue }
      // The next sync reports broken states.
      if let record = try sound({ try StateReader(peer, in: git).record(document) }) ?? nil {
        found.append(record)
      }
    }
    let lacking = try Set(found.flatMap(\.heads.elements).map(\.id)).filter {
      try !git.contains($0)
    }
    if !lacking.isEmpty { _ = try transport.fetch(lacking.sorted()) }
    let check = PeerCheck(
      git: git, own: try container.replica(), chain: nil,
      limit: try container.settings.documentLimit(), isOnDemand: false)
    return try found.flatMap { record in try sound { try check.heads(of: record) } ?? [] }
  }

  /// `nil` if the failure is a fault of a peer.
  private func sound<Result>(_ body: () throws -> Result) throws -> Result? {
    do {
      return try body()
    } catch  where PeerFault.isCause(of: error) {
      // The next sync reports it, and the versions of the others are the latest meanwhile.
      return nil
    }
  }
}
