import DocMergeFolder
import DocMergeHistory
import DocMergeObjects
import DocMergeSystem
import Glibc

/// Repairs what a killed process, or a power failure, left half done.
///
/// libgit2 repairs none of it: an empty object file counts as the object, an empty reference file cannot be replaced,
/// and a lock file of a dead process blocks its reference for ever. Runs under the write lock, so nothing that it finds
/// belongs to a living process of docmerge.
package struct CrashRecovery {
  package let container: Container

  package init(container: Container) {
    self.container = container
  }

  private var disk: Disk { container.disk }
  private var repository: SystemPath { SystemPath(container.git.path) }

  package func run() throws {
    try removeEmptyObjects()
    try removeDead(in: "refs/docmerge/state")
    try removeDead(in: "refs/docmerge/versions")
    try removeDead(in: "refs/docmerge/local")
    // The branch that shows the documents.
    try removeDead(in: "refs/heads")
    try removeIfThere("config.lock")
    try synchroniseFolders()
    try restoreOwnReferences()
    do {
      try restoreLostState()
    } catch is GitError {
      // An object of the state is missing: a repair may find it.
    }
    try clearPrivateFolder()
    try clearFolder()
    try finishPrune()
  }

  /// Makes the folders of references durable, which a killed process may have made.
  ///
  /// A process that moves a reference takes its folder for durable where the reference exists already.
  private func synchroniseFolders() throws {
    for name in ["refs", "refs/docmerge", "refs/docmerge/state", "refs/docmerge/versions"] {
      let folder = repository.appending(name.utf8)
      if try FileStatus.of(folder)?.form == .folder { try disk.synchronise(folder: folder) }
    }
  }

  /// Finishes the removals of a prune that broke off.
  private func finishPrune() throws {
    try container.git.refresh()
    guard try RecycleBin(container: container).isUnfinished else { return }
    do {
      try container.finishPrune()
    } catch is GitError {
      // A full disk, or a missing git: the removed versions still take space, no more.
    } catch is FileError {
      // As above.
    }
  }

  /// Removes locks and empty references that a killed sync left; under the sync lock.
  package func runAfterSync() throws {
    try removeDead(in: "refs/docmerge/remotes")
    try removeDead(in: "refs/docmerge/sending")
    // A running repack has files of such names.
    if try container.packLock.holder() == nil { try removeDeadPacks() }
  }

  /// Removes the remains of a killed fetch or repack of git: half a pack, a whole one under the number of a process, or
  /// the note that keeps one.
  package func removeDeadPacks() throws {
    let folder = repository.appending("objects/pack".utf8)
    guard try FileStatus.of(folder)?.form == .folder else { return }
    for entry in try Files.entries(of: folder) {
      let path = folder.appending(entry.name)
      if entry.name.starts(with: "tmp_".utf8) || isOfDeadPacking(entry.name) {
        try disk.remove(path)
      } else if entry.name.suffix(5).elementsEqual(".keep".utf8) {
        // Others are kept on purpose.
        if try Files.read(path).bytes.starts(with: "fetch-pack ".utf8) { try disk.remove(path) }
      }
    }
  }

  /// Whether a name is one like `.tmp-1234-pack-…`, of a process that is gone.
  private func isOfDeadPacking(_ name: [UInt8]) -> Bool {
    let words = name.split(separator: UInt8(ascii: "-"))
    guard words.count > 2, words[0].elementsEqual(".tmp".utf8),
      let process = Int32(String(decoding: words[1], as: UTF8.self)), process > 0
    else { return false }
    return !RunningProcess.isAlive(process)
  }

  /// Removes the files with which killed saves kept their packs.
  private func removeKeepFiles() throws {
    let folder = repository.appending("objects/pack".utf8)
    guard try FileStatus.of(folder)?.form == .folder else { return }
    for entry in try Files.entries(of: folder)
    where entry.name.suffix(5).elementsEqual(".keep".utf8) {
      let path = folder.appending(entry.name)
      if try Files.read(path).bytes == KeepFile.Operation.save.contents { try disk.remove(path) }
    }
  }

  private func removeEmptyObjects() throws {
    try removeKeepFiles()
    let objects = repository.appending("objects".utf8)
    for folder in try Files.entries(of: objects) {
      // Files that libgit2 was writing, or docmerge itself.
      let prefixes = ["tmp_object_git2_", LooseObjects.temporaryPrefix]
      if prefixes.contains(where: { folder.name.starts(with: $0.utf8) }) {
        try disk.remove(objects.appending(folder.name))
      }
      guard folder.name.count == 2 else { continue }
      let path = objects.appending(folder.name)
      for object in try Files.entries(of: path) where object.status.size == 0 {
        try disk.remove(path.appending(object.name))
      }
    }
  }

  /// Removes lock files and references that hold no object id, at any depth.
  private func removeDead(in name: String) throws {
    let folder = repository.appending(name.utf8)
    guard try FileStatus.of(folder)?.form == .folder else { return }
    for entry in try Files.entries(of: folder) {
      if entry.status.form == .folder {
        try removeDead(in: "\(name)/\(String(decoding: entry.name, as: UTF8.self))")
        continue
      }
      let file = folder.appending(entry.name)
      if try entry.name.suffix(5).elementsEqual(".lock".utf8) || GitStore.isTorn(reference: file) {
        try disk.remove(file)
      }
    }
  }

  private func removeIfThere(_ name: String) throws {
    try disk.remove(repository.appending(name.utf8))
  }

  /// Removes the remains of a killed write of a note of docmerge's own.
  private func clearPrivateFolder() throws {
    let folder = repository.appending(Container.privateName.utf8)
    for entry in try Files.entries(of: folder)
    where entry.name.starts(with: Files.temporaryPrefix) {
      let path = folder.appending(entry.name)
      if BuildFolder.isBusy(path) { continue }
      do {
        try disk.remove(path)
      } catch {
        // Those of another user of the container are removed by that user's processes.
        guard error.code == EACCES else { throw error }
      }
    }
  }

  /// Removes temporary files beside documents; a file with unsaved contents becomes a document.
  package func clearFolder() throws {
    let scanner = FolderScanner(
      root: container.root, rules: FolderRules(git: container.git),
      known: KnownDocuments(try container.index.marks()))
    for leftover in try scanner.scan().leftovers {
      let path = container.root.appending(leftover)
      // A document that another process saves at this moment.
      if BuildFolder.isBusy(path) { continue }
      if let id = DisplacedDocuments.document(at: leftover),
        let entry = try container.index.entry(of: id)
      {
        try putBack(entry, from: leftover)
      } else {
        try clear(leftover)
      }
    }
  }

  /// Removes, or makes a document of, files that are still parked to make room; never waits.
  ///
  /// Once the folder matches the state: another item is in its place then.
  package func clearParked() throws {
    let unsettled = try container.index.unsettled()
    for entry in try Files.entries(of: container.root) {
      let path = DocumentPath(unchecked: entry.name)
      guard let id = DisplacedDocuments.document(at: path) else { continue }
      if try unsettled.contains(id) && container.index.entry(of: id) != nil { continue }
      try clear(path)
    }
  }

  private func clear(_ leftover: DocumentPath) throws {
    if try leftover.name.suffix(5).elementsEqual("-part".utf8) || isStored(leftover) {
      return try disk.remove(container.root.appending(leftover))
    }
    let writer = FileWriter(root: container.root, git: container.git)
    var number = 1
    while try !writer.move(leftover, to: leftover.renamed(Array("recovered \(number)".utf8))) {
      number += 1
    }
  }

  /// Puts a document that had to make room back in its place; where that is not free, it is moved later.
  private func putBack(_ entry: FolderIndex.Entry, from path: DocumentPath) throws {
    do {
      _ = try FileWriter(root: container.root, git: container.git).move(path, to: entry.path)
    } catch let error as FileError where error.code != ENOSPC {
      // The later move reports it, for this document alone.
    }
  }

  private func isStored(_ path: DocumentPath) throws -> Bool {
    let scanner = FolderScanner(
      root: container.root, rules: FolderRules(git: container.git),
      known: KnownDocuments(only: path, .package))
    guard let item = try scanner.item(at: path) else { return false }
    if item.kind == .package, try PackageMembers.unkept(in: container.root.appending(path)) != nil {
      return false
    }
    if Placeholder(at: item, in: container.root) != nil { return true }
    var blobs: Set<ObjectID> = []
    let reader = ContentReader(root: container.root, git: container.git)
    let reading = try reader.read(item) { object throws(GitError) in
      let id = try object.id
      if object.kind == .blob { blobs.insert(id) }
      return id
    }
    // Where the file system has no execute bits, the tree differs from that of the version.
    guard item.kind == .package, item.isKindSaved else {
      return try container.git.contains(reading.content.object)
    }
    return try blobs.allSatisfy(container.git.contains)
  }
}
