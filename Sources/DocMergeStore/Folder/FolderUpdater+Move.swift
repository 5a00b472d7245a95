import DocMergeCore
import Glibc

extension FolderUpdater {
  /// Renames what lies under another path than it should; documents that trade places are parked.
  ///
  /// Steps whose documents have to stay where they are, and those that want their places, are taken out.
  func move(
    _ steps: inout [Step], _ changes: inout [FolderIndex.Change], _ outcome: inout Outcome
  ) throws {
    var waiting = steps.indices.filter { index in
      guard let old = steps[index].old, let new = steps[index].new else { return false }
      return old.path != new.path
    }
    var staying: Set<Int> = []
    defer { takeOut(staying, of: &steps) }
    while !waiting.isEmpty {
      var blocked: [Int] = []
      for index in waiting {
        var isMoved: Bool?
        try outcome.note(steps[index].new?.path ?? DocumentPath(unchecked: [])) {
          isMoved = try moveOne(&steps[index], &changes)
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
      if let path = steps[hopeless].new?.path {
        outcome.unsaved.append(try writer.obstacle(above: path) ?? path)
      }
      return hopeless
    }
    // Each of them is in the way of some other: any will do.
    guard
      let obstacle = blocked.first(where: { other in
        blocked.contains { steps[other].isInTheWay(of: steps[$0]) }
      }), let old = steps[obstacle].old
    else { return blocked.first }
    let place = writer.parkingPlace()
    guard try writer.move(old.path, to: place) else {
      throw FileError("rename", root.appending(old.path), code: EEXIST)
    }
    steps[obstacle].old?.path = place
    return nil
  }

  private func takeOut(_ staying: Set<Int>, of steps: inout [Step]) {
    guard !staying.isEmpty else { return }
    let places = Set(staying.compactMap { steps[$0].old?.path })
    steps = steps.enumerated().filter { index, step in
      !staying.contains(index) && !(step.new.map { places.contains($0.path) } ?? false)
    }.map(\.element)
  }

  private func moveOne(_ step: inout Step, _ changes: inout [FolderIndex.Change]) throws -> Bool {
    guard let old = step.old, let new = step.new else { return true }
    if let place = try place(of: old, wanting: new.wanted), try !hasMoved(old, to: new.path) {
      guard try writer.move(place, to: new.path) else { return false }
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

  /// Where a document lies that may not be where it was.
  ///
  /// Whoever was killed while saving that somebody renamed it has noted its name, and not its place.
  private func place(
    of entry: FolderIndex.Entry, wanting name: DocumentPath
  ) throws -> DocumentPath? {
    let status = try FileStatus.of(root.appending(entry.path))
    if status?.inode != entry.fingerprint.inode, name != entry.path,
      try item(at: name, entry.content)?.fingerprint.isSameInode(as: entry.fingerprint) == true
    {
      return name
    }
    // In the place of a file that somebody moved, others may lie in a folder.
    let isPackage = entry.content.kind == .package
    return status.map { ($0.form == .folder) == isPackage } == true ? entry.path : nil
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
