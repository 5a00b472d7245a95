import DocMergeCore
import DocMergeLanguage
import DocMergeLibgit2
package import DocMergeSystem
import Synchronization

/// One libgit2 repository, for any number of threads.
///
/// The handle is behind a lock and is lent, never given away: see `docs/storage.md`, section 5, and libgit2's
/// `docs/threading.md`. Closures must not call back into the same store.
package final class GitStore: Sendable {
  /// To start libgit2 takes longer than many a command, so it waits until it is needed.
  private let opened = Mutex<OpenStore?>(nil)

  /// The folder of the bare repository.
  package let path: String
  /// The clock, random numbers and the disk for everything in it.
  package let environment: Environment
  /// The folder in the repository for docmerge's own files: git keeps nothing there.
  package static let privateName = "docmerge"
  /// The folder in that one for objects that were pruned and can still be restored.
  package static let binName = "recycle-bin"

  /// The folder of the documents, for `.gitignore` and `.gitattributes`; `nil` for none.
  private let workFolder: String?
  /// A snapshot of the packs, where much is to be read.
  private let packs: PackReader?

  /// Takes the path of a bare repository, which is opened when it is first used.
  package convenience init(
    path: String, workFolder: String? = nil, environment: Environment = .system
  ) {
    self.init(path: path, workFolder: workFolder, environment: environment, packs: nil)
  }

  private init(
    path: String, workFolder: String?, environment: Environment, packs: PackReader?
  ) {
    self.path = path
    self.environment = environment
    self.workFolder = workFolder
    self.packs = packs
  }

  /// The same repository for several threads that read much of its current contents.
  ///
  /// Costs opening all packs.
  ///
  /// - Parameter isForeign: whether another program may change the repository meanwhile.
  /// - Returns: another handle of it.
  package func forMuchReading(isForeign: Bool = false) -> GitStore {
    GitStore(
      path: path, workFolder: workFolder, environment: environment,
      packs: PackReader(repository: path, isForeign: isForeign))
  }

  /// The same repository, opened again, with the same packs.
  package func openedAgain() -> GitStore {
    GitStore(path: path, workFolder: workFolder, environment: environment, packs: packs)
  }

  /// The disk that writes its files.
  package var disk: Disk { environment.disk }

  /// Makes an empty bare repository at `path`, where there must be none.
  package static func create(path: String) throws(GitError) {
    try GitSession.create(path: path)
  }

  /// Closes the repository, so that the next access sees the current files.
  package func close() { opened.withLock { $0 = nil } }

  /// Notices what other processes added to the repository, or removed from it.
  ///
  /// libgit2 assumes that objects that it has read, or that were in a pack that it has open, still exist, even after a
  /// `git gc` or a prune, and does not write them again. So the repository is opened again when packs were added or
  /// removed, or something was put into the recycle bin.
  package func refresh() throws {
    let now = ObjectFoldersStatus(of: path)
    let isSame = opened.withLock { store in
      if store?.holdings != now { store = nil }
      return store != nil
    }
    guard isSame else { return }
    try access { session throws(GitError) in try session.refresh() }
  }

  /// Lends the repository to `body`.
  package func access<Result>(
    _ body: (borrowing GitSession) throws(GitError) -> sending Result
  ) throws(GitError) -> sending Result {
    let store = try opened.withLock { opened throws(GitError) in
      if let opened { return opened }
      let store = try OpenStore(path: path, workFolder: workFolder, disk: disk)
      opened = store
      return store
    }
    return try store.session.withLock { session throws(GitError) in try body(session) }
  }
}

/// Shows whether objects left a repository, or were added in packs: the status of its folders of packs and of pruned
/// objects.
private struct ObjectFoldersStatus: Equatable {
  /// `nil` for a folder that does not exist, or cannot be read.
  private let packs: FileStatus?
  private let bin: FileStatus?

  init(of repository: String) {
    packs = try? FileStatus.of(SystemPath("\(repository)/objects/pack"))
    bin = try? FileStatus.of(
      SystemPath("\(repository)/\(GitStore.privateName)/\(GitStore.binName)"))
  }
}

/// An open repository, behind its lock.
private final class OpenStore: Sendable {
  let session: Mutex<GitSession>
  /// The holdings just before it was opened.
  let holdings: ObjectFoldersStatus

  init(path: String, workFolder: String?, disk: Disk) throws(GitError) {
    holdings = ObjectFoldersStatus(of: path)
    session = Mutex(try GitSession(path: path, workFolder: workFolder, disk: disk))
  }
}

extension GitStore {
  /// Reads an object whole.
  package func object(_ id: ObjectID) throws(GitError) -> GitObject {
    if let object = packs?.object(id) { return object }
    return try access { session throws(GitError) in try session.object(id) }
  }

  /// The kind and the size of an object, without unpacking it.
  package func header(_ id: ObjectID) throws(GitError) -> GitObject.Header {
    if let header = packs?.header(of: id) { return header }
    return try access { session throws(GitError) in try session.header(id) }
  }

