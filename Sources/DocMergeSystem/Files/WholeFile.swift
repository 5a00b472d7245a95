import DocMergePOSIX
import Glibc

/// Files outside of containers, written so that they have complete old or new bytes at any moment.
package enum WholeFile {
  /// Replaces the contents of a file; mode, owner and extended attributes stay, and a link stays a link.
  ///
  /// - Throws: ``FileError``; the file is unchanged then.
  package static func replace(_ path: String, with bytes: [UInt8]) throws {
    // Where the path does not exist yet, it is its own target.
    let target = SystemPath((try? SystemPath.resolved(path)) ?? path)
    let status = try FileStatus.of(target)
    try BuildFolder.hold(beside: target) { folder in
      try Files.write(
        bytes, to: folder.product, permissions: status?.permissions ?? 0o666,
        like: status == nil ? nil : target)
      guard rename(folder.product.characters, target.characters) == 0 else {
        throw FileError("replace", target)
      }
    }
    try Files.synchronise(folder: target.parent)
  }
}
