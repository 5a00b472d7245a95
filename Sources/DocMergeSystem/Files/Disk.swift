package import DocMergeCore
import DocMergePOSIX
import Glibc

/// Writes files, folders and their names.
///
/// Each change calls `onChange` of the environment afterwards. Reading needs no environment: see ``Files``.
package struct Disk: Sendable {
  /// The disk of programs that have no environment of their own.
  package static let system = Disk(environment: .system)

  package let environment: Environment

  package init(environment: Environment) {
    self.environment = environment
  }

  /// Tells the environment that something has changed; for changes by libraries and other programs.
  package func noteChange() { environment.onChange?() }

  // MARK: Folders

  /// Makes a folder and missing folders above it, durably.
  package func makeFolder(_ path: SystemPath) throws(FileError) {
    if addFolder(path) { return try synchronise(folder: path.parent) }
    switch errno {
    case EEXIST: return
    case ENOENT:
      try makeFolder(path.parent)
      // A link without a target exists and does not: to try again would never end.
      guard addFolder(path) || errno == EEXIST else { throw FileError("make the folder", path) }
      try synchronise(folder: path.parent)
    default: throw FileError("make the folder", path)
    }
  }

  /// Makes one folder, not durably; if that fails, `errno` says why.
  ///
  /// Calls `mkdir`.
  package func addFolder(_ path: SystemPath) -> Bool {
    noting(mkdir(path.characters, 0o777))
  }

  /// Removes one empty folder; if that fails, `errno` says why.
  ///
  /// Calls `rmdir`.
  package func removeFolder(_ path: SystemPath) -> Bool { noting(rmdir(path.characters)) }

  /// Removes a folder that contains nothing but folders, so that nothing can be lost.
  ///
  /// - Returns: whether it is gone; `false` if it is no folder, or contains a file.
  package func removeEmptyFolder(_ path: SystemPath) -> Bool {
    if removeFolder(path) { return true }
    guard errno == ENOTEMPTY || errno == EEXIST, let folders = Self.folders(in: path) else {
      return false
    }
    // The innermost first; a folder that gets a file meanwhile stays, with those around it.
    return (folders.reversed() + [path]).allSatisfy(removeFolder)
  }

  /// All folders in a folder, the outer ones first; `nil` when there is anything else, or it cannot be read.
  private static func folders(in path: SystemPath) -> [SystemPath]? {
    var result: [SystemPath] = []
    var waiting = [path]
    while let folder = waiting.popLast() {
      guard let entries = try? Files.entries(of: folder),
        entries.allSatisfy({ $0.status.form == .folder })
      else { return nil }
      let inner = entries.map { folder.appending($0.name) }
      result += inner
      waiting += inner
    }
    return result
  }

  // MARK: Names

  /// Removes a file, or a link itself; if that fails, `errno` says why.
  ///
  /// Calls `unlink`.
  package func removeFile(_ path: SystemPath) -> Bool { noting(unlink(path.characters)) }

  /// Removes a file, a link or a folder with everything in it; a missing item is fine.
  package func remove(_ path: SystemPath) throws(FileError) {
    guard let status = try FileStatus.of(path) else { return }
    if status.form == .folder {
      for entry in try Files.entries(of: path) {
        try remove(path.appending(entry.name))
      }
      guard removeFolder(path) else { throw FileError("remove", path) }
    } else {
      guard removeFile(path) || errno == ENOENT else { throw FileError("remove", path) }
    }
  }

  /// Makes a symbolic link; if that fails, `errno` says why.
  ///
  /// Calls `symlink`.
  package func addLink(_ path: SystemPath, to target: [UInt8]) -> Bool {
    noting(symlink(SystemPath(bytes: target).characters, path.characters))
  }

  /// Renames, and replaces an item of that name; if that fails, `errno` says why.
  ///
  /// Calls `rename`.
  package func rename(_ source: SystemPath, to target: SystemPath) -> Bool {
    noting(Glibc.rename(source.characters, target.characters))
  }

  /// Renames where nothing has that name; if that fails, `errno` says why.
  ///
  /// Calls `renameat2` with `RENAME_NOREPLACE`.
  package func renameNew(_ source: SystemPath, to target: SystemPath) -> Bool {
    noting(docmerge_rename_new(source.characters, target.characters))
  }

  /// Swaps two items in one step; if that fails, `errno` says why, which is `EINVAL` or `ENOSYS` on file systems that
  /// cannot.
  ///
  /// Calls `renameat2` with `RENAME_EXCHANGE`.
  package func swap(_ one: SystemPath, _ other: SystemPath) -> Bool {
    guard environment.canSwap else {
      errno = EINVAL
      return false
    }
    return noting(docmerge_rename_exchange(one.characters, other.characters))
  }

  /// Sets the modification date of a link itself; some file systems store none, which is no error.
  ///
  /// - Throws: ``FileError``.
  package func setDate(ofLink path: SystemPath, to date: Timestamp) throws(FileError) {
    let times = [date.timespec, date.timespec]
    guard
      noting(utimensat(AT_FDCWD, path.characters, times, AT_SYMLINK_NOFOLLOW))
        || [ENOTSUP, ENOSYS].contains(errno)
    else { throw FileError("date", path) }
  }

  /// Calls ``noteChange()`` where a call of the C library succeeded, and returns whether it did.
  private func noting(_ status: Int32) -> Bool {
    guard status == 0 else { return false }
    noteChange()
    return true
  }
}

extension Environment {
  /// The disk that writes files in this environment.
  package var disk: Disk { Disk(environment: self) }
}
