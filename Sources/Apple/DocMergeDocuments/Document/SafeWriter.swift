import DocMerge
import DocMergePOSIX
import DocMergeSystem
import Foundation
import Glibc

/// Replaces a file or a folder so that its path has the complete old or new one at any moment.
///
/// The new one is written beside the old one, gets its mode, owner and extended attributes, is made durable, and
/// replaces it in one step. A link stays, and its target is replaced.
struct SafeWriter {
  /// Takes each item that was replaced, before it is removed; an error of it undoes the replacement.
  @TaskLocal static var displaced: DisplacedItem?

  let url: URL
  let attributes: [AnyHashable: Any]

  /// Writes with `body`, which gets the URL to write to and the item that is replaced.
  ///
  /// - Throws: `CocoaError`, and the errors of `body`; the old one is unchanged then.
  func write(_ body: (_ new: URL, _ old: URL?) throws -> Void) throws {
    var place = SystemPath(url.path)
    do {
      place = try Files.end(ofLink: place)
      try BuildFolder.hold(beside: place) { folder in
        let old = try FileStatus.of(place)
        try body(url(of: folder.product), old.map { _ in url(of: place) })
        try finish(folder.product, like: old.map { _ in place }, old)
        if let displaced = SafeWriter.displaced {
          try FileSwap.put(folder, at: place, displaced.take)
        } else {
          try FileSwap.put(folder, at: place)
        }
      }
    } catch let error as FileError {
      throw error.cocoa(isWriting: true, at: place)
    }
  }

  private func url(of path: SystemPath) -> URL {
    URL(fileURLWithPath: String(decoding: path.bytes, as: UTF8.self))
  }

  /// Gives the new item the attributes of the old one, and makes it durable.
  func finish(_ built: SystemPath, like model: SystemPath?, _ old: FileStatus?) throws {
    guard let status = try FileStatus.of(built) else {
      throw FileError("write", built, code: ENOENT)
    }
    guard status.form != .symlink else { return }
    let isFolder = status.form == .folder
    if isFolder { try synchroniseContents(of: built) }
    let file = Glibc.open(
      built.characters, isFolder ? O_RDONLY | O_DIRECTORY | O_CLOEXEC : O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FileError("open", built) }
    defer { Glibc.close(file) }
    if let model, let old, (old.form == .folder) == isFolder, old.form != .symlink {
      guard docmerge_copy_attributes(model.characters, file) == 0,
        fchmod(file, old.permissions) == 0
      else { throw FileError("set up", built) }
    }
    try setAttributes(of: file, built)
    guard fsync(file) == 0 || (isFolder && errno == EINVAL) else {
      throw FileError("synchronise", built)
    }
  }

  private func setAttributes(of file: Int32, _ built: SystemPath) throws {
    if let mode = attribute(.posixPermissions) as? NSNumber {
      guard fchmod(file, mode_t(truncatingIfNeeded: mode.intValue) & 0o7777) == 0 else {
        throw FileError("set up", built)
      }
    }
    if let date = attribute(.modificationDate) as? Date {
      let moment = Timestamp(date)
      let time = timespec(tv_sec: Int(moment.seconds), tv_nsec: Int(moment.subsecond))
      guard futimens(file, [time, time]) == 0 else { throw FileError("date", built) }
    }
  }

  private func attribute(_ key: FileAttributeKey) -> Any? {
    let value = attributes[key] ?? attributes[key.rawValue]
    // A number that was passed as one of Swift's types.
    if let number = value as? Int { return NSNumber(value: number) }
    return value
  }

  /// An override may have written a folder in any way: makes all its contents durable.
  private func synchroniseContents(of folder: SystemPath) throws {
    for entry in try Files.entries(of: folder) {
      let path = folder.appending(entry.name)
      switch entry.status.form {
      case .folder:
        try synchroniseContents(of: path)
        try Disk.system.synchronise(folder: path)
      case .file, .executable:
        let file = Glibc.open(path.characters, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileError("open", path) }
        defer { Glibc.close(file) }
        guard fsync(file) == 0 else { throw FileError("synchronise", path) }
      case .symlink, .other: continue
      }
    }
  }
}
