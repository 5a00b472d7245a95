import DocMerge
import DocMergeSystem
import Foundation
import Glibc

/// Reads and writes the contents of versions as ordinary files.
struct VersionFiles {
  let container: Container

  /// The contents of the item at a URL: of a file, or of a folder as a package; links are followed.
  ///
  /// - Throws: `CocoaError`.
  static func contents(at url: URL) throws -> DocumentContents {
    var path = SystemPath(wrapperPath: url)
    do {
      path = try Files.end(ofLink: path)
      guard let status = try FileStatus.of(path) else {
        throw FileError("read", path, code: ENOENT)
      }
      guard status.form == .folder else {
        return .file(try Files.read(path).bytes, isExecutable: status.form == .executable)
      }
      return .package(
        try PackageMembers.list(path).members.compactMap { try member($0, of: path) })
    } catch let error as FileError {
      throw error.cocoa(isWriting: false, at: path)
    }
  }

  private static func member(
    _ member: PackageMembers.Member, of package: SystemPath
  ) throws(FileError) -> DocumentContents.PackageMember? {
    let place = package.appending(member.path)
    let path = DocumentPath(unchecked: member.path)
    switch member.status.form {
    case .file: return .init(path: path, kind: .file, bytes: try Files.read(place).bytes)
    case .executable:
      return .init(path: path, kind: .executable, bytes: try Files.read(place).bytes)
    case .symlink:
      return .init(path: path, kind: .symlink, bytes: try Files.target(ofLink: place))
    case .folder, .other: return nil
    }
  }

  /// The contents of a version.
  ///
  /// - Parameters:
  ///   - entry: the version.
  ///   - url: the URL of the document, for the error.
  /// - Returns: the contents.
  /// - Throws: `CocoaError` for a deletion, which has no contents, and for contents that are not here.
  func contents(of entry: HistoryEntry, at url: URL) throws -> DocumentContents {
    guard !entry.version.isDeletion else {
      throw DocumentFailure.cocoa(
        .fileReadNoSuchFile, at: url,
        "The version of \(url.lastPathComponent) has no contents: the document was deleted in it.")
    }
    do {
      return try container.contents(of: entry.version)
    } catch {
      guard (try? container.local.hasContents(of: entry.version)) == false else {
        throw DocumentFailure.cocoa(error, isWriting: false, at: url)
      }
      throw DocumentFailure.cocoa(
        .ubiquitousFileUnavailable, at: url,
        "The contents of the version of \(url.lastPathComponent) are not on this computer.", error)
    }
  }

  /// A file with the contents of a version, made at its first use; it must not be written.
  ///
  /// - Parameters:
  ///   - entry: the version.
  ///   - item: the URL of the document, for the error.
  /// - Returns: the URL of the file.
  /// - Throws: `CocoaError`, ``FileError``.
  func file(of entry: HistoryEntry, at item: URL) throws -> URL {
    let folder = container.scratchFolder.description + "/\(entry.id)"
    let name = String(decoding: entry.path.name, as: UTF8.self)
    let url = URL(fileURLWithPath: "\(folder)/\(name)")
    if VersionedItem.exists(url) { return url }
    let contents = try contents(of: entry, at: item)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try VersionFiles.write(contents, to: url, date: entry.version.date, isReadOnly: true)
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
  static func write(
    _ contents: DocumentContents, to url: URL, date: Timestamp? = nil, isReadOnly: Bool = false
  ) throws {
    switch contents {
    case .file(let bytes, let isExecutable):
      if try FileStatus.of(Files.end(ofLink: SystemPath(url.path)))?.form == .folder {
        // A file takes the place of a package.
        try replace(url) { path in
          try WholeFile.replace(String(decoding: path.bytes, as: UTF8.self), with: bytes)
        }
      } else {
        try WholeFile.replace(url.path, with: bytes)
      }
      try finishFile(url, isExecutable: isExecutable, isReadOnly: isReadOnly, date)
    case .symlink(let target):
      try replace(url) { path in
        guard symlink(String(decoding: target, as: UTF8.self), path.characters) == 0 else {
          throw FileError("make", path)
        }
      }
    case .package(let members):
      try replace(url) { path in
        try writeFolder(
          members, to: String(decoding: path.bytes, as: UTF8.self), isReadOnly: isReadOnly)
      }
      if let date { setDate(date, url.path) }
    case .deleted:
      throw DocumentFailure.cocoa(.fileNoSuchFile, at: url)
    }
  }

  private static func finishFile(
    _ url: URL, isExecutable: Bool, isReadOnly: Bool, _ date: Timestamp?
  ) throws {
    var status = stat()
    guard stat(url.path, &status) == 0 else { throw POSIXError(.EIO) }
    var mode = status.st_mode & 0o7777
    if isExecutable { mode |= (mode & 0o444) >> 2 }
    if isReadOnly { mode &= ~0o222 }
    guard chmod(url.path, mode) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    if let date { setDate(date, url.path) }
  }

  private static func writeFolder(
    _ members: [DocumentContents.PackageMember], to folder: String, isReadOnly: Bool
  ) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for member in members {
      let file = URL(
        fileURLWithPath: "\(folder)/\(String(decoding: member.path.bytes, as: UTF8.self))")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let contents: DocumentContents =
        member.kind == .symlink
        ? .symlink(member.bytes) : .file(member.bytes, isExecutable: member.kind == .executable)
      try write(contents, to: file, isReadOnly: isReadOnly)
    }
  }

  /// Builds an item beside a URL and replaces the item there, in one step.
  private static func replace(_ url: URL, _ build: (SystemPath) throws -> Void) throws {
    let target = SystemPath(url.path)
    try BuildFolder.hold(beside: target) { folder in
      try build(folder.product)
      try FileSwap.put(folder, at: target)
    }
  }

  private static func setDate(_ date: Timestamp, _ path: String) {
    let time = timespec(tv_sec: Int(date.seconds), tv_nsec: Int(date.subsecond))
    // Only a date in lists: not worth a failure.
    utimensat(AT_FDCWD, path, [time, time], 0)
  }
}
