import DocMergeCore
import DocMergeHistory
import DocMergeSystem

/// The names by which folders list what lies at a path: where case or accents make no difference, they may be
/// others than the ones by which it is found.
enum ListedPath {
  /// The path as the folders list it; `nil` when nothing is there.
  ///
  /// Linear in what is in the folders on the way.
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

  /// Whether both paths, which differ in case or accents at the most, lead to one file.
  package static func isSame(
    _ one: DocumentPath, _ other: DocumentPath, in root: SystemPath
  ) throws(FileError) -> Bool {
    guard one != other, NameKey(one) == NameKey(other), let first = try of(one, in: root) else {
      return false
    }
    return try of(other, in: root) == first
  }
}
