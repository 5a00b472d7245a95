import DocMergeContainer
import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects

/// Follows versions from the chains that keep them to the states that have them.
struct VersionAuditor {
  private let container: Container
  private let reader: VersionReader
  private var entries: [ObjectID: HistoryEntry] = [:]
  private var unreadable: [ObjectID: String] = [:]
  private var fates: [ObjectID: VersionFate] = [:]

  init(container: Container) {
    self.container = container
    reader = VersionReader(git: container.git)
  }

  mutating func audit(_ progress: (Int) -> Void) throws -> VersionAudit {
    try readKept(progress)
    if let state = try container.state() {
      try followHeads(of: state)
      try followPrunes()
      try followFetched(by: state)
      try followOperations(to: state)
    }
    let sorted = entries.values.sorted { one, two in
      (one.version.date, one.id) < (two.version.date, two.id)
    }
    let dated = try sorted.map { entry in
      VersionAudit.Finding(entry: entry, id: entry.id, fate: try fate(of: entry))
    }
    let gone = fates.filter { entries[$0.key] == nil }.sorted { $0.key < $1.key }.compactMap {
      id, fate in
      if case .pruned = fate { VersionAudit.Finding(entry: nil, id: id, fate: fate) } else { nil }
    }
    let broken = unreadable.sorted { $0.key < $1.key }.map { id, reason in
      VersionAudit.Finding(entry: nil, id: id, fate: .lost(reason: reason))
    }
    return VersionAudit(findings: broken + gone + dated)
  }

  private func fate(of entry: HistoryEntry) throws -> VersionFate {
    if !entry.version.isDeletion, try !container.git.contains(entry.version.content.object) {
      return .lost(reason: tr("its contents are not here"))
    }
    return fates[entry.id] ?? .unfinished
  }

  // MARK: Versions

  /// Reads all versions that the chains of all replicas keep.
  private mutating func readKept(_ progress: (Int) -> Void) throws {
    let git = container.git
    let isOnDemand = try container.settings.isOnDemand()
    var waiting = Array(try git.references(matching: "refs/docmerge/versions/*").values)
    waiting += try git.references(matching: "refs/docmerge/remotes/*/versions/*").values
    if let downloads = try git.reference(References.downloads) { waiting.append(downloads) }
    var seen: Set<ObjectID> = []
    while let id = waiting.popLast() {
      guard seen.insert(id).inserted else { continue }
      do throws(GitError) {
        let commit = try git.commit(id)
        if StateChange.keepMessages.contains(Trailers.parse(commit.message).text) {
          waiting += commit.parents
        } else if OperationNote(message: commit.message) == nil {
          // States are kept as well, those of the replica that this one was before it was restored.
          entries[id] = try reader.entry(id)
          // A rewritten chain only names the last versions, which keep their ancestors.
          for parent in commit.parents where !seen.contains(parent) {
            let isHere = isOnDemand ? try git.contains(parent) : true
            if isHere { waiting.append(parent) }
          }
          if entries.count.isMultiple(of: 1000) { progress(entries.count) }
        }
      } catch {
        unreadable[id] = error.message
      }
    }
  }

  /// Notes the heads of all documents, and their ancestors.
  private mutating func followHeads(of state: StateReader) throws {
    var waiting: [ObjectID] = []
    var isElsewhere: Set<DocumentID> = []
    let isOnDemand = try container.settings.isOnDemand()
    for record in try state.allRecords() {
      // Also versions that are here and not kept yet.
      if isOnDemand, record.heads.elements.contains(where: { entries[$0.id] == nil }) {
        isElsewhere.insert(record.id)
      }
      for (place, head) in try container.graph.heads(of: record).enumerated() {
        fates[head.id] = place == 0 ? .current : .inConflict
        waiting += try parents(of: head.id)
      }
    }
    // The original of a copied document may be the head of another one, and stays that.
    try note(.superseded, of: waiting)
    for entry in entries.values
    where fates[entry.id] == nil && isElsewhere.contains(entry.document) {
      fates[entry.id] = .notFollowed
    }
  }

