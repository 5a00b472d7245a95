import DocMergeCore
package import DocMergeHistory
package import DocMergeObjects
package import DocMergeSystem
import Glibc

/// Brings the folder, and the index, in line with a state.
///
/// Every step can be repeated: after a crash the next run finds what is done already, by contents, and
/// does the rest. Documents that somebody changed meanwhile are left alone and named in ``Outcome``.
package struct FolderUpdater: Sendable {
  package let root: SystemPath
  package let git: GitStore
  package let rules: FolderRules
  package let index: FolderIndex
  /// Where something lies that can never be a document, such as an ignored file.
  package var obstacles: [DocumentPath] = []
  /// Whether the index was lost: what lies at a document's path is that document then, edited or not.
  package var isRebuilding = false
  /// Whether the disk may have kept only a part of what lies there.
  package var mayBeTorn = false
  /// Whether versions may be known that are not here.
  package var isOnDemand = false
  /// Whether a document of a name is in the folder; `nil`: all are.
  package var isInFocus: (@Sendable (DocumentPath) -> Bool)?
  /// Whether what came for placeholders takes their places without being asked for.
  package var fillsPlaceholders = false
  /// Notes that the disk is still to write many new documents; `nil`: they are durable afterwards.
  package var leaveToDisk: (@Sendable () throws -> Void)?
  /// Files that are there already for documents that are not.
  package var emptyFiles: EmptyFiles?
  /// Placeholders that the index does not know.
  package var strays: StrayPlaceholders?
  /// The documents that were to be looked at again.
  package var unsettled: Set<DocumentID> = []
  /// Whether docmerge may have taken documents out of their places for a moment, and was killed.
  package var isAfterCrash = false
  /// What programs have open, and must be asked about before it changes; `nil`: nobody is asked.
  package var open: OpenDocuments?
  /// Whether nobody looks again: whatever is left is noted as unsettled.
  package var isLast = false

  package init(
    root: SystemPath, git: GitStore, rules: FolderRules, index: FolderIndex,
    obstacles: [DocumentPath] = [], isRebuilding: Bool = false, mayBeTorn: Bool = false,
    isOnDemand: Bool = false, isInFocus: (@Sendable (DocumentPath) -> Bool)? = nil,
    fillsPlaceholders: Bool = false, leaveToDisk: (@Sendable () throws -> Void)? = nil,
    emptyFiles: EmptyFiles? = nil, strays: StrayPlaceholders? = nil,
    unsettled: Set<DocumentID> = [], isAfterCrash: Bool = false, open: OpenDocuments? = nil,
    isLast: Bool = false
  ) {
    self.root = root
    self.git = git
    self.rules = rules
    self.index = index
    self.obstacles = obstacles
    self.isRebuilding = isRebuilding
    self.mayBeTorn = mayBeTorn
    self.isOnDemand = isOnDemand
    self.isInFocus = isInFocus
    self.fillsPlaceholders = fillsPlaceholders
    self.leaveToDisk = leaveToDisk
    self.emptyFiles = emptyFiles
    self.strays = strays
    self.unsettled = unsettled
    self.isAfterCrash = isAfterCrash
    self.open = open
    self.isLast = isLast
  }

  package var writer: FileWriter { FileWriter(root: root, git: git) }

  /// Puts each target in place, then notes `state` as reached unless the folder is to be looked at before.
  ///
  /// A full disk ends it, other failures only concern their documents, which are noted as unsettled.
  ///
  /// - Parameters:
  ///   - targets: the documents that are not, or need not be, as they should.
  ///   - state: what the folder is in line with when all of these are; `nil` where others may not be.
  /// - Returns: what could not be done.
  /// - Throws: ``FileError``, ``GitError``, `DatabaseError`; what was done is noted.
  package func update(_ targets: [Target], reaching state: FolderIndex.Reached?) throws -> Outcome {
    var outcome = Outcome()
    var changes: [FolderIndex.Change] = []
    var filler: FolderIndex.Fill?
    do {
      changes += try goneOutside(targets)
      var steps = try plan(targets, &outcome)
      holdOpen(&steps, &outcome)
      try noteLeaving(steps)
      for step in steps where step.new == nil {
        try remove(step, &changes, &outcome)
      }
      leaveMissing(&steps, &outcome)
      try move(&steps, &changes, &outcome)
      try fillNew(&steps, &filler, &changes, &outcome)
      for step in steps where step.new != nil {
        try fill(step, &changes, &outcome)
      }
    } catch {
      // What was done is noted before the error goes on, so that it is not taken for an edit.
      try note(changes, filler)
      throw error
    }
    let settled = unsettled.intersection(targets.map(\.id)).subtracting(outcome.unsettled)
    changes += settled.map { .settle($0) }
    changes += outcome.unsettled.subtracting(unsettled).map { .unsettle($0) }
    if outcome.isLookedOver || isLast, let state { changes.append(.reached(state)) }
    try note(changes, filler)
    return outcome
  }

  /// Takes out what is to come to the places of placeholders that are gone from there.
  ///
  /// Until it is known where they are, the index must not forget them.
  private func leaveMissing(_ steps: inout [Step], _ outcome: inout Outcome) {
    let places = Set(outcome.missing.map(\.path))
    guard !places.isEmpty else { return }
    let isLeft = { (step: Step) in step.new.map { places.contains($0.path) } ?? false }
    outcome.leave(steps.filter(isLeft))
    steps.removeAll(where: isLeft)
  }

  private func note(
    _ changes: [FolderIndex.Change], _ fill: FolderIndex.Fill?
  ) throws(DatabaseError) {
    if let fill { try fill.end(changes) } else { try index.change(changes) }
  }

  // MARK: Planning

  private func plan(_ targets: [Target], _ outcome: inout Outcome) throws -> [Step] {
    var plan = try NamePlan(index: index, obstacles: obstacles)
    var affected: Set<DocumentID> = []
    var old: [DocumentID: FolderIndex.Entry] = [:]
    let isNew = try index.isEmpty()
    if !isNew, leaveToDisk != nil { try index.finish() }
    plan.set(targets.map { ($0.id, $0.wish?.name) })
    // Where nothing is yet, only those are affected that are put there.
    if !isNew {
      for target in targets { old[target.id] = try index.entry(of: target.id) }
      // Of what was done in the folder itself the index knows already; the old state does not.
      // Names that are the same now may have been others in a round, or a run, that did not come to its end.
      let names = targets.flatMap { [old[$0.id]?.wanted, $0.oldName, $0.wish?.name] }
      affected = try plan.affected(by: Set(names.compactMap(\.self)))
    }
    let (known, settled) = (old, plan)
    var steps = try ParallelMap.map(targets, grain: 256) { target in
      try outsideStep(known[target.id], target) ?? step(known[target.id], target, settled)
    }
    if !affected.isEmpty {
      for target in targets { affected.remove(target.id) }
    }
    for id in affected {
      guard let entry = try index.entry(of: id) else { continue }
      var new = entry
      new.path = try plan.place(of: id, wanting: entry.wanted)
      if new.path != entry.path { steps.append(Step(old: entry, new: new, filling: nil)) }
    }
    for new in obstacles.isEmpty ? [] : steps.compactMap(\.new) {
      // Once the obstacle is gone it gets its place.
      let isAside = try plan.sharedPlace(of: new.id, wanting: new.wanted) != new.path
      if isAside { outcome.provisional.insert(new.id) }
    }
    // Whether somebody removed or renamed what waits, the save finds out.
    return unsettled.isEmpty
      ? steps : steps.filter { $0.isChange || $0.id.map(unsettled.contains) != true }
  }

  private func step(
    _ old: FolderIndex.Entry?, _ target: Target, _ plan: NamePlan
  ) throws -> Step {
    guard let wish = target.wish else { return Step(old: old, new: nil, filling: nil) }
    let id = target.id
    let path = try plan.place(of: id, wanting: wish.name)
    let old = old ?? strays?.entry(of: id, wish.version, at: path)
    let filling = try filling(of: id, wish.version, old, at: path, target.presence)
    let none = Fingerprint(
      size: -1, modified: .init(nanoseconds: 0), changed: .init(nanoseconds: 0), inode: 0,
      born: .init(nanoseconds: 0), permissions: 0, digest: 0)
    let new = FolderIndex.Entry(
      id: id, wanted: wish.name, path: path, version: filling.version(of: wish.version).id,
      content: filling.content, fingerprint: old?.fingerprint ?? none,
      seen: old?.seen ?? Timestamp(nanoseconds: 0))
    return Step(old: old, new: new, filling: filling)
  }

  /// What is to lie in the folder, of what is here.
  private func filling(
    of id: DocumentID, _ version: Version, _ old: FolderIndex.Entry?, at path: DocumentPath,
    _ presence: Target.Presence
  ) throws -> FileWriter.Filling {
    let placeholder = FileWriter.Filling.placeholder(Placeholder(id))
    switch presence {
    case .placeholder: return placeholder
    case .contents: return .version(version)
    case .asItWas, .outside: break
    }
    if let old, old.isPlaceholder {
      guard fillsPlaceholders, try git.contains(version.id),
        try git.contains(version.content.object)
      else { return placeholder }
      return .version(version)
    }
    if old == nil, isRebuilding, let item = try item(at: path),
      Placeholder(at: item, in: root)?.document == id
    {
      return placeholder
    }
    guard isOnDemand, try !git.contains(version.id) || !git.contains(version.content.object) else {
      return .version(version)
    }
    // What lies there is older than what is known: better than nothing.
    guard let old else { return placeholder }
    return .version(try VersionReader(git: git).entry(old.version).version)
  }

  // MARK: Steps

  private func remove(
    _ step: Step, _ changes: inout [FolderIndex.Change], _ outcome: inout Outcome
  ) throws {
    guard let old = step.old else {
      if let outside = step.outside { changes.append(step.removal(of: outside.id)) }
      return
    }
    var isMissing = false
    try outcome.note(old.id, old.path) {
      guard let item = try item(at: old.path, old.content) else {
        isMissing = old.isPlaceholder
        if !isMissing { changes.append(step.removal(of: old.id)) }
        return
      }
      guard try holds(item, old.content, old),
        let status = try FileStatus.of(root.appending(old.path))
      else { throw FileWriter.Refusal.changedMeanwhile(old.path) }
      try writer.remove(old.path, expecting: .init(status: status, content: old.content))
      changes.append(step.removal(of: old.id))
    }
    if isMissing {
      outcome.missing.append(Place(id: old.id, path: old.path))
      outcome.undone.insert(old.id)
    }
    if step.outside != nil, outcome.undone.contains(old.id) { changes.append(.put(old)) }
  }

  private func fill(
    _ step: Step, _ changes: inout [FolderIndex.Change], _ outcome: inout Outcome
  ) throws {
    guard let new = step.new, let filling = step.filling else { return }
    try outcome.note(new.id, new.path) {
      guard try put(filling, step, new) else {
        // Without a fingerprint the next look finds the edit, made from the current version.
        changes.append(.put(new))
        return
      }
      changes.append(.put(try seen(new)))
    }
    if isRebuilding, outcome.undone.contains(new.id), let old = try unchanged(new, filling) {
      changes.append(.put(old))
    }
  }

  /// What the lost index knew of a document that lies in its place, and stays there as it is.
  private func unchanged(
    _ new: FolderIndex.Entry, _ filling: FileWriter.Filling
  ) throws -> FolderIndex.Entry? {
    do {
      guard let item = try item(at: new.path, new.content) else { return nil }
      guard let version = try oldVersion(content(of: item), filling) else { return new }
      var entry = new
      (entry.version, entry.content) = (version.id, version.content)
      return try seen(entry)
    } catch is FileError {
      // What cannot be read is an edit, once it can.
      return try FileStatus.of(root.appending(new.path)) == nil ? nil : new
    }
  }

  /// The entry with what the document looks like now.
  package func seen(_ entry: FolderIndex.Entry) throws -> FolderIndex.Entry {
    var entry = entry
    entry.seen = .now
    if let item = try item(at: entry.path, entry.content) { entry.fingerprint = item.fingerprint }
    return entry
  }

  /// Sees to it that the version lies at its place; `false` when an edit of it lies there.
  private func put(
    _ filling: FileWriter.Filling, _ step: Step, _ new: FolderIndex.Entry
  ) throws -> Bool {
    // An empty folder is no document: it makes room.
    if step.old == nil, try writer.obstacle(above: new.path) == nil {
      _ = Files.removeEmptyFolder(root.appending(new.path))
    }
    guard let item = try item(at: new.path, new.content, step.old?.content) else {
      if let old = step.old, old.path == new.path {
        // The next look finds a placeholder where somebody moved it, or brings it back.
        if old.isPlaceholder, old.content == new.content { return false }
        // Somebody moved or removed what waited here.
        if unsettled.contains(new.id), !isAfterCrash {
          throw FileWriter.Refusal.changedMeanwhile(new.path)
        }
      }
      try writer.create(new.path, filling)
      return true
    }
    if try holds(item, new.content, step.old?.content == new.content ? step.old : nil) {
      return true
    }
    // Saved it is by the next look, if it can be saved at all.
    if let old = step.old, old.path == new.path, old.content == new.content { return false }
    guard let status = try FileStatus.of(root.appending(new.path)),
      let content = try step.old?.content ?? (isRebuilding ? content(of: item) : nil)
    else { throw FileWriter.Refusal.changedMeanwhile(new.path) }
    if isRebuilding, try !isTorn(status, filling, at: new.path),
      try oldVersion(content, filling) == nil
    {
      return false
    }
    guard try holds(item, content, step.old) else {
      throw FileWriter.Refusal.changedMeanwhile(new.path)
    }
    try writer.replace(
      new.path, expecting: .init(status: status, content: content), with: filling
    ) { link in
      // Whoever is killed now leaves a placeholder, or what was downloaded, that may be moved before anybody looks.
      guard var entry = step.old, new.isPlaceholder || entry.isPlaceholder else { return }
      // What lies there is looked at in any case.
      (entry.fingerprint, entry.seen) = (link, Timestamp(nanoseconds: 0))
      try index.change([.put(entry)])
    }
    return true
  }

  /// The version that led to this one and held the content: what holds it is no edit, but out of date.
  private func oldVersion(
    _ content: ContentID, _ filling: FileWriter.Filling
  ) throws -> Version? {
    // Where only a placeholder was, contents are an edit.
    guard case .version(let version) = filling else { return nil }
    let reader = VersionReader(git: git)
    let document = try reader.entry(version.id).document
    return try reader.history(of: [version.id], document: document)
      .first { $0.version.content == content }?.version
  }

  /// Whether a file is what a disk kept of a version that it was to write.
  ///
  /// The date is set before anything is on the disk, and an editor sets another one. Nothing is in such a file
  /// but bytes of the version, in their places, and zeros.
  private func isTorn(
    _ status: FileStatus, _ filling: FileWriter.Filling, at path: DocumentPath
  ) throws -> Bool {
    guard mayBeTorn, case .version(let version) = filling, version.content.kind.isFile,
      status.isFile, status.size <= version.size
    else { return false }
    if status.size == 0 { return true }
    // Some file systems keep dates in steps of two seconds.
    let age = version.date.nanoseconds.subtractingReportingOverflow(status.modified.nanoseconds)
    guard !age.overflow, (0..<2_000_000_000).contains(age.partialValue) else { return false }
    let whole = try git.bytes(version.content.object, .blob)
    return try zip(Files.read(root.appending(path)).bytes, whole).allSatisfy { $0 == 0 || $0 == $1 }
  }

  func content(of item: FolderItem) throws -> ContentID {
    try ContentReader(root: root, git: git).read(item) { object throws(GitError) in try object.id }
      .content
  }
}

extension FileWriter.Filling {
  /// What a look at the folder finds then.
  package var content: ContentID {
    switch self {
    case .version(let version): version.content
    case .placeholder(let placeholder): placeholder.content
    }
  }

  /// The bytes that are read for it.
  package var size: Int64 {
    if case .version(let version) = self { version.size } else { 0 }
  }

  /// The version that lies in the folder, or that the placeholder stands for.
  fileprivate func version(of wish: Version) -> Version {
    if case .version(let version) = self { version } else { wish }
  }
}
