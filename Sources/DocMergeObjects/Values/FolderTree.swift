/// The trees of a folder of files, made from their paths.
package struct FolderTree {
  /// A file, a link, or a package, which has its own tree.
  package struct Item: Sendable {
    /// Names joined by `/`.
    package var path: [UInt8]
    package var mode: Tree.Mode
    package var id: ObjectID

    package init(path: [UInt8], mode: Tree.Mode, id: ObjectID) {
      (self.path, self.mode, self.id) = (path, mode, id)
    }
  }

  /// Two items have one path, or one is in place of a folder of another.
  package struct Collision: Error {
    package var path: [UInt8]
  }

  /// The trees, the innermost first, each with its id; the last one is that of the whole folder.
  package private(set) var trees: [(id: ObjectID, object: GitObject)] = []
  /// The id of the tree of the whole folder.
  package private(set) var root: ObjectID

  /// Makes the trees.
  ///
  /// - Parameter items: in any order.
  /// - Throws: ``Collision``, ``GitError``.
  /// - Complexity: O(*n* log *n*), *n* being the bytes of the paths.
  package init(_ items: [Item]) throws {
    let sorted = items.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    root = try Tree().object.id
    root = try add(sorted[...], from: 0)
  }

  /// Adds the tree of items that are in one folder, whose name takes this many bytes of their paths.
  private mutating func add(_ items: ArraySlice<Item>, from start: Int) throws -> ObjectID {
    var tree = Tree()
    var names: Set<ArraySlice<UInt8>> = []
    var rest = items
    while let first = rest.first {
      let name = first.path[start...].prefix { $0 != UInt8(ascii: "/") }
      let end = start + name.count
      guard names.insert(name).inserted else {
        throw Collision(path: Array(first.path[..<end]))
      }
      guard end < first.path.count else {
        tree.entries.append(.init(name: Array(name), mode: first.mode, id: first.id))
        rest.removeFirst()
        continue
      }
      // Paths with equal starts are next to each other.
      let inside = rest.prefix { $0.path.starts(with: first.path[...end]) }
      rest = rest.dropFirst(inside.count)
      let id = try add(inside, from: end + 1)
      tree.entries.append(.init(name: Array(name), mode: .folder, id: id))
    }
    let object = tree.object
    let id = try object.id
    trees.append((id, object))
    return id
  }
}
