import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects
import DocMergeSystem
import Glibc

/// The remote of a sync that is a path on this computer.
enum RemoteRepository {
  /// Makes an empty bare repository where the path is missing or an empty folder.
  static func makeIfMissing(_ address: RemoteAddress) throws {
    guard let place = address.path else { return }
    let path = SystemPath(place)
    if let status = try FileStatus.of(path) {
      guard status.form == .folder, try Files.entries(of: path).isEmpty else {
        return try checkIsRepository(path, status, address)
      }
    } else if try FileStatus.of(path.parent) == nil {
      // A mistyped path, or a disk that is not mounted: a repository there would be of no use.
      throw FileError("make", path, code: ENOENT)
    }
    try GitStore.create(path: place)
  }

  /// Checks the path of an encrypted repository, which git-remote-gcrypt makes.
  ///
  /// - Parameters:
  ///   - address: its address.
  ///   - makesFolder: whether to make a missing folder.
  ///   - disk: the disk that files are written with.
  /// - Throws: ``RemoteError``, ``FileError``.
  static func checkEncrypted(
    _ address: RemoteAddress, makesFolder: Bool, on disk: Disk
  ) throws {
    let path = SystemPath(address.inner)
    guard let status = try FileStatus.of(path) else {
      guard try FileStatus.of(path.parent) != nil else {
        throw FileError("make", path, code: ENOENT)
      }
      if makesFolder { try disk.makeFolder(path) }
      return
    }
    guard status.form == .folder else { return try checkIsRepository(path, status, address) }
    // All files that git-remote-gcrypt writes there are named by a hash; a killed one may have written packs alone.
    let names = try Files.entries(of: path).map(\.name)
    let isEncrypted = names.allSatisfy { $0.count == 64 && Hex.bytes($0) != nil }
    if !isEncrypted, !names.contains(Array(manifest.utf8)) {
      try checkIsRepository(path, status, address)
    }
  }

  /// The file in which git-remote-gcrypt keeps the list of what a repository has.
  package static let manifest = "91bd0c092128cf2e60e1a608c31e92caf1f9c1595f83f2890ef17c0e4881aa0a"

  /// Whether git-remote-gcrypt has written a whole repository to a folder.
  static func hasManifest(_ path: String) throws(FileError) -> Bool {
    try FileStatus.of(SystemPath("\(path)/\(manifest)")) != nil
  }

  /// Whether git-remote-gcrypt takes a path for a repository of git.
  package static func isGit(_ path: String) throws(FileError) -> Bool {
    try FileStatus.of(SystemPath("\(path)/HEAD")) != nil
  }

  /// Throws an error that says what a path holds if it is not a bare repository.
  private static func checkIsRepository(
    _ path: SystemPath, _ status: FileStatus, _ address: RemoteAddress
  ) throws {
    func has(_ name: String) throws -> Bool {
      try FileStatus.of(path.appending(name.utf8)) != nil
    }
    // The program that opens a link reports where it leads.
    if status.form == .symlink { return }
    let message: String
    if status.form != .folder {
      message = tr("a file is there")
    } else if try has(".docmerge") || has("docmerge/write.lock") {
      message = tr("a container is there; both meet at a third place, which is a bare repository")
    } else if try has(".git") {
      message = tr("a git repository that people work in is there; a remote is a bare one")
    } else if try has("HEAD"), try has("objects") {
      return
    } else {
      message = tr(
        "a folder with other files is there; a new or empty one would become a repository")
    }
    throw RemoteError(.noSuchRepository, address: address.display, message: message)
  }

  /// Whether a remote on a path belongs to another person, or is shared by a group.
  ///
  /// - Throws: ``FileError``.
  static func isOfOthers(_ address: RemoteAddress) throws -> Bool {
    guard let place = address.path, let status = try FileStatus.of(SystemPath(place)),
      status.form == .folder
    else { return false }
    if status.owner != geteuid() { return true }
    let value: String?
    do {
      value = try GitStore(path: place).configuration("core.sharedRepository")
    } catch {
      // The program that uses it reports that it is no repository.
      return false
    }
    return value.map { !["", "0", "false", "umask"].contains($0.lowercased()) } ?? false
  }

  /// Whether a remote on a path has packs of some size.
  ///
  /// A remote that cannot be examined counts as small: the program that reads it says why.
  package static func isLarge(_ address: RemoteAddress) -> Bool {
    guard let place = address.path,
      let entries = try? Files.entries(of: SystemPath("\(place)/objects/pack"))
    else { return false }
    return entries.reduce(0) { $0 + $1.status.size } > 1 << 20
  }

  /// Removes the lock files of this replica's references that a killed sync left in a remote on a path.
  ///
  /// Only this replica writes them, and it holds its sync lock: no live process can own one.
  static func removeDeadLocks(
    _ address: RemoteAddress, of replica: ReplicaID, on disk: Disk
  ) throws {
    guard let place = address.path else { return }
    for name in [References.state(replica), References.versions(replica)] {
      try disk.remove(SystemPath(place).appending("\(name).lock".utf8))
    }
  }
}
