import DocMergeContainer
import DocMergeHistory
import DocMergeObjects
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Glibc

/// The end of a run: everybody meets everybody, and then all must be the same, and all there.
extension World {
  /// Lets all replicas meet until nothing changes any more.
  func heal() throws {
    for replica in replicas {
      replica.cutOff = []
      setClock(replica)
      if isFocusing { try check(replica.container().local.setFocus(nil)) }
      let known = Set(try remotes(of: replica))
      for remote in 0..<remoteCount where !known.contains(remote) {
        try connect(replica, to: remote)
      }
    }
    var quiet = 0
    for round in 0..<8 {
      quiet = try syncAll("healing \(round)", quiet: quiet)
      // A replica that announced versions that a remote lacks has to send them there.
      if isOnDemand, try !downloadAll() { quiet = 0 }
      if quiet >= replicas.count * remoteCount { return }
    }
    throw Failure(description: "does not settle")
  }

  /// Lets each replica meet each remote, until each did without anything new.
  ///
  /// - Parameters:
  ///   - title: for the log.
  ///   - quiet: after how many meetings that brought nothing new.
  /// - Returns: after how many it ends.
  /// - Throws: what a meeting throws.
  private func syncAll(_ title: String, quiet: Int) throws -> Int {
    var quiet = quiet
    for replica in replicas {
      for remote in 0..<remoteCount {
        setClock(replica)
        let outcome = try sync(replica, with: remote)
        if outcome.isQuiet {
          quiet += 1
          if quiet == replicas.count * remoteCount, !isOnDemand { return quiet }
        } else {
          quiet = 0
          note("\(title) \(replica.name) \(outcome.words)")
        }
      }
    }
    return quiet
  }

  /// Compares everything with everything, and with what was promised.
  ///
  /// - Returns: the facts that are the same for the same seed, as text.
  func check(asksGit: Bool) throws -> String {
    let first = replicas[0]
    let (documents, tree) = (try describe(first), describe(folderOf: first))
    let history = try first.history()
    var promised = Knowledge()
    for replica in replicas {
      try compare("documents of", replica, try describe(replica), documents)
      try compare("folder of", replica, describe(folderOf: replica), tree)
      try checkFolder(replica)
      promised.versions.formUnion(replica.known.versions)
      promised.contents.formUnion(replica.known.contents)
    }
    promised.subtract(try pruned())
    for version in promised.versions.subtracting(history).subtracting(superseded) {
      let entry = try? first.container().entry(version)
      throw Failure(description: "version \(version) led nowhere: \(entry.map { "\($0)" } ?? "")")
    }
    for replica in replicas {
      // On demand, the versions that led to the current ones are fetched, and no others.
      let kept = replica.isOnDemand ? promised.versions.intersection(history) : promised.versions
      let contents = replica.isOnDemand ? [] : promised.contents
      try checkReadable(Knowledge(versions: kept, contents: contents), on: replica)
    }
    if asksGit { for replica in replicas { try askGit("\(replica.path)/.docmerge") } }
    if asksGit { for remote in 0..<remoteCount { try askGit(remotePath(remote)) } }
    return (documents + tree).joined(separator: "\n")
  }

  /// What prunes took away, by name: it is not promised any more.
  private func pruned() throws -> Knowledge {
    var versions = Set<ObjectID>()
    for replica in replicas {
      // Who gets contents on demand forgets documents with versions that it cannot name.
      let forgotten = isOnDemand ? try replica.container().prunedDocuments() : []
      versions.formUnion(try replica.container().prunedVersions())
      versions.formUnion(documents.filter { forgotten.contains($0.value) }.keys)
    }
    return Knowledge(versions: versions, contents: Set(versions.flatMap { contents[$0] ?? [] }))
  }

  /// Mostly deletes something, and lets all meet whom nothing keeps apart: what one of them has not seen is
  /// never pruned.
  ///
  /// Notes what each version holds before some of them may go.
  func prepareToPrune(_ replica: SimulatedReplica) throws {
    if !generator.once(in: 3) {
      _ = try replica.container().save()
      replica.acknowledgeFolder()
      let documents = try replica.container().documents().filter { $0.availability == .local }
      if let document = documents.randomElement(using: &generator), !generator.once(in: 3) {
        try replica.container().delete([document.id])
        try replica.acknowledge()
      }
      for other in replicas + replicas {
        for remote in try remotes(of: other) where !other.cutOff.contains(remote) {
          setClock(other)
          _ = try sync(other, with: remote)
          try other.acknowledge()
        }
      }
      setClock(replica)
    }
    let container = try replica.container()
    // What this one does not have, one of those has that have everything.
    for place in try [container] + (isOnDemand ? replicas : []).map({ try $0.container() }) {
      for case let entry? in try place.upkeep.audit().findings.map(\.entry) {
        documents[entry.id] = entry.document
        guard try contents[entry.id] == nil && place.local.hasContents(of: entry.version) else {
          continue
        }
        contents[entry.id] = try texts(in: place.contents(of: entry.version))
      }
    }
  }

