import DocMergeCore
package import DocMergeHistory
import DocMergeSystem

/// What is to be done about each document: a function of the index, of what the documents are to be, and of what
/// a look tells; it changes nothing.
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
    /// The documents that are beside an obstacle, as they can be for now.
    package var aside: Set<DocumentID> = []
  }

  /// Plans what is to be done so that each target is in its place, and who makes room for that.
  ///
  /// - Parameter targets: the documents that are not, or need not be, as they should; each once.
  /// - Returns: a step for each of them, and for each other document that gets another place by that.
  /// - Throws: ``FileError``, ``GitError``, `DatabaseError`.
  package func plan(_ targets: [FolderTarget]) throws -> Plan {
    var names = try NamePlan(index: index, obstacles: situation.obstacles)
    names.set(targets.map { ($0.id, $0.wish?.name) })
    var old: [DocumentID: FolderIndex.Entry] = [:]
    var affected: Set<DocumentID> = []
    // Where nothing is yet, only those are affected that are put there.
    if try !index.isEmpty() {
      for target in targets { old[target.id] = try index.entry(of: target.id) }
      // Of what was done in the folder itself the index knows already; the old state does not.
      // Names that are the same now may have been others in a round, or a run, that did not come to its end.
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
    // Whether somebody removed or renamed what waits, the save finds out.
    let unsettled = situation.unsettled
    if !unsettled.isEmpty {
      plan.steps.removeAll { !$0.isChange && $0.id.map(unsettled.contains) == true }
    }
    return plan
  }

  /// What makes room for others, or can go to a place that is free now.
  private func moves(of affected: Set<DocumentID>, _ names: NamePlan) throws -> [FolderStep] {
    try affected.compactMap { id in
      guard let entry = try index.entry(of: id) else { return nil }
      var new = entry
      new.path = try names.place(of: id, wanting: entry.wanted)
      return new.path == entry.path ? nil : FolderStep(old: entry, new: new, filling: nil)
    }
  }

  /// The documents that are to lie beside obstacles: once these are gone, they get their places.
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
    guard let wish = target.wish else { return FolderStep(old: old, new: nil, filling: nil) }
    let id = target.id
    let path = try names.place(of: id, wanting: wish.name)
    let old = old ?? situation.strays?.entry(of: id, wish.version, at: path)
    let filling = try filling(of: id, wish.version, old, at: path, target.presence)
    let none = Fingerprint(
      size: -1, modified: .init(nanoseconds: 0), changed: .init(nanoseconds: 0), inode: 0,
      born: .init(nanoseconds: 0), permissions: 0, digest: 0)
    let new = FolderIndex.Entry(
      id: id, wanted: wish.name, path: path, version: filling.version(of: wish.version).id,
      content: filling.content, fingerprint: old?.fingerprint ?? none,
      seen: old?.seen ?? Timestamp(nanoseconds: 0))
    return FolderStep(old: old, new: new, filling: filling)
  }

  /// What is to be in the folder, of what is here.
  private func filling(
    of id: DocumentID, _ version: Version, _ old: FolderIndex.Entry?, at path: DocumentPath,
    _ presence: FolderTarget.Presence
  ) throws -> Filling {
    let placeholder = Filling.placeholder(Placeholder(id))
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
    // What is there is older than what is known: better than nothing.
    return try old.map { .version(try lookup.version($0.version)) } ?? placeholder
  }

  // MARK: Outside of the focus

  /// What is to be done about a document that is not to be in the folder, which has only a part of all; `nil`
  /// where it is to be there.
  private func outsideStep(
    _ old: FolderIndex.Entry?, _ target: FolderTarget
  ) throws -> FolderStep? {
    guard let name = target.wish?.name, try isOutside(target, name, old) else { return nil }
    return FolderStep(
      old: old, new: nil, filling: nil,
      outside: .init(id: target.id, wanted: name, version: old?.version))
  }

  /// Whether a document of this name is not to be in the folder.
  private func isOutside(
    _ target: FolderTarget, _ name: DocumentPath, _ old: FolderIndex.Entry?
  ) throws -> Bool {
    switch target.presence {
    case .outside: return true
    case .contents, .placeholder: return false
    case .asItWas: break
    }
    guard let isInFocus = policy.isInFocus, !isInFocus(name) else { return false }
    // What people put outside of the focus stays until that is set again, and so does what they have to decide
    // about; what others move out of it leaves.
    if let old { return isInFocus(old.wanted) && !target.isInConflict }
    return try !situation.isRebuilding || !lookup.isTaken(name)
  }
}
