import DocMerge
import DocMergePOSIX
import DocMergeSystem
import Glibc

/// Replaces an item by another as a whole.
enum FileSwap {
  /// Puts the built item at `target` in one step, durably; the old item is left in the folder.
  ///
  /// - Throws: ``FileError``; the target is unchanged then, unless only making it durable failed.
  static func put(_ folder: BuildFolder, at target: SystemPath) throws(FileError) {
    let isFolder = try FileStatus.of(folder.product)?.form == .folder
    let old = try FileStatus.of(target)
    if let old, isFolder || old.form == .folder {
      try exchange(folder, target)
    } else if rename(folder.product.characters, target.characters) != 0 {
      throw FileError("replace", target)
    }
    try Disk.system.synchronise(folder: target.parent)
  }

  /// Puts the built item at `target` in one step, durably, and passes on the item that was there at that moment.
  ///
  /// - Parameters:
  ///   - folder: the folder with the built item.
  ///   - target: the path.
  ///   - displaced: gets the path of the old item; not called where there was none, or the file system cannot swap
  ///     files. The swap is undone if it throws.
  /// - Throws: ``FileError``, and what `displaced` throws.
  static func put(
    _ folder: BuildFolder, at target: SystemPath, _ displaced: (SystemPath) throws -> Void
  ) throws {
    guard try FileStatus.of(target) != nil,
      docmerge_rename_exchange(folder.product.characters, target.characters) == 0
    else { return try put(folder, at: target) }
    do {
      try displaced(folder.product)
    } catch {
      guard docmerge_rename_exchange(folder.product.characters, target.characters) == 0 else {
        throw FileError("put back", target)
      }
      throw error
    }
    try Disk.system.synchronise(folder: target.parent)
  }

  private static func exchange(_ folder: BuildFolder, _ target: SystemPath) throws(FileError) {
    if docmerge_rename_exchange(folder.product.characters, target.characters) == 0 { return }
    guard errno == EINVAL || errno == ENOSYS else { throw FileError("replace", target) }
    // This file system cannot swap: for a moment nothing is there, but never half an item.
    guard rename(target.characters, folder.aside.characters) == 0 else {
      throw FileError("replace", target)
    }
    guard rename(folder.product.characters, target.characters) == 0 else {
      let error = FileError("replace", target)
      rename(folder.aside.characters, target.characters)
      throw error
    }
  }
}
