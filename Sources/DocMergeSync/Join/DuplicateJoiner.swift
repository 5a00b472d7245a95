import DocMergeContainer
import DocMergeCore
import DocMergeFolder
package import DocMergeHistory
package import DocMergeObjects

/// Makes one document of two that were made independently under one name.
///
/// Such documents come from a folder that lost its `.docmerge` and was made a container again, from two folders that
/// are joined, and from two people who put the same file in the same place.
///
/// A document whose contents the other one has, or had once, *is* that document: it is removed, and nothing of it is
/// lost. Documents that differ stay two, unless the two containers have never synced: then they become a conflict of
/// one document. So do two `.gitattributes` that note types of packages, which need not conflict.
///
/// The result is a function of the two records, so replicas that join them independently get the same.
struct DuplicateJoiner {
  package let container: Container
  /// The state that the records came from, and the one that they are joined into.
  package let peer: StateReader
  package let base: StateReader?
  /// Whether neither side knows the other.
  let isFirstSync: Bool
  /// The names of the documents of the peer.
  package let names: Set<DocumentPath>

  /// Joins a document of the peer with those that are here, if one of them is its duplicate.
  ///
  /// Costs the versions of both where there is one of this name, and a look into the index where not.
  package func join(_ id: DocumentID, in change: inout StateChange) throws {
    // An earlier document may have been joined with it.
    guard let record = try change.record(id), let name = record.name,
      try container.isPresent(record)
    else { return }
    let others = try container.index.documents(wanting: NameKey(name)).filter { $0.id != record.id }
      .compactMap { try change.record($0.id) }
    let equals = others.filter { $0.name == name }
    for other in equals.isEmpty ? others : equals where try mayBeOne(record, other) {
      if try join(record, other, in: &change) { return }
    }
  }

  /// Whether two documents were made independently under one name.
  private func mayBeOne(_ record: Record, _ other: Record) throws -> Bool {
    guard let name = record.name, let otherName = other.name,
      try container.isPresent(other)
    else { return false }
    if name == otherName { return true }
    // On a side that has both, two names that differ in case or accents were given on purpose.
    guard NameKey(name) == NameKey(otherName), !names.contains(otherName) else { return false }
    return try peer.record(other.id) == nil && base?.record(record.id) == nil
  }

  private func join(_ one: Record, _ two: Record, in change: inout StateChange) throws -> Bool {
    guard let one = try PossibleDuplicate(one, container),
      let two = try PossibleDuplicate(two, container)
    else {
      return false
    }
    // The one with the longer history keeps it.
    let isFirst = (two.count, one.id) < (one.count, two.id)
    let pairs = isFirst ? [(one, two), (two, one)] : [(two, one), (one, two)]
    if let (kept, gone) = pairs.first(where: { (isFirstSync || $1.isFresh) && $0.holds($1) }) {
      try drop(gone, for: kept, in: &change)
      return true
    }
    guard try isFirstSync || notePackages(one, two) else { return false }
    let (kept, gone) = pairs[0]
    try move(gone, to: kept, in: &change)
    try drop(gone, for: kept, in: &change)
    return true
  }

  /// Whether both are files that say which folders are packages, and can be joined without a person.
  private func notePackages(_ one: PossibleDuplicate, _ two: PossibleDuplicate) throws -> Bool {
    guard one.record.name == PackageLines.file, two.record.name == PackageLines.file else {
      return false
    }
    return try HeadJoiner(git: container.git).joinedLines(of: one.heads + two.heads) != nil
  }

  /// Deletes a document whose versions another document holds.
  private func drop(
    _ gone: PossibleDuplicate, for kept: PossibleDuplicate, in change: inout StateChange
  ) throws {
    guard let last = gone.heads.first, let name = gone.record.name else { return }
    let nothing = ContentID(kind: .deleted, object: try change.batch.add(Tree().object))
    var record = gone.record
    let version = try change.add(
      StateChange.NewVersion(
        document: record.id, path: name, content: nothing, size: 0,
        parents: record.ranked.map(\.id), author: last.author, date: last.date,
        replica: last.replica, computer: last.computer, operation: .join,
        subject: "Same as document \(kept.id)"))
    record.replace(record.ranked, with: [version], change.dot())
    try change.put(record)
  }

  /// Adds the current versions of a document to another document, in conflict with its own.
  private func move(
    _ gone: PossibleDuplicate, to kept: PossibleDuplicate, in change: inout StateChange
  ) throws {
    guard let name = kept.record.name else { return }
    var record = kept.record
    for head in gone.heads where !head.isDeletion && !kept.holds(head) {
      let version = try change.add(
        StateChange.NewVersion(
          document: record.id, path: name, content: head.content, size: head.size,
          parents: kept.origin(of: gone).map { [$0] } ?? [], author: head.author, date: head.date,
          replica: head.replica, computer: head.computer, operation: .join,
          subject: "From document \(gone.id), of the same name"))
      record.replace([], with: [version], change.dot())
    }
    try HeadJoiner(git: container.git).joinPackageLines(of: &record, in: &change)
    try change.put(record)
  }
}

/// A document that may be the same as another one, with its versions.
package struct PossibleDuplicate {
  package let record: Record
  /// The heads that count, the winner first.
  package let heads: [Version]
  /// All versions that are here, the newest first.
  private let history: [HistoryEntry]
  private let contents: Set<ObjectID>

  /// Reads the versions; `nil` when the current versions of the document are not here.
  init?(_ record: Record, _ container: Container) throws {
    self.record = record
    heads = try container.graph.heads(of: record)
    for head in heads where try !container.git.contains(head.id) { return nil }
    history = try PossibleDuplicate.history(of: heads, record.id, in: container.git)
    let known = history.map(\.version) + heads
    contents = Set(known.lazy.filter { !$0.isDeletion }.map(\.content.object))
  }

  private static func history(
    of heads: [Version], _ id: DocumentID, in git: GitStore
  ) throws(GitError) -> [HistoryEntry] {
    do {
      return try VersionReader(git: git).history(of: heads.map(\.id), document: id)
    } catch {
      // Older versions were pruned, or are on demand.
      guard error.code == .notFound else { throw error }
      return []
    }
  }

  package var id: DocumentID { record.id }

  /// How many of its versions are here.
  package var count: Int { history.count }

  /// Whether it was never edited.
  var isFresh: Bool { heads.count == 1 && history.count == 1 }

  /// Whether it has, or had, the contents of a version.
  package func holds(_ version: Version) -> Bool { contents.contains(version.content.object) }

  /// Whether it has, or had, all current contents of another document.
  package func holds(_ other: PossibleDuplicate) -> Bool {
    other.heads.allSatisfy { $0.isDeletion || holds($0) }
  }

  /// The newest version whose contents another document had, too: that document was made from it.
  package func origin(of other: PossibleDuplicate) -> ObjectID? {
    history.first { !$0.version.isDeletion && other.holds($0.version) }?.id
  }
}
