import DocMergeLanguage
import DocMergeResolvers

extension GitMemory {
  /// The result of importing another memory.
  public struct Import: Sendable, Hashable {
    /// How many entries are new here, or newer than ours.
    public var taken: Int
    /// How many did not match their keys, and were left out.
    public var broken: Int
  }

  /// Writes everything that is remembered to a git bundle, which `git fetch` reads, too.
  ///
  /// - Throws: ``GitFailure``, also when there is nothing yet.
  public func export(to path: String) throws {
    guard try tip() != nil else { throw GitFailure(tr("nothing is remembered yet")) }
    _ = try repository.git.run("bundle", "create", "--quiet", path, GitMemory.ref)
  }

  /// Imports the memory from a bundle.
  ///
  /// - Throws: ``GitFailure``.
  public func importBundle(_ path: String) throws -> Import {
    let incoming = "\(GitMemory.ref)-incoming"
    _ = try repository.git.run(
      "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", path,
      "+\(GitMemory.ref):\(incoming)")
    defer { _ = try? repository.git.run("update-ref", "-d", incoming) }
    return try importCommit(incoming)
  }

  /// Imports the memory of another clone, which was fetched: its ref, or `FETCH_HEAD`.
  ///
  /// Of two decisions about one conflict the newer one counts. An entry that does not match its key
  /// cannot be genuine, and is left out.
  ///
  /// - Throws: ``GitFailure``.
  public func importCommit(_ name: String) throws -> Import {
    guard let other = try commit(name) else { throw GitFailure(tr("there is no commit \(name)")) }
    let theirs = try entries(in: other)
    let before = try tip()
    if try before.map({ try isAncestor(other, of: $0) }) ?? false {
      return Import(taken: 0, broken: theirs.broken)
    }
    if theirs.broken == 0, try before.map({ try isAncestor($0, of: other) }) ?? true {
      let known = try before.map { try entries(in: $0).entries } ?? []
      let none = String(repeating: "0", count: other.count)
      let words = ["update-ref", "-m", "import", GitMemory.ref, other, before ?? none]
      // If another process was faster, the two are joined.
      if try repository.git.output(words.map { Array($0.utf8) }).status == 0 {
        return Import(taken: Set(theirs.entries).subtracting(known).count, broken: 0)
      }
    }
    let taken = try change("Import a memory", merging: other) { tip in
      let ours = try tip.map { try entries(in: $0).entries } ?? []
      let known = Dictionary(ours.map { ($0.key, $0) }) { $1 }
      var changes: [ConflictKey: MemoryEntry?] = [:]
      for entry in theirs.entries {
        let joined = known[entry.key]?.joined(with: entry) ?? entry
        if joined != known[entry.key] { changes[entry.key] = joined }
      }
      return changes
    }
    return Import(taken: taken, broken: theirs.broken)
  }

  private func isAncestor(_ one: String, of other: String) throws -> Bool {
    let words = ["merge-base", "--is-ancestor", one, other]
    return try repository.git.output(words.map { Array($0.utf8) }).status == 0
  }
}
