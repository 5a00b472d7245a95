import DocMerge
import DocMergePOSIX
import DocMergeSystem
import Foundation
import Glibc

/// Builds a wrapper beside its target and swaps it in.
struct FileWrapperWriter {
  let target: SystemPath
  /// The item from which unchanged files may be taken.
  let original: SystemPath?
  /// The new state of every wrapper on disk; of use only if the write succeeded.
  private(set) var notes: [Note] = []

  struct Note {
    var wrapper: FileWrapper
    var status: FileStatus
    var place: SystemPath
  }

  /// The paths of one wrapper: where it is written, its final place, and its previous places.
  private struct Place {
    var building: SystemPath
    var final: SystemPath
    /// The path of a file that may be reused.
    var original: SystemPath?
    /// The item to replace, whose mode, owner and extended attributes stay.
    var model: SystemPath
    var depth = 0

    func appending(_ key: String, filename: String?) -> Place {
      Place(
        building: building.appending(key.utf8), final: final.appending(key.utf8),
        original: filename.flatMap { name in original?.appending(name.utf8) },
        model: model.appending(key.utf8), depth: depth + 1)
    }
  }

  init(target: SystemPath, original: SystemPath?) {
    self.target = target
    self.original = original
  }

  /// Whether a member of a folder can have the name.
  static func isAllowed(_ name: String) -> Bool {
    (1...255).contains(name.utf8.count) && name != "." && name != ".."
      && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }

  mutating func write(_ wrapper: FileWrapper) throws {
    // A new place gets the attributes of the old contents: that is the case when a document is saved.
    let isNew = try FileStatus.of(target) == nil
    try BuildFolder.hold(beside: target) { folder in
      try build(
        wrapper,
        Place(
          building: folder.product, final: target, original: original,
          model: isNew ? original ?? target : target))
      try FileSwap.put(folder, at: target)
    }
  }

  // MARK: Building

  private mutating func build(_ wrapper: FileWrapper, _ place: Place) throws {
    guard place.depth < FileWrapperArchive.maximumDepth else {
      throw FileError("write", place.final, code: ELOOP)
    }
    let old = try FileStatus.of(place.model)
    switch wrapper.body {
    case .file: try writeFile(wrapper, place, old: old?.isRegular == true ? old : nil)
    case .symlink(_, let target):
      guard symlink(target, place.building.characters) == 0 else {
        throw FileError("make", place.final)
      }
    case .folder(let folder):
      try writeFolder(wrapper, folder, place, old: old?.form == .folder ? old : nil)
    }
    guard let status = try FileStatus.of(place.building) else {
      throw FileError("write", place.final, code: ENOENT)
    }
    notes.append(Note(wrapper: wrapper, status: status, place: place.final))
  }

  private mutating func writeFolder(
    _ wrapper: FileWrapper, _ folder: FileWrapperFolder, _ place: Place, old: FileStatus?
  ) throws {
    guard mkdir(place.building.characters, 0o777) == 0 else {
      throw FileError("make", place.final)
    }
    for (key, child) in folder.children {
      guard FileWrapperWriter.isAllowed(key) else {
        throw CocoaError(.fileWriteInvalidFileName, userInfo: [NSFilePathErrorKey: key])
      }
      try build(child, place.appending(key, filename: child.filename))
    }
    if let bits = wrapper.permissions(replacing: old) {
      guard chmod(place.building.characters, bits) == 0 else {
        throw FileError("set up", place.final)
      }
    }
    try Disk.system.synchronise(folder: place.building)
  }

  private func writeFile(_ wrapper: FileWrapper, _ place: Place, old: FileStatus?) throws {
    if try reuse(wrapper, place) { return }
    let bits = wrapper.permissions(replacing: old)
    let data = try contents(of: wrapper, place)
    let model = old == nil ? nil : place.model
    let date = wrapper.dateToWrite
    // `withUnsafeBytes` cannot rethrow a typed error: the outcome is returned as a value.
    let outcome = data.withUnsafeBytes { buffer in
      Result { () throws(FileError) in
        try Disk.system.write(
          buffer: buffer, to: place.building, permissions: bits ?? 0o666, like: model,
          modified: date)
      }
    }
    try outcome.get()
    if let bits, chmod(place.building.characters, bits) != 0 {
      throw FileError("set up", place.final)
    }
  }

  /// The bytes to write; those that were not read yet are not kept in memory either.
  private func contents(of wrapper: FileWrapper, _ place: Place) throws -> Data {
    if case .file(let data?) = wrapper.body { return data }
    guard let source = wrapper.place, let noted = wrapper.noted else {
      throw FileWrapperError.changedOnDisk
    }
    let reading: (data: Data, status: FileStatus)
    do {
      reading = try WrappedFile.read(source)
    } catch {
      throw error.cocoa(isWriting: false, at: source)
    }
    guard reading.status.hasContents(of: noted) else { throw FileWrapperError.changedOnDisk }
    return reading.data
  }

  // MARK: Unchanged files

  /// Reuses the file of the original if it is unchanged there; `false` if it must be written.
  private func reuse(_ wrapper: FileWrapper, _ place: Place) throws(FileError) -> Bool {
    guard let source = place.original, let noted = wrapper.noted,
      let status = try FileStatus.of(source), status.hasContents(of: noted),
      wrapper.dateToWrite == noted.modified,
      wrapper.permissions(replacing: status) == status.permissions
    else { return false }
    if try FileClone.clone(source, status, to: place.building) { return true }
    // Other obstacles (another file system, too many links, no right to link) are no failures: the file is written.
    return link(source.characters, place.building.characters) == 0
  }
}

/// Copies that share their blocks with the original until either is changed.
enum FileClone {
  /// `FICLONE` of linux/fs.h, which the Glibc module lacks.
  private static let request: UInt = 0x4004_9409

  /// Clones a file; `false` if the file system cannot.
  static func clone(
    _ source: SystemPath, _ status: FileStatus, to target: SystemPath
  ) throws(FileError) -> Bool {
    let old = open(source.characters, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard old >= 0 else { return false }
    defer { close(old) }
    let new = open(
      target.characters, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, status.permissions)
    guard new >= 0 else { return false }
    defer { close(new) }
    let times = [status.modified, status.modified].map {
      timespec(tv_sec: Int($0.seconds), tv_nsec: Int($0.subsecond))
    }
    guard ioctl(new, request, old) == 0,
      docmerge_copy_attributes(source.characters, new) == 0,
      fchmod(new, status.permissions) == 0, futimens(new, times) == 0, fsync(new) == 0
    else {
      try Disk.system.remove(target)
      return false
    }
    return true
  }
}