  private func texts(in contents: DocumentContents) throws -> Set<ObjectID> {
    let texts: [[UInt8]] =
      switch contents {
      case .file(let bytes, _), .symlink(let bytes): [bytes]
      case .package(let members): members.map(\.bytes)
      case .deleted: []
      }
    return Set(try texts.map { try GitObject(kind: .blob, bytes: $0).id })
  }

  private func compare(
    _ what: String, _ replica: SimulatedReplica, _ found: [String], _ expected: [String]
  ) throws {
    guard found != expected else { return }
    let (more, less) = (
      found.filter { !expected.contains($0) }, expected.filter { !found.contains($0) }
    )
    throw Failure(
      description: "\(what) \(replica.name) differ from those of \(replicas[0].name):\n"
        + more.map { "  + \($0)\n" }.joined() + less.map { "  - \($0)\n" }.joined())
  }

  private func describe(_ replica: SimulatedReplica) throws -> [String] {
    try replica.container().documents(includesDeleted: true).map { document in
      "\(document.id) \(document.path.bytes) \(document.path) \(document.heads.map(\.id)) \(document.aliases)"
    }
  }

  private func describe(folderOf replica: SimulatedReplica) -> [String] {
    // The bits of a file system count only where all keep them.
    let comparesBits = replicas.allSatisfy(\.keepsBits)
    return FolderTree(replica.path).items().compactMap { path, item in
      switch item {
      case .file(let bytes, let isExecutable):
        "\(Array(path.utf8)) \(path) \(isExecutable && comparesBits) "
          + String(decoding: bytes, as: UTF8.self)
      case .link(let target): "\(path) -> \(target)"
      // Empty folders belong to no document.
      case .folder: nil
      }
    }
  }

  private func checkFolder(_ replica: SimulatedReplica) throws {
    let status = try replica.container().status()
    let isClean =
      status.modified.isEmpty && status.added.isEmpty && status.removed.isEmpty
      && status.moved.isEmpty
    guard isClean else { throw Failure(description: "\(replica.name) is not saved: \(status)") }
    for (path, _) in FolderTree(replica.path).items()
    where path.contains(".docmerge-tmp") || path.hasSuffix("~new") {
      throw Failure(description: "\(replica.name) has a left-over: \(path)")
    }
  }

  /// Every promised version and every promised text can be read on every replica.
  private func checkReadable(_ promised: Knowledge, on replica: SimulatedReplica) throws {
    let container = try replica.container()
    for id in promised.versions {
      do {
        let version = try container.entry(id).version
        _ = try container.contents(of: version)
      } catch {
        throw Failure(description: "\(replica.name) cannot read version \(id): \(error)")
      }
    }
    let git = GitStore(path: "\(replica.path)/.docmerge")
    for id in promised.contents {
      guard try git.contains(id) else {
        throw Failure(description: "\(replica.name) has lost the text \(id)")
      }
    }
    for id in try unreachable(promised, on: git) {
      throw Failure(description: "on \(replica.name) git would throw \(id) away")
    }
  }

  /// The promised versions that no reference leads to.
  private func unreachable(_ promised: Knowledge, on git: GitStore) throws -> Set<ObjectID> {
    var seen: Set<ObjectID> = []
    var waiting = Array(try git.references(matching: "refs/*").values)
    while let id = waiting.popLast() {
      guard seen.insert(id).inserted else { continue }
      waiting += try git.commit(id).parents
    }
    return promised.versions.subtracting(seen)
  }

  private func askGit(_ repository: String) throws {
    let output = Program("git", in: path).run(["--git-dir", repository, "fsck", "--strict"])
    guard output.status == 0, !output.text.contains("missing") else {
      throw Failure(description: "git fsck of \(repository): \(output)")
    }
  }
}
