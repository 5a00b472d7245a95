import DocMergeHistory
import DocMergeLanguage
package import DocMergeObjects

/// Inspects what a repository on this computer would send, before any of it is unpacked.
///
/// libgit2 fetches from a path by reading every object whole, and checks none. So new objects are inspected in
/// the remote: kinds and sizes first, then what commits and trees name.
package struct RemoteInspection {
  /// The container's repository.
  package let git: GitStore
  /// The repository of the remote.
  package let remote: GitStore
  /// The name of the remote.
  package let name: String
  /// The size limit of a document, in bytes.
  package let limit: Int64
  /// Throws when the sync was cancelled; asked for each folder and each commit.
  package let checkCancelled: () throws -> Void

  /// The contents of the remote, and their faults.
  package struct Findings {
    /// The replicas whose references are sound, or unchanged since the last fetch.
    package var sound: [(replica: String, tips: [Tip])] = []
    /// The faults of the others, by the name of the replica.
    package var faults: [(replica: String, reason: String)] = []
    /// Commits that are here and are parents of new ones.
    package var boundary: Set<ObjectID> = []
  }

  /// A reference of a replica: its name here, its target in the remote, and the size limit of the files that it leads
  /// to.
  package typealias Tip = (known: String, id: ObjectID, limit: Int64)

  /// States hold texts only; old states may be among the versions.
  private var kinds: [(name: String, limit: Int64)] {
    let text = Int64(Limits.stateText)
    return [("state", text), ("versions", max(limit, text))]
  }

  /// Inspects all replicas.
  ///
  /// Linear in the objects that are new.
  package func findings() throws -> Findings {
    var references: [String: [Tip]] = [:]
    for kind in kinds {
      let prefix = "refs/docmerge/\(kind.name)/"
      for (reference, id) in try remote.references(matching: prefix + "*") {
        let replica = String(reference.dropFirst(prefix.count))
        references[replica, default: []].append(
          (References.known(reference, of: name), id, kind.limit))
      }
    }
    guard references.count <= Limits.replicas else {
      throw PeerFault(
        description: tr("\(references.count) replicas, more than \(Limits.replicas)"))
    }
    var findings = Findings()
    var seen = Seen()
    for (replica, tips) in references.sorted(by: { $0.key < $1.key }) {
      do {
        for tip in tips where try git.reference(tip.known) != tip.id {
          try inspect(tip, &seen)
        }
        findings.sound.append((replica, tips))
      } catch let error as GitError {
        findings.faults.append((replica, error.message))
      }
    }
    findings.boundary = seen.boundary
    return findings
  }

  /// The objects that were inspected and found sound.
  private struct Seen {
    /// The commits that are new, with their parents.
    var commits: [ObjectID: [ObjectID]] = [:]
    /// Commits that are here, at which the inspection ended.
    var boundary: Set<ObjectID> = []
    var blobs: Set<ObjectID> = []
    /// How many paths lead into each tree.
    var trees: [ObjectID: Int] = [:]
    /// The trees, each after the trees in it.
    var treesInOrder: [ObjectID] = []

    /// The commits, each after its parents.
    var commitsInOrder: [ObjectID] {
      var (result, done) = ([ObjectID](), Set<ObjectID>())
      for tip in commits.keys.sorted() {
        var waiting = [tip]
        while let id = waiting.last {
          let parents = (commits[id] ?? []).filter { commits[$0] != nil && !done.contains($0) }
          guard parents.isEmpty || done.contains(id) else {
            waiting += parents
            continue
          }
          waiting.removeLast()
          if done.insert(id).inserted { result.append(id) }
        }
      }
      return result
    }
  }

  /// Inspects everything that can be reached from a commit and is not here yet.
  private func inspect(_ tip: Tip, _ seen: inout Seen) throws {
    var waiting = [tip.id]
    var sound: [ObjectID: [ObjectID]] = [:]
    while let id = waiting.popLast() {
      try checkCancelled()
      guard seen.commits[id] == nil, sound[id] == nil else { continue }
      if try git.contains(id) {
        // Where nothing is new, nothing depends on the commit.
        if id != tip.id { seen.boundary.insert(id) }
        continue
      }
      try checkFile(of: id)
      let commit = try remote.foreignCommit(id)
      sound[id] = commit.parents
      _ = try inspectTree(commit.tree, level: 0, tip.limit, &seen)
      for parent in commit.parents where try git.contains(parent) {
        guard try git.header(parent).kind == .commit else {
          throw GitStore.malformed(parent, tr("not a commit"))
        }
      }
      waiting += commit.parents
    }
    // Unsound objects of one replica must not count for another.
    seen.commits.merge(sound) { first, _ in first }
  }

  /// Inspects a tree and everything in it, and counts the paths.
  ///
  /// libgit2 follows every path when it fetches, even through trees that it has seen: a few trees that contain each
  /// other many times would keep it busy for ever.
  private func inspectTree(
    _ id: ObjectID, level: Int, _ limit: Int64, _ seen: inout Seen
  ) throws -> Int {
    if let count = seen.trees[id] { return count }
    try checkCancelled()
    guard level < DocumentPath.longest / 2 else { throw GitStore.malformed(id, tr("is too deep")) }
    let isKnown = try git.contains(id)
    if !isKnown { try checkFile(of: id) }
    var count = 0
    for entry in try isKnown ? git.tree(id).entries : remote.foreignTree(id).entries {
      if entry.mode == .folder {
        count += try inspectTree(entry.id, level: level + 1, limit, &seen)
      } else if !seen.blobs.contains(entry.id), try !isKnown || !git.contains(entry.id) {
        // A tree can be here without its contents, after a prune that was killed.
        try inspectBlob(entry.id, limit)
        seen.blobs.insert(entry.id)
      }
      count += 1
      guard count <= Limits.members else { throw GitStore.malformed(id, tr("has too much in it")) }
    }
    seen.trees[id] = count
    seen.treesInOrder.append(id)
    return count
  }

  /// Inspects an object that a tree names as a file.
  private func inspectBlob(_ id: ObjectID, _ limit: Int64) throws {
    let isKnown = try git.contains(id)
    if !isKnown { try checkFile(of: id) }
    // A known object may be of another kind: a tree that names it as a file would damage our own repository.
    let header = try (isKnown ? git : remote).header(id)
    guard header.kind == .blob else { throw GitStore.malformed(id, tr("not a blob")) }
    guard isKnown || header.size <= limit else {
      throw GitStore.malformed(id, tr("has \(header.size) bytes, more than \(limit)"))
    }
  }

  private func checkFile(of id: ObjectID) throws {
    guard try LooseFile.isSound(id, in: remote.path) else {
      throw GitStore.malformed(id, tr("cut off"))
    }
  }

  // MARK: Copying

  /// Copies everything that one replica has in the remote, object by object, and notes its references.
  ///
  /// libgit2 fetches everything that any reference of the remote names, even if it is asked for less.
  package func copy(_ tips: [Tip], _ progress: (SyncProgress) -> Void = { _ in }) throws {
    var seen = Seen()
    for tip in tips { try inspect(tip, &seen) }
    var batch = ObjectBatch()
    // Objects are copied after those that they name: after a kill, a part must not count as the whole.
    let missing = try (Array(seen.blobs) + seen.treesInOrder + seen.commitsInOrder)
      .filter { id throws(GitError) in try !git.contains(id) }
    var step = SyncProgress(remote: name, phase: .receiving)
    step.total = missing.count
    for id in missing {
      try checkCancelled()
      let object = try remote.object(id)
      (step.completed, step.bytes) = (step.completed + 1, step.bytes + Int64(object.bytes.count))
      progress(step)
      _ = try batch.add(object)
      if batch.isLarge { try batch.flush(into: git) }
    }
    try batch.flush(into: git)
    for tip in tips { try git.setReference(tip.known, to: tip.id, from: git.reference(tip.known)) }
  }
}
