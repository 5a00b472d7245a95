import DocMergeContainer
import DocMergeCore
import DocMergeHistory
package import DocMergeObjects
import DocMergeSystem
import Glibc

extension Transport {
  /// With more packs, the references are likely to need only a small part of them.
  private static let mostPacks = 8

  /// Takes over the packs of a remote on a path unchanged, and its references if nothing else is needed.
  ///
  /// A fetch lists every object of the remote, writes all of them into a new pack, and checks here whether each object
  /// that they name was fetched. A pack that was sent to the remote in one piece is checked as well, and needs neither.
  /// Nothing is taken over from packs with unwanted contents: other projects, or pruned versions.
  ///
  /// - Returns: `nil` where something is left to fetch; after any failure, a fetch continues with the objects that
  ///   were taken over.
  /// - Throws: ``RemoteError`` when it was cancelled, ``GitError``.
  func takePacks() throws -> Fetched? {
    guard let place = address.path, let packs = packs(at: place) else { return nil }
    let there = store(at: place).forMuchReading(isForeign: true)
    guard let references = try? there.references(matching: "refs/*"),
      holdsAll(PackReader(repository: place, isForeign: true), of: there, references)
    else { return nil }
    if try mayLeaveCheck(packs, of: place) { return try takeUnchecked(packs, references) }
    let ahead = try readAhead(references, in: there)
    let isWhole = Result { try take(packs) }
    let findings = ahead?.end()
    guard try isWhole.get(), try note(references) else { return nil }
    return Fetched(ahead: findings)
  }

  /// Whether git may check packs once the documents are in place: all packs of a remote, named as by git.
  private func mayLeaveCheck(_ packs: [SystemPath], of place: String) throws -> Bool {
    guard try mayLeaveCheck(), try ObjectFiles(repository: place).loose() == 0 else { return false }
    let files = packs.flatMap { [$0, Transport.index(of: $0)] }
    let sizes = try files.map { try FileStatus.of($0)?.size ?? 0 }
    return packs.allSatisfy { PackCheck.isName($0.name) }
      && sizes.reduce(0, +) <= Transport.unchecked.upperBound
  }

  private static func index(of pack: SystemPath) -> SystemPath {
    pack.parent.appending(pack.name.dropLast(5) + ".idx".utf8)
  }

  /// Takes packs over with their indexes, to be checked later.
  ///
  /// The files are copied: no other process can change the copies.
  ///
  /// - Returns: `nil` where a fetch has to do it.
  /// - Throws: ``RemoteError`` when it was cancelled, ``FileError``, ``GitError``.
  private func takeUnchecked(
    _ packs: [SystemPath], _ references: [String: ObjectID]
  ) throws -> Fetched? {
    // No other process may find half of it.
    try container.operate(finishesClone: false) {
      let names = packs.map { String(decoding: $0.name, as: UTF8.self) }
      let rest = DeferredCloneWork(container: container)
      try rest.begin(packs: names)
      let folder = SystemPath("\(git.path)/objects/pack")
      let disk = container.disk
      try disk.makeFolder(folder)
      let files = packs.flatMap { [$0, Transport.index(of: $0)] }
      for file in files {
        try disk.copy(file, to: folder.appending(file.name)) { try checkCancelled() }
      }
      try git.refresh()
      let copies = files.map { folder.appending($0.name) }
      let writing = BackgroundThread.Work { _ in
        for copy in copies { try disk.synchronise(file: copy) }
        try disk.synchronise(folder: folder)
      }
      if try note(references) { return Fetched(writing: writing) }
      try rest.forgetPacks()
      return nil
    }
  }

  /// Starts to read the state that is merged first, where everything in it is new.
  private func readAhead(
    _ references: [String: ObjectID], in there: GitStore
  ) throws -> ReadAhead? {
    let states = References.states
    // Where signatures are required, no state is read before its signature was checked.
    guard try container.state()?.isEmpty != false,
      try container.settings.signaturePolicy() != .require
    else { return nil }
    let peers = references.compactMap { name, state in
      name.hasPrefix(states)
        ? ReplicaID(String(name.dropFirst(states.count)))
          .map { Peer(replica: $0, state: state) } : nil
    }
    guard let first = try Peer.sorted(peers, in: there).first else { return nil }
    let chain = references["refs/docmerge/versions/\(first.replica)"]
    return ReadAhead(of: first.state, chain, in: there)
  }

