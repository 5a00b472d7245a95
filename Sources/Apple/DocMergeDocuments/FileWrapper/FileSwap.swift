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
  ///     files. The swap is undone if it throws; where that fails, the old item is kept beside the target.
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
      try putBack(folder.product, at: target)
      throw error
    }
    try Disk.system.synchronise(folder: target.parent)
  }

  /// Puts a displaced item back in its place, or keeps it beside that.
  private static func putBack(_ item: SystemPath, at target: SystemPath) throws(FileError) {
    if docmerge_rename_exchange(item.characters, target.characters) == 0 { return }
    // The new item may have been removed meanwhile.
    if docmerge_rename_new(item.characters, target.characters) == 0 { return }
    let failure = FileError("put back", target)
    try keep(item, beside: target)
    throw failure
  }

  /// The most backup copies of one item.
  private static let mostCopies = 1000

  /// Keeps an item as a backup copy: `a.txt~`, or `a.txt.~1~` and so on if there are copies already.
  ///
  /// - Throws: ``FileError``; the item is unchanged then.
  static func keep(_ item: SystemPath, beside target: SystemPath) throws(FileError) {
    for number in 0..<mostCopies {
      let ending = number == 0 ? "~" : ".~\(number)~"
      let copy = target.parent.appending(Array(target.name) + Array(ending.utf8))
      if docmerge_rename_new(item.characters, copy.characters) == 0 { return }
      guard errno == EEXIST else { break }
    }
    throw FileError("keep a copy of", target)
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
