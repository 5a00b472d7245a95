import DocMergeSystem
import Synchronization

/// An item of an access, identified by its path at the request, and by the file that was there.
package final class Place: Sendable {
  let item: AccessItem
  /// The path at the time of the request.
  let path: ItemPath
  private let file: OpenFile?
  /// The items beside it, since the access has to wait.
  private let neighbours = Mutex<FolderItems?>(nil)

  package init(_ item: AccessItem) {
    self.item = item
    path = item.followsLinks ? item.path.resolved : item.path.real
    file = try? OpenFile.place(path.system)
  }

  /// The current path of the item: announced and other renames are followed.
  func current(_ moves: [ClaimTable.Move], after ticket: UInt64) -> ItemPath {
    // A replacement applies to the item with that name, not to the one that had it.
    if item.kind == .replacing { return path }
    var place = path
    for move in moves.sorted(by: { $0.ticket < $1.ticket }) where move.ticket > ticket {
      place = place.moved(from: move.from, to: move.to) ?? place
    }
    guard place == path else { return place }
    guard let other = path.status else { return found ?? path }
    return exchanged(with: other) ?? path
  }

  /// Notes that the access has to wait: other programs may exchange names meanwhile.
  func beginToWait() {
    guard item.kind != .replacing, let folder = path.parent else { return }
    neighbours.withLock { neighbours in
      if neighbours == nil { neighbours = FolderItems(folder) }
    }
  }

  /// The new path of the file, if the item that has its old path had the new one.
  ///
  /// A program that keeps a backup copy, and writes a new file under the old name, exchanges nothing.
  private func exchanged(with other: FileStatus) -> ItemPath? {
    guard let neighbours = neighbours.withLock(\.self), let place = elsewhere,
      neighbours.holds(other, at: place)
    else { return nil }
    return place
  }

  /// The current path of the item; `nil` if it is gone.
  package var current: ItemPath? { path.status == nil ? found : path }

  /// The current path of the file that was at the path, if it has another one.
  package var elsewhere: ItemPath? { found.flatMap { $0 == path ? nil : $0 } }

  /// The new path of the file that was at the path.
  private var found: ItemPath? {
    switch file {
    case .some(let file): Place.found(file)
    case .none: nil
    }
  }

  private static func found(_ file: borrowing OpenFile) -> ItemPath? {
    guard let status = try? file.status(), let count = try? file.linkCount(), count > 0,
      let bytes = try? SystemPath("/proc/self/fd/\(file.number)").linkTarget(),
      bytes.first == UInt8(ascii: "/")
    else { return nil }
    let place = ItemPath(bytes: bytes)
    return place.status.map(status.isSameItem) == true ? place : nil
  }

  /// The claims for it; for a link also on its target.
  func claims(at path: ItemPath) -> [Claim.Item] {
    let target = path.resolved
    return (target == path ? [path] : [path, target]).map { path in
      let status = path.status
      let isFile = status?.isFile ?? false
      return Claim.Item(
        path: path, whole: PackageNames.packages(around: path).last ?? path,
        device: isFile ? status?.device ?? 0 : 0, inode: isFile ? status?.inode ?? 0 : 0,
        isWriting: item.isWriting, takesContents: item.takesContents)
    }
  }
}
