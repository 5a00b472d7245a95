import DocMergeCore
import DocMergeHistory
import DocMergeSystem
import Glibc

extension FolderUpdater {
  /// Renames the documents that get new paths, in the order of a ``MovePlan``.
  ///
  /// Steps whose documents have to stay where they are, and those that want their places, are removed.
  package func move(
    _ steps: inout [FolderStep], _ changes: inout [FolderIndex.Change], _ outcome: inout Outcome
  ) throws {
    guard steps.contains(where: \.isMove) else { return }
    var renames = Renames(updater: self, steps: steps, outcome: outcome)
    let end = Result { try renames.run() }
    // Also after an error: parked documents would look removed.
    let back = Result { try renames.unpark() }
    (steps, outcome) = (renames.steps, renames.outcome)
    changes += renames.changes
    takeOut(renames.staying, of: &steps, &outcome)
    try end.get()
    try back.get()
  }

  /// Removes steps, and those that want the places of their documents.
  func takeOut(_ staying: Set<Int>, of steps: inout [FolderStep], _ outcome: inout Outcome) {
    guard !staying.isEmpty else { return }
    let places = Set(staying.compactMap { steps[$0].old?.path })
    let isLeft = steps.enumerated().map { index, step in
      staying.contains(index) || step.new.map { places.contains($0.path) } ?? false
    }
    outcome.leave(zip(steps, isLeft).filter(\.1).map(\.0))
    steps = zip(steps, isLeft).filter { !$0.1 }.map(\.0)
  }
}

extension FolderStep {
  /// Whether the document gets another path.
  fileprivate var isMove: Bool {
    guard let old, let new else { return false }
    return old.path != new.path
  }
}

/// Renames of documents that are under way.
private struct Renames {
  let updater: FolderUpdater
  var steps: [FolderStep]
  var outcome: FolderUpdater.Outcome
  var changes: [FolderIndex.Change] = []
  /// The numbers of the steps whose documents stay where they are.
  var staying: Set<Int> = []

  private var writer: FileWriter { updater.writer }
  private var index: FolderIndex { updater.index }

  /// Finds the documents, plans, and renames.
  ///
  /// - Throws: ``FileError`` when nothing more can be done, such as on a full disk.
  mutating func run() throws {
    let comers = Dictionary(
      steps.compactMap { step in step.new.map { ($0.path, step) } },
      uniquingKeysWith: { first, _ in first })
    var (numbers, moves) = ([Int](), [MovePlan.Move]())
    for number in steps.indices where steps[number].isMove {
      try attempt(number) { renames, old, new in
        if try renames.hasMoved(old, to: new.path) { return try renames.arrive(number) }
        var place = try renames.place(of: old, wanting: new.wanted, comers)
        if place == nil,
          let parked = try DisplacedDocuments.place(of: old, in: renames.updater.root)
        {
          place = parked
          renames.steps[number].old?.path = parked
        }
        numbers.append(number)
        moves.append(MovePlan.Move(from: place, to: new.path))
      }
    }
    for step in MovePlan(moves).steps {
      switch step {
      case .park(let place):
        guard let from = moves[place].from else { continue }
        try attempt(numbers[place]) { renames, old, _ in
          let parked = try DisplacedDocuments.park(old.id, from, renames.writer)
          moves[place].from = parked
          renames.steps[numbers[place]].old?.path = parked
        }
      case .move(let place):
        try attempt(numbers[place]) { renames, old, new in
          try renames.move(numbers[place], from: moves[place].from, old, new)
        }
      }
    }
  }

  /// Runs a part of a step; if it fails, the document stays.
  private mutating func attempt(
    _ number: Int,
    _ body: (inout Renames, _ old: FolderIndex.Entry, _ new: FolderIndex.Entry) throws -> Void
  ) throws {
    guard !staying.contains(number), let old = steps[number].old, let new = steps[number].new
    else { return }
    do {
      try body(&self, old, new)
    } catch {
      staying.insert(number)
      try outcome.note(new.id, new.path) { throw error }
    }
  }

  /// Renames a document, unless an item in its way did not make room.
  private mutating func move(
    _ number: Int, from place: DocumentPath?, _ old: FolderIndex.Entry, _ new: FolderIndex.Entry
  ) throws {
    if let place {
      guard try writer.move(place, to: new.path) else { return try leave(number, new) }
    } else if updater.unsettled.contains(new.id), !updater.situation.isAfterCrash, try isTaken(new)
    {
      // The waiting document was removed or renamed: the item there is another one.
      throw FileWriter.Refusal.changedMeanwhile(old.path)
    }
    // Gone from there: removed by another process, or moved by an earlier run; a later check shows which.
    try arrive(number)
  }

