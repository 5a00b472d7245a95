import DocMergeHistory

/// Documents that took the names of other documents: exchanged names, and names that were passed on.
///
///     mv 2.md 3.md; mv 1.md 2.md      // 1.md is 2.md now, 2.md is 3.md
///
/// A file counts as another document only where nothing else explains it: it has the inode and the date of birth of that
/// document, its size and date of change are those of the index, and the document that had the name before is found by
/// the same marks. A file that an editor put in place of another one has an inode that no document had.
struct ShiftedNames {
  /// The documents that have other names now.
  private(set) var moved: [FolderChanges.Found] = []
  /// The files in the places of moved documents that belong to none of those.
  private(set) var left: [FolderItem] = []

  /// The item that each document is now, for the documents that are not in their places.
  private let items: [DocumentID: FolderItem]
  /// The documents in whose places other files are.
  private let displaced: [DocumentPath: DocumentID]
  /// Whether all documents that a move displaces are found.
  private var isCertain: [DocumentID: Bool] = [:]

  /// Compares the documents in whose places there are other contents, or none, with the files there and the unknown
  /// ones.
  ///
  /// Linear in their number.
  init(modified: [FolderChanges.Found], removed: [FolderIndex.Entry], added: [FolderItem]) {
    let entries = (modified.map(\.entry) + removed).filter { !$0.isPlaceholder }
    items = Self.items(of: entries, among: modified.map(\.item) + added)
    displaced = Dictionary(
      modified.map { ($0.item.path, $0.entry.id) }, uniquingKeysWith: { first, _ in first })
    guard !items.isEmpty else { return }
    let owners = Dictionary(
      items.map { ($0.value.path, $0.key) }, uniquingKeysWith: { first, _ in first })
    for entry in entries {
      guard let item = items[entry.id], certain(entry.id) else { continue }
      // Where a new file is in its place, a program made a copy under the other name, or goes on under the old one.
      guard displaced[entry.path] == nil || owners[entry.path] != nil else { continue }
      moved.append(.init(entry: entry, item: item.withBits(of: entry.content)))
    }
    let (ids, places) = (Set(moved.map(\.entry.id)), Set(moved.map(\.item.path)))
    left = modified.filter { ids.contains($0.entry.id) && !places.contains($0.item.path) }
      .map(\.item)
  }

  /// The items that the entries are certainly: unchanged, under other names, and the only ones of their inodes.
  private static func items(
    of entries: [FolderIndex.Entry], among items: [FolderItem]
  ) -> [DocumentID: FolderItem] {
    let owners = Dictionary(grouping: entries, by: \.fingerprint.inode)
    var result: [DocumentID: FolderItem] = [:]
    for (inode, items) in Dictionary(grouping: items, by: \.fingerprint.inode) {
      guard items.count == 1, let item = items.first, let owners = owners[inode],
        owners.count == 1, let owner = owners.first, owner.path != item.path,
        owner.fingerprint.isUnchanged(item.fingerprint),
        !EditorSave.isBackup(item.path, of: owner.path)
      else { continue }
      result[owner.id] = item
    }
    return result
  }

  /// Follows the documents that give way to each other, up to a free name, or around.
  private mutating func certain(_ document: DocumentID) -> Bool {
    var chain: [DocumentID] = []
    var next: DocumentID? = document
    var result = true
    while let id = next {
      if let known = isCertain[id] {
        result = known
        break
      }
      guard let item = items[id] else {
        result = false
        break
      }
      chain.append(id)
      // Until the end is known, the way around counts as certain.
      isCertain[id] = true
      next = displaced[item.path]
    }
    for id in chain { isCertain[id] = result }
    return result
  }
}

extension Fingerprint {
  /// Whether the file is the same one, and was not written since.
  fileprivate func isUnchanged(_ other: Fingerprint) -> Bool {
    isSameInode(as: other) && size == other.size && modified == other.modified
      && digest == other.digest
  }
}

extension FolderChanges {
  /// Moves the documents that took each other's names from the changed, missing and unknown ones to the moved ones.
  mutating func takeShifted(from added: inout [FolderItem]) {
    guard !modified.isEmpty else { return }
    let names = ShiftedNames(modified: modified, removed: removed, added: added)
    guard !names.moved.isEmpty else { return }
    let ids = Set(names.moved.map(\.entry.id))
    let places = Set(names.moved.map(\.item.path))
    modified.removeAll { ids.contains($0.entry.id) }
    removed.removeAll { ids.contains($0.id) }
    added.removeAll { places.contains($0.path) }
    added += names.left
    moved += names.moved
  }
}
