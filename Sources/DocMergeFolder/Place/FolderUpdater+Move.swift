import DocMergeCore
package import DocMergeHistory
package import DocMergeSystem
import Glibc

extension FolderUpdater {
  /// Renames what lies under another path than it should; documents that trade places are parked.
  ///
  /// Steps whose documents have to stay where they are, and those that want their places, are taken out.
  package func move(
    _ steps: inout [Step], _ changes: inout [FolderIndex.Change], _ outcome: inout Outcome
  ) throws {
    var waiting = steps.indices.filter { index in
      guard let old = steps[index].old, let new = steps[index].new else { return false }
      return old.path != new.path
    }
    guard !waiting.isEmpty else { return }
    let comers = Dictionary(
      steps.compactMap { step in step.new.map { ($0.path, step) } },
      uniquingKeysWith: { first, _ in first })
    var parking = Parking(root: root)
    var staying: Set<Int> = []
    let end = Result {
      try moveAll(&waiting, of: &steps, comers, &parking, &staying, &changes, &outcome)
    }
    // Also where it broke off: what lies where nobody looks would be taken for removed.
    for index in steps.indices { try unpark(&steps[index], &changes, &outcome) }
    takeOut(staying, of: &steps, &outcome)
    try end.get()
  }

  private func moveAll(
    _ waiting: inout [Int], of steps: inout [Step], _ comers: [DocumentPath: Step],
    _ parking: inout Parking, _ staying: inout Set<Int>, _ changes: inout [FolderIndex.Change],
    _ outcome: inout Outcome
  ) throws {
    while !waiting.isEmpty {
      var blocked: [Int] = []
      for index in waiting {
        var isMoved: Bool?
        guard let new = steps[index].new else { continue }
        try outcome.note(new.id, new.path) {
          isMoved = try moveOne(&steps[index], comers, &parking, &changes)
        }
        if isMoved == nil { staying.insert(index) }
        if isMoved == false { blocked.append(index) }
      }
      if blocked.count == waiting.count {
        if let index = try makeRoom(for: blocked, in: &steps, &outcome) { staying.insert(index) }
      }
      waiting = blocked.filter { !staying.contains($0) }
    }
  }

  /// Sees to it that one of the blocked steps can go on; returns one that has to stay instead.
  private func makeRoom(
    for blocked: [Int], in steps: inout [Step], _ outcome: inout Outcome
  ) throws -> Int? {
    let hopeless = blocked.first { index in
      !blocked.contains { steps[$0].isInTheWay(of: steps[index]) }
    }
    if let hopeless {
      // Something unknown is in the way: it is to be saved, then planned with.
      if let new = steps[hopeless].new {
        let obstacle = try writer.obstacle(above: new.path) ?? new.path
        // Another document that has to stay there is none of that.
        if try index.entry(at: obstacle) == nil {
          outcome.unsaved.append(Place(id: new.id, path: obstacle))
        }
      }
      return hopeless
    }
    // Each of them is in the way of some other: any will do.
    guard
      let obstacle = blocked.first(where: { other in
        blocked.contains { steps[other].isInTheWay(of: steps[$0]) }
      }), let old = steps[obstacle].old
    else { return blocked.first }
    var place: DocumentPath?
    try outcome.note(old.id, old.path) { place = try Parking.park(old.path, writer) }
    guard let place else { return obstacle }
    steps[obstacle].old?.path = place
    return nil
  }

  /// Puts a document that was parked, and could not be moved on, back in its place; beside it, where another
  /// one has come.
  private func unpark(
    _ step: inout Step, _ changes: inout [FolderIndex.Change], _ outcome: inout Outcome
  ) throws {
    guard var entry = step.old, Parking.isParked(entry.path) else { return }
    let parked = entry.path
    guard let known = try index.entry(of: entry.id) else { return }
    let aside = known.path.suffixed(String(entry.id.description.prefix(8)))
    try outcome.note(entry.id, known.path) {
      var failure = FileError("rename", root.appending(parked), code: EEXIST)
      for path in [known.path, aside, DocumentPath(unchecked: aside.name)] {
        do {
          entry.path = path
          guard try path == known.path || isFree(path) else { continue }
          // Whoever finds it there after a crash must not take it for a new name.
          if path != known.path { try index.change([.put(entry), .unsettle(entry.id)]) }
          guard try writer.move(parked, to: path) else { continue }
          if path != known.path { changes.append(.put(entry)) }
          step.old = entry
          return
        } catch let error as FileError where error.code != ENOSPC {
          failure = error
        }
      }
      try index.change([.put(known)])
      throw failure
    }
  }

  private func isFree(_ path: DocumentPath) throws -> Bool {
    try FileStatus.of(root.appending(path)) == nil && writer.obstacle(above: path) == nil
  }

  /// Leaves steps out, and those that want the places of their documents.
  func takeOut(_ staying: Set<Int>, of steps: inout [Step], _ outcome: inout Outcome) {
    guard !staying.isEmpty else { return }
    let places = Set(staying.compactMap { steps[$0].old?.path })
    let isLeft = steps.enumerated().map { index, step in
      staying.contains(index) || step.new.map { places.contains($0.path) } ?? false
    }
    outcome.leave(zip(steps, isLeft).filter(\.1).map(\.0))
    steps = zip(steps, isLeft).filter { !$0.1 }.map(\.0)
  }

