import DocMergeHistory
package import DocMergeObjects

extension Container {
  /// Which of some versions this replica keeps from housekeeping, and which it could keep.
  package struct Keeping {
    /// The versions that a chain of this replica leads to.
    package var reached: Set<ObjectID> = []
    /// The versions that no chain leads to, and that are here with all their ancestors.
    package var free: Set<ObjectID> = []
    /// The versions that are here in part: a housekeeping broke off.
    package var broken: Set<ObjectID> = []
  }

  /// Checks how versions are kept; versions that are not here, and other objects, are in no part of the result.
  ///
  /// Linear in the versions that are not kept, as long as clocks are right: where they are days off, some reached ones
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
      // Where parts are missing the chains prove nothing: each version is checked by itself.
    }
    result.reached = here.subtracting(unreached)
    var closure = VersionClosure(git: git)
    for id in unreached {
      do {
        if try closure.isWhole(id) { result.free.insert(id) } else { result.broken.insert(id) }
      } catch {
        // An unreadable version counts as missing.
        result.broken.insert(id)
      }
    }
    return result
  }
}
