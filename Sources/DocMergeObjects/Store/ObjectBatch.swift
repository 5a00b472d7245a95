import DocMergeSystem

/// Objects to write together: as one pack, or as loose files.
///
/// The disk is waited for once for each file and each folder: a pack costs the same for one object as for many. Few
/// objects become loose files where there are many small packs already, which takes longer, and where they are large,
/// since versions of a large document are packed against each other later. Objects certainly exist once
/// ``flush(into:as:moving:)`` returns. Add an object after the objects that it names: a process that is killed during
/// the flush leaves no object without all that were added before it.
package struct ObjectBatch {
  /// The form in which few objects are written.
  package enum Form: Sendable {
    /// A pack if they are small and there are few packs, otherwise loose files.
    case any
    /// Loose files.
    case loose
  }

  private var objects: [ObjectID: GitObject] = [:]
  /// The order in which they were added.
  private var order: [ObjectID] = []
  private var size = 0

  /// From this many objects on, a pack is written.
  private static let packThreshold = 100
  /// From this many objects on, and up to this many bytes, they become a small pack.
  private static let (smallPack, smallPackSize) = (3, 64 << 10)
  /// From this many bytes on, ``isLarge`` asks for a flush, to bound memory.
  private static let largeSize = 64 << 20

  package init() {}

  /// Adds an object, once, and returns its id.
  package mutating func add(_ object: GitObject) throws(GitError) -> ObjectID {
    let id = try object.id
    add(object, id)
    return id
  }

  /// Adds an object, once, whose id was computed before.
  package mutating func add(_ object: GitObject, _ id: ObjectID) {
    guard objects.updateValue(object, forKey: id) == nil else { return }
    order.append(id)
    size += object.bytes.count
  }

  /// Whether the batch should be flushed before more is added.
  package var isLarge: Bool { size >= ObjectBatch.largeSize }

  /// Writes everything, durably, and empties the batch; then moves references.
  ///
  /// A few objects and the references become durable together. No reference moves before the objects exist, and none
  /// before those that are given before it.
  ///
  /// - Parameters:
  ///   - git: the repository.
  ///   - form: the form in which few objects are written.
  ///   - references: the new targets of references.
  /// - Throws: ``GitError``: ``GitError/Code/modified`` if a reference has another target, ``GitError/Code/locked`` if
  ///   another process holds one for a second.
  package mutating func flush(
    into git: GitStore, as form: Form = .any, moving references: [ReferenceChange] = []
  ) throws(GitError) {
    let waiting = objects
    let inOrder = order.compactMap { id in waiting[id].map { (id: id, object: $0) } }
    self = ObjectBatch()
    guard waiting.count < ObjectBatch.packThreshold else {
      // Objects that the repository has already are packed again: a check costs more than writing.
      try ObjectBatch.writePack(waiting, into: git)
      return try git.setReferences(references)
    }
    let size = inOrder.reduce(0) { $0 + $1.object.bytes.count }
    if form == .any, inOrder.count >= ObjectBatch.smallPack, size <= ObjectBatch.smallPackSize,
      try ObjectBatch.mayAddPack(to: git)
    {
      // Objects that the repository has already are packed again: a check would search each other pack.
      try ObjectBatch.writeSmallPack(inOrder, into: git, moving: references)
    } else {
      let new = try ObjectBatch.lacking(inOrder, in: git)
      try ObjectBatch.writeLoose(new, into: git, moving: references)
    }
  }

  /// Writes everything as one pack, durably, and empties the batch: two files, even for few objects.
  package mutating func flushAsPack(into git: GitStore) throws(GitError) {
    let waiting = objects
    self = ObjectBatch()
    if waiting.isEmpty { return }
    try ObjectBatch.writePack(waiting, into: git)
  }

  /// The objects that the repository lacks; for the others, libgit2 notes that they are in use again.
  private static func lacking(
    _ objects: [(id: ObjectID, object: GitObject)], in git: GitStore
  ) throws(GitError) -> [(id: ObjectID, object: GitObject)] {
    var new: [(id: ObjectID, object: GitObject)] = []
    for item in objects {
      let isThere = try git.access { session throws(GitError) in session.containsNow(item.id) }
      if isThere {
        try git.access { session throws(GitError) in try session.write(item.object) }
      } else {
        new.append(item)
      }
    }
    return new
  }

  /// Whether there are so few small packs that one more does not slow down lookups.
  private static func mayAddPack(to git: GitStore) throws(GitError) -> Bool {
    do throws(FileError) {
      return try !ObjectFiles(repository: git.path).packSizes().areManySmall
    } catch {
      throw GitError(error, in: "write")
    }
  }

  /// Writes objects as a separate pack, and moves references, together.
  private static func writeSmallPack(
    _ objects: [(id: ObjectID, object: GitObject)], into git: GitStore,
    moving references: [ReferenceChange]
  ) throws(GitError) {
    let pack = try PackFile(objects)
    let folder = SystemPath("\(git.path)/objects")
    let loose = LooseObjects(repository: git.path, environment: git.environment)
    var files = FileGroup(on: git.disk)
    var keep: KeepFile?
    defer { keep?.remove() }
    do throws(FileError) {
      keep = try KeepFile(of: pack.name, in: git.path, for: .save, on: git.disk)
      // A pack counts once its index exists.
      for (bytes, ending) in [(pack.bytes, "pack"), (pack.index, "idx")] {
        try files.add(
          bytes, writtenAs: folder.appending(loose.temporaryName.utf8),
          at: folder.appending("pack/\(pack.name).\(ending)".utf8), permissions: 0o444,
          // The folder is as old as the repository.
          isFolderDurable: true)
      }
    } catch {
      throw GitError(error, in: "write")
    }
    try git.setReferences(references, after: files)
    // Otherwise the first of them would be searched for in all other packs.
    try git.access { session throws(GitError) in try session.refresh() }
  }

  /// Writes objects as loose files, and moves references, together as far as they are small.
  private static func writeLoose(
    _ objects: [(id: ObjectID, object: GitObject)], into git: GitStore,
    moving references: [ReferenceChange]
  ) throws(GitError) {
    var files = FileGroup(on: git.disk)
    if !objects.isEmpty {
      let loose = LooseObjects(repository: git.path, environment: git.environment)
      let deflater = try Deflater()
      for (id, object) in objects {
        guard object.bytes.count > LooseObjects.largest else {
          try loose.add(object, id, by: deflater, to: &files)
          continue
        }
        // Objects that a large folder names are written before it.
        if object.kind != .blob { try commit(&files) }
        try git.access { session throws(GitError) in try session.write(object) }
      }
      // The locks of references are not held during a long write.
      let size = objects.reduce(0) { $0 + $1.object.bytes.count }
      if size > smallPackSize { try commit(&files) }
    }
    try git.setReferences(references, after: files)
    // A large object that is not noted is still packed later.
    for (id, object) in objects where LargeLooseObjects.counts(object.bytes.count) {
      try? LargeLooseObjects(repository: git.path).note(id)
    }
  }

  private static func commit(_ files: inout FileGroup) throws(GitError) {
    do throws(FileError) {
      try files.commit()
    } catch {
      throw GitError(error, in: "write")
    }
  }

  private static func writePack(
    _ objects: [ObjectID: GitObject], into git: GitStore
  ) throws(GitError) {
    let pack = try PackFile(objects.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    try git.access { session throws(GitError) in try session.writePack([pack.bytes]) }
  }
}
