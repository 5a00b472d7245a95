package import DocMergeCore
package import DocMergeHistory
import DocMergeLanguage
package import DocMergeObjects
import DocMergeSystem

/// The differences between the folder and what docmerge last put or found there.
package struct FolderChanges: Sendable {
  /// A known document that was found, with its current contents.
  package struct Found: Sendable {
    package var entry: FolderIndex.Entry
    package var item: FolderItem
    /// The other document whose placeholder was found.
    package var placeholder: DocumentID?
  }

  /// Documents with other contents.
  package var modified: [Found] = []
  /// Documents under another path, perhaps with other contents too.
  package var moved: [Found] = []
  /// Documents that docmerge does not know.
  package var added: [FolderItem] = []
  /// Documents that are gone.
  package var removed: [FolderIndex.Entry] = []
  /// Placeholders that are gone: the contents were never here, so they are put back.
  package var vanished: [FolderIndex.Entry] = []
  /// Documents in whose places placeholders of others are.
  package var foreign: [Found] = []
  /// Placeholders that do not belong to documents that the index knows in the folder.
  package var copies: [Copy] = []
  /// Placeholders of documents that are gone.
  package var stale: [Copy] = []
  /// Documents that look different but have the same contents: only the index is updated.
  package var touched: [FolderIndex.Entry] = []
  /// The old paths of all known documents, in no order.
  package var known: [DocumentPath] = []
  package var skipped: [SkippedItem] = []
  package var leftovers: [DocumentPath] = []

  /// A placeholder, and the document that it stands for.
  package struct Copy: Sendable {
    package var item: FolderItem
    package var document: DocumentID
    /// The other document in whose place it is.
    package var covered: DocumentID?
  }

  /// Whether there is nothing to save.
  package var isEmpty: Bool {
    modified.isEmpty && moved.isEmpty && added.isEmpty && removed.isEmpty && vanished.isEmpty
      && stale.isEmpty
  }

  /// Sorts out the placeholders of documents that are gone; the documents that they cover were given up.
  ///
  /// - Parameter isGone: whether a known document should not be in the folder.
  package mutating func sortStale(_ isGone: (DocumentID) throws -> Bool) rethrows {
    for copy in copies where try isGone(copy.document) { stale.append(copy) }
    for found in foreign {
      guard let document = found.placeholder, try isGone(document) else { continue }
      stale.append(Copy(item: found.item, document: document, covered: found.entry.id))
      if found.entry.isPlaceholder {
        vanished.append(found.entry)
      } else {
        removed.append(found.entry)
      }
    }
    let places = Set(stale.map(\.item.path))
    guard !places.isEmpty else { return }
    copies.removeAll { places.contains($0.item.path) }
    foreign.removeAll { places.contains($0.item.path) }
    skipped.removeAll { places.contains($0.path) }
  }
}

extension FolderChanges {
  /// No differences.
  package static var none: FolderChanges { FolderChanges() }
}

