import DocMergeCore
package import DocMergeHistory
import DocMergeSystem
import Glibc

/// The places of documents that had to make room and could not be moved on yet: at the top of the container, under a
/// name with the id, such as `.docmerge-tmp-ID-1-parked`.
package enum DisplacedDocuments {
  private static let ending = Array("-parked".utf8)
  /// How many there can be of one document: a killed process may have left others.
  private static let numbers = 1...99

  /// A place for a document that makes room.
  package static func place(of id: DocumentID, _ number: Int = 1) -> DocumentPath {
    let name = Files.temporaryPrefix + Array("\(id)-\(number)".utf8) + ending
    return DocumentPath(unchecked: name)
  }

  /// The document that is parked at a path; `nil` for any other path.
  package static func document(at path: DocumentPath) -> DocumentID? {
    guard path.folder == nil, path.name.starts(with: Files.temporaryPrefix),
      path.name.suffix(ending.count).elementsEqual(ending)
    else { return nil }
    let word = path.name.dropFirst(Files.temporaryPrefix.count).dropLast(ending.count)
    return word.split(separator: UInt8(ascii: "-")).first.flatMap {
      DocumentID(String(decoding: $0, as: UTF8.self))
    }
  }

  /// Where a document is parked now, its original file before any other; `nil` for nowhere.
  static func place(of entry: FolderIndex.Entry, in root: SystemPath) throws(FileError)
    -> DocumentPath?
  {
    var last: DocumentPath?
    for number in numbers {
      let place = place(of: entry.id, number)
      guard let status = try FileStatus.of(root.appending(place)) else { continue }
      if Fingerprint(status).isSameInode(as: entry.fingerprint) { return place }
      last = place
    }
    return last
  }

  /// Moves a document out of the way.
  ///
  /// - Returns: its new place.
  /// - Throws: ``FileError``.
  static func park(
    _ id: DocumentID, _ path: DocumentPath, _ writer: FileWriter
  ) throws -> DocumentPath {
    for number in numbers {
      let place = place(of: id, number)
      if try writer.move(path, to: place) { return place }
    }
    throw FileError("rename", writer.root.appending(path), code: EEXIST)
  }
}
