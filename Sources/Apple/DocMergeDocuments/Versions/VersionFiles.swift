import DocMerge
import DocMergeSystem
import Foundation
import Glibc

/// Writes the contents of a version as ordinary files.
struct VersionFiles {
  let container: Container

  /// A file with the contents of a version, made at its first use; it must not be written.
  ///
  /// - Throws: ``GitError``, `CocoaError`, ``FileError``.
  func file(of entry: HistoryEntry) throws -> URL {
    let folder = container.scratchFolder.description + "/\(entry.id)"
    let name = String(decoding: entry.path.name, as: UTF8.self)
    let url = URL(fileURLWithPath: "\(folder)/\(name)")
    if VersionedItem.exists(url) { return url }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let contents = try container.contents(of: entry.version)
    try write(contents, to: url, date: entry.version.date, isReadOnly: true)
    return url
  }

  /// Removes the file of a version.
  func removeFile(of entry: HistoryEntry) {
    let folder = container.scratchFolder.description + "/\(entry.id)"
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Writes complete contents to a URL, replacing the item there.
  ///
  /// - Throws: `CocoaError` for a deletion, which has no contents; ``FileError``, `POSIXError`.
  func write(
    _ contents: DocumentContents, to url: URL, date: Timestamp? = nil, isReadOnly: Bool = false
  ) throws {
    switch contents {
    case .file(let bytes, let isExecutable):
      try WholeFile.replace(url.path, with: bytes)
      var status = stat()
      guard stat(url.path, &status) == 0 else { throw POSIXError(.EIO) }
      var mode = status.st_mode & 0o7777
      if isExecutable { mode |= (mode & 0o444) >> 2 }
      if isReadOnly { mode &= ~0o222 }
      guard chmod(url.path, mode) == 0 else {
        throw POSIXError(.init(rawValue: errno) ?? .EIO)
      }
      if let date { setDate(date, url.path) }
    case .symlink(let target):
      try replace(url) { path in
        guard symlink(String(decoding: target, as: UTF8.self), path.characters) == 0 else {
          throw FileError("make", path)
        }
      }
    case .package(let members):
      try replace(url) { try writeFolder(members, to: String(decoding: $0.bytes, as: UTF8.self)) }
    case .deleted:
      throw CocoaError(.fileNoSuchFile, userInfo: [NSURLErrorKey: url])
    }
  }

  private func writeFolder(_ members: [DocumentContents.PackageMember], to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for member in members {
      let file = URL(
        fileURLWithPath: "\(folder)/\(String(decoding: member.path.bytes, as: UTF8.self))")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let contents: DocumentContents =
        member.kind == .symlink
        ? .symlink(member.bytes) : .file(member.bytes, isExecutable: member.kind == .executable)
      try write(contents, to: file)
    }
  }

  /// Builds an item beside a URL and replaces the item there, in one step.
  private func replace(_ url: URL, _ build: (SystemPath) throws -> Void) throws {
    let target = SystemPath(url.path)
    try BuildFolder.hold(beside: target) { folder in
      try build(folder.product)
      try FileSwap.put(folder, at: target)
    }
  }

  private func setDate(_ date: Timestamp, _ path: String) {
    let time = timespec(tv_sec: Int(date.seconds), tv_nsec: Int(date.subsecond))
    // Only a date in lists: not worth a failure.
    utimensat(AT_FDCWD, path, [time, time], 0)
  }
}
