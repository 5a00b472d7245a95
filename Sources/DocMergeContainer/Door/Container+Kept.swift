import DocMergeHistory
package import DocMergeObjects

extension Container {
  /// Which of some versions this replica keeps from housekeeping, and which it could.
  package struct Keeping {
    /// Those that a chain of this replica leads to.
    package var reached: Set<ObjectID> = []
    /// Those that none leads to, and that are here with all that they were made from.
    package var free: Set<ObjectID> = []
    /// Those that are here in part: a housekeeping broke off.
    package var broken: Set<ObjectID> = []
  }

  /// Looks how versions are kept; what is not here, or no version, is in no part of the answer.
  ///
  /// Linear in what is not kept, as long as clocks are right: where they are days off, some that are reached
  /// count as free.
  ///
  /// - Throws: ``GitError``.
  package func keeping(of versions: some Sequence<ObjectID>) throws -> Keeping {
    let here = try Set(versions).filter { id in
      try git.contains(id) && git.header(id).kind == .commit
    }
    guard !here.isEmpty else { return Keeping() }
    let chains = try [References.versions(replica()), References.downloads].map { name in
      try git.reference(name)
    }
    var (result, unreached) = (Keeping(), here)
    do {
      let new = try git.commits(reachableFrom: here.sorted(), butNotFrom: chains)
      unreached = here.intersection(new)
    } catch {
      // Where parts are missing nothing can be told from the chains: each is looked at by itself.
    }
    result.reached = here.subtracting(unreached)
    var closure = VersionClosure(git: git)
    for id in unreached {
      do {
        if try closure.isWhole(id) { result.free.insert(id) } else { result.broken.insert(id) }
      } catch {
        // What cannot be read is as good as missing.
        result.broken.insert(id)
      }
    }
    return result
  }
}
