import DocMergePOSIX
import Glibc

/// Files outside of containers, written so that they have complete old or new bytes at any moment.
package enum WholeFile {
  /// Replaces the contents of a file; mode, owner and extended attributes stay, and a link stays a link.
  ///
  /// - Throws: ``FileError``; the file is unchanged then.
  package static func replace(
    _ path: String, with bytes: [UInt8], on disk: Disk = .system
  ) throws {
    // Where the path does not exist yet, it is its own target.
    let target = SystemPath((try? SystemPath.resolved(path)) ?? path)
    let status = try FileStatus.of(target)
    try BuildFolder.hold(beside: target, on: disk) { folder in
      try disk.write(
        bytes, to: folder.product, permissions: status?.permissions ?? 0o666,
        like: status == nil ? nil : target)
      guard disk.rename(folder.product, to: target) else {
        throw FileError("replace", target)
      }
    }
    try disk.synchronise(folder: target.parent)
  }
}
