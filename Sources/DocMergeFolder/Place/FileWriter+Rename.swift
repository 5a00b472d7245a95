import DocMergeHistory
import DocMergeSystem
import Glibc

extension FileWriter {
  /// Renames; `false` when `target` exists.
  func renameNew(_ source: SystemPath, to target: SystemPath) throws(FileError) -> Bool {
    if disk.renameNew(source, to: target) { return true }
    let failure = errno
    if try isOwnName(target, source) { return try renameOver(source, target) }
    if failure == EEXIST || failure == ENOTEMPTY {
      // An empty folder has nothing to lose: it makes room.
      return disk.removeEmptyFolder(target) ? try renameNew(source, to: target) : false
    }
    guard failure == EINVAL || failure == ENOSYS else {
      throw FileError("rename", source, code: failure)
    }
    // This file system cannot refuse by itself.
    if try FileStatus.of(target) != nil { return false }
    return try renameOver(source, target)
  }

  private func renameOver(
    _ source: SystemPath, _ target: SystemPath
  ) throws(FileError) -> Bool {
    guard disk.rename(source, to: target) else { throw FileError("rename", source) }
    return true
  }

  /// Whether the item at `target` is the file itself, under a name that differs in case or accents.
  private func isOwnName(
    _ target: SystemPath, _ source: SystemPath
  ) throws(FileError) -> Bool {
    let start = root.bytes + [UInt8(ascii: "/")]
    guard target.bytes.starts(with: start), source.bytes.starts(with: start) else { return false }
    return try ListedPath.isSame(
      DocumentPath(unchecked: Array(target.bytes.dropFirst(start.count))),
      DocumentPath(unchecked: Array(source.bytes.dropFirst(start.count))), in: root)
  }
}
