package import DocMergeSystem

/// The items of a folder by name at one moment, to recognise those that get other names later.
package struct FolderItems: Sendable {
  /// Larger folders are not read, which would take too long.
  private static let most = 1000

  private let folder: ItemPath
  private var items: [[UInt8]: FileStatus] = [:]

  /// Reads a folder.
  package init(_ folder: ItemPath) {
    self.folder = folder
    let names = FolderNames.read(folder)
    guard names.count <= FolderItems.most else { return }
    for name in names { note(name) }
  }

  /// Reads the item of a name again.
  package mutating func note(_ name: [UInt8]) {
    let status = folder.appending(name).status
    if status != nil, items[name] == nil, items.count >= FolderItems.most { return }
    items[name] = status
  }

  /// Whether an item had this path at that moment.
  package func holds(_ item: FileStatus, at path: ItemPath) -> Bool {
    guard path.parent == folder, var known = items[Array(path.name)] else { return false }
    // Only the number of the item and its birth are compared: file systems reuse the numbers of removed items.
    (known.form, known.size, known.permissions) = (item.form, item.size, item.permissions)
    (known.modified, known.changed, known.owner) = (item.modified, item.changed, item.owner)
    return known == item
  }
}
