import DocMergeLanguage
import DocMergeLibgit2
package import DocMergeSystem

/// An open repository, lent to one closure at a time by ``GitStore``.
///
/// libgit2 allows one thread at a time per repository, so a session cannot be copied, kept or shared: the compiler
/// enforces it.
package struct GitSession: ~Copyable {
  let repository: OpaquePointer
  let database: OpaquePointer
  /// Told of what libgit2 changes.
  let disk: Disk

  /// Opens the bare repository at `path`.
  ///
  /// Passes libgit2 the folder of the documents, so that it finds `.gitignore` and `.gitattributes`. Calls
  /// `git_repository_open_bare` and `git_repository_set_workdir`.
  package init(path: String, workFolder: String?, disk: Disk) throws(GitError) {
    try Libgit2.start()
    let repository = try Libgit2.acquire("git_repository_open_bare") { pointer in
      git_repository_open_bare(&pointer, path)
    }
    do {
      try NamedSettings.add(to: repository)
    } catch {
      git_repository_free(repository)
      throw error
    }
    var database: OpaquePointer?
    var status: Int32 = 0
    if let workFolder { status = git_repository_set_workdir(repository, workFolder, 0) }
    if status >= 0 { status = git_repository_odb(&database, repository) }
    guard status >= 0, let database else {
      git_repository_free(repository)
      try Libgit2.check("git_repository_odb", status)
      throw GitError(code: .notFound, function: "git_repository_odb", message: tr("no database"))
    }
    self.repository = repository
    self.database = database
    self.disk = disk
  }

  deinit {
    git_odb_free(database)
    git_repository_free(repository)
  }

  /// Makes an empty bare repository at `path`.
  ///
  /// Calls `git_repository_init`.
  package static func create(path: String) throws(GitError) {
    try Libgit2.start()
    let repository = try Libgit2.acquire("git_repository_init") { pointer in
      git_repository_init(&pointer, path, 1)
    }
    git_repository_free(repository)
  }
}

// MARK: - Objects

extension GitSession {
  /// Reads an object whole.
  ///
  /// Calls `git_odb_read`.
  package func object(_ id: ObjectID) throws(GitError) -> GitObject {
    var raw = id.raw
    let object = try Libgit2.acquire("git_odb_read") { git_odb_read(&$0, database, &raw) }
    defer { git_odb_object_free(object) }
    guard let kind = GitObject.Kind(git_odb_object_type(object)) else {
      throw GitError(
        code: .notFound, function: "git_odb_read", message: tr("unexpected kind of \(id)"))
    }
    let bytes = UnsafeRawBufferPointer(
      start: git_odb_object_data(object), count: git_odb_object_size(object))
    return GitObject(kind: kind, bytes: Array(bytes))
  }

  /// Reads a blob whole, without a copy of its bytes.
  ///
  /// Calls `git_odb_read`.
  ///
  /// - Returns: the address of the object, for ``GitBlob``: libgit2 counts its references, in all threads.
  package func blob(_ id: ObjectID) throws(GitError) -> UInt {
    var raw = id.raw
    let object = try Libgit2.acquire("git_odb_read") { git_odb_read(&$0, database, &raw) }
    guard git_odb_object_type(object) == GIT_OBJECT_BLOB else {
      git_odb_object_free(object)
      throw GitStore.malformed(id, tr("not a blob"))
    }
    return UInt(bitPattern: object)
  }

  /// The kind and the size of an object, without unpacking it.
  ///
  /// Calls `git_odb_read_header`.
  package func header(_ id: ObjectID) throws(GitError) -> GitObject.Header {
    var raw = id.raw
    var (size, type) = (0, GIT_OBJECT_INVALID)
    try Libgit2.check(
      "git_odb_read_header", git_odb_read_header(&size, &type, database, &raw))
    guard let kind = GitObject.Kind(type) else {
      throw GitError(
        code: .notFound, function: "git_odb_read_header", message: tr("no kind of \(id)"))
    }
    return GitObject.Header(kind: kind, size: size)
  }

  /// Whether the object is here.
  ///
  /// Calls `git_odb_exists`.
  package func contains(_ id: ObjectID) -> Bool {
    var raw = id.raw
    return git_odb_exists(database, &raw) == 1
  }

  /// Whether an object is known to be here: packs that were added meanwhile are not searched.
  ///
  /// Calls `git_odb_exists_ext`.
  package func containsNow(_ id: ObjectID) -> Bool {
    var raw = id.raw
    return git_odb_exists_ext(database, &raw, UInt32(GIT_ODB_LOOKUP_NO_REFRESH.rawValue)) == 1
  }

  /// Writes a loose object, durably.
  ///
  /// Calls `git_odb_write`.
  package func write(_ object: GitObject) throws(GitError) {
    var raw = git_oid()
    let status = object.bytes.withUnsafeBytes { buffer in
      git_odb_write(&raw, database, buffer.baseAddress, buffer.count, object.kind.raw)
    }
    try Libgit2.check("git_odb_write", status)
    disk.noteChange()
  }

  /// Writes a whole pack file, durably.
  ///
  /// Calls `git_odb_write_pack`.
  package func writePack(_ chunks: [[UInt8]]) throws(GitError) {
    var pointer: UnsafeMutablePointer<git_odb_writepack>?
    try Libgit2.check("git_odb_write_pack", git_odb_write_pack(&pointer, database, nil, nil))
    guard let pack = pointer else { return }
    defer { pack.pointee.free(pack) }
    var progress = git_indexer_progress()
    for chunk in chunks {
      let status = chunk.withUnsafeBytes { buffer in
        pack.pointee.append(pack, buffer.baseAddress, buffer.count, &progress)
      }
      try Libgit2.check("git_odb_writepack.append", status)
    }
    try Libgit2.check("git_odb_writepack.commit", pack.pointee.commit(pack, &progress))
    disk.noteChange()
  }

