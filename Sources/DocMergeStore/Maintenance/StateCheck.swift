/// Compares a state with the versions that it names.
struct StateCheck {
  let git: GitStore
  /// Whether versions may be known that are not here.
  let isOnDemand: Bool
  /// Versions that prunes took away; states of before name them still.
  let pruned: Set<ObjectID>

  /// What is wrong with a state, as half sentences; empty when all is well.
  ///
  /// Linear in the number of documents.
  func faults(of state: StateReader) throws(GitError) -> [String] {
    do {
      let records = try state.allRecords()
      let listed = try state.conflicts()
      // Who did not have the versions listed those that might be in conflict.
      let mayBe = Set(records.filter { $0.heads.dots.count > 1 }.map(\.id))
      let inConflict = try records.filter { try HeadGraph(git: git).heads(of: $0).count > 1 }
      var faults = records.flatMap(faults)
      if listed != Set(listed).intersection(mayBe).union(inConflict.map(\.id)).sorted() {
        faults.append("its list of conflicts is not that of its documents")
      }
      return faults
    } catch let error as GitError {
      return [error.description]
    } catch {
      return ["\(error)"]
    }
  }

  private func faults(of record: Record) -> [String] {
    var faults: [String] = []
    if record.heads.dots.isEmpty || record.names.dots.isEmpty {
      faults.append("document \(record.id) has no version or no name")
    }
    for head in record.heads.elements {
      if isOnDemand || pruned.contains(head.id), (try? git.contains(head.id)) == false { continue }
      do throws(GitError) {
        let entry = try VersionReader(git: git).entry(head.id)
        guard entry.version != head || entry.document != record.id else { continue }
        faults.append("version \(head.id.short) is not what it says of it")
      } catch {
        faults.append("version \(head.id.short) cannot be read: \(error.message)")
      }
    }
    return faults
  }
}
