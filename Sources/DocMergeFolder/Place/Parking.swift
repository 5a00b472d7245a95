import DocMergeCore
package import DocMergeHistory
import DocMergeSystem
import Glibc

/// Where a document is that had to make room, and that could not be moved on yet: at the top of the container, under
/// a name that says which one it is.
package enum Parking {
  private static let ending = Array("-parked".utf8)

  /// Where a document is while it makes room.
  package static func place(of id: DocumentID) -> DocumentPath {
    DocumentPath(unchecked: Files.temporaryPrefix + Array(id.description.utf8) + ending)
  }

  /// The document that is at a path to make room; `nil` for any other path.
  package static func document(at path: DocumentPath) -> DocumentID? {
    guard path.folder == nil, path.name.starts(with: Files.temporaryPrefix),
      path.name.suffix(ending.count).elementsEqual(ending)
    else { return nil }
    let digits = path.name.dropFirst(Files.temporaryPrefix.count).dropLast(ending.count)
    return DocumentID(String(decoding: digits, as: UTF8.self))
  }

  /// Whether a document makes room now.
  static func holds(_ id: DocumentID, in root: SystemPath) throws(FileError) -> Bool {
    try FileStatus.of(root.appending(place(of: id))) != nil
  }

  /// Moves a document out of the way; returns where to.
  static func park(
    _ id: DocumentID, _ path: DocumentPath, _ writer: FileWriter
  ) throws -> DocumentPath {
    let place = place(of: id)
    guard try writer.move(path, to: place) else {
      throw FileError("rename", writer.root.appending(path), code: EEXIST)
    }
    return place
  }
}
