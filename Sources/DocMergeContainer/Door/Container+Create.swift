import DocMergeCore
import DocMergeFolder
import DocMergeHistory
import DocMergeObjects
package import DocMergeSystem

extension Container {
  /// Makes a container of the folder at `path`, which is made if it is missing, and saves every document in it.
  ///
  /// The repository is built under another name and renamed when it is complete, so there is a whole container or none.
  /// A folder whose first save was interrupted is continued.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - computer: the name of this copy; by default, the computer's.
  /// - Returns: the container and a report of the first save.
  /// - Throws: ``ContainerError/isContainer(_:)``, ``ContainerError/isInsideContainer(_:)``,
  ///   ``ContainerError/busy(process:)``, ``FileError``, ``GitError``.
  public static func create(
    at path: String, computer: String? = nil
  ) throws -> (container: Container, saved: SaveReport) {
    try create(at: path, computer: computer, environment: .system)
  }

  /// Makes it in an environment: see ``create(at:computer:)``.
  package static func create(
    at path: String, computer: String?, environment: Environment
  ) throws -> (container: Container, saved: SaveReport) {
    try create(on: ContainerSite(path, environment: environment), computer: computer)
  }

  package static func create(
    on site: borrowing ContainerSite, computer: String?
  ) throws -> (container: Container, saved: SaveReport) {
    let path = site.path
    if let existing = try root(above: path) {
      guard existing == path else { throw ContainerError.isInsideContainer(path) }
      let container = try Container(path: path, environment: site.environment)
      guard try container.state() == nil else { throw ContainerError.isContainer(path) }
      return (container, try container.save(kind: .initialize))
    }
    try makeRepository(on: site, computer: computer)
    let container = try Container(path: path, environment: site.environment)
    return (container, try container.save(kind: .initialize))
  }

  private static func makeRepository(on site: borrowing ContainerSite, computer: String?) throws {
    let (path, building) = (site.path, site.building)
    let disk = site.environment.disk
    let final = SystemPath("\(path)/\(repositoryName)")
    do {
      try GitStore.create(path: building)
      let git = GitStore(path: building, environment: site.environment)
      try disk.makeFolder(SystemPath("\(building)/\(privateName)"))
      // The index is part of the mark that tells this place from others.
      _ = try FolderIndex(path: "\(building)/\(privateName)/index", disk: disk)
      let name = Person.computer(computer ?? IdentitySource.hostName())
      let replica = ReplicaID.random(site.environment)
      try git.setConfiguration(IdentitySource.replicaKey, to: replica.description)
      try git.setConfiguration(IdentitySource.computerKey, to: name)
      try git.setConfiguration(
        IdentitySource.homeKey, to: try IdentitySource.home(of: SystemPath(building)))
      // git's own housekeeping must not remove objects that only docmerge's references reach later.
      try git.setConfiguration("gc.auto", to: "0")
      try EditorFiles.write(into: building, on: disk)
      for name in ["config", "HEAD"] {
        try disk.synchronise(file: SystemPath("\(building)/\(name)"))
      }
      for name in ["objects", "refs", privateName, "."] {
        try disk.synchronise(folder: SystemPath("\(building)/\(name)"))
      }
      guard disk.rename(SystemPath(building), to: final) else { throw FileError("make", final) }
    } catch {
      try? disk.remove(SystemPath(building))
      throw error
    }
    try disk.synchronise(folder: SystemPath(path))
  }
}
