import DocMergeContainer
import DocMergeCore
import DocMergeFolder
import DocMergeHistory
package import DocMergeObjects
import DocMergeSystem

/// How remotes are met that are repositories on this computer.
extension Transport {
  // MARK: In bulk

  /// From how many changed parts of the state on git is faster than libgit2, which looks for deltas slowly.
  private static let bulk = 400

  /// From how many documents on libgit2, which looks at all objects before it sends one, costs more than git.
  private static let many = 2_000

  /// Whether nothing of what the remote has is here, such as a state that this replica sent.
  private func isFirstMeeting() throws -> Bool {
    guard try git.references(matching: References.remoteStates(remote.name) + "*").isEmpty,
      let place = address.path
    else { return false }
    // The fetch itself tells why the remote cannot be read.
    let there = try? GitStore(path: place).references(matching: References.states + "*")
    return try there.map { there in
      try !there.isEmpty && !there.values.contains { id throws(GitError) in try git.contains(id) }
    } ?? true
  }

  /// Whether so much is to be sent that starting git pays.
  package func isMuch() throws -> Bool {
    guard let state = try container.state() else { return false }
    if try container.index.count() >= Transport.many { return true }
    // What the remote has of others need not be sent either; what is wrong there was told before.
    let known = try git.references(matching: References.remoteStates(remote.name) + "*").values
      .compactMap { try? StateReader($0, in: git) }
    let bases: [StateReader?] = known.isEmpty ? [nil] : known
    return try bases.allSatisfy { base in
      try state.shards(differingFrom: base).count >= Transport.bulk
    }
  }

  /// Whether git carried much to or from a path; `false` leaves it to libgit2, which also says what is wrong.
  func isDoneInBulk(_ work: RemoteError.Work, _ words: [String]) throws -> Bool {
    do {
      _ = try run(work, words, tries: 1)
      Checkpoint.pass()
      return true
    } catch let error as RemoteError where error.reason != .cancelled {
      return false
    }
  }

  // MARK: In this process

  /// Runs `body` while no `git gc` runs on a remote that is a path.
  package func keepingHousekeepingOut<Result>(_ body: () throws -> Result) throws -> Result {
    // The work itself tells what is wrong with a folder that is no repository.
    guard let place = address.path,
      try FileStatus.of(SystemPath("\(place)/objects"))?.form == .folder
    else { return try body() }
    do {
      return try HousekeepingLock(repository: place).hold(body)
    } catch let error as HousekeepingLock.Busy {
      throw failure(.busy, "git gc\(error.process.map { ", process \($0)" } ?? "")")
    }
  }

  /// Fetches the replicas that sent nothing wrong from a path.
  ///
  /// Much at a first meeting is left to git, which checks the objects itself.
  func fetchInspected() throws -> Fetched {
    if try isFirstMeeting(), RemoteRepository.isLarge(address) {
      if let fetched = try takePacks() { return fetched }
      let words = GitWords.fetch(address, into: remote.name)
      if try isDoneInBulk(.fetching, words) { return Fetched() }
    }
    let inspection = RemoteInspection(
      git: git, remote: GitStore(path: address.path ?? address.text), name: remote.name,
      limit: try container.documentLimit(), checkCancelled: checkCancelled)
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
      problems: faults.map { "replica \(PrintableText.escape($0.replica)): \($0.reason)" })
  }

  /// Whether the remote is of format version 0; libgit2 says what is wrong with others.
  private func isPlain() throws -> Bool {
    let path = address.path ?? address.text
    return try OpenRemote(path: path, git: GitStore(path: path)).isPlain()
  }

  /// Whether the new commits were made from ones that this replica has with all that led to them.
  ///
  /// An object that is here may lack what it names, after a prune that broke off, or in a clone that is not checked
  /// yet.
  private func isJoined(at boundary: Set<ObjectID>) throws -> Bool {
    if CloneRest(container: container).hasPacks() { return false }
    let own = try container.ownReferences().map(\.id)
    let known = try git.references(matching: References.known("refs/docmerge/*", of: remote.name))
    let states = try container.state().map { [$0] } ?? []
    var history = SharedHistory(git: git, tips: own + known.values, states: states)
    return try boundary.allSatisfy { try history.contains($0) }
  }

  /// Fetches everything from a path, or returns `false` where that takes too much memory.
  ///
  /// An object that is small can have been packed as a part of one that is large.
  private func fetchAtOnce() throws -> Bool {
    do {
      try local(.receiving) { observer throws(GitError) in
        try git.fetch(remote.name, observer: observer)
      }
    } catch let error as GitError where error.code == .tooLarge {
      return false
    }
    Checkpoint.pass()
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
      throw error
    }
  }
}
