import DocMergeFolder
package import DocMergeHistory
import DocMergeObjects
import DocMergeSystem
import Glibc

extension Container {
  /// Whether a folder at a path is one document.
  ///
  /// - Throws: ``GitError``.
  package func isPackage(_ path: DocumentPath) throws -> Bool {
    try FolderRules(git: git).isPackage(path)
  }

  /// Makes every folder with the extension of this one a document, here and on every replica.
  ///
  /// A line in the `.gitattributes` of the container says so, which is a document itself and syncs with the container;
  /// lines that several replicas add at the same time are all kept. An opposite line of the user stays in force.
  /// Folders whose members are documents already stay folders.
  ///
  /// - Parameter path: the folder.
  /// - Throws: ``ContainerError``, ``FileError``, ``GitError``.
  package func declarePackages(like path: DocumentPath) throws {
    guard let ending = Container.ending(of: path), try !isPackage(path),
      try git.attribute(FolderRules.packageAttribute, of: path) == .unspecified
    else { return }
    let place = root.appending(PackageLines.file)
    var bytes = try FileStatus.of(place) == nil ? [] : Files.read(place).bytes
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    bytes += PackageLines.line(for: ending)
    try WholeFile.replace(place.description, with: bytes, on: disk)
    _ = try save([PackageLines.file])
  }

  /// The extension, if a pattern can hold it unchanged.
  private static func ending(of path: DocumentPath) -> String? {
    guard let dot = path.name.lastIndex(of: UInt8(ascii: ".")), dot > path.name.startIndex else {
      return nil
    }
    let ending = path.name[(dot + 1)...]
    return !ending.isEmpty && ending.allSatisfy(PackageLines.isPlain)
      ? String(decoding: ending, as: UTF8.self) : nil
  }
}