  /// The ids of all objects.
  ///
  /// Calls `git_odb_foreach`.
  package func allObjects() throws(GitError) -> [ObjectID] {
    var found: [ObjectID] = []
    let status = withUnsafeMutablePointer(to: &found) { list in
      git_odb_foreach(
        database,
        { raw, list in
          guard let raw, let list else { return 0 }
          list.assumingMemoryBound(to: [ObjectID].self).pointee.append(ObjectID(raw.pointee))
          return 0
        }, list)
    }
    try Libgit2.check("git_odb_foreach", status)
    return found
  }

  /// Reloads the packs, to see objects that other processes added.
  ///
  /// Calls `git_odb_refresh`.
  package func refresh() throws(GitError) {
    try Libgit2.check("git_odb_refresh", git_odb_refresh(database))
  }
}

// MARK: - References

extension GitSession {
  /// The target of a direct reference, or `nil`.
  ///
  /// Calls `git_reference_name_to_id`.
  package func reference(_ name: String) throws(GitError) -> ObjectID? {
    var raw = git_oid()
    let status = git_reference_name_to_id(&raw, repository, name)
    if status == GIT_ENOTFOUND.rawValue { return nil }
    try Libgit2.check("git_reference_name_to_id", status)
    return ObjectID(raw)
  }

  /// Moves a reference if its value is still `old`, or if it is absent for `nil`.
  ///
  /// Calls `git_reference_create_matching`; throws ``GitError/Code/modified`` when it moved.
  package func setReference(_ name: String, to new: ObjectID, from old: ObjectID?) throws(GitError)
  {
    var target = new.raw
    var expected = old?.raw ?? git_oid()
    let reference = try Libgit2.acquire("git_reference_create_matching") { pointer in
      Libgit2.patiently {
        git_reference_create_matching(&pointer, repository, name, &target, 1, &expected, nil)
      }
    }
    git_reference_free(reference)
    disk.noteChange()
  }

  /// Removes a reference.
  ///
  /// A missing reference is fine. Calls `git_reference_remove`.
  package func removeReference(_ name: String) throws(GitError) {
    let status = Libgit2.patiently { git_reference_remove(repository, name) }
    if status == GIT_ENOTFOUND.rawValue { return }
    try Libgit2.check("git_reference_remove", status)
    disk.noteChange()
  }

  /// All references whose names match the pattern, sorted.
  ///
  /// Calls `git_reference_foreach_glob`.
  package func references(matching pattern: String) throws(GitError) -> [String: ObjectID] {
    var names: [String] = []
    let status = withUnsafeMutablePointer(to: &names) { list in
      git_reference_foreach_glob(
        repository, pattern,
        { name, list in
          guard let name, let list else { return 0 }
          list.assumingMemoryBound(to: [String].self).pointee.append(String(cString: name))
          return 0
        }, list)
    }
    try Libgit2.check("git_reference_foreach_glob", status)
    var result: [String: ObjectID] = [:]
    for name in names { result[name] = try reference(name) }
    return result
  }
}

// MARK: - Ancestry

extension GitSession {
  /// The commits that can be reached from some of `tips`, including those, but from none of `known`.
  ///
  /// Tips that are not here, or no commits, are skipped. Calls `git_revwalk_next`. Linear in the result, as long as
  /// clocks are right. Where a commit is dated days before its parents, some that can be reached from `known` are
  /// listed too: the walk follows dates.
  package func commits(
    reachableFrom tips: [ObjectID], butNotFrom known: [ObjectID?]
  ) throws(GitError) -> [ObjectID] {
    let walk = try Libgit2.acquire("git_revwalk_new") { git_revwalk_new(&$0, repository) }
    defer { git_revwalk_free(walk) }
    for tip in tips where contains(tip) {
      guard try header(tip).kind == .commit else { continue }
      var raw = tip.raw
      try Libgit2.check("git_revwalk_push", git_revwalk_push(walk, &raw))
    }
    for id in known.compactMap(\.self) {
      var raw = id.raw
      try Libgit2.check("git_revwalk_hide", git_revwalk_hide(walk, &raw))
    }
    var raw = git_oid()
    var result: [ObjectID] = []
    while true {
      let status = git_revwalk_next(&raw, walk)
      if status == GIT_ITEROVER.rawValue { return result }
      try Libgit2.check("git_revwalk_next", status)
      result.append(ObjectID(raw))
    }
  }

  /// Whether `ancestor` can be reached from `descendant` (and is another commit).
  ///
  /// Calls `git_graph_descendant_of`. Linear in the commits between them.
  package func isAncestor(_ ancestor: ObjectID, of descendant: ObjectID) throws(GitError) -> Bool {
    var one = descendant.raw
    var two = ancestor.raw
    let status = git_graph_descendant_of(repository, &one, &two)
    try Libgit2.check("git_graph_descendant_of", status)
    return status == 1
  }

  /// The best common ancestor of all the commits, or `nil`.
  ///
  /// Calls `git_merge_base_octopus`.
  package func commonAncestor(_ commits: [ObjectID]) throws(GitError) -> ObjectID? {
    var raw = git_oid()
    let ids = commits.map(\.raw)
    let status = git_merge_base_octopus(&raw, repository, ids.count, ids)
    if status == GIT_ENOTFOUND.rawValue { return nil }
    try Libgit2.check("git_merge_base_octopus", status)
    return ObjectID(raw)
  }
}
