import DocMergeContainer
import DocMergeCore
import DocMergeFolder
import DocMergeHistory
import DocMergeObjects

/// The whole folder of a container as one commit, for those who read along by plain git.
///
/// A pure function of the state: replicas that have seen the same publish the same, with the same parent even
/// the same commit. Of a document in conflict it shows the version that is in the folder.
struct PublishedFolder {
  /// The trees of the folder.
  let tree: FolderTree
  /// Who made the latest version, and when.
  private let signature: Commit.Signature

  private static let message = Trailers.message(
    "Publish the documents", [("Operation", operation)])
  private static let operation = "publish"

  /// Reads the folder of a state; `nil` for one without documents.
  ///
  /// Linear in the documents.
  ///
  /// - Throws: ``GitError``, ``StateError``, `DatabaseError`.
  init?(of container: Container, at state: StateReader) throws {
    var places: [DocumentID: DocumentPath] = [:]
    for entry in try container.index.displaced() { places[entry.id] = entry.path }
    var items: [FolderTree.Item] = []
    var latest: Version?
    for record in try state.allRecords() {
      guard let (name, version) = try container.target(record).wish,
        let mode = version.content.kind.mode
      else { continue }
      let path = places[record.id] ?? name
      items.append(FolderTree.Item(path: path.bytes, mode: mode, id: version.content.object))
      if let last = latest, (last.date, last.id) > (version.date, version.id) { continue }
      latest = version
    }
    guard let latest else { return nil }
    tree = try FolderTree(items)
    // git knows no dates before 1970.
    signature = Commit.Signature(person: latest.author, seconds: max(latest.date.seconds, 0))
  }

  /// The commit that shows the folder.
  ///
  /// - Parameter parent: the one before; `nil` for none.
  /// - Returns: the commit, which is not written.
  func commit(after parent: ObjectID?) -> Commit {
    Commit(
      tree: tree.root, parents: parent.map { [$0] } ?? [], author: signature,
      committer: signature, message: Self.message)
  }

  /// Whether a commit is one of these.
  static func isOne(_ commit: Commit) -> Bool {
    Trailers.parse(commit.message).values["Operation"] == operation
  }
}
