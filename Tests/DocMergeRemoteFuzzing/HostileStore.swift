import DocMergeContainer
package import DocMergeObjects
import DocMergeSync
import DocMergeSystem
import DocMergeTestSupport
import DocMergeUpkeep

/// The references and objects of a bare repository, for a writer with full access.
///
/// Knows the form of a state from its description alone, as a stranger would.
package struct HostileStore {
  package let git: GitStore

  /// Opens the repository at `path`.
  package init(path: String) {
    git = GitStore(path: path, environment: .unsynchronised)
  }

  // MARK: References

  /// A reference of a replica.
  package static func state(_ replica: String) -> String { "refs/docmerge/state/\(replica)" }
  /// What keeps its versions.
  package static func versions(_ replica: String) -> String { "refs/docmerge/versions/\(replica)" }

  /// What a reference names.
  package func tip(_ name: String) throws -> ObjectID {
    guard let id = try git.reference(name) else { throw Missing(description: "no \(name)") }
    return id
  }

  /// Moves a reference anywhere.
  package func move(_ name: String, to id: ObjectID) throws {
    try git.setReference(name, to: id, from: try git.reference(name))
  }

  /// Something that the fuzzer counted on.
  package struct Missing: Error, CustomStringConvertible {
    package var description: String
  }

  // MARK: Objects

  /// Writes any bytes as an object.
  @discardableResult
  package func write(_ kind: GitObject.Kind, _ bytes: [UInt8]) throws -> ObjectID {
    var batch = ObjectBatch()
    let id = try batch.add(GitObject(kind: kind, bytes: bytes))
    try batch.flush(into: git)
    return id
  }

  /// A name in a tree, with a mode that need not be one.
  package struct Entry {
    package var mode: String
    package var name: [UInt8]
    package var id: ObjectID

    package init(_ mode: String, _ name: some Sequence<UInt8>, _ id: ObjectID) {
      self.mode = mode
      self.name = Array(name)
      self.id = id
    }
  }

  /// Writes a tree as it is given, in order or not.
  package func writeTree(_ entries: [Entry]) throws -> ObjectID {
    var bytes: [UInt8] = []
    for entry in entries {
      bytes += Array(entry.mode.utf8) + [0x20] + entry.name + [0]
      bytes += entry.id.bytes
    }
    return try write(.tree, bytes)
  }

  /// The entries of a tree.
  package func entries(_ id: ObjectID) throws -> [Entry] {
    try git.tree(id).entries.map { entry in
      Entry(String(entry.mode.rawValue, radix: 8), entry.name, entry.id)
    }
  }

  // MARK: States

  /// Replaces the state of a replica: each blob, by its path in the state, and the message.
  package func change(
    _ replica: String, _ edit: (inout [String: [UInt8]], inout Commit) throws -> Void
  ) throws {
    let tip = try tip(HostileStore.state(replica))
    var commit = try git.commit(tip)
    var files: [String: [UInt8]] = [:]
    try read(commit.tree, "", into: &files)
    let before = commit
    try edit(&files, &commit)
    // A tree that was changed by hand is kept.
    if commit.tree == before.tree { commit.tree = try writeTree(files) }
    try move(HostileStore.state(replica), to: try write(.commit, commit.object.bytes))
  }

  private func read(_ tree: ObjectID, _ path: String, into files: inout [String: [UInt8]]) throws {
    for entry in try git.tree(tree).entries {
      let name = path + String(decoding: entry.name, as: UTF8.self)
      if entry.mode == .folder {
        try read(entry.id, "\(name)/", into: &files)
      } else {
        files[name] = try git.bytes(entry.id, .blob)
      }
    }
  }

  private func writeTree(_ files: [String: [UInt8]]) throws -> ObjectID {
    var entries: [Entry] = []
    let parts = Dictionary(grouping: files.keys.sorted()) { path in
      String(path.prefix { $0 != "/" })
    }
    for (name, paths) in parts.sorted(by: { $0.key < $1.key }) {
      if paths == [name], let file = files[name] {
        entries.append(Entry("100644", name.utf8, try write(.blob, file)))
        continue
      }
      let inside = paths.map { (String($0.dropFirst(name.count + 1)), files[$0] ?? []) }
      let id = try writeTree(Dictionary(inside) { $1 })
      entries.append(Entry("40000", name.utf8, id))
    }
    return try writeTree(entries)
  }
}
