package import DocMergeFolder
package import DocMergeHistory

/// The folders that one side of a join has renamed as a whole, and where their documents are now.
///
/// A side has renamed a folder as a whole when it has no document there any more, all documents that it moved from
/// there are in one folder that the other side does not have, and it moved more of them than it deleted. Documents that
/// the other side has put into the old folder meanwhile follow the rest.
package struct RenamedFolders {
  /// A document that differs between the two sides: its name on each, and in the join; `nil` where it does not exist.
  package struct Document {
    package var id: DocumentID
    package var ours: DocumentPath?
    package var theirs: DocumentPath?
    package var joined: DocumentPath?

    package init(
      id: DocumentID, ours: DocumentPath? = nil, theirs: DocumentPath? = nil,
      joined: DocumentPath? = nil
    ) {
      self.id = id
      self.ours = ours
      self.theirs = theirs
      self.joined = joined
    }

    /// The name that a side gives the document.
    fileprivate func name(_ side: Side) -> DocumentPath? { side == .ours ? ours : theirs }

    /// Whether the join takes a name from one side that the other side does not know.
    fileprivate func isMoved(by side: Side) -> Bool {
      guard let old = name(side.other), let new = name(side) else { return false }
      return old != new && joined == new
    }
  }

  /// A document that follows its folder.
  package struct Follower: Hashable {
    package var id: DocumentID
    package var from: DocumentPath
    package var to: DocumentPath
  }

  fileprivate enum Side {
    case ours
    case theirs

    var other: Side { self == .ours ? .theirs : .ours }
  }

  private let documents: [Document]
  /// Our documents in a folder, by their wanted names.
  private let index: FolderIndex
  private let differing: Set<DocumentID>

  /// - Parameters:
  ///   - documents: all documents that differ between the two sides.
  ///   - index: the index of our documents.
  package init(_ documents: [Document], index: FolderIndex) {
    self.documents = documents
    self.index = index
    differing = Set(documents.map(\.id))
  }

  /// The documents that follow their folders, by their old names.
  ///
  /// Linear in the documents that differ and the folders that they are in, and in the documents of the folders in
  /// question.
  ///
  /// - Throws: `DatabaseError`.
  package func followers() throws(DatabaseError) -> [Follower] {
    let all = try followers(renaming: .theirs) + followers(renaming: .ours)
    return all.sorted { ($0.from, $0.id) < ($1.from, $1.id) }
  }

  private func followers(renaming side: Side) throws(DatabaseError) -> [Follower] {
    let folders = Folders(documents, renaming: side)
    guard !folders.moved.isEmpty else { return [] }
    var targets: [DocumentPath: DocumentPath?] = [:]
    var result: [Follower] = []
    for document in documents {
      guard let name = document.joined, name == document.name(side.other),
        let folder = name.folders.first(where: { folders.moved[$0] != nil })
      else { continue }
      let target: DocumentPath?
      if let known = targets[folder] {
        target = known
      } else {
        target = try self.target(of: folder, renaming: side, folders)
        targets[folder] = .some(target)
      }
      // A name that would be too long is not used.
      guard let target,
        let new = DocumentPath(target.bytes + name.bytes.dropFirst(folder.bytes.count))
      else { continue }
      result.append(Follower(id: document.id, from: name, to: new))
    }
    return result
  }

  /// What the documents that differ show about the folders that they are in, at any depth.
  private struct Folders {
    /// The documents that the side moved, by their old folders.
    var moved: [DocumentPath: [(old: DocumentPath, new: DocumentPath)]] = [:]
    /// How many documents the side deleted, by their folders.
    var deleted: [DocumentPath: Int] = [:]
    /// The folders in which the side has documents, and those of the other side.
    var ours: Set<DocumentPath> = []
    var others: Set<DocumentPath> = []

    init(_ documents: [Document], renaming side: Side) {
      for document in documents {
        let (new, old) = (document.name(side), document.name(side.other))
        ours.formUnion(new?.folders ?? [])
        others.formUnion(old?.folders ?? [])
        guard let old else { continue }
        for folder in old.folders {
          if document.isMoved(by: side), let new { moved[folder, default: []].append((old, new)) }
          if new == nil, document.joined == nil { deleted[folder, default: 0] += 1 }
        }
      }
    }
  }

  /// The new folder of a folder that was renamed as a whole; `nil` for others.
  private func target(
    of folder: DocumentPath, renaming side: Side, _ folders: Folders
  ) throws(DatabaseError) -> DocumentPath? {
    let gone = folders.moved[folder] ?? []
    var targets = Set(gone.map { Self.target(of: folder, $0.old, $0.new) })
    guard targets.count == 1, let target = targets.removeFirst(), !target.isInside(folder),
      gone.count > folders.deleted[folder] ?? 0
    else { return nil }
    guard !folders.ours.contains(folder), !folders.others.contains(target) else { return nil }
    if try bothHave(folder) { return nil }
    return try bothHave(target) ? nil : target
  }

  /// The folder whose rename would have moved a document, perhaps with another last name; `nil` for none.
  private static func target(
    of folder: DocumentPath, _ old: DocumentPath, _ new: DocumentPath
  ) -> DocumentPath? {
    let depth = old.components.count - folder.components.count
    let (inside, names) = (old.components.suffix(depth).dropLast(), new.components)
    guard names.count > depth, names.suffix(depth).dropLast().elementsEqual(inside) else {
      return nil
    }
    let bytes = names.dropLast(depth).joined(separator: [UInt8(ascii: "/")])
    return DocumentPath(unchecked: Array(bytes))
  }

  /// Whether a document is in a folder that both sides have.
  private func bothHave(_ folder: DocumentPath) throws(DatabaseError) -> Bool {
    try index.documents(wantingInside: NameKey(folder)).contains {
      $0.wanted.isInside(folder) && !differing.contains($0.id)
    }
  }
}
