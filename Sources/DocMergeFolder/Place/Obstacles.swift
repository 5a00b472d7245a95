import DocMergeCore
package import DocMergeHistory
package import DocMergeObjects
package import DocMergeSystem

/// Items in the folder that are no documents, in the places of documents.
package struct Obstacles {
  package let root: SystemPath
  package let git: GitStore
  package let index: FolderIndex
  package private(set) var paths: [DocumentPath] = []

  package init(root: SystemPath, git: GitStore, index: FolderIndex) {
    (self.root, self.git, self.index) = (root, git, index)
  }

  /// Finds the obstacles that documents are beside; a removed item is no longer one.
  ///
  /// - Parameter ids: the documents.
  /// - Throws: ``FileError``, `DatabaseError`.
  package mutating func find(around ids: Set<DocumentID>) throws {
    guard !ids.isEmpty else { return }
    let plan = try NamePlan(index: index)
    let writer = FileWriter(root: root, git: git)
    for id in ids {
      guard let entry = try index.entry(of: id) else { continue }
      let place = try plan.place(of: id, wanting: entry.wanted)
      if place != entry.path { try note(try writer.obstacle(above: place) ?? place) }
    }
  }

  /// Notes the item at a path, unless it is a document, or the path is free.
  ///
  /// - Throws: ``FileError``, `DatabaseError`.
  package mutating func note(_ path: DocumentPath) throws {
    guard !paths.contains(path), try index.entry(at: path) == nil else { return }
    let place = root.appending(path)
    if try FileWriter(root: root, git: git).obstacle(above: path) == nil {
      _ = git.disk.removeEmptyFolder(place)
    }
    guard try FileStatus.of(place) != nil else { return }
    // A document's own name is no obstacle where the file system takes both for the same.
    let isItself = try index.entries(wanting: NameKey(path)).contains {
      try ListedPath.isSame($0.path, path, in: root)
    }
    if !isItself { paths.append(path) }
  }
}
