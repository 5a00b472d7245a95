import DocMergeCoordination
import DocMergeSystem

/// A presented item, with its appearance at the last report.
struct WatchedItem: Sendable {
  /// Further folders in one item are not watched.
  private static let limit = 4000

  private(set) var path: ItemPath
  /// The folders to watch: the one around the item, and those inside it.
  private(set) var folders: Set<ItemPath> = []
  private var known: [ItemPath: FileStatus] = [:]
  /// The item itself, to be found again under another name.
  private var place: Place

  /// Reads an item; `watch` gets each folder before it is read, so that no later change is missed.
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
    // The files of a container itself are no documents.
    for name in FolderNames.read(folder) where name != Array(".docmerge".utf8) {
      let item = folder.appending(name)
      guard let status = item.status else { continue }
      known[item] = status
      if status.isFolder { scan(item, watch) }
    }
  }

  /// The items that differ from what the presenter knows, among the item and the contents of these folders.
  func changes(in folders: Set<ItemPath>) -> Set<ItemPath> {
    var items = Set(known.keys.filter { $0.parent.map(folders.contains) ?? false })
    items.insert(path)
    for folder in self.folders.intersection(folders) where folder == path || folder.isInside(path) {
      items.formUnion(FolderNames.read(folder).map(folder.appending))
    }
    return items.filter { covers($0) && isChanged($0) }
  }

  /// Whether an item concerns the presenter.
  func covers(_ item: ItemPath) -> Bool {
    if item.name.elementsEqual(".docmerge".utf8) { return item == path }
    return item == path || item.isInside(path)
  }

  /// Notes the current appearance of an item whose presenter gets a message now.
  mutating func note(_ item: ItemPath) {
    guard covers(item) else { return }
    let status = item.status
    // Another file of that name: from now on that one is followed.
    if item == path, let status, known[item].map(status.isSameItem) != true {
      place = Place(AccessItem(path, .updating))
    }
    known[item] = status
    if status?.isFolder == true, item != path, !folders.contains(item) { scan(item) }
    for folder in item.ancestors where folder.isInside(path) { known[folder] = folder.status }
  }

  /// Whether an item existed at the last report.
  func knows(_ item: ItemPath) -> Bool { known[item] != nil }

  /// Whether an item differs from what the presenter knows.
  func isChanged(_ item: ItemPath) -> Bool {
    let (old, new) = (known[item], item.status)
    // The dates of a folder change with its contents, which are reported separately.
    if let old, let new, old.isFolder, new.isFolder {
      return old.inode != new.inode || old.permissions != new.permissions
    }
    return old != new
  }

  /// Whether the contents of the item, found at another path, differ from the known ones.
  func isEdited(at place: ItemPath) -> Bool {
    guard let old = known[path], let new = place.status, !new.isFolder else { return false }
    return old.inode != new.inode || old.size != new.size || old.modified != new.modified
  }

  /// The path of the item, if another one has its old path; `nil` if it is there, or gone.
  var otherPlace: ItemPath? { path.status == nil ? nil : place.elsewhere }

  /// The new path of the item, if it has moved; `nil` if it is gone.
  var newPlace: ItemPath? {
    let current = place.current
    return current == path ? nil : current
  }
}