  /// Has git check packs and put them in place; `false` where that fails, or they name missing objects.
  private func take(_ packs: [SystemPath]) throws -> Bool {
    // Where nothing else was here, objects that a pack names outside of itself are in the packs before it, with all
    // that they name in turn.
    let wasEmpty = try isNew()
    var isWhole = true
    for pack in packs {
      guard let status = try take(pack), status <= 1 else {
        // Half a pack may be left.
        try CrashRecovery(container: container).runAfterSync()
        try checkCancelled()
        return false
      }
      isWhole = isWhole && (status == 0 || wasEmpty)
    }
    try container.git.refresh()
    container.disk.noteChange()
    return isWhole
  }

  /// Whether the repository has nothing but a state without documents.
  package func isNew() throws -> Bool {
    let git = container.git
    var known: Set<ObjectID> = []
    if let state = try container.state() {
      guard state.isEmpty else { return false }
      known = Set([state.id, try git.commit(state.id).tree] + state.root.entries.map(\.id))
    }
    return try git.allObjects().allSatisfy(known.contains)
  }

  /// Whether packs hold everything that references name, all of which belongs to docmerge, and nothing that was pruned.
  ///
  /// Costs a look at every operation. Objects outside of packs are not read.
  private func holdsAll(
    _ packs: PackReader, of place: GitStore, _ references: [String: ObjectID]
  ) -> Bool {
    let isOurs = references.allSatisfy {
      $0.key.hasPrefix("refs/docmerge/") && packs.contains($0.value)
    }
    guard isOurs, (1...2 * Limits.replicas).contains(references.count) else { return false }
    var waiting = references.filter { $0.key.hasPrefix(References.states) }.map(\.value)
    var seen: Set<ObjectID> = []
    while let id = waiting.popLast() {
      guard seen.insert(id).inserted else { continue }
      guard packs.contains(id), let commit = try? place.foreignCommit(id),
        let note = OperationNote(message: commit.message), note.kind != .prune
      else { return false }
      waiting += commit.parents
    }
    return true
  }

  /// The packs that hold all of a repository; `nil` where objects are outside of packs, too.
  ///
  /// The largest is first, and then the older ones: packs name objects of older packs.
  private func packs(at place: String) -> [SystemPath]? {
    let folder = SystemPath("\(place)/objects/pack")
    for name in ["objects/info/alternates", "shallow"] {
      guard FileStatus.isMissing(SystemPath("\(place)/\(name)")) else { return nil }
    }
    guard let entries = try? Files.entries(of: folder) else { return nil }
    let packs = entries.filter { $0.name.ends(with: ".pack") && $0.status.isFile }
    guard (1...Transport.mostPacks).contains(packs.count),
      !entries.contains(where: { $0.name.ends(with: ".promisor") })
    else { return nil }
    let largest = packs.map(\.status.size).max()
    return packs.sorted { one, two in
      let (first, second) = (one.status, two.status)
      if first.size == largest || second.size == largest { return first.size > second.size }
      return first.modified < second.modified
    }.map { folder.appending($0.name) }
  }

  /// Has git check a pack and put it in place; `nil` when it cannot be read.
  ///
  /// - Returns: the exit status; 1 where the pack names objects that are not in it.
  private func take(_ pack: SystemPath) throws -> Int32? {
    let file = open(pack.characters, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let status = try? FileStatus.of(open: file, pack), status.isFile else { return nil }
    var child = try child(.fetching, GitWords.takePack)
    child.input = file
    let run = child.run()
    guard case .ended(let status) = run.outcome else { return nil }
    return status
  }

  /// Notes the references of a remote, if everything that they name is here.
  package func note(_ references: [String: ObjectID]) throws -> Bool {
    let git = container.git
    for id in references.values {
      guard try git.contains(id), (try? git.header(id))?.kind == .commit else { return false }
    }
    // The versions are first, whose names sort behind the states': a reader that sees a state finds what it names.
    for (reference, id) in references.sorted(by: { $0.key > $1.key }) {
      let known = References.known(reference, of: remote.name)
      try git.setReference(known, to: id, from: git.reference(known))
    }
    return true
  }
}
