import DocMergeSystem

/// An item of an access, known by where it was when the access was asked for, and by what lay there.
package final class Place: Sendable {
  let item: AccessItem
  /// The path when the access was asked for.
  let path: ItemPath
  private let file: OpenFile?

  package init(_ item: AccessItem) {
    self.item = item
    path = item.followsLinks ? item.path.resolved : item.path.real
    file = try? OpenFile.place(path.system)
  }

  /// Where the item is by now: renames that were announced are followed, and so are others.
  func current(_ moves: [ClaimTable.Move], after ticket: UInt64) -> ItemPath {
    // What is to be replaced is what has the name, not what had it.
    if item.kind == .replacing { return path }
    var place = path
    for move in moves.sorted(by: { $0.ticket < $1.ticket }) where move.ticket > ticket {
      place = place.moved(from: move.from, to: move.to) ?? place
    }
    guard place == path, path.status == nil else { return place }
    return found ?? path
  }

  /// Where the item is by now; `nil` when it is gone.
  package var current: ItemPath? { path.status == nil ? found : path }

  /// Where the file is that lay at the path.
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

  /// What is claimed for it; for a link also what it leads to.
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
