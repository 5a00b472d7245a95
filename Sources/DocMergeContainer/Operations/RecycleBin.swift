package import DocMergeCore
package import DocMergeHistory
import DocMergeLanguage
package import DocMergeObjects
import DocMergeSystem
import Glibc

/// The place of the objects of pruned versions, as git packs, until the bin is emptied.
///
/// The folder is touched by everything that removes objects from the repository, so that other processes see that their
/// view of the repository is out of date: ``GitStore/refresh()``.
package struct RecycleBin {
  package let container: Container

  package init(container: Container) {
    self.container = container
  }

  private var git: GitStore { container.git }
  private var disk: Disk { container.disk }
  private var folder: SystemPath {
    SystemPath(git.path).appending("\(Container.privateName)/\(RecycleBin.name)".utf8)
  }
  private var mark: SystemPath { folder.appending("unfinished".utf8) }

  package static let name = GitStore.binName
  /// The bytes of objects in one pack, to bound memory.
  private static let packSize = 64 << 20

  // MARK: Interrupted prunes

  /// Notes durably that a prune is running, until ``noteFinished()``.
  package func noteUnfinished() throws {
    guard try FileStatus.of(mark) == nil else { return }
    try disk.makeFolder(folder)
    try disk.write([], to: mark, permissions: 0o666)
    try disk.synchronise(folder: folder)
  }

  package func noteFinished() throws { try disk.remove(mark) }

  /// Whether a prune broke off.
  package var isUnfinished: Bool {
    get throws { try FileStatus.of(mark) != nil }
  }

  /// Whether this replica has ever pruned anything.
  package var isInUse: Bool {
    get throws { try FileStatus.of(folder) != nil }
  }

  // MARK: Collecting

  /// Moves the objects of pruned versions that no reference leads to any more from the repository to the bin.
  ///
  /// They are in the bin, durably, before they leave the repository. Linear in the repository, if there is something to
  /// move.
  ///
  /// - Returns: the bytes of the packs, and how many pruned versions some reference still leads to.
  /// - Throws: ``GitError``, ``FileError``, ``StateError``.
  package func collect() throws -> (bytes: Int64, kept: Int) {
    let walk = ObjectWalk(git: git)
    var reachable: ObjectWalk.Found?
    var (bytes, kept): (Int64, Set<ObjectID>) = (0, [])
    for operation in try container.operations() where operation.kind == .prune {
      guard !operation.isUndone, let note = try StateReader(operation.id, in: git).pruned()
      else { continue }
      let tips = try (note.chains + note.versions.map(\.id)).filter { try git.contains($0) }
      // After an interrupted removal, nothing may lead to the rest any more.
      let left = try objects(of: operation.id).filter { try git.contains($0) }
      guard !tips.isEmpty || !left.isEmpty else { continue }
      let living = try reachable ?? walk.found(from: references(), isPartial: false)
      reachable = living
      kept.formUnion(note.versions.map(\.id).filter { living.commits[$0] != nil })
      var found = try walk.found(from: tips, isPartial: true)
      // A fetch takes objects that are here for complete: old links of others' chains must not stay alone.
      found.formUnion(try walk.leading(to: found, besides: living))
      let dead = found.sorted.filter { !living.has($0) }
      if !dead.isEmpty { bytes += try pack(dead, for: operation.id) }
      let known = Set(dead)
      let rest = dead + left.filter { !known.contains($0) && !living.has($0) }
      if !rest.isEmpty { try remove(rest) }
    }
    return (bytes, kept.count)
  }

  /// The targets of all references, of any program.
  private func references() throws -> [ObjectID] {
    Array(try git.references(matching: "refs/*").values)
  }

  private func pack(_ objects: [ObjectID], for operation: ObjectID) throws -> Int64 {
    var (part, size, bytes): ([GitObject], Int, Int64) = ([], 0, 0)
    try noteUnfinished()
    for (place, id) in objects.enumerated() {
      let object = try git.object(id)
      part.append(object)
      size += object.bytes.count
      guard size >= RecycleBin.packSize || place == objects.count - 1 else { continue }
      bytes += try write(part, for: operation)
      (part, size) = ([], 0)
    }
    try disk.synchronise(folder: folder)
    return bytes
  }

  /// Writes a pack, and has git check it.
  private func write(_ objects: [GitObject], for operation: ObjectID) throws -> Int64 {
    let pack = try PackFile.bytes(of: objects)
    let name = "\(operation)-\(Hex.text(pack.suffix(20)))"
    let (new, final) = (path("tmp.pack"), path("\(name).pack"))
    guard try FileStatus.of(final) == nil else { return 0 }
    try disk.remove(new)
    try disk.write(pack, to: new, permissions: 0o444)
    let index = "\(name).idx"
    try disk.remove(path(index))
    try run(
      ["index-pack", "-o", String(decoding: path(index).bytes, as: UTF8.self)] + [
        String(decoding: new.bytes, as: UTF8.self)
      ])
    try check(index, lists: objects)
    try disk.synchronise(file: path(index))
    guard disk.rename(new, to: final) else { throw FileError("rename", new) }
    return Int64(pack.count)
  }

  /// Compares the object names in an index of git's with the expected ones.
  private func check(_ index: String, lists objects: [GitObject]) throws {
    guard try names(in: path(index)) == objects.map({ try $0.id }).sorted() else {
      throw GitError(code: .notFound, function: "index-pack", message: tr("a pack is not whole"))
    }
  }

  /// The objects of the packs of an operation.
  private func objects(of operation: ObjectID) throws -> [ObjectID] {
    try packs().filter { $0.name.starts(with: "\(operation)".utf8) }.flatMap { pack in
      try names(in: folder.appending(pack.name.dropLast(4) + "idx".utf8))
    }
  }

  /// The sorted names of the objects that the index of a pack lists, as git writes it (version 2).
  private func names(in index: SystemPath) throws -> [ObjectID] {
    guard try FileStatus.of(index) != nil else { return [] }
    let bytes = try Files.read(index).bytes
    // Four bytes of mark, four of version, 256 counts of four bytes, the last of which is the total.
    let start = 8 + 256 * 4
    guard bytes.count >= start else { return [] }
    let count = bytes[(start - 4)..<start].reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count >= start + count * 20 else { return [] }
    return (0..<count).compactMap { number in
      ObjectID(bytes: bytes[(start + number * 20)..<(start + number * 20 + 20)])
    }
  }

  private func path(_ name: String) -> SystemPath { folder.appending(name.utf8) }

  private func run(_ words: [String]) throws {
    let run = GitChild(
      words: GitWords.common(git.path) + words, timeout: .zero, mayAsk: false,
      isCancelled: { false }, progress: { _ in }
    ).run()
    guard !run.isDone else { return }
    throw GitError(
      code: .notFound, function: "git \(words[0])",
      message: run.messages.last ?? tr("git could not be run"))
  }

  // MARK: Removing from the repository

  /// Removes objects from the repository, in this order.
  private func remove(_ objects: [ObjectID]) throws {
    // A list of commits that git makes during housekeeping, and relies on.
    for list in ["commit-graph", "commit-graphs"] {
      try disk.remove(SystemPath(git.path).appending("objects/info/\(list)".utf8))
    }
    try removeLoose(objects)
    git.close()
    guard try objects.contains(where: { try git.contains($0) }) else { return }
    // git moves unreachable objects out of its packs into loose files.
    try run(["repack", "-A", "-d", "-q"])
    git.close()
    try removeLoose(objects)
    git.close()
  }

  private func removeLoose(_ objects: [ObjectID]) throws {
    for id in objects {
      let hex = id.description
      try disk.remove(
        SystemPath(git.path).appending("objects/\(hex.prefix(2))/\(hex.dropFirst(2))".utf8))
    }
  }

  // MARK: Restoring

  /// Restores what an operation removed to the repository; the packs stay until ``forget(_:)``.
  ///
  /// - Throws: ``ContainerError/pruned(_:operation:)`` when the bin does not have all of it any more.
  package func putBack(_ operation: ObjectID, _ note: PruneNote) throws {
    for pack in try packs() where pack.name.starts(with: "\(operation)".utf8) { try install(pack) }
    if let lacking = try lacking(note) {
      // Two operations may have shared objects: the first one has them then.
      for pack in try packs() { try install(pack) }
      guard try self.lacking(note) != nil else { return }
      throw ContainerError.pruned(
        tr("version \(lacking.id.short) of \(lacking.path.display)"), operation: operation.short)
    }
  }

  private func lacking(_ note: PruneNote) throws -> PruneNote.Entry? {
    var closure = VersionClosure(git: git)
    return try note.versions.first { try !closure.isWhole($0.id) }
  }

  private func install(_ pack: Files.Entry) throws {
    let bytes = try Files.read(folder.appending(pack.name)).bytes
    try git.access { session throws(GitError) in try session.writePack([bytes]) }
  }

  /// Removes the packs of an operation.
  package func forget(_ operation: ObjectID) throws {
    for pack in try packs() where pack.name.starts(with: "\(operation)".utf8) { try remove(pack) }
  }

  /// Removes packs.
  ///
  /// - Parameter cutoff: only packs older than this; `nil` for all.
  /// - Returns: how many bytes they had.
  /// - Throws: ``FileError``.
  package func empty(before cutoff: Timestamp?) throws -> Int64 {
    var bytes: Int64 = 0
    for pack in try packs() where cutoff.map({ pack.status.modified <= $0 }) ?? true {
      try remove(pack)
      bytes += pack.status.size
    }
    return bytes
  }

  private func remove(_ pack: Files.Entry) throws {
    let stem = String(decoding: pack.name.dropLast(".pack".utf8.count), as: UTF8.self)
    try disk.remove(folder.appending(pack.name))
    try disk.remove(path("\(stem).idx"))
  }

  private func packs() throws -> [Files.Entry] {
    guard try FileStatus.of(folder) != nil else { return [] }
    return try Files.entries(of: folder).filter { entry in
      entry.name.suffix(5).elementsEqual(".pack".utf8) && !entry.name.starts(with: "tmp".utf8)
    }.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }
}
