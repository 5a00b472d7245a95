import DocMergeContainer
import DocMergeCore
import DocMergeFolder
import DocMergeHistory
import DocMergeLanguage
package import DocMergeObjects
import DocMergeSystem

/// Syncs with remotes that are repositories on this computer.
extension Transport {
  // MARK: In bulk

  /// From this many changed parts of the state, git is faster than libgit2, whose search for deltas is slow.
  private static let bulk = 400

  /// From this many documents, libgit2, which reads all objects before it sends one, costs more than git.
  private static let many = 2_000

  /// Whether nothing that the remote has is here, such as a state that this replica sent.
  private func isFirstSync() throws -> Bool {
    guard try git.references(matching: References.remoteStates(remote.name) + "*").isEmpty,
      let place = address.path
    else { return false }
    // The fetch itself reports why the remote cannot be read.
    let there = try? store(at: place).references(matching: References.states + "*")
    return try there.map { there in
      try !there.isEmpty && !there.values.contains { id throws(GitError) in try git.contains(id) }
    } ?? true
  }

  /// Whether there is so much to send that starting git pays off.
  package func isMuch() throws -> Bool {
    guard let state = try container.state() else { return false }
    if try container.index.count() >= Transport.many { return true }
    // What the remote has of others need not be sent either; faults there were reported before.
    let known = try git.references(matching: References.remoteStates(remote.name) + "*").values
      .compactMap { try? StateReader($0, in: git) }
    let bases: [StateReader?] = known.isEmpty ? [nil] : known
    return try bases.allSatisfy { base in
      try state.shards(differingFrom: base).count >= Transport.bulk
    }
  }

  /// Whether git made a large transfer to or from a path; `false` leaves it to libgit2, which also reports faults.
  func isDoneInBulk(_ work: RemoteError.Work, _ words: [String]) throws -> Bool {
    do {
      _ = try run(work, words, tries: 1)
      container.disk.noteChange()
      return true
    } catch let error as RemoteError where error.reason != .cancelled {
      return false
    }
  }

  // MARK: In this process

  /// Runs `body` while no `git gc` runs on a remote that is a path.
  package func keepingHousekeepingOut<Result>(_ body: () throws -> Result) throws -> Result {
    // The work itself reports a folder that is no repository.
    guard let place = address.path,
      try FileStatus.of(SystemPath("\(place)/objects"))?.form == .folder
    else { return try body() }
    do {
      return try HousekeepingLock(repository: place).hold(body)
    } catch let error as HousekeepingLock.Busy {
      throw failure(.busy, error.process.map { tr("git gc, process \($0)") } ?? "git gc")
    }
  }

  /// Fetches the replicas without faults from a path.
  ///
  /// A large first sync is left to git, which checks the objects itself.
  func fetchInspected() throws -> Fetched {
    if try isFirstSync(), RemoteRepository.isLarge(address) {
      if let fetched = try takePacks() { return fetched }
      let words = GitWords.fetch(address, into: remote.name)
      if try isDoneInBulk(.fetching, words) { return Fetched() }
    }
    let inspection = RemoteInspection(
      git: git, remote: store(at: address.path ?? address.text), name: remote.name,
      limit: try container.settings.documentLimit(), checkCancelled: checkCancelled)
    let findings = try inspection.findings()
    var faults = findings.faults
    if faults.isEmpty, try !isPlain() || !isJoined(at: findings.boundary), try fetchAtOnce() {
      return Fetched()
    }
    for replica in findings.sound {
      do {
        try inspection.copy(replica.tips, progress)
      } catch let error as GitError where error.code == .tooLarge {
        faults.append((replica.replica, error.message))
      }
    }
    return Fetched(
      problems: faults.map { tr("replica \(PrintableText.escape($0.replica)): \($0.reason)") })
  }

  /// Whether the remote is of format version 0; libgit2 reports the error for other versions.
  private func isPlain() throws -> Bool {
    let path = address.path ?? address.text
    return try OpenRemote(path: path, git: store(at: path)).isPlain()
  }

  /// Whether this replica has the parents of the new commits, with all their ancestors.
  ///
  /// An object that is here may lack objects that it names, after a prune that broke off, or in a clone that is not
  /// checked yet.
  private func isJoined(at boundary: Set<ObjectID>) throws -> Bool {
    if DeferredCloneWork(container: container).hasPacks() { return false }
    let own = try container.remotes.ownReferences().map(\.id)
    let known = try git.references(matching: References.known("refs/docmerge/*", of: remote.name))
    let states = try container.state().map { [$0] } ?? []
    var history = SharedHistory(git: git, tips: own + known.values, states: states)
    return try boundary.allSatisfy { try history.contains($0) }
  }

  /// Fetches everything from a path; returns `false` if that takes too much memory.
  ///
  /// A small object can have been packed as a delta of a large one.
  private func fetchAtOnce() throws -> Bool {
    do {
      try local(.receiving) { observer throws(GitError) in
        try git.fetch(remote.name, observer: observer)
      }
    } catch let error as GitError where error.code == .tooLarge {
      return false
    }
    container.disk.noteChange()
    return true
  }

  package func local(
    _ phase: SyncProgress.Phase, _ body: (@escaping GitStore.Observer) throws(GitError) -> Void
  ) throws {
    do {
      try body { completed, total, bytes in
        var step = SyncProgress(remote: remote.name, phase: phase)
        (step.completed, step.total, step.bytes) = (completed, total, Int64(bytes))
        progress(step)
        return !isCancelled()
      }
    } catch {
      guard error.code != .ended else { throw failure(.cancelled) }
      // The extension of repositories with SHA-256 objects.
      if error.message.contains("extensions.objectformat") { throw failure(.otherHashes) }
      throw error
    }
  }
}
