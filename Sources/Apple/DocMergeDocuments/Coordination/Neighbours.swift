import DocMergeCoordination
import DocMergeSystem

/// The items beside presented ones, as they were when it was quiet last: names that are exchanged are recognised by it.
struct Neighbours: Sendable {
  private var folders: [ItemPath: FolderItems] = [:]
  /// The names with events since, and the time of the last one.
  private var stale: [ItemPath: (names: Set<[UInt8]>, last: UInt64)] = [:]

  /// Whether items have to be read again, once it is quiet.
  var isStale: Bool { !stale.isEmpty }

  /// Reads a folder that is watched from now on.
  mutating func add(_ folder: ItemPath) {
    if folders[folder] == nil { folders[folder] = FolderItems(folder) }
  }

  /// Forgets a folder that is not watched any more.
  mutating func forget(_ folder: ItemPath) {
    folders[folder] = nil
    stale[folder] = nil
  }

  /// Notes that an item may have changed.
  mutating func noteEvent(_ name: [UInt8], in folder: ItemPath) {
    guard folders[folder] != nil else { return }
    stale[folder, default: ([], 0)].names.insert(name)
    stale[folder]?.last = Clock.now
  }

  /// Reads the changed items again, in folders that have been quiet for a while.
  mutating func renew() {
    for (folder, change) in stale where Clock.now - change.last > PendingChange.most {
      for name in change.names { folders[folder]?.note(name) }
      stale[folder] = nil
    }
  }

  /// Whether an item had this path when it was quiet.
  func hold(_ item: FileStatus, at path: ItemPath) -> Bool {
    path.parent.flatMap { folders[$0] }?.holds(item, at: path) ?? false
  }
}
