import DocMergeCoordination
import DocMergeSystem

/// An item that somebody presents, and what it looked like when they last heard of it.
struct WatchedItem: Sendable {
  /// More folders than this in one item are not watched.
  private static let limit = 4000

  private(set) var path: ItemPath
  /// The folders to watch: the one around the item, and those inside of it.
  private(set) var folders: Set<ItemPath> = []
  private var known: [ItemPath: FileStatus] = [:]
  /// The item itself, to be found again under another name.
  private var place: Place

  /// Looks at an item; `watch` gets each folder before it is read, so that no later change is missed.
  init(_ path: ItemPath, watch: (ItemPath) -> Void = { _ in }) {
    self.path = path
    place = Place(AccessItem(path, .updating))
    if let parent = path.parent {
      folders.insert(parent)
      watch(parent)
    }
    known[path] = path.status
    if path.status?.isFolder == true { scan(path, watch) }
  }

  private mutating func scan(_ folder: ItemPath, _ watch: (ItemPath) -> Void = { _ in }) {
    guard folders.count < WatchedItem.limit else { return }
    folders.insert(folder)
    watch(folder)
    // What a container keeps is nobody's document.
    for name in FolderNames.read(folder) where name != Array(".docmerge".utf8) {
      let item = folder.appending(name)
      guard let status = item.status else { continue }
      known[item] = status
      if status.isFolder { scan(item, watch) }
    }
  }

  /// What is no longer as the presenter knows it, of the item and of what lies in these folders.
  func changes(in folders: Set<ItemPath>) -> Set<ItemPath> {
    var items = Set(known.keys.filter { $0.parent.map(folders.contains) ?? false })
    items.insert(path)
    for folder in self.folders.intersection(folders) where folder == path || folder.isInside(path) {
      items.formUnion(FolderNames.read(folder).map(folder.appending))
    }
    return items.filter { covers($0) && isChanged($0) }
  }

  /// Whether the presenter has to do with an item.
  func covers(_ item: ItemPath) -> Bool {
    if item.name.elementsEqual(".docmerge".utf8) { return item == path }
    return item == path || item.isInside(path)
  }

  /// Remembers what an item looks like, since its presenter is told now.
  mutating func note(_ item: ItemPath) {
    guard covers(item) else { return }
    let status = item.status
    // Another file under the name: from now on that one is followed.
    if item == path, let status, known[item].map(status.isSameItem) != true {
      place = Place(AccessItem(path, .updating))
    }
    known[item] = status
    if status?.isFolder == true, item != path, !folders.contains(item) { scan(item) }
    for folder in item.ancestors where folder.isInside(path) { known[folder] = folder.status }
  }

  /// Whether an item was there when the presenter last heard of it.
  func knows(_ item: ItemPath) -> Bool { known[item] != nil }

  /// Whether an item is another than the presenter knows.
  func isChanged(_ item: ItemPath) -> Bool {
    let (old, new) = (known[item], item.status)
    // The dates of a folder change with what is in it, which is told by itself.
    if let old, let new, old.isFolder, new.isFolder {
      return old.inode != new.inode || old.permissions != new.permissions
    }
    return old != new
  }

  /// Whether the contents of the item, found at another place, are no longer those that are known.
  func isEdited(at place: ItemPath) -> Bool {
    guard let old = known[path], let new = place.status, !new.isFolder else { return false }
    return old.inode != new.inode || old.size != new.size || old.modified != new.modified
  }

  /// Where the item is, when it is no longer where it was; `nil` when it is gone.
  var newPlace: ItemPath? {
    let current = place.current
    return current == path ? nil : current
  }
}