  /// Reads the bytes of an object that must be of `kind`, and no larger than `limit`.
  ///
  /// A larger object is not unpacked.
  package func bytes(
    _ id: ObjectID, _ kind: GitObject.Kind, atMost limit: Int? = nil
  ) throws(GitError) -> [UInt8] {
    let object: GitObject
    if let packed = packs?.object(id) {
      object = packed
    } else {
      object = try access { session throws(GitError) in
        if let limit {
          let size = try session.header(id).size
          guard size <= limit else { throw GitStore.tooLarge(id, size, limit) }
        }
        return try session.object(id)
      }
    }
    if let limit, object.bytes.count > limit {
      throw GitStore.tooLarge(id, object.bytes.count, limit)
    }
    guard object.kind == kind else {
      throw GitStore.malformed(id, tr("not a \(String(describing: kind))"))
    }
    return object.bytes
  }

  /// Reads a blob whole, without a copy of the bytes that libgit2 unpacked.
  package func blob(_ id: ObjectID) throws(GitError) -> GitBlob {
    if let object = packs?.object(id) {
      guard object.kind == .blob else { throw GitStore.malformed(id, tr("not a blob")) }
      return GitBlob(object.bytes)
    }
    let address = try access { session throws(GitError) in try session.blob(id) }
    guard let blob = GitBlob(objectAt: address) else {
      throw GitStore.malformed(id, tr("no object"))
    }
    return blob
  }

  /// Reads a tree.
  package func tree(_ id: ObjectID) throws(GitError) -> Tree {
    guard let tree = Tree(bytes: try bytes(id, .tree, atMost: Limits.tree)) else {
      throw GitStore.malformed(id, tr("malformed tree"))
    }
    return tree
  }

  /// Reads a commit.
  package func commit(_ id: ObjectID) throws(GitError) -> Commit {
    guard let commit = Commit(bytes: try bytes(id, .commit, atMost: Limits.commit)) else {
      throw GitStore.malformed(id, tr("malformed commit"))
    }
    return commit
  }

  /// Reads a commit of another replica, which must have the form that docmerge writes.
  package func foreignCommit(_ id: ObjectID) throws(GitError) -> Commit {
    guard let commit = Commit(strict: try bytes(id, .commit, atMost: Limits.commit)) else {
      throw GitStore.malformed(id, tr("not a commit as docmerge writes it"))
    }
    return commit
  }

  /// Whether the object is here.
  package func contains(_ id: ObjectID) throws(GitError) -> Bool {
    if packs?.contains(id) == true { return true }
    return try access { session throws(GitError) in session.contains(id) }
  }

  /// The target of a reference, or `nil`.
  package func reference(_ name: String) throws(GitError) -> ObjectID? {
    try access { session throws(GitError) in try session.reference(name) }
  }

  /// Moves a reference from `old` (`nil`: absent) to `new`, or throws ``GitError/Code/modified``.
  ///
  /// Nothing is written if both are the same.
  package func setReference(
    _ name: String, to new: ObjectID, from old: ObjectID?
  ) throws(GitError) {
    if old == new, try reference(name) == new { return }
    try access { session throws(GitError) in try session.setReference(name, to: new, from: old) }
  }

  /// All references whose names match the pattern.
  package func references(matching pattern: String) throws(GitError) -> [String: ObjectID] {
    try access { session throws(GitError) in try session.references(matching: pattern) }
  }

  /// The commits that can be reached from some of `tips`, but from none of `known`; see ``GitSession``.
  package func commits(
    reachableFrom tips: [ObjectID], butNotFrom known: [ObjectID?]
  ) throws(GitError) -> [ObjectID] {
    try access { session throws(GitError) in
      try session.commits(reachableFrom: tips, butNotFrom: known)
    }
  }

  /// Whether `ancestor` can be reached from `descendant` (and is another commit).
  package func isAncestor(
    _ ancestor: ObjectID, of descendant: ObjectID
  ) throws(GitError) -> Bool {
    try access { session throws(GitError) in
      try session.isAncestor(ancestor, of: descendant)
    }
  }

  /// The ids of all objects; of those in several packs more than once.
  ///
  /// Begins anew where another process replaced packs meanwhile.
  ///
  /// - Throws: ``GitError``.
  package func allObjects() throws(GitError) -> [ObjectID] {
    func list() throws(GitError) -> [ObjectID] {
      try access { session throws(GitError) in try session.allObjects() }
    }
    for _ in 0..<4 {
      if let found = try? list() { return found }
      // libgit2 looks for all packs that it has once seen.
      close()
    }
    return try list()
  }

  /// Those of some commits that are in the history of a tip, tips included.
  ///
  /// Exact, whatever the dates of commits say; linear in the history of the tips.
  ///
  /// - Throws: ``GitError``.
  package func commits(
    among ids: Set<ObjectID>, inHistoryOf tips: [ObjectID]
  ) throws(GitError) -> Set<ObjectID> {
    if ids.isEmpty || tips.isEmpty { return [] }
    return ids.intersection(try commits(reachableFrom: tips, butNotFrom: []))
  }

  /// The best common ancestor of all the commits, or `nil`.
  package func commonAncestor(_ commits: [ObjectID]) throws(GitError) -> ObjectID? {
    try access { session throws(GitError) in try session.commonAncestor(commits) }
  }

  private static func tooLarge(_ id: ObjectID, _ size: Int, _ limit: Int) -> GitError {
    malformed(id, tr("has \(size) bytes, more than \(limit)"))
  }

  package static func malformed(_ id: ObjectID, _ what: String) -> GitError {
    GitError(code: .notFound, function: "read", message: tr("object \(id): \(what)"))
  }
}