  /// Notes the versions that were fetched and are not merged yet, by a sync that is still at work or that stopped before
  /// a conflict.
  ///
  /// A head that the state has seen was merged: the fetched state does not explain why it is missing.
  private mutating func followFetched(by state: StateReader) throws {
    let git = container.git
    let clock = try state.clock()
    let fetched = try git.references(matching: "refs/docmerge/remotes/*/state/*").values
    for id in Set(fetched) where try id != state.id && !git.isAncestor(id, of: state.id) {
      for record in try StateReader(id, in: git).changes(since: state).compactMap(\.new) {
        let new = record.heads.dots.filter { !$0.value.allSatisfy(clock.covers) }
        try note(.fetched, of: new.keys.map(\.id))
      }
    }
  }

  /// Notes the fate of versions, and of their ancestors, where they have none yet.
  private mutating func note(_ fate: VersionFate, of versions: [ObjectID]) throws {
    var waiting = versions
    while let id = waiting.popLast() {
      guard fates[id] == nil else { continue }
      fates[id] = fate
      waiting += try parents(of: id)
    }
  }

  /// The parents of a version; also of one that another process has saved since the chains were read.
  private mutating func parents(of id: ObjectID) throws -> [ObjectID] {
    if let entry = entries[id] { return entry.parents }
    guard unreadable[id] == nil, try container.git.contains(id) else { return [] }
    do {
      let entry = try reader.entry(id)
      entries[id] = entry
      return entry.parents
    } catch {
      unreadable[id] = error.message
      return []
    }
  }

  // MARK: Operations

  /// Notes the versions that prunes removed; some may still be here.
  private mutating func followPrunes() throws {
    for prune in try container.operationGraph().prunes() {
      for version in prune.pruned.versions where fates[version.id] == nil {
        fates[version.id] = .pruned(operation: prune.id)
      }
      // Others have versions of these documents that the prune did not know.
      let documents = Set(prune.pruned.documents.map(\.id))
      for entry in entries.values where fates[entry.id] == nil {
        if documents.contains(entry.document) { fates[entry.id] = .pruned(operation: prune.id) }
      }
    }
  }

  /// For versions that no document has, finds the operations that removed them from the states.
  private mutating func followOperations(to state: StateReader) throws {
    var missing = Set(entries.keys).subtracting(fates.keys)
    var waiting = [state.id]
    waiting += try container.git.references(matching: "refs/docmerge/remotes/*/state/*").values
    var seen: Set<ObjectID> = []
    var isUndone: [ObjectID: ObjectID] = [:]
    var wasThere: Set<ObjectID> = []
    while !missing.isEmpty, let id = waiting.popLast() {
      guard seen.insert(id).inserted else { continue }
      let commit = try container.git.commit(id)
      waiting += commit.parents
      let new = try StateReader(id, in: container.git)
      let old = try commit.parents.first.map { id in try StateReader(id, in: container.git) }
      let (came, went) = try changes(from: old, to: new, among: missing)
      wasThere.formUnion(came)
      guard OperationNote(message: commit.message)?.kind == .undo else { continue }
      for version in went {
        isUndone[version] = id
        missing.remove(version)
      }
    }
    try settle(isUndone, wasThere)
  }

  private func changes(
    from old: StateReader?, to new: StateReader, among versions: Set<ObjectID>
  ) throws -> (came: Set<ObjectID>, went: Set<ObjectID>) {
    var (came, went): (Set<ObjectID>, Set<ObjectID>) = ([], [])
    for change in try new.changes(since: old) {
      let before = Set((change.old?.heads.elements ?? []).map(\.id))
      let after = Set((change.new?.heads.elements ?? []).map(\.id))
      came.formUnion(after.subtracting(before).intersection(versions))
      went.formUnion(before.subtracting(after).intersection(versions))
    }
    return (came, went)
  }

  /// An undone version takes its ancestors along; the rest was never in a state, or is lost.
  private mutating func settle(
    _ undone: [ObjectID: ObjectID], _ wasThere: Set<ObjectID>
  ) throws {
    for (version, operation) in undone where fates[version] == nil {
      fates[version] = .undone(operation: operation)
    }
    for (version, operation) in undone {
      var waiting = entries[version]?.parents ?? []
      while let id = waiting.popLast() {
        guard fates[id] == nil else { continue }
        fates[id] = .undone(operation: operation)
        waiting += entries[id]?.parents ?? []
      }
    }
    for id in wasThere where fates[id] == nil {
      fates[id] = .lost(reason: tr("no operation says where it went"))
    }
  }
}
