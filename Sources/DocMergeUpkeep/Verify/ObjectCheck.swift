import DocMergeLanguage
import DocMergeObjects

/// Reads every git object, and finds missing objects that references lead to.
struct ObjectCheck {
  private let git: GitStore
  /// The objects that can be read and match their names.
  package private(set) var sound: Set<ObjectID> = []
  /// Objects that exist and cannot be read, with the reasons.
  package private(set) var damaged: [ObjectID: String] = [:]
  /// Objects that do not exist, with the objects that name them.
  package private(set) var missing: [ObjectID: ObjectID] = [:]

  /// Reads all objects.
  ///
  /// Linear in their bytes: libgit2 compares each with its name when it reads it.
  init(git: GitStore, progress: (Int) -> Void) throws {
    self.git = git
    for id in try git.allObjects() {
      guard try LooseFile.isSound(id, in: git.path) else {
        damaged[id] = tr("cut off")
        continue
      }
      do throws(GitError) {
        _ = try git.object(id)
        sound.insert(id)
        if sound.count.isMultiple(of: 1000) { progress(sound.count) }
      } catch {
        damaged[id] = error.message
      }
    }
  }

  /// Follows everything from `roots`.
  package mutating func follow(_ roots: [ObjectID]) {
    var seen: Set<ObjectID> = []
    var waiting = roots.map { (id: $0, from: $0) }
    while let (id, parent) = waiting.popLast() {
      guard seen.insert(id).inserted else { continue }
      guard sound.contains(id) else {
        if damaged[id] == nil { missing[id] = parent }
        continue
      }
      waiting += links(of: id).map { (id: $0, from: id) }
    }
  }

  /// The objects that a commit or a tree names.
  private func links(of id: ObjectID) -> [ObjectID] {
    // An unreadable object is among the damaged ones already.
    guard let object = try? git.object(id) else { return [] }
    switch object.kind {
    case .blob: return []
    case .tree: return Tree(bytes: object.bytes)?.entries.map(\.id) ?? []
    case .commit: return Commit(bytes: object.bytes).map { [$0.tree] + $0.parents } ?? []
    }
  }
}
