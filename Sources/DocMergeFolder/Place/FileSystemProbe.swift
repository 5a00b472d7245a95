package import DocMergeObjects
package import DocMergeSystem
import Glibc

/// Finds out what a file system stores about files, as git does when it makes a repository.
package struct FileSystemProbe {
  /// A folder on it in which files may be made.
  package let folder: SystemPath

  package init(folder: SystemPath) {
    self.folder = folder
  }

  /// Notes in git's settings whether execute bits are stored, and whether names that differ in case are the same.
  ///
  /// - Throws: ``FileError``, ``GitError``.
  package func note(in git: GitStore) throws {
    let path = folder.appending(Array("probe-\(getpid())".utf8))
    let other = folder.appending(Array("PROBE-\(getpid())".utf8))
    try git.disk.remove(path)
    try git.disk.write([], to: path, permissions: 0o644, isDurable: false)
    defer { _ = git.disk.removeFile(path) }
    let foldsCase = try FileStatus.of(other) != nil
    let before = try FileStatus.of(path)
    guard chmod(path.characters, 0o755) == 0 || errno == EPERM || errno == ENOTSUP else {
      throw FileError("look at", path)
    }
    let after = try FileStatus.of(path)
    let hasBits = before?.form == .file && after?.form == .executable
    try git.setConfiguration("core.filemode", to: hasBits ? "true" : "false")
    try git.setConfiguration("core.ignorecase", to: foldsCase ? "true" : "false")
  }
}
