import DocMergeCore
package import DocMergeHistory
package import DocMergeObjects
package import DocMergeSystem
import Glibc

/// Updates the folder and the index to a state.
///
/// Every step can be repeated: after a crash the next run finds finished steps, by contents, and does the rest.
/// Documents that were changed meanwhile are left alone and named in ``Outcome``.
package struct FolderUpdater: Sendable {
  package let root: SystemPath
  package let git: GitStore
  package let rules: FolderRules
  package let index: FolderIndex
  package var policy: FolderPolicy
  package var situation: FolderSituation
  /// Notes that the disk still has to write many new documents; `nil`: they are durable afterwards.
  package var leaveToDisk: (@Sendable () throws -> Void)?
  /// Files that already exist for documents that do not.
  package var preallocatedFiles: PreallocatedFiles?
  /// The documents that programs have open and must be asked for before a change; `nil`: no questions.
  package var open: OpenDocuments?
  /// Whether no other round follows: all remaining documents are noted as unsettled.
  package var isLast: Bool

  package init(
    root: SystemPath, git: GitStore, rules: FolderRules, index: FolderIndex,
    policy: FolderPolicy = .init(), situation: FolderSituation = .init(),
    leaveToDisk: (@Sendable () throws -> Void)? = nil, preallocatedFiles: PreallocatedFiles? = nil,
    open: OpenDocuments? = nil, isLast: Bool = false
  ) {
    self.root = root
    self.git = git
    self.rules = rules
    self.index = index
    self.policy = policy
    self.situation = situation
    self.leaveToDisk = leaveToDisk
    self.preallocatedFiles = preallocatedFiles
    self.open = open
    self.isLast = isLast
  }

  package var unsettled: Set<DocumentID> { situation.unsettled }

  package var writer: FileWriter { FileWriter(root: root, git: git) }

  /// Puts each target in place, then notes `state` as reached unless the folder has to be checked before.
  ///
  /// A full disk ends it, other failures only concern their documents, which are noted as unsettled.
  ///
  /// - Parameters:
  ///   - targets: the documents that are not, or may not be, as they should be.
  ///   - state: the state of the folder when all of these are done; `nil` if others may differ.
  /// - Returns: the steps that could not be done.
  /// - Throws: ``FileError``, ``GitError``, `DatabaseError`; finished steps are noted.
  package func update(_ targets: [FolderTarget], reaching state: FolderIndex.LastUpdate?) throws
    -> Outcome
  {
    var outcome = Outcome()
    var changes: [FolderIndex.Change] = []
    var filler: FolderIndex.BulkInsert?
    do {
      changes += try goneOutside(targets)
      if leaveToDisk != nil, try !index.isEmpty() { try index.finish() }
      let plan = try FolderPlanner(
        index: index, lookup: self, policy: policy, situation: situation
      ).plan(targets)
      var steps = plan.steps
      outcome.provisional = plan.aside
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
      // Finished steps are noted before the error is thrown, so that they are not taken for edits.
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

  /// Removes the steps for the places of missing placeholders.
  ///
  /// Until it is known where those are, the index must not forget them.
  private func leaveMissing(_ steps: inout [FolderStep], _ outcome: inout Outcome) {
    let places = Set(outcome.missing.map(\.path))
    guard !places.isEmpty else { return }
    let isLeft = { (step: FolderStep) in step.new.map { places.contains($0.path) } ?? false }
    outcome.leave(steps.filter(isLeft))
    steps.removeAll(where: isLeft)
  }

  private func note(
    _ changes: [FolderIndex.Change], _ fill: FolderIndex.BulkInsert?
  ) throws(DatabaseError) {
    if let fill { try fill.end(changes) } else { try index.change(changes) }
  }

  // MARK: Steps

  private func remove(
    _ step: FolderStep, _ changes: inout [FolderIndex.Change], _ outcome: inout Outcome
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
    _ step: FolderStep, _ changes: inout [FolderIndex.Change], _ outcome: inout Outcome
  ) throws {
    guard let new = step.new, let fileContent = step.fileContent else { return }
    try outcome.note(new.id, new.path) {
      guard try put(fileContent, step, new) else {
        // Without a fingerprint the next scan finds the edit, based on the current version.
        changes.append(.put(new))
        return
      }
      changes.append(.put(try seen(new)))
    }
    if situation.isRebuilding, outcome.undone.contains(new.id),
      let old = try unchanged(new, fileContent)
    {
      changes.append(.put(old))
    }
  }

  /// What the lost index knew about a document that is in its place, and stays there unchanged.
  private func unchanged(
    _ new: FolderIndex.Entry, _ fileContent: FileContent
  ) throws -> FolderIndex.Entry? {
    do {
      guard let item = try item(at: new.path, new.content) else { return nil }
      guard let version = try oldVersion(content(of: item), fileContent) else { return new }
      var entry = new
      (entry.version, entry.content) = (version.id, version.content)
      return try seen(entry)
    } catch is FileError {
      // An unreadable file is an edit, once it can be read.
      return try FileStatus.of(root.appending(new.path)) == nil ? nil : new
    }
  }

  /// The entry with the current appearance of the document.
  package func seen(_ entry: FolderIndex.Entry) throws -> FolderIndex.Entry {
    var entry = entry
    entry.seen = git.environment.now
    if let item = try item(at: entry.path, entry.content) { entry.fingerprint = item.fingerprint }
    return entry
  }

  /// Makes sure that the version is in its place; `false` if an edit of it is there.
  private func put(
    _ fileContent: FileContent, _ step: FolderStep, _ new: FolderIndex.Entry
  ) throws -> Bool {
    // An empty folder is no document: it makes room.
    if step.old == nil, try writer.obstacle(above: new.path) == nil {
      _ = git.disk.removeEmptyFolder(root.appending(new.path))
    }
    guard let item = try item(at: new.path, new.content, step.old?.content) else {
      return try create(fileContent, step, new)
    }
    if try holds(item, new.content, step.old?.content == new.content ? step.old : nil) {
      return true
    }
    // The next scan saves it, if it can be saved at all.
    if let old = step.old, old.path == new.path, old.content == new.content { return false }
    guard let status = try FileStatus.of(root.appending(new.path)),
      let content = try step.old?.content ?? (situation.isRebuilding ? content(of: item) : nil)
    else { throw FileWriter.Refusal.changedMeanwhile(new.path) }
    if situation.isRebuilding, try !isTorn(status, fileContent, at: new.path),
      try oldVersion(content, fileContent) == nil
    {
      return false
    }
    guard try holds(item, content, step.old) else {
      throw FileWriter.Refusal.changedMeanwhile(new.path)
    }
    try writer.replace(
      new.path, expecting: .init(status: status, content: content), with: fileContent
    ) { link in
      // If the process is killed now, it leaves a placeholder, or downloaded contents, that may be moved before the
      // next scan.
      guard var entry = step.old, new.isPlaceholder || entry.isPlaceholder else { return }
      // The item there is checked in any case.
      (entry.fingerprint, entry.seen) = (link, Timestamp(nanoseconds: 0))
      try index.change([.put(entry)])
    }
    return true
  }

  /// Makes a document where nothing is; `false` if it was moved away.
  private func create(
    _ fileContent: FileContent, _ step: FolderStep, _ new: FolderIndex.Entry
  ) throws -> Bool {
    if let old = step.old, old.path == new.path {
      // The next scan finds a placeholder that was moved, or brings it back.
      if old.isPlaceholder, old.content == new.content { return false }
      // The waiting document was moved or removed.
      if unsettled.contains(new.id), !situation.isAfterCrash {
        throw FileWriter.Refusal.changedMeanwhile(new.path)
      }
    }
    try writer.create(new.path, fileContent)
    return true
  }

  /// The ancestor of the version that has the content: a file with it is no edit, but out of date.
  private func oldVersion(
    _ content: ContentID, _ fileContent: FileContent
  ) throws -> Version? {
    // If only a placeholder was there, contents are an edit.
    guard case .version(let version) = fileContent else { return nil }
    let reader = VersionReader(git: git)
    let document = try reader.entry(version.id).document
    return try reader.history(of: [version.id], document: document)
      .first { $0.version.content == content }?.version
  }

  /// Whether a file is the part of a version that a disk had written before a crash.
  ///
  /// The date is set before anything is on the disk, and an editor sets another one. Such a file has only bytes of the
  /// version, in their places, and zeros.
  private func isTorn(
    _ status: FileStatus, _ fileContent: FileContent, at path: DocumentPath
  ) throws -> Bool {
    guard situation.mayBeTorn, case .version(let version) = fileContent,
      version.content.kind.isFile, status.isFile, status.size <= version.size
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

extension FolderUpdater: FolderLookup {
  package func hasContents(of version: Version) throws -> Bool {
    try git.contains(version.id) && git.contains(version.content.object)
  }

  package func version(_ id: ObjectID) throws -> Version {
    try VersionReader(git: git).entry(id).version
  }

  package func placeholder(at path: DocumentPath) throws -> DocumentID? {
    try item(at: path).flatMap { Placeholder(at: $0, in: root)?.document }
  }

  package func isTaken(_ path: DocumentPath) throws -> Bool {
    try FileStatus.of(root.appending(path)) != nil
  }
}