  /// Leaves a document where it is, since its place is taken.
  private mutating func leave(_ number: Int, _ new: FolderIndex.Entry) throws {
    staying.insert(number)
    let obstacle = try writer.obstacle(above: new.path) ?? new.path
    // An unknown item has to be saved, then planned with; another document that has to stay there need not be.
    if try index.entry(at: obstacle) == nil {
      outcome.unsaved.append(FolderUpdater.Place(id: new.id, path: obstacle))
    }
  }

  /// Notes that a document is in its place.
  private mutating func arrive(_ number: Int) throws {
    guard var entry = steps[number].old, let new = steps[number].new else { return }
    (entry.path, entry.wanted) = (new.path, new.wanted)
    if let item = try updater.item(at: new.path, entry.content),
      item.fingerprint.isSameInode(as: entry.fingerprint)
    {
      entry.fingerprint.changed = item.fingerprint.changed
      entry.fingerprint.digest = item.fingerprint.digest
    }
    steps[number].old = entry
    changes.append(.put(entry))
  }

  /// Puts parked documents back that could not be moved on.
  mutating func unpark() throws {
    for number in steps.indices { try unpark(number) }
  }

  /// Puts a parked document back in its place; or beside it, if the place is taken.
  private mutating func unpark(_ number: Int) throws {
    guard var entry = steps[number].old, DisplacedDocuments.document(at: entry.path) != nil else {
      return
    }
    let parked = entry.path
    guard let known = try index.entry(of: entry.id) else { return }
    let aside = known.path.suffixed(String(entry.id.description.prefix(8)))
    var failure = FileError("rename", updater.root.appending(parked), code: EEXIST)
    for path in [known.path, aside, DocumentPath(unchecked: aside.name)] {
      do {
        entry.path = path
        guard try path == known.path || isFree(path) else { continue }
        // After a crash, a scan must not take it for a new name.
        if path != known.path { try index.change([.put(entry), .unsettle(entry.id)]) }
        guard try writer.move(parked, to: path) else { continue }
        if path != known.path { changes.append(.put(entry)) }
        steps[number].old = entry
        return
      } catch let error as FileError where error.code != ENOSPC {
        failure = error
      }
    }
    try index.change([.put(known)])
    try outcome.note(entry.id, known.path) { throw failure }
  }

  private func isFree(_ path: DocumentPath) throws -> Bool {
    try FileStatus.of(updater.root.appending(path)) == nil && writer.obstacle(above: path) == nil
  }

  /// Whether the place of a document is taken.
  private func isTaken(_ new: FolderIndex.Entry) throws -> Bool {
    guard try FileStatus.of(updater.root.appending(new.path)) != nil else { return false }
    guard let item = try updater.item(at: new.path, new.content) else { return true }
    return try !updater.holds(item, new.content, nil)
  }

  /// The current path of a document that may have moved.
  ///
  /// A process that was killed while it saved a rename has noted the name, and not the place.
  private func place(
    of entry: FolderIndex.Entry, wanting name: DocumentPath,
    _ comers: [DocumentPath: FolderStep]
  ) throws -> DocumentPath? {
    let status = try FileStatus.of(updater.root.appending(entry.path))
    // Also on file systems without a date of birth.
    let isItself =
      status?.inode == entry.fingerprint.inode && status?.born == entry.fingerprint.born
    if !isItself, name != entry.path,
      try updater.item(at: name, entry.content)?.fingerprint.isSameInode(as: entry.fingerprint)
        == true
    {
      return name
    }
    if isItself { return entry.path }
    // In place of a file that was moved, there may be a folder with other documents.
    let isPackage = entry.content.kind == .package
    guard let status, (status.form == .folder) == isPackage else { return nil }
    return try belongsToAnotherDocument(entry, comers[entry.path]) ? nil : entry.path
  }

  /// Whether the item in place of a document, if it is not the original file, is another document.
  ///
  /// A killed process may have put it there, or a placeholder may have been moved.
  private func belongsToAnotherDocument(_ entry: FolderIndex.Entry, _ comer: FolderStep?) throws
    -> Bool
  {
    if let placeholder = Placeholder.at(updater.root.appending(entry.path)) {
      return placeholder.document != entry.id
    }
    if entry.isPlaceholder { return true }
    guard let new = comer?.new, new.id != entry.id,
      let item = try updater.item(at: new.path, new.content)
    else { return false }
    if let old = comer?.old, item.fingerprint.isSameInode(as: old.fingerprint) { return true }
    return try updater.holds(item, new.content, nil)
  }

  /// Whether an earlier, unfinished run has moved the document there.
  ///
  /// The item at the old path is then another document, which that run put there.
  private func hasMoved(_ entry: FolderIndex.Entry, to path: DocumentPath) throws -> Bool {
    guard let item = try updater.item(at: path, entry.content),
      item.fingerprint.isSameInode(as: entry.fingerprint)
    else { return false }
    return try FileStatus.of(updater.root.appending(entry.path))?.inode != entry.fingerprint.inode
  }
}
