import DocMergeHistory
import DocMergeObjects
package import DocMergeSystem
import Glibc

extension ContentReader {
  /// Finds out whether a document could be read to be saved, without reading its contents.
  ///
  /// Costs a look at the document, and at each member of a package.
  ///
  /// - Throws: the ``FileError`` that a save would report.
  package func check(_ item: FolderItem) throws(FileError) {
    let path = root.appending(item.path)
    switch item.kind {
    case .file, .executable: try checkFile(path)
    case .package: try checkFolder(path, 1)
    case .symlink, .deleted: break
    }
  }

  private func checkFile(_ path: SystemPath) throws(FileError) {
    // By the rights that opening it needs, which need not be those of the real user.
    guard faccessat(AT_FDCWD, path.characters, R_OK, AT_EACCESS) == 0 else {
      throw FileError("read", path)
    }
  }

  private func checkFolder(_ folder: SystemPath, _ level: Int) throws(FileError) {
    guard level <= Limits.depth else { throw FileError("read", folder, code: ENAMETOOLONG) }
    for entry in try Files.entries(of: folder) where PackageMembers.isKept(entry) {
      let path = folder.appending(entry.name)
      switch entry.status.form {
      case .folder: try checkFolder(path, level + 1)
      case .file, .executable: try checkFile(path)
      case .symlink:
        let target = try Files.target(ofLink: path)
        guard Placeholder(target: target) == nil else {
          throw ContentReader.holdsPlaceholder(folder)
        }
      case .other: continue
      }
    }
  }
}
