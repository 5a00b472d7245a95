import DocMergeCore
package import DocMergeHistory
import DocMergeSystem

/// Plans the steps for each document: a function of the index, of the targets, and of lookups; it changes nothing.
package struct FolderPlanner: Sendable {
  package let index: FolderIndex
  package let lookup: any FolderLookup
  package var policy: FolderPolicy
  package var situation: FolderSituation

  package init(
    index: FolderIndex, lookup: any FolderLookup, policy: FolderPolicy = .init(),
    situation: FolderSituation = .init()
  ) {
    self.index = index
    self.lookup = lookup
    self.policy = policy
    self.situation = situation
  }

  /// Steps in no order, at most one for each document.
  package struct Plan: Sendable {
    package var steps: [FolderStep] = []
    /// The documents that are beside an obstacle, as good as they can be for now.
    package var aside: Set<DocumentID> = []
  }

  /// Plans the steps that put each target in its place, and the documents that make room for that.
  ///
  /// - Parameter targets: the documents that are not, or may not be, as they should be; each once.
  /// - Returns: a step for each of them, and for each other document that gets another place by that.
  /// - Throws: ``FileError``, ``GitError``, `DatabaseError`.
  package func plan(_ targets: [FolderTarget]) throws -> Plan {
    var names = try NamePlan(index: index, obstacles: situation.obstacles)
    names.set(targets.map { ($0.id, $0.wish?.name) })
    var old: [DocumentID: FolderIndex.Entry] = [:]
    var affected: Set<DocumentID> = []
    // In an empty folder, only the targets are affected.
    if try !index.isEmpty() {
      for target in targets { old[target.id] = try index.entry(of: target.id) }
      // The index already knows about changes in the folder itself; the old state does not. Names that are the same now
      // may have differed in an unfinished round or run.
      let wanted = targets.flatMap { [old[$0.id]?.wanted, $0.oldName, $0.wish?.name] }
      affected = try names.affected(by: Set(wanted.compactMap(\.self)))
      for target in targets { affected.remove(target.id) }
    }
    let (known, settled) = (old, names)
    var plan = Plan()
    plan.steps = try ParallelMap.map(targets, grain: 256) { target in
      try outsideStep(known[target.id], target) ?? step(known[target.id], target, settled)
    }
    plan.steps += try moves(of: affected, names)
    plan.aside = try aside(plan.steps, names)
    // The save finds out whether a waiting document was removed or renamed.
    let unsettled = situation.unsettled
    if !unsettled.isEmpty {
      plan.steps.removeAll { !$0.isChange && $0.id.map(unsettled.contains) == true }
    }
    return plan
  }

  /// The documents that make room for others, or can move to a place that is free now.
  private func moves(of affected: Set<DocumentID>, _ names: NamePlan) throws -> [FolderStep] {
    try affected.compactMap { id in
      guard let entry = try index.entry(of: id) else { return nil }
      var new = entry
      new.path = try names.place(of: id, wanting: entry.wanted)
      return new.path == entry.path ? nil : FolderStep(old: entry, new: new, fileContent: nil)
    }
  }

  /// The documents beside obstacles: once these are gone, the documents get their places.
  private func aside(_ steps: [FolderStep], _ names: NamePlan) throws -> Set<DocumentID> {
    if situation.obstacles.isEmpty { return [] }
    return Set(
      try steps.compactMap(\.new).filter { new in
        try names.sharedPlace(of: new.id, wanting: new.wanted) != new.path
      }.map(\.id))
  }

  private func step(
    _ old: FolderIndex.Entry?, _ target: FolderTarget, _ names: NamePlan
  ) throws -> FolderStep {
    guard let wish = target.wish else { return FolderStep(old: old, new: nil, fileContent: nil) }
    let id = target.id
    let path = try names.place(of: id, wanting: wish.name)
    let old = old ?? situation.strays?.entry(of: id, wish.version, at: path)
    let fileContent = try fileContent(of: id, wish.version, old, at: path, target.presence)
    let none = Fingerprint(
      size: -1, modified: .init(nanoseconds: 0), changed: .init(nanoseconds: 0), inode: 0,
      born: .init(nanoseconds: 0), permissions: 0, digest: 0)
    let new = FolderIndex.Entry(
      id: id, wanted: wish.name, path: path, version: fileContent.version(of: wish.version).id,
      content: fileContent.contentID, fingerprint: old?.fingerprint ?? none,
      seen: old?.seen ?? Timestamp(nanoseconds: 0))
    return FolderStep(old: old, new: new, fileContent: fileContent)
  }

  /// The content for a document's file: its version if the contents are here, otherwise a placeholder.
  private func fileContent(
    of id: DocumentID, _ version: Version, _ old: FolderIndex.Entry?, at path: DocumentPath,
    _ presence: FolderTarget.Presence
  ) throws -> FileContent {
    let placeholder = FileContent.placeholder(Placeholder(id))
    switch presence {
    case .placeholder: return placeholder
    case .contents: return .version(version)
    case .asItWas, .outside: break
    }
    if let old, old.isPlaceholder {
      let isFilled = try policy.fillsPlaceholders && lookup.hasContents(of: version)
      return isFilled ? .version(version) : placeholder
    }
    if old == nil, situation.isRebuilding, try lookup.placeholder(at: path) == id {
      return placeholder
    }
    guard policy.isOnDemand, try !lookup.hasContents(of: version) else { return .version(version) }
    // The file there holds an older version than the current one: better than a placeholder.
    return try old.map { .version(try lookup.version($0.version)) } ?? placeholder
  }

  // MARK: Outside of the focus

  /// The step for a document that should not be in a folder with only a part of the container; `nil` if it should be
  /// there.
  private func outsideStep(
    _ old: FolderIndex.Entry?, _ target: FolderTarget
  ) throws -> FolderStep? {
    guard let name = target.wish?.name, try isOutside(target, name, old) else { return nil }
    return FolderStep(
      old: old, new: nil, fileContent: nil,
      outside: .init(id: target.id, wanted: name, version: old?.version))
  }

  /// Whether a document of this name should not be in the folder.
  private func isOutside(
    _ target: FolderTarget, _ name: DocumentPath, _ old: FolderIndex.Entry?
  ) throws -> Bool {
    switch target.presence {
    case .outside: return true
    case .contents, .placeholder: return false
    case .asItWas: break
    }
    guard let isInFocus = policy.isInFocus, !isInFocus(name) else { return false }
    // Documents that people put outside of the focus stay until it is set again, and so do documents in conflict;
    // documents that others move out of it leave.
    if let old { return isInFocus(old.wanted) && !target.isInConflict }
    return try !situation.isRebuilding || !lookup.isTaken(name)
  }
}
