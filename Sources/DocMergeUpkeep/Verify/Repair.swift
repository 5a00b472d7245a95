package import DocMergeContainer
import DocMergeFolder
import DocMergeHistory
import DocMergeObjects
import DocMergeSync
import DocMergeSystem
import Glibc

/// Repairs what a ``Verifier`` found.
///
/// Nothing is deleted: damaged files are moved to the repository's private folder. Runs under both locks.
package struct Repair {
  package let container: Container

  private var git: GitStore { container.git }
  private var repository: SystemPath { SystemPath(git.path) }

  /// Repairs, and checks again: a fault may hide others until it is repaired.
  func mend(_ report: inout VerifyReport, _ progress: (Int) -> Void) throws {
    var known: [Fault] = []
    // References, then objects, then states, then the folder; each missing object hides those that it names.
    while true {
      let new = report.faults.filter { fault in !known.contains { $0.isSame(fault) } }
      guard !new.isEmpty else { break }
      known += new
      try mend(new)
      report = try Verifier(container: container).report(progress)
    }
    let left = report.faults
    report.faults = known.map { fault in
      var fault = fault
      fault.isMended = !left.contains { $0.isSame(fault) }
      return fault
    }
    report.faults += left.filter { fault in !known.contains { $0.isSame(fault) } }
  }

  private func mend(_ faults: [Fault]) throws {
    for fault in faults where fault.part == .reference {
      let file = repository.appending(fault.place.utf8)
      // One that can be read leads to an older state.
      if try GitStore.isTorn(reference: file) { try putAside(file) }
    }
    try mendObjects(
      faults.filter { $0.part == .object }.compactMap { ObjectID(hex: $0.place[...]) })
    // The states of other replicas can be fetched again.
    for fault in faults where fault.part == .state && fault.remedy != nil {
      try git.access { session throws(GitError) in try session.removeReference(fault.place) }
    }
    try CrashRecovery(container: container).run()
    try mendFolder(faults)
  }

  // MARK: Objects

  private func mendObjects(_ ids: [ObjectID]) throws {
    guard !ids.isEmpty else { return }
    var found = try fromRemotes(Set(ids))
    let left = Set(ids).subtracting(found.keys)
    if !left.isEmpty { found.merge(try fromFolder(left)) { one, _ in one } }
    for id in ids { try putAside(loosePath(of: id)) }
    git.close()
    // A damaged object in a pack hides a sound one elsewhere, so the packs are made anew.
    let isPacked = try ids.contains { try git.contains($0) }
    var packs: [SystemPath] = []
    if isPacked { packs = try packFiles() }
    try write(found, andAll: isPacked, but: Set(ids))
    for pack in packs { try putAside(pack) }
    git.close()
  }

  /// The objects that a remote on this computer has.
  private func fromRemotes(_ ids: Set<ObjectID>) throws -> [ObjectID: GitObject] {
    var found: [ObjectID: GitObject] = [:]
    for remote in try container.remotes.all() {
      // An address that sync would refuse is of no use either.
      guard let address = try? RemoteAddress(remote.url) else { continue }
      let mirror = EncryptedMirror(container: container, name: remote.name).text
      guard let path = address.isEncrypted ? mirror : address.path else { continue }
      let store = GitStore(path: path, environment: container.environment)
      for id in ids where found[id] == nil {
        // A remote that is missing, or damaged too, is of no use.
        found[id] = try? store.object(id)
      }
    }
    return found
  }

  /// The objects that documents in the folder are made of.
  private func fromFolder(_ ids: Set<ObjectID>) throws -> [ObjectID: GitObject] {
    var found: [ObjectID: GitObject] = [:]
    for entry in try container.index.entries() {
      let scanner = FolderScanner(
        root: container.root, rules: FolderRules(git: git),
        known: KnownDocuments(only: entry.path, entry.content.kind))
      do {
        guard let item = try scanner.item(at: entry.path) else { continue }
        let reader = ContentReader(root: container.root, git: container.git)
        _ = try reader.read(item.withBits(of: entry.content)) { object throws(GitError) in
          let id = try object.id
          if ids.contains(id) { found[id] = object }
          return id
        }
      } catch is FileError {
        // An unreadable document is of no use.
        continue
      }
    }
    return found
  }

  /// Writes objects as packs; with all other readable objects where the old packs are removed.
  private func write(
    _ found: [ObjectID: GitObject], andAll isWhole: Bool, but damaged: Set<ObjectID>
  ) throws {
    var batch = PackBatch(git: git)
    for (_, object) in found.sorted(by: { $0.key < $1.key }) { try batch.add(object) }
    if isWhole {
      for id in try git.allObjects() where !damaged.contains(id) {
        try batch.add(try git.object(id))
      }
    }
    try batch.flush()
  }

  private func loosePath(of id: ObjectID) -> SystemPath {
    let hex = id.description
    return repository.appending("objects/\(hex.prefix(2))/\(hex.dropFirst(2))".utf8)
  }

  private func packFiles() throws -> [SystemPath] {
    let folder = repository.appending("objects/pack".utf8)
    return try Files.entries(of: folder).map { folder.appending($0.name) }
  }

  /// Moves a file of the repository to the folder for damaged files; ignores a missing one.
  private func putAside(_ path: SystemPath) throws {
    guard try FileStatus.of(path) != nil else { return }
    let folder = repository.appending("\(Container.privateName)/damaged".utf8)
    let disk = container.disk
    try disk.makeFolder(folder)
    let name = String(decoding: path.parent.name + [UInt8(ascii: "-")] + path.name, as: UTF8.self)
    var target = folder.appending(name.utf8)
    var number = 1
    while try FileStatus.of(target) != nil {
      number += 1
      target = folder.appending("\(name)-\(number)".utf8)
    }
    guard disk.rename(path, to: target) else { throw FileError("rename", path) }
    try disk.synchronise(folder: folder)
  }

  // MARK: The folder

  private func mendFolder(_ faults: [Fault]) throws {
    let damaged = faults.filter { $0.remedy != nil }.compactMap(\.path)
    let writer = FileWriter(root: container.root, git: git)
    for path in damaged {
      var number = 1
      while try !writer.move(path, to: path.suffixed(number == 1 ? "damaged" : "damaged \(number)"))
      {
        number += 1
      }
    }
    guard !damaged.isEmpty || faults.contains(where: { $0.part == .index }) else { return }
    try container.index.clear()
    // Documents that cannot be put in place wait, as always; the rest is repaired.
    _ = try container.bringFolderInLine()
  }
}

/// Objects that are written as packs of limited size, whether the repository has them or not.
private struct PackBatch {
  let git: GitStore
  private var objects: [GitObject] = []
  private var added: Set<ObjectID> = []
  private var size = 0

  private static let limit = 64 << 20

  init(git: GitStore) { self.git = git }

  /// Adds an object, unless it was added before: packs may have one in common.
  mutating func add(_ object: GitObject) throws(GitError) {
    guard added.insert(try object.id).inserted else { return }
    objects.append(object)
    size += object.bytes.count
    if size >= Self.limit { try flush() }
  }

  mutating func flush() throws(GitError) {
    guard !objects.isEmpty else { return }
    let pack = try PackFile.bytes(of: objects)
    try git.access { session throws(GitError) in try session.writePack([pack]) }
    (objects, size) = ([], 0)
  }
}

extension Fault {
  /// Whether both are about the same thing.
  fileprivate func isSame(_ other: Fault) -> Bool { part == other.part && place == other.place }
}
