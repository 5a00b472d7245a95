import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects

/// Compares a state with the versions that it names.
struct StateCheck {
  package let git: GitStore
  /// Whether versions that are not here may be known.
  package let isOnDemand: Bool
  /// Whether it is the state of another replica, which may be one on demand.
  package let isForeign: Bool
  /// Versions that prunes removed; earlier states still name them.
  package let pruned: Set<ObjectID>

  /// The faults of a state, as half sentences; empty if there are none.
  ///
  /// Linear in the number of documents.
  package func faults(of state: StateReader) throws(GitError) -> [String] {
    do {
      let records = try state.allRecords()
      var faults = records.flatMap(faults)
      let listed = try state.conflicts()
      let open = Set(records.filter(isOpen).map(\.id)).intersection(listed)
      let inConflict = try records.filter { record in
        try !open.contains(record.id) && isInConflict(record)
      }
      if listed != open.union(inConflict.map(\.id)).sorted() {
        faults.append(tr("its list of conflicts is not that of its documents"))
      }
      return faults
    } catch let error as GitError {
      return [error.description]
    } catch {
      return ["\(error)"]
    }
  }

  /// Whether a document may be listed as in conflict though it is not: the replica may lack its versions.
  private func isOpen(_ record: Record) -> Bool {
    record.heads.dots.count > 1 && (isForeign || isOnDemand)
  }

  /// Whether a document must be listed; a replica that lacks its versions cannot know that.
  private func isInConflict(_ record: Record) throws(GitError) -> Bool {
    for head in record.heads.elements where try !git.contains(head.id) { return false }
    return try HeadGraph(git: git).heads(of: record).count > 1
  }

  private func faults(of record: Record) -> [String] {
    var faults: [String] = []
    if record.heads.dots.isEmpty || record.names.dots.isEmpty {
      faults.append(tr("document \(record.id) has no version or no name"))
    }
    for head in record.heads.elements {
      if isOnDemand || pruned.contains(head.id), (try? git.contains(head.id)) == false { continue }
      do throws(GitError) {
        let entry = try VersionReader(git: git).entry(head.id)
        guard entry.version != head || entry.document != record.id else { continue }
        faults.append(tr("version \(head.id.short) is not what it says of it"))
      } catch {
        faults.append(tr("version \(head.id.short) cannot be read: \(error.message)"))
      }
    }
    return faults
  }
}
