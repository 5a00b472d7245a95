import DocMergeObjects

/// Walks git's objects along what commits and trees name.
struct ObjectWalk {
  package let git: GitStore

  /// Objects by kind.
  package struct Found: Sendable {
    /// Each commit with its parents.
    package var commits: [ObjectID: [ObjectID]] = [:]
    package var trees: Set<ObjectID> = []
    package var blobs: Set<ObjectID> = []

    /// Adds the objects of another result.
    package mutating func formUnion(_ other: Found) {
      commits.merge(other.commits) { parents, _ in parents }
      trees.formUnion(other.trees)
      blobs.formUnion(other.blobs)
    }

    /// Whether an object is among them.
    package func has(_ id: ObjectID) -> Bool {
      commits[id] != nil || trees.contains(id) || blobs.contains(id)
    }

    /// All of them in an order in which no object is after one that it names.
    ///
    /// Removal in this order leaves nothing that names a removed object.
    package var sorted: [ObjectID] {
      var children: [ObjectID: Int] = [:]
      for parent in commits.values.joined() { children[parent, default: 0] += 1 }
      var ready = commits.keys.filter { children[$0, default: 0] == 0 }.sorted()
      var result: [ObjectID] = []
      while let id = ready.popLast() {
        result.append(id)
        for parent in commits[id] ?? [] {
          children[parent, default: 0] -= 1
          if children[parent] == 0, commits[parent] != nil { ready.append(parent) }
        }
      }
      return result + trees.sorted() + blobs.sorted()
    }
  }

  /// All that can be reached from `tips`.
  ///
  /// Linear in the commits and trees; blobs are not read.
  ///
  /// - Parameters:
  ///   - tips: commits.
  ///   - isPartial: whether missing objects are skipped; otherwise they are a failure.
  /// - Returns: the objects.
  /// - Throws: ``GitError``.
  package func found(from tips: some Sequence<ObjectID>, isPartial: Bool) throws(GitError) -> Found
  {
    var found = Found()
    var waiting = Array(tips)
    while let id = waiting.popLast() {
      guard found.commits[id] == nil else { continue }
      if isPartial, try !git.contains(id) { continue }
      let commit = try git.commit(id)
      found.commits[id] = commit.parents
      waiting += commit.parents
      try walk(commit.tree, into: &found, isPartial: isPartial)
    }
    return found
  }

  private func walk(
    _ root: ObjectID, into found: inout Found, isPartial: Bool
  ) throws(GitError) {
    var waiting = [root]
    while let id = waiting.popLast() {
      guard !found.trees.contains(id) else { continue }
      if isPartial, try !git.contains(id) { continue }
      found.trees.insert(id)
      for entry in try git.tree(id).entries {
        if entry.mode == .folder {
          waiting.append(entry.id)
          continue
        }
        if isPartial, try !git.contains(entry.id) { continue }
        found.blobs.insert(entry.id)
      }
    }
  }

  // MARK: Backwards

  /// The objects outside of `living` that lead to some of `found` that are outside of `living`, too.
  ///
  /// Reads every commit and tree in the repository that is outside of `living`.
  ///
  /// - Parameters:
  ///   - found: objects to remove.
  ///   - living: objects to keep, with all that they lead to.
  /// - Returns: the objects, without those of `found`.
  /// - Throws: ``GitError``.
  package func leading(to found: Found, besides living: Found) throws(GitError) -> Found {
    let all = try git.allObjects()
    var others = Found()
    var namers: [ObjectID: [ObjectID]] = [:]
    for id in all where !living.has(id) && !found.has(id) {
      // An unreachable object may be anything: an unreadable one leads nowhere.
      guard let kind = try? git.header(id).kind, kind != .blob else { continue }
      if kind == .commit, let commit = try? git.commit(id) {
        others.commits[id] = commit.parents
        for name in [commit.tree] + commit.parents { namers[name, default: []].append(id) }
      } else if kind == .tree, let tree = try? git.tree(id) {
        others.trees.insert(id)
        for entry in tree.entries { namers[entry.id, default: []].append(id) }
      }
    }
    var result = Found()
    var waiting = namers.keys.filter { found.has($0) && !living.has($0) }
    while let id = waiting.popLast() {
      for namer in namers.removeValue(forKey: id) ?? [] {
        if let parents = others.commits[namer] {
          result.commits[namer] = parents
        } else {
          result.trees.insert(namer)
        }
        waiting.append(namer)
      }
    }
    return result
  }
}
