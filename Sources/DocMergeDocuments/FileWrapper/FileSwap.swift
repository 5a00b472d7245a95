import DocMergePOSIX
import DocMergeStore
import Glibc

/// Puts something whole in the place of something else.
enum FileSwap {
  /// Puts what was built at `source` at `target` in one step, durably, and removes what was there.
  ///
  /// - Throws: ``FileError``; the target is as it was then.
  static func put(_ source: SystemPath, at target: SystemPath) throws(FileError) {
    let isFolder = try FileStatus.of(source)?.form == .folder
    let old = try FileStatus.of(target)
    if let old, isFolder || old.form == .folder {
      try exchange(source, target)
      // The new contents are in place: what is left of the old ones is rubbish, not a failure.
      try? Files.remove(source)
    } else if rename(source.characters, target.characters) != 0 {
      throw FileError("replace", target)
    }
    try Files.synchronise(folder: target.parent)
  }

  private static func exchange(_ source: SystemPath, _ target: SystemPath) throws(FileError) {
    if docmerge_rename_exchange(source.characters, target.characters) == 0 { return }
    guard errno == EINVAL || errno == ENOSYS else { throw FileError("replace", target) }
    // This file system cannot swap: for a moment nothing is there, but never half of something.
    let aside = source.parent.appending(source.name + Array("-old".utf8))
    guard rename(target.characters, aside.characters) == 0 else {
      throw FileError("replace", target)
    }
    guard rename(source.characters, target.characters) == 0 else {
      let error = FileError("replace", target)
      rename(aside.characters, target.characters)
      throw error
    }
    rename(aside.characters, source.characters)
  }
}
