import Glibc

/// The folder that a container is made in, which one process holds while it does so.
///
/// What lies in it of the making of another one is rubbish then: the lock on the folder falls with its process.
struct ContainerSite: ~Copyable {
  /// The folder, without links.
  let path: String

  private let file: Int32
  /// Whether the file system can lock folders at all.
  private let isHeld: Bool

  private static let suffix = "-init-part"

  /// Holds a folder, which is made if it is missing.
  ///
  /// - Throws: ``ContainerError/busy(process:)`` when somebody else makes a container there, ``FileError``.
  init(_ path: String) throws {
    try Files.makeFolder(SystemPath(path))
    let path = try Container.resolved(path)
    let file = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { throw FileError("open", SystemPath(path)) }
    let isHeld = flock(file, LOCK_EX | LOCK_NB) == 0
    if !isHeld, errno == EWOULDBLOCK {
      close(file)
      throw ContainerError.busy(process: nil)
    }
    (self.path, self.file, self.isHeld) = (path, file, isHeld)
  }

  deinit { close(file) }

  /// Where a repository is built, until it is whole.
  var building: String {
    let prefix = String(decoding: DocumentPath.temporaryPrefix, as: UTF8.self)
    return "\(path)/\(prefix)\(getpid())\(Self.suffix)"
  }

  /// What lies in the folder, without what somebody was killed in building: a repository is removed, and the rest
  /// goes with the first save.
  ///
  /// - Throws: ``FileError``.
  func cleared() throws -> [[UInt8]] {
    let names = try Files.entries(of: SystemPath(path)).map(\.name)
    guard isHeld else { return names }
    return try names.filter { name in
      guard name.starts(with: DocumentPath.temporaryPrefix), name.ends(with: "-part") else {
        return true
      }
      if name.ends(with: Self.suffix) { try Files.remove(SystemPath(path).appending(name)) }
      return false
    }
  }
}
