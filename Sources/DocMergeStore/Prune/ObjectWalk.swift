/// Goes through git's objects along what commits and trees name.
struct ObjectWalk {
  let git: GitStore

  /// Objects by kind.
  struct Found: Sendable {
    /// Each commit with its parents.
    var commits: [ObjectID: [ObjectID]] = [:]
    var trees: Set<ObjectID> = []
    var blobs: Set<ObjectID> = []

    /// Whether an object is among them.
    func has(_ id: ObjectID) -> Bool {
      commits[id] != nil || trees.contains(id) || blobs.contains(id)
    }

    /// All of them in an order in which no object comes after one that it names.
    ///
    /// Whoever removes them in this order leaves nothing that names what is gone already.
    var sorted: [ObjectID] {
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
  ///   - isPartial: whether what is not here is passed over; otherwise it is a failure.
  /// - Returns: the objects.
  /// - Throws: ``GitError``.
  func found(from tips: some Sequence<ObjectID>, isPartial: Bool) throws(GitError) -> Found {
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
}
