package import DocMergeContainer
import DocMergeCore
package import DocMergeFolder
package import DocMergeHistory
import DocMergeLanguage
package import DocMergeObjects
package import DocMergeSystem
import Glibc

/// The transport to one remote during one sync: fetches from it and sends to it.
///
/// Paths use libgit2, in this process, except for large containers, for repositories that belong to other people or
/// are shared, and for partial fetches: libgit2 looks at every object of a large container, and knows neither
/// whom git trusts nor what others may write. There, and for everything else, the user's `git` runs.
package struct Transport {
  package let container: Container
  package let remote: Remote
  package let address: RemoteAddress
  /// The address for git: that of the remote, or of the mirror of an encrypted one.
  package let place: RemoteAddress
  /// The decrypted contents of an encrypted remote; `nil` for others.
  package let mirror: EncryptedMirror?
  package let options: SyncOptions
  package let isCancelled: () -> Bool
  package let progress: (SyncProgress) -> Void
  /// Whether only states are fetched, and versions when they are asked for.
  package let isOnDemand: Bool
  /// Whether the remote is a path where git's own rules on owners and group permissions apply.
  private let isOfOthers: Bool

  package init(
    container: Container, remote: Remote, options: SyncOptions,
    isCancelled: @escaping () -> Bool, progress: @escaping (SyncProgress) -> Void
  ) throws {
    self.container = container
    self.remote = remote
    address = try RemoteAddress(remote.url)
    mirror =
      address.isEncrypted ? EncryptedMirror(container: container, name: remote.name) : nil
    place = mirror.map { RemoteAddress(path: $0.text) } ?? address
    self.options = options
    self.isCancelled = isCancelled
    self.progress = progress
    isOnDemand = try container.settings.isOnDemand()
    isOfOthers = try RemoteRepository.isOfOthers(address)
    Libgit2.boundMemory(try container.settings.libgit2Memory())
  }

  private var usesGit: Bool {
    isOnDemand || isOfOthers || mirror != nil || address.scheme != .path
  }

  package var git: GitStore { container.git }

  /// A repository on this computer, in the environment of the container.
  func store(at path: String) -> GitStore {
    GitStore(path: path, environment: container.environment)
  }

  /// The result of a fetch.
  package struct Fetched {
    /// Faults in what the other replicas sent.
    package var problems: [String] = []
    /// The objects that were read during the fetch.
    package var ahead: ReadAhead.Findings?
    /// Files that were made for its documents during the fetch.
    package var files: PreallocatedFiles?
    /// The task that makes the fetched objects durable, if it has to be awaited.
    package var writing: BackgroundThread.Work<Void>?
  }

  /// Fetches what the other replicas sent.
  package func fetch() throws -> Fetched {
    try checkCancelled()
    try receive()
    let own = try isOnDemand ? container.replica() : nil
    guard usesGit else { return try keepingHousekeepingOut { try fetchInspected() } }
    if let fetched = try fetchUnchecked() { return fetched }
    do {
      _ = try run(.fetching, GitWords.fetch(place, into: remote.name, versionsOf: own))
      return Fetched()
    } catch let error as RemoteError where [.damaged, .tooLarge].contains(error.reason) {
      return Fetched(problems: try fetchOneByOne(versionsOf: own))
    }
  }

  /// Fetches each replica by itself: a damaged one must not keep the others out.
  private func fetchOneByOne(versionsOf own: ReplicaID?) throws -> [String] {
    var problems: [String] = []
    for replica in try replicas() {
      do {
        let words = GitWords.fetch(
          place, into: remote.name, only: replica, versionsOf: own)
        _ = try run(.fetching, words, isFrugal: true)
      } catch let error as RemoteError where !error.mayPass && error.reason != .cancelled {
        let words = error.reason == .tooLarge ? error.description : error.message
        problems.append(tr("replica \(replica): \(words)"))
      }
    }
    return problems
  }

  /// The replicas that have sent something, as git lists them.
  package func replicas() throws -> [ReplicaID] {
    let list = try run(.fetching, GitWords.list(place))
    return String(decoding: list.output, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.lastIndex(of: "/").flatMap { ReplicaID(line[line.index(after: $0)...]) }
    }
  }

  /// Checks, after a send, that a server lets others see the references of this replica.
  ///
  /// A server that takes references and hides them would keep replicas apart without a word.
  ///
  /// - Throws: ``RemoteError`` with ``RemoteError/Reason/branchesOnly`` where it hides them.
  package func checkShowsOwn() throws {
    guard mirror == nil, address.scheme != .path,
      try !replicas().contains(container.replica())
    else { return }
    throw failure(.branchesOnly, tr("it takes them, and shows them to nobody"))
  }

  /// Sends references of this replica, in this order, with everything that they reach.
  package func send(_ references: [(name: String, id: ObjectID)]) throws {
    try checkCancelled()
    guard !references.isEmpty else { return }
    if let mirror { return try deliver(references, by: mirror) }
    try keepingHousekeepingOut { try sendNow(references) }
    guard let place = address.path else { return }
    RemoteHousekeeping(remote: store(at: place), isCancelled: isCancelled).startWhereDue()
  }

  private func sendNow(_ references: [(name: String, id: ObjectID)]) throws {
    let push = GitWords.push(references, to: address.text, isAtomic: references.count > 1)
    guard usesGit else {
      try checkWritable()
      if try sendDirectly(references) { return }
      if try isMuch(), try isDoneInBulk(.sending, push) { return try noteSent(references) }
      for (name, id) in try bridged(references) {
        // A save in the meantime moves the reference itself, so another reference holds the commit that is sent.
        let source = References.sending(name)
        try git.setReference(source, to: id, from: try git.reference(source))
        try local(.sending) { observer throws(GitError) in
          try git.push(source, as: name, to: remote.name, observer: observer)
        }
        container.disk.noteChange()
      }
      return
    }
    do {
      _ = try run(.sending, push)
    } catch let error as RemoteError where error.isAboutAtomic {
      for reference in try bridged(references) {
        _ = try run(.sending, GitWords.push([reference], to: address.text, isAtomic: false))
      }
    }
    try noteSent(references)
  }

  /// Checks that a path can be written; git and libgit2 have many messages for a path that cannot.
  private func checkWritable() throws {
    guard let place = address.path, access("\(place)/objects", W_OK) != 0,
      [EACCES, EPERM, EROFS].contains(errno)
    else { return }
    throw failure(.notAllowed, Errno.current.description)
  }

  /// The same references; after a prune, with a step in between that includes the old chain of versions.
  ///
  /// The remote's previous state names versions that the new chain does not keep, until the new state is there.
  private func bridged(
    _ references: [(name: String, id: ObjectID)]
  ) throws -> [(name: String, id: ObjectID)] {
    guard references.count == 2, try RecycleBin(container: container).isInUse,
      let old = try git.reference(
        References.known(references[0].name, of: remote.name)),
      old != references[0].id, try git.contains(old),
      try !git.isAncestor(old, of: references[0].id)
    else { return references }
    var batch = ObjectBatch()
    let link = try VersionChain(
      message: StateChange.keepMessage(of: container.replica()),
      signature: git.commit(references[0].id).committer
    ).extend(references[0].id, keeping: [old], in: &batch)
    try batch.flush(into: git)
    return (link.map { [(references[0].name, $0)] } ?? []) + [references[1], references[0]]
  }

  func noteSent(_ references: [(name: String, id: ObjectID)]) throws {
    for (name, id) in references {
      let known = References.known(name, of: remote.name)
      try git.setReference(known, to: id, from: try git.reference(known))
    }
  }

  // MARK: By git

  /// Runs git until it succeeds, fails for good, or has been tried often enough.
  package func run(
    _ work: RemoteError.Work, _ words: [String], tries: Int? = nil, isFrugal: Bool = false
  ) throws -> GitChild.Run {
    try run(work, tries: tries) { try child(work, words, isFrugal: isFrugal) }
  }

  /// The same with the child that `child` makes for each try.
  package func run(
    _ work: RemoteError.Work, tries: Int? = nil, _ child: () throws -> GitChild
  ) throws -> GitChild.Run {
    let tries = tries ?? options.tries
    var pause = 1.0
    for attempt in 1... {
      progress(SyncProgress(remote: remote.name, phase: .connecting))
      let run = try child().run()
      if run.isDone { return run }
      // A process that was killed may have left locks behind.
      try CrashRecovery(container: container).runAfterSync()
      let error = try failure(run, work)
      guard error.mayPass, !error.isAboutAtomic, attempt < tries else { throw error }
      try wait(pause)
      pause *= 2
    }
    throw failure(.other)
  }

  /// A git process for some work in the container's repository.
  package func child(
    _ work: RemoteError.Work, _ words: [String], isFrugal: Bool = false
  ) throws -> GitChild {
    GitChild(
      words: GitWords.common(git.path, isFrugal: isFrugal) + words, timeout: try timeout(),
      mayAsk: options.mayAsk, mayUsePaths: place.scheme == .path,
      memory: work == .fetching ? try container.settings.childMemory() : 0,
      isCancelled: isCancelled,
      progress: report)
  }

  package func report(_ words: ProgressWords) {
    var step = SyncProgress(remote: remote.name, phase: words.phase)
    (step.completed, step.total, step.bytes) = (words.completed, words.total, words.bytes)
    progress(step)
  }

  package func wait(_ seconds: Double) throws {
    progress(SyncProgress(remote: remote.name, phase: .pausing))
    for _ in 0..<Int(seconds * 20) {
      try checkCancelled()
      usleep(50_000)
    }
  }

  package func checkCancelled() throws {
    if isCancelled() { throw failure(.cancelled) }
  }

  private func timeout() throws -> Duration {
    place.scheme == .path ? .zero : try options.timeout(by: git)
  }

  package func failure(_ reason: RemoteError.Reason, _ message: String = "") -> RemoteError {
    RemoteError(reason, address: address.display, message: message)
  }

  private func failure(_ run: GitChild.Run, _ work: RemoteError.Work) throws -> RemoteError {
    switch run.outcome {
    case .cancelled: return failure(.cancelled)
    case .silent:
      let seconds = try options.timeout(by: git).components.seconds
      return failure(
        .timedOut,
        tr("nothing came for \(seconds) seconds; `docmerge.timeout` says how long to wait"))
    case .notStarted(let code):
      return code == ENOENT
        ? failure(.gitMissing) : failure(.other, "git: \(Errno(code).description)")
    case .ended(let status):
      let refusals = String(decoding: run.output, as: UTF8.self).split(separator: "\n")
        .filter { $0.hasPrefix("!") }.map { String($0.replacing("\t", with: " ")) }
      let lines = run.messages + refusals
      return RemoteError(
        saidBy: lines.isEmpty ? [tr("git ended with status \(status)")] : lines, during: work,
        address: address)
    }
  }
}

extension RemoteError {
  /// Whether another user might be allowed in.
  var isAboutRights: Bool { [.notAllowed, .notAuthenticated].contains(reason) }

  /// Whether the server refused everything that was sent.
  var isRefusal: Bool { isAboutRights || reason == .refused || reason == .branchesOnly }

  /// Whether the server cannot take several references at once.
  fileprivate var isAboutAtomic: Bool { message.contains("does not support --atomic") }
}
