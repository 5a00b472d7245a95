import DocMergeCore
import DocMergeSystem

/// Where something lies in the folder that is no document, in the place of one.
struct Obstacles {
  let container: Container
  private(set) var paths: [DocumentPath] = []

  init(container: Container) {
    self.container = container
  }

  /// Finds those that documents lie beside; those that are gone are none any more.
  ///
  /// - Parameter ids: the documents.
  /// - Throws: ``FileError``, `DatabaseError`.
  mutating func find(around ids: Set<DocumentID>) throws {
    guard !ids.isEmpty else { return }
    let plan = try NamePlan(index: container.index)
    let writer = FileWriter(root: container.root, git: container.git)
    for id in ids {
      guard let entry = try container.index.entry(of: id) else { continue }
      let place = try plan.place(of: id, wanting: entry.wanted)
      if place != entry.path { try note(try writer.obstacle(above: place) ?? place) }
    }
  }

  /// Notes what lies at a path, unless that is a document, or room for one.
  ///
  /// - Throws: ``FileError``, `DatabaseError`.
  mutating func note(_ path: DocumentPath) throws {
    guard !paths.contains(path), try container.index.entry(at: path) == nil else { return }
    let place = container.root.appending(path)
    _ = Files.removeEmptyFolder(place)
    guard try FileStatus.of(place) != nil else { return }
    // A document's own name is none where the file system takes both for the same.
    let isItself = try container.index.entries(wanting: NameKey(path)).contains {
      try ListedPath.isSame($0.path, path, in: container.root)
    }
    if !isItself { paths.append(path) }
  }
}
