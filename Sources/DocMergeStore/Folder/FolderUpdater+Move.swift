import DocMergeCore
import Glibc

extension FolderUpdater {
  /// Renames what lies under another path than it should; documents that trade places are parked.
  func move(
    _ steps: inout [Step], _ changes: inout [FolderIndex.Change], _ outcome: inout Outcome
  ) throws {
    var waiting = steps.indices.filter { index in
      guard let old = steps[index].old, let new = steps[index].new else { return false }
      return old.path != new.path
    }
    var kept: [DocumentPath] = []
    // Where a document has to stay for now, no other one can be.
    defer { steps.removeAll { step in step.new.map { kept.contains($0.path) } ?? false } }
    while !waiting.isEmpty {
      var blocked: [Int] = []
      for index in waiting {
        let path = steps[index].new?.path ?? steps[index].old?.path
        var isMoved = true
        try outcome.note(path ?? DocumentPath(unchecked: [])) {
          isMoved = try moveOne(&steps[index], &changes)
        }
        if !isMoved { blocked.append(index) }
      }
      if blocked.count == waiting.count, let first = blocked.first {
        let obstacle = blocked.first { other in
          blocked.contains { steps[other].isInTheWay(of: steps[$0]) }
        }
        guard let obstacle, let old = steps[obstacle].old else {
          // Something unknown is in the way: it is to be saved, then planned with.
          if let path = steps[first].new?.path {
            outcome.unsaved.append(try writer.obstacle(above: path) ?? path)
          }
          if let place = steps.remove(at: first).old?.path { kept.append(place) }
          waiting = blocked.dropFirst().map { $0 - 1 }
          continue
        }
        let place = writer.parkingPlace()
        guard try writer.move(old.path, to: place) else {
          throw FileError("rename", root.appending(old.path), code: EEXIST)
        }
        steps[obstacle].old?.path = place
      }
      waiting = blocked
    }
  }

  private func moveOne(_ step: inout Step, _ changes: inout [FolderIndex.Change]) throws -> Bool {
    guard let old = step.old, let new = step.new else { return true }
    if try FileStatus.of(root.appending(old.path)) != nil, try !hasMoved(old, to: new.path) {
      guard try writer.move(old.path, to: new.path) else { return false }
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