  private func moveOne(
    _ step: inout Step, _ comers: [DocumentPath: Step], _ parking: inout Parking,
    _ changes: inout [FolderIndex.Change]
  ) throws -> Bool {
    guard let old = step.old, let new = step.new else { return true }
    var place = try place(of: old, wanting: new.wanted, comers)
    if place == nil, let parked = try parking.place(of: old.fingerprint) {
      place = parked
      step.old?.path = parked
    }
    if try !hasMoved(old, to: new.path) {
      if let place {
        guard try writer.move(place, to: new.path) else { return false }
      } else if unsettled.contains(new.id), !isAfterCrash, try isTaken(new) {
        // Somebody removed, or renamed, what waited here: what lies there is not it.
        throw FileWriter.Refusal.changedMeanwhile(old.path)
      }
    }
    // Gone from there: moved by an earlier run, or removed by somebody; filling tells which.
    step.old?.path = new.path
    guard var entry = step.old else { return true }
    entry.wanted = new.wanted
    if let item = try item(at: new.path, entry.content),
      item.fingerprint.isSameInode(as: entry.fingerprint)
    {
      entry.fingerprint.changed = item.fingerprint.changed
      entry.fingerprint.digest = item.fingerprint.digest
    }
    step.old = entry
    changes.append(.put(entry))
    return true
  }

  /// Whether something else lies where a document is to be.
  private func isTaken(_ new: FolderIndex.Entry) throws -> Bool {
    guard try FileStatus.of(root.appending(new.path)) != nil else { return false }
    guard let item = try item(at: new.path, new.content) else { return true }
    return try !holds(item, new.content, nil)
  }

  /// Where a document lies that may not be where it was.
  ///
  /// Whoever was killed while saving that somebody renamed it has noted its name, and not its place.
  private func place(
    of entry: FolderIndex.Entry, wanting name: DocumentPath, _ comers: [DocumentPath: Step]
  ) throws -> DocumentPath? {
    let status = try FileStatus.of(root.appending(entry.path))
    // Also where no file says when it was born.
    let isItself =
      status?.inode == entry.fingerprint.inode && status?.born == entry.fingerprint.born
    if !isItself, name != entry.path,
      try item(at: name, entry.content)?.fingerprint.isSameInode(as: entry.fingerprint) == true
    {
      return name
    }
    if isItself { return entry.path }
    // In the place of a file that somebody moved, others may lie in a folder.
    let isPackage = entry.content.kind == .package
    guard let status, (status.form == .folder) == isPackage else { return nil }
    return try isAnothers(entry, comers[entry.path]) ? nil : entry.path
  }

  /// Whether what lies in the place of a document, and is not the file that it was, is another document.
  ///
  /// Whoever was killed may have put it there, or somebody has moved a placeholder.
  private func isAnothers(_ entry: FolderIndex.Entry, _ comer: Step?) throws -> Bool {
    if let placeholder = Placeholder.at(root.appending(entry.path)) {
      return placeholder.document != entry.id
    }
    if entry.isPlaceholder { return true }
    guard let new = comer?.new, new.id != entry.id, let item = try item(at: new.path, new.content)
    else { return false }
    if let old = comer?.old, item.fingerprint.isSameInode(as: old.fingerprint) { return true }
    return try holds(item, new.content, nil)
  }

  /// Whether an earlier run, which did not come to its end, has moved the document there.
  ///
  /// What lies at the old path then is another one's, which that run put there.
  private func hasMoved(_ entry: FolderIndex.Entry, to path: DocumentPath) throws -> Bool {
    guard let item = try item(at: path, entry.content),
      item.fingerprint.isSameInode(as: entry.fingerprint)
    else { return false }
    return try FileStatus.of(root.appending(entry.path))?.inode != entry.fingerprint.inode
  }
}

/// Where documents lie that had to make room, and that could not be moved on then: at the top of the container.
package struct Parking {
  private static let ending = "parked"

  package let root: SystemPath
  private var places: [UInt64: (path: DocumentPath, status: FileStatus)]?

  package init(root: SystemPath) { self.root = root }

  package static func isParked(_ path: DocumentPath) -> Bool {
    path.folder == nil && path.name.starts(with: Files.temporaryPrefix)
      && path.name.suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }

  /// Moves a document out of the way; returns where to.
  static func park(_ path: DocumentPath, _ writer: FileWriter) throws -> DocumentPath {
    let beside = writer.root.appending(Array("document".utf8))
    let place = DocumentPath(unchecked: writer.temporary(beside: beside, as: ending).name)
    guard try writer.move(path, to: place) else {
      throw FileError("rename", writer.root.appending(path), code: EEXIST)
    }
    return place
  }

  /// Finds a document by what it looked like; looks once at what lies at the top of the container.
  package mutating func place(of fingerprint: Fingerprint) throws -> DocumentPath? {
    let places = try self.places ?? look()
    self.places = places
    guard let found = places[fingerprint.inode], found.status.born == fingerprint.born else {
      return nil
    }
    return found.path
  }

  private func look() throws -> [UInt64: (path: DocumentPath, status: FileStatus)] {
    let entries = try Files.entries(of: root)
      .filter { $0.name.starts(with: Files.temporaryPrefix) }
    return Dictionary(
      entries.map { ($0.status.inode, (DocumentPath(unchecked: $0.name), $0.status)) },
      uniquingKeysWith: { first, _ in first })
  }
}
