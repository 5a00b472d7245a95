/// Objects that are to be written together: a few as loose files, many as one pack.
///
/// Loose objects become durable together (``LooseObjects``); a pack costs less for many. They are there for certain once ``flush(into:)`` returns; whoever is killed before leaves none
/// without what was added before it, so what an object names is to be added before it.
package struct ObjectBatch {
  private var objects: [ObjectID: GitObject] = [:]
  /// In which order they came.
  private var order: [ObjectID] = []
  private var size = 0

  /// From this many objects on, a pack is written.
  private static let packThreshold = 100
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

  /// Whether so much is waiting that it should be flushed before more is added.
  package var isLarge: Bool { size >= ObjectBatch.largeSize }

  /// Writes everything, durably, and empties the batch.
  package mutating func flush(into git: GitStore) throws(GitError) {
    let waiting = objects
    let inOrder = order.compactMap { id in waiting[id].map { (id: id, object: $0) } }
    self = ObjectBatch()
    guard !waiting.isEmpty else { return }
    if waiting.count < ObjectBatch.packThreshold {
      try ObjectBatch.writeLoose(inOrder, into: git)
      // What is not noted is packed all the same, later.
      for (id, object) in waiting where LargeLooseObjects.counts(object.bytes.count) {
        try? LargeLooseObjects(repository: git.path).note(id)
      }
      return
    }
    // What the repository has already is packed again: asking costs more than writing.
    try ObjectBatch.writePack(waiting, into: git)
  }

  /// Writes everything as one pack, durably, and empties the batch: two files, however few objects there are.
  package mutating func flushAsPack(into git: GitStore) throws(GitError) {
    let waiting = objects
    self = ObjectBatch()
    if waiting.isEmpty { return }
    try ObjectBatch.writePack(waiting, into: git)
  }

  private static func writeLoose(
    _ objects: [(id: ObjectID, object: GitObject)], into git: GitStore
  ) throws(GitError) {
    let loose = LooseObjects(repository: git.path)
    var new: [(id: ObjectID, object: GitObject)] = []
    for item in objects {
      let isThere = try git.access { session throws(GitError) in session.containsNow(item.id) }
      guard isThere || item.object.bytes.count > LooseObjects.largest else {
        new.append(item)
        continue
      }
      // What it names is there before it.
      try loose.write(new)
      new = []
      // Of an object that is there libgit2 notes that somebody wants it again.
      try git.access { session throws(GitError) in try session.write(item.object) }
    }
    try loose.write(new)
  }

  private static func writePack(
    _ objects: [ObjectID: GitObject], into git: GitStore
  ) throws(GitError) {
    let pack = try PackFile.bytes(of: objects.sorted { $0.key < $1.key }.map(\.value))
    try git.access { session throws(GitError) in try session.writePack([pack]) }
  }
}
