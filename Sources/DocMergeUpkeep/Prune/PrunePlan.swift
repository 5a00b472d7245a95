package import DocMergeHistory
package import DocMergeObjects

/// What a prune would remove: a pure function of the states, and of the ancestry of versions.
///
/// Laws: a version that a head leads to stays, on any replica and in any state since the horizon; all ancestors of a
/// version that stays, stay.
package struct PrunePlan: Sendable {
  /// A version that the chains of some replica keep.
  package struct Kept: Sendable, Hashable {
    package var document: DocumentID
    package var parents: [ObjectID]
    /// Whether an operation withdrew it, or a prune named it: otherwise it stays.
    package var isTakenBack: Bool
  }

  /// The documents that no state needs to know any more.
  package let documents: [Record]
  /// The versions to remove, with the reasons.
  package let versions: [ObjectID: PruneReason]

  /// Computes the plan.
  ///
  /// - Parameters:
  ///   - kept: all versions that are here.
  ///   - horizon: the records of the state that is old enough, and that all replicas have seen.
  ///   - later: all records that later states of this replica have differently.
  ///   - peers: the records that other replicas have differently than this one has now.
  package init(kept: [ObjectID: Kept], horizon: [Record], later: [Record], peers: [Record]) {
    let touched = Set((later + peers).map(\.id))
    let documents = horizon.filter { record in
      !touched.contains(record.id) && record.heads.elements.allSatisfy(\.isDeletion)
    }
    let forgotten = Set(documents.map(\.id))
    let needed = horizon.filter { !forgotten.contains($0.id) } + later + peers
    func closure(_ ids: some Sequence<ObjectID>) -> Set<ObjectID> {
      var seen: Set<ObjectID> = []
      var waiting = Array(ids)
      while let id = waiting.popLast() {
        guard seen.insert(id).inserted else { continue }
        waiting += kept[id]?.parents ?? []
      }
      return seen
    }
    let deleted = closure(documents.flatMap { $0.heads.elements.map(\.id) })
    let alive = closure(needed.flatMap { $0.heads.elements.map(\.id) })
    func mayGo(_ id: ObjectID, _ version: Kept) -> Bool {
      !alive.contains(id)
        && (version.isTakenBack || deleted.contains(id) || forgotten.contains(version.document))
    }
    // The ancestors of a version that stays, stay with it, withdrawn or not.
    let staying = closure(kept.filter { !mayGo($0.key, $0.value) }.keys)
    var versions: [ObjectID: PruneReason] = [:]
    for (id, version) in kept where !staying.contains(id) {
      versions[id] =
        deleted.contains(id) || forgotten.contains(version.document) ? .deleted : .undone
    }
    self.documents = documents.sorted { $0.id < $1.id }
    self.versions = versions
  }
}
