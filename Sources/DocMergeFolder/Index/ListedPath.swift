import DocMergeCore
import DocMergeHistory
import DocMergeSystem

/// The listed names of the items along a path: on a file system that ignores case or accents, they may differ from the
/// names by which the items are found.
enum ListedPath {
  /// The path as the folders list it; `nil` when nothing is there.
  ///
  /// Linear in the contents of the folders along the path.
  package static func of(_ path: DocumentPath, in root: SystemPath) throws(FileError)
    -> DocumentPath?
  {
    guard try FileStatus.of(root.appending(path)) != nil else { return nil }
    var folder = root
    var names: [[UInt8]] = []
    for component in path.components {
      let name = Array(component)
      let key = NameKey(DocumentPath(unchecked: name))
      let entries = try Files.entries(of: folder).map(\.name)
      let listed =
        entries.contains(name)
        ? name : entries.first { NameKey(DocumentPath(unchecked: $0)) == key } ?? name
      names.append(listed)
      folder = folder.appending(listed)
    }
    return DocumentPath(unchecked: Array(names.joined(separator: [UInt8(ascii: "/")])))
  }

  /// Whether both paths, which differ at most in case or accents, lead to one file.
  package static func isSame(
    _ one: DocumentPath, _ other: DocumentPath, in root: SystemPath
  ) throws(FileError) -> Bool {
    guard one != other, NameKey(one) == NameKey(other), let first = try of(one, in: root) else {
      return false
    }
    return try of(other, in: root) == first
  }
}