/// Finds changes by comparing a listing with the index; reads only files that look different.
package struct ChangeFinder {
  package let index: FolderIndex
  package let reader: ContentReader
  package let git: GitStore
  /// When the listing was made, for fingerprints that are confirmed by reading.
  package let now: Timestamp

  package init(index: FolderIndex, reader: ContentReader, git: GitStore, now: Timestamp) {
    self.index = index
    self.reader = reader
    self.git = git
    self.now = now
  }

  /// Compares a listing with the documents that it was made with.
  ///
  /// A missing document and an unknown one are the same document moved when they share inode and date of birth, or when
  /// they have the same contents (not empty); for documents in each other's places see ``ShiftedNames``. Linear in both, plus the size of the files that look different.
  ///
  /// - Parameters:
  ///   - known: the known documents.
  ///   - listing: a scan that knew them.
  /// - Returns: the differences.
  /// - Throws: ``GitError``, ``DatabaseError``.
  package func changes(from known: KnownDocuments, to listing: FolderListing) throws
    -> FolderChanges
  {
    var changes = FolderChanges(
      known: known.marks.map(\.path), skipped: listing.skipped, leftovers: listing.leftovers)
    for (position, item) in listing.different {
      guard let entry = try index.entry(at: known.marks[position].path) else { continue }
      try compare(entry, item, into: &changes)
    }
    for position in listing.isFound.indices where !listing.isFound[position] {
      let path = known.marks[position].path
      guard !listing.unreadable.contains(where: { path.isInside($0) }),
        let entry = try index.entry(at: path)
      else { continue }
      changes.removed.append(entry)
    }
    var added = listing.unknown
    let placeholders = takeMovedPlaceholders(from: &added, &changes)
    changes.takeShifted(from: &added)
    added.sort { $0.path < $1.path }
    try matchFolded(&added, into: &changes)
    let found = Set(placeholders.map(\.entry.id))
    let foreign = changes.foreign.map(\.entry).filter { !found.contains($0.id) }
    let shifted = changes.moved
    (changes.moved, changes.added, changes.removed) = try pairMoves(
      changes.removed + foreign, added)
    changes.moved += shifted + placeholders
    leaveMoved(&changes)
    sortPlaceholders(&changes)
    return changes
  }

  /// Removes the documents in folders whose names differ from the wanted ones only in case, where the file system
  /// cannot tell them apart: such a folder keeps its name.
  private func matchFolded(
    _ added: inout [FolderItem], into changes: inout FolderChanges
  ) throws {
    let removed = changes.removed
    guard !removed.isEmpty, !added.isEmpty, try FolderRules(git: git).foldsCase() else { return }
    let gone = Dictionary(
      removed.map { (NameKey($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    var matched: Set<DocumentID> = []
    var left: [FolderItem] = []
    for item in added {
      guard let entry = gone[NameKey(item.path)], entry.path.name == item.path.name,
        matched.insert(entry.id).inserted
      else {
        left.append(item)
        continue
      }
      var item = item
      item.path = entry.path
      try compare(entry, item, into: &changes)
    }
    added = left
    changes.removed.removeAll { matched.contains($0.id) }
  }

  /// Placeholders in the places of documents that were moved cover no document.
  private func leaveMoved(_ changes: inout FolderChanges) {
    guard !changes.foreign.isEmpty else { return }
    let moved = Set(changes.moved.map(\.entry.id))
    changes.added += changes.foreign.filter { moved.contains($0.entry.id) }.map(\.item)
    changes.foreign.removeAll { moved.contains($0.entry.id) }
    let places = Set(changes.foreign.map(\.entry.id))
    changes.removed.removeAll { places.contains($0.id) }
  }

  /// Extracts the placeholders that were moved.
  ///
  /// A link names its document. An item in its old place is another document; if nothing is there, a killed eviction
  /// may have put the link there without noting it. A document in whose place a link was put is gone from there.
  private func takeMovedPlaceholders(
    from added: inout [FolderItem], _ changes: inout FolderChanges
  ) -> [FolderChanges.Found] {
    let foreign = changes.foreign
    let links = added.filter { $0.kind == .symlink } + foreign.map(\.item)
    guard !links.isEmpty else { return [] }
    let byInode = Dictionary(grouping: links, by: \.fingerprint.inode)
    let replaced = changes.modified.map(\.entry).filter { entry in
      // An eviction notes the link before it is in place, and the rest afterwards: it may have been killed.
      entry.isPlaceholder
        || byInode[entry.fingerprint.inode]?.contains {
          $0.fingerprint.isSameInode(as: entry.fingerprint)
        } == true
    }
    let moved = placed(
      links.sorted { $0.path < $1.path }, of: replaced + changes.removed + foreign.map(\.entry))
    let places = Set(moved.values.map(\.item.path))
    added.removeAll { places.contains($0.path) }
    added += changes.modified.filter { moved[$0.entry.id] != nil }.map(\.item)
    changes.modified.removeAll { moved[$0.entry.id] != nil }
    changes.removed.removeAll { moved[$0.id] != nil }
    changes.removed += foreign.map(\.entry).filter {
      places.contains($0.path) && moved[$0.id] == nil
    }
    changes.foreign.removeAll { places.contains($0.item.path) }
    return moved.values.sorted { $0.item.path < $1.item.path }
  }

  /// The links of some documents; of several, the one that was moved itself.
  private func placed(
    _ links: [FolderItem], of entries: [FolderIndex.Entry]
  ) -> [DocumentID: FolderChanges.Found] {
    let wanted = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var result: [DocumentID: FolderChanges.Found] = [:]
    for link in links {
      guard let document = Placeholder(at: link, in: reader.root)?.document,
        let entry = wanted[document]
      else { continue }
      if result[document] == nil || link.fingerprint.isSameInode(as: entry.fingerprint) {
        result[document] = .init(entry: entry, item: link)
      }
    }
    return result
  }

  /// Extracts placeholders: missing ones are put back, copies of others are no documents.
  private func sortPlaceholders(_ changes: inout FolderChanges) {
    changes.vanished = changes.removed.filter(\.isPlaceholder)
    changes.removed.removeAll(where: \.isPlaceholder)
    changes.copies = changes.added.compactMap { item in
      Placeholder(at: item, in: reader.root).map { .init(item: item, document: $0.document) }
    }
    let copies = Set(changes.copies.map(\.item.path))
    changes.added.removeAll { copies.contains($0.path) }
    changes.skipped += (changes.copies.map(\.item) + changes.foreign.map(\.item)).map {
      SkippedItem(path: $0.path, reason: tr("is a copy of the placeholder of another document"))
    }
  }

  /// Sorts one document that did not move into modified, touched, or neither.
  package func compare(
    _ entry: FolderIndex.Entry, _ item: FolderItem, into changes: inout FolderChanges
  ) throws {
    if entry.fingerprint == item.fingerprint, entry.fingerprint.isReliable(seen: entry.seen) {
      return
    }
    let item = item.withBits(of: entry.content)
    let reading: ContentReader.Reading
    do {
      reading = try reader.read(item) { object throws(GitError) in try object.id }
    } catch let error as FileError {
      // A file that cannot be read now (no rights, being written to) is no change that can be saved.
      changes.skipped.append(SkippedItem(path: item.path, reason: error.description))
      return
    }
    if try reading.content == entry.content || isDownloaded(reading.content, entry) {
      var entry = entry
      entry.content = reading.content
      entry.fingerprint = reading.fingerprint
      entry.seen = now
      changes.touched.append(entry)
    } else if let placeholder = Placeholder(at: item, in: reader.root) {
      try note(placeholder, at: item, entry, into: &changes)
    } else {
      changes.modified.append(.init(entry: entry, item: item))
    }
  }

  /// Whether the contents there are those that the placeholder stood for: a crashed download left them.
  private func isDownloaded(_ content: ContentID, _ entry: FolderIndex.Entry) throws -> Bool {
    guard entry.isPlaceholder, try git.contains(entry.version) else { return false }
    return try VersionReader(git: git).entry(entry.version).version.content == content
  }

  /// A placeholder in place of contents: a crashed eviction left it, or another process put it there.
  private func note(
    _ placeholder: Placeholder, at item: FolderItem, _ entry: FolderIndex.Entry,
    into changes: inout FolderChanges
  ) throws {
    guard placeholder.document == entry.id else {
      changes.foreign.append(
        .init(entry: entry, item: item, placeholder: placeholder.document))
      return
    }
    var entry = entry
    entry.content = placeholder.content
    entry.fingerprint = item.fingerprint
    entry.seen = now
    changes.touched.append(entry)
  }

  private func pairMoves(
    _ removed: [FolderIndex.Entry], _ added: [FolderItem]
  ) throws -> (moved: [FolderChanges.Found], added: [FolderItem], removed: [FolderIndex.Entry]) {
    guard !removed.isEmpty, !added.isEmpty else { return ([], added, removed) }
    let hasBits = !added.contains(where: \.isKindSaved)
    var pairs = try MovePairs(gone: removed.sorted { $0.path < $1.path }) {
      content throws(GitError) in
      hasBits ? content : try PackageBits(git: git).withoutBits(content)
    }
    let unknown = added.filter { !pairs.pairByInode($0) }
    var left: [FolderItem] = []
    for item in unknown {
      guard pairs.mayHaveSameContents(as: item) else {
        left.append(item)
        continue
      }
      let content = try? reader.read(item) { object throws(GitError) in try object.id }.content
      // An unreadable file stays unknown: the save reports why.
      if content.map({ pairs.pair(item, content: $0) }) != true { left.append(item) }
    }
    return (pairs.moved, left, pairs.remaining)
  }
}

/// Missing and unknown documents that turn out to be the same, in time linear in their number.
private struct MovePairs {
  private(set) var moved: [FolderChanges.Found] = []
  private let gone: [FolderIndex.Entry]
  private var isTaken: [Bool]
  private let byInode: [UInt64: Int]
  private let byContent: [ContentID: [Int]]
  private let sizes: Set<Int64>
  /// Whether the size of some of them is not known.
  private let isAnySize: Bool

  /// - Parameters:
  ///   - gone: the documents that are not in their old places.
  ///   - readable: the contents as they are read from the folder, which may have no execute bits.
  /// - Throws: what `readable` throws.
  init(
    gone: [FolderIndex.Entry], readable: (ContentID) throws(GitError) -> ContentID
  ) throws(GitError) {
    self.gone = gone
    isTaken = gone.map { _ in false }
    byInode = Dictionary(
      gone.indices.map { (gone[$0].fingerprint.inode, $0) }, uniquingKeysWith: { first, _ in first }
    )
    var byContent: [ContentID: [Int]] = [:]
    for index in gone.indices {
      byContent[MovePairs.bytes(try readable(gone[index].content)), default: []].append(index)
    }
    self.byContent = byContent
    sizes = Set(gone.map(\.fingerprint.size))
    isAnySize = gone.contains { $0.seen.nanoseconds == 0 }
  }

  var remaining: [FolderIndex.Entry] { gone.indices.filter { !isTaken[$0] }.map { gone[$0] } }

  mutating func pairByInode(_ item: FolderItem) -> Bool {
    guard let index = byInode[item.fingerprint.inode], !isTaken[index],
      gone[index].fingerprint.isSameInode(as: item.fingerprint)
    else { return false }
    take(index, item)
    return true
  }

  /// Whether it is worth reading the contents; empty documents are all alike and never paired.
  func mayHaveSameContents(as item: FolderItem) -> Bool {
    item.fingerprint.size > 0 && (isAnySize || sizes.contains(item.fingerprint.size))
  }

  /// Pairs by contents, preferring a missing document of the same name.
  mutating func pair(_ item: FolderItem, content: ContentID) -> Bool {
    let free = (byContent[MovePairs.bytes(content)] ?? []).filter { !isTaken[$0] }
    guard let index = free.first(where: { gone[$0].path.name == item.path.name }) ?? free.first
    else { return false }
    take(index, item)
    return true
  }

  /// The contents of a document, without its executable bit.
  private static func bytes(_ content: ContentID) -> ContentID {
    content.kind.isFile ? ContentID(kind: .file, object: content.object) : content
  }

  private mutating func take(_ index: Int, _ item: FolderItem) {
    isTaken[index] = true
    moved.append(.init(entry: gone[index], item: item.withBits(of: gone[index].content)))
  }
}

extension DocumentPath {
  /// Whether the path is inside `folder`, at any depth.
  package func isInside(_ folder: DocumentPath) -> Bool {
    bytes.count > folder.bytes.count && bytes.starts(with: folder.bytes)
      && bytes[folder.bytes.count] == UInt8(ascii: "/")
  }
}
