package import DocMergeSystem
import Glibc

/// The folder for a new container, which one process holds while it makes the container.
///
/// Remains of another creation in it are garbage then: the lock on the folder ends with its process.
package struct ContainerSite: ~Copyable {
  /// The folder, without links.
  package let path: String
  package let environment: Environment

  private let file: Int32
  /// Whether the file system can lock folders at all.
  private let isHeld: Bool
  /// Whether the folder did not exist before.
  private let isNew: Bool

  private static let suffix = "-init-part"

  /// Holds a folder, which is made if it is missing.
  ///
  /// - Parameters:
  ///   - path: the path of the folder.
  ///   - environment: the environment of the container.
  /// - Throws: ``ContainerError/busy(process:)`` when another process makes a container there, ``FileError``.
  package init(_ path: String, environment: Environment) throws {
    let isNew = try FileStatus.of(SystemPath(path)) == nil
    try environment.disk.makeFolder(SystemPath(path))
    let path = try SystemPath.resolved(path)
    let (file, isHeld) = try ContainerSite.lock(SystemPath(path))
    (self.path, self.environment) = (path, environment)
    (self.file, self.isHeld, self.isNew) = (file, isHeld, isNew)
  }

  deinit {
    // A child process that was started meanwhile, and runs its program only soon, has the file as well: to close it here
    // alone would leave the lock.
    if isHeld { _ = flock(file, LOCK_UN) }
    close(file)
  }

  private static func lock(_ path: SystemPath) throws -> (file: Int32, isHeld: Bool) {
    let file = Glibc.open(path.characters, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { throw FileError("open", path) }
    let isHeld = flock(file, LOCK_EX | LOCK_NB) == 0
    let isBusy = !isHeld && errno == EWOULDBLOCK
    do {
      // The process that held it before may have removed it.
      let found = try FileStatus.of(open: file, path).inode
      guard try !isBusy && FileStatus.of(path)?.inode == found else {
        throw ContainerError.busy(process: nil)
      }
    } catch {
      close(file)
      throw error
    }
    return (file, isHeld)
  }

  /// Removes the folder, if it was made for this and is empty.
  package func removeIfNew() {
    if isNew, isHeld { _ = environment.disk.removeEmptyFolder(SystemPath(path)) }
  }

  /// Where a repository is built, until it is whole.
  package var building: String {
    let prefix = String(decoding: Files.temporaryPrefix, as: UTF8.self)
    return "\(path)/\(prefix)\(getpid())\(Self.suffix)"
  }

  /// The names in the folder, without the remains of a killed creation: a repository is removed, and the first save
  /// removes the rest.
  ///
  /// - Throws: ``FileError``.
  package func cleared() throws -> [[UInt8]] {
    let names = try Files.entries(of: SystemPath(path)).map(\.name)
    guard isHeld else { return names }
    return try names.filter { name in
      guard name.starts(with: Files.temporaryPrefix), name.ends(with: "-part") else {
        return true
      }
      if name.ends(with: Self.suffix) {
        try environment.disk.remove(SystemPath(path).appending(name))
      }
      return false
    }
  }
}
