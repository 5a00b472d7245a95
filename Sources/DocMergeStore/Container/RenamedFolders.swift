/// The folders that one side of a join has renamed as a whole, and where their documents are now.
///
/// A side has renamed a folder as a whole when it has no document there any more, all that it moved from there are
/// in one folder that the other side does not have, and it moved more of them than it deleted. What the other
/// side has put into the old folder meanwhile follows the rest.
struct RenamedFolders {
  /// A document that the two sides do not know alike: its name on each, and in the join; `nil` where it is not.
  struct Document {
    var id: DocumentID
    var ours: DocumentPath?
    var theirs: DocumentPath?
    var joined: DocumentPath?

    /// The name that a side gives the document.
    fileprivate func name(_ side: Side) -> DocumentPath? { side == .ours ? ours : theirs }

    /// Whether the join takes from one side a name that the other one does not know.
    fileprivate func isMoved(by side: Side) -> Bool {
      guard let old = name(side.other), let new = name(side) else { return false }
      return old != new && joined == new
    }
  }

  /// A document that follows its folder.
  struct Follower: Hashable {
    var id: DocumentID
    var from: DocumentPath
    var to: DocumentPath
  }

  fileprivate enum Side {
    case ours
    case theirs

    var other: Side { self == .ours ? .theirs : .ours }
  }

  private let documents: [Document]
  /// The documents that we have in a folder, by the names that they are to have.
  private let index: FolderIndex
  private let differing: Set<DocumentID>

  /// - Parameters:
  ///   - documents: all that the two sides do not know alike.
  ///   - index: where our documents are.
  init(_ documents: [Document], index: FolderIndex) {
    self.documents = documents
    self.index = index
    differing = Set(documents.map(\.id))
  }

  /// The documents that follow their folders, by id.
  ///
  /// Linear in the documents that differ, and in those of the folders in question.
  ///
  /// - Throws: `DatabaseError`.
  func followers() throws(DatabaseError) -> [Follower] {
    let all = try followers(renaming: .theirs) + followers(renaming: .ours)
    return all.sorted { $0.id < $1.id }
  }

  private func followers(renaming side: Side) throws(DatabaseError) -> [Follower] {
    let moved = documents.filter { $0.isMoved(by: side) }
    let sources = Set(moved.flatMap { $0.name(side.other)?.folders ?? [] })
    guard !sources.isEmpty else { return [] }
    var targets: [DocumentPath: DocumentPath?] = [:]
    var result: [Follower] = []
    for document in documents {
      guard let name = document.joined, name == document.name(side.other),
        let folder = name.folders.first(where: sources.contains)
      else { continue }
      let target: DocumentPath?
      if let known = targets[folder] {
        target = known
      } else {
        target = try self.target(of: folder, renaming: side, moved)
        targets[folder] = .some(target)
      }
      guard let target else { continue }
      let rest = name.bytes.dropFirst(folder.bytes.count)
      result.append(
        Follower(id: document.id, from: name, to: DocumentPath(unchecked: target.bytes + rest)))
    }
    return result
  }

  /// What a folder was renamed to; `nil` where it was not, as a whole.
  private func target(
    of folder: DocumentPath, renaming side: Side, _ moved: [Document]
  ) throws(DatabaseError) -> DocumentPath? {
    let gone = moved.filter { $0.name(side.other)?.isInside(folder) == true }
    var targets = Set(gone.map { Self.target(of: folder, $0.name(side.other), $0.name(side)) })
    guard targets.count == 1, let target = targets.removeFirst(), !target.isInside(folder) else {
      return nil
    }
    let deleted = documents.filter {
      $0.name(side) == nil && $0.joined == nil && $0.name(side.other)?.isInside(folder) == true
    }
    guard gone.count > deleted.count, try !has(folder, side), try !has(target, side.other) else {
      return nil
    }
    return target
  }

  /// The folder whose rename would have moved a document, perhaps with another last name; `nil` for none.
  private static func target(
    of folder: DocumentPath, _ old: DocumentPath?, _ new: DocumentPath?
  ) -> DocumentPath? {
    guard let old, let new else { return nil }
    let depth = old.components.count - folder.components.count
    let (inside, names) = (old.components.suffix(depth).dropLast(), new.components)
    guard names.count > depth, names.suffix(depth).dropLast().elementsEqual(inside) else {
      return nil
    }
    let bytes = names.dropLast(depth).joined(separator: [UInt8(ascii: "/")])
    return DocumentPath(unchecked: Array(bytes))
  }

  /// Whether a side has a document in a folder.
  private func has(_ folder: DocumentPath, _ side: Side) throws(DatabaseError) -> Bool {
    if documents.contains(where: { $0.name(side)?.isInside(folder) == true }) { return true }
    // What does not differ, both have.
    return try index.documents(wantingInside: NameKey(folder)).contains {
      $0.wanted.isInside(folder) && !differing.contains($0.id)
    }
  }
}
