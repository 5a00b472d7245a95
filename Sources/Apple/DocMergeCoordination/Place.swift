import DocMergePOSIX
import Glibc

/// An item of an access, known by where it was when the access was asked for, and by what lay there.
package final class Place: Sendable {
  let item: AccessItem
  /// The path when the access was asked for.
  let path: ItemPath
  private let file: Int32

  package init(_ item: AccessItem) {
    self.item = item
    path = item.followsLinks ? item.path.resolved : item.path.real
    file = docmerge_open_place(path.characters)
  }

  deinit { if file >= 0 { close(file) } }

  /// Where the item is by now: renames that were announced are followed, and so are others.
  func current(_ moves: [ClaimTable.Move], after ticket: UInt64) -> ItemPath {
    // What is to be replaced is what has the name, not what had it.
    if item.kind == .replacing { return path }
    var place = path
    for move in moves.sorted(by: { $0.ticket < $1.ticket }) where move.ticket > ticket {
      place = place.moved(from: move.from, to: move.to) ?? place
    }
    guard place == path, file >= 0, path.status == nil else { return place }
    return found ?? path
  }

  /// Where the item is by now; `nil` when it is gone.
  package var current: ItemPath? { path.status == nil ? found : path }

  /// Where the file is that lay at the path.
  private var found: ItemPath? {
    var status = docmerge_status()
    guard docmerge_status_of(file, &status) == 0, status.links > 0,
      let place = readlink(ItemPath("/proc/self/fd/\(file)")), let there = place.status,
      there.isSameFile(as: ItemStatus(status))
    else { return nil }
    return place
  }

  private func readlink(_ path: ItemPath) -> ItemPath? {
    let bytes = withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 1) { buffer in
      let count = buffer.withMemoryRebound(to: CChar.self) { names in
        names.baseAddress.map { Glibc.readlink(path.characters, $0, names.count) } ?? -1
      }
      return Array(buffer.prefix(max(count, 0)))
    }
    return bytes.first == UInt8(ascii: "/") ? ItemPath(bytes: bytes) : nil
  }

  /// What is claimed for it; for a link also what it leads to.
  func claims(at path: ItemPath) -> [Claim.Item] {
    let target = path.resolved
    return (target == path ? [path] : [path, target]).map { path in
      let status = path.status
      let isFile = status.map { $0.mode & S_IFMT == S_IFREG } ?? false
      return Claim.Item(
        path: path, whole: PackageNames.packages(around: path).last ?? path,
        device: isFile ? status?.device ?? 0 : 0, inode: isFile ? status?.inode ?? 0 : 0,
        isWriting: item.isWriting, takesContents: item.takesContents)
    }
  }
}
