import DocMergeContainer
import DocMergeCore
import DocMergeFolder
import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects
import DocMergeSystem

/// The whole folder of a container as one commit, for readers with plain git.
///
/// A pure function of the state: replicas that have seen the same publish the same tree, and with the same parent
/// the same commit. Of a document in conflict it shows the version that is in the folder.
struct PublishedFolder {
  /// The trees of the folder.
  let tree: FolderTree
  /// The author of the latest version, and its date.
  private let signature: Commit.Signature

  private static let message = Trailers.message(
    "Publish the documents", [("Operation", operation)])
  private static let operation = "publish"

  /// Whether there are no documents.
  let isEmpty: Bool

  /// Reads the folder of a state.
  ///
  /// Documents with colliding names have the names that all replicas give them, even if a file is in the way here.
  /// Linear in the documents.
  ///
  /// - Throws: ``Publisher/Refusal``, ``GitError``, ``StateError``, `DatabaseError`.
  init(of container: Container, at state: StateReader) throws {
    var plan = try NamePlan(index: container.index)
    let records = try state.allRecords()
    let targets = try records.map { try container.target($0) }
    plan.set(targets.map { ($0.id, $0.wish?.name) })
    var items: [FolderTree.Item] = []
    var latest: Version?
    for (record, target) in zip(records, targets) {
      let version = target.wish?.version ?? record.ranked.first
      if let version, latest.map({ ($0.date, $0.id) < (version.date, version.id) }) ?? true {
        latest = version
      }
      guard let (name, version) = target.wish, let mode = version.content.kind.mode else {
        continue
      }
      let path = try plan.place(of: record.id, wanting: name)
      items.append(FolderTree.Item(path: path.bytes, mode: mode, id: version.content.object))
    }
    isEmpty = items.isEmpty
    do {
      tree = try FolderTree(items)
    } catch let error as FolderTree.Collision {
      throw Publisher.Refusal(
        description: tr(
          "two documents have the name \(PrintableText.escape(error.path)) at the moment")
      )
    }
    // git knows no dates before 1970.
    signature = Commit.Signature(
      person: latest?.author ?? Person(name: "", email: ""),
      seconds: max(latest?.date.seconds ?? 0, 0))
  }

  /// The commit that shows the folder.
  ///
  /// - Parameter parent: the previous commit; `nil` for none.
  /// - Returns: the commit, which is not written.
  func commit(after parent: ObjectID?) -> Commit {
    Commit(
      tree: tree.root, parents: parent.map { [$0] } ?? [], author: signature,
      committer: signature, message: Self.message)
  }

  /// Whether a commit shows a folder.
  static func isPublication(_ commit: Commit) -> Bool {
    Trailers.parse(commit.message).values["Operation"] == operation
  }
}
