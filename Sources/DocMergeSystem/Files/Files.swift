package import DocMergeCore
import DocMergePOSIX
package import Glibc

/// Whole-file reading and durable writing, in terms of paths and bytes.
package enum Files {
  /// The common prefix of the names of docmerge's temporary files and folders.
  package static let temporaryPrefix = Array(".docmerge-tmp-".utf8)

  /// Reads a whole file, and its status; throws `EAGAIN` when it keeps changing meanwhile.
  package static func read(_ path: SystemPath) throws(FileError) -> (
    bytes: [UInt8], status: FileStatus
  ) {
    for _ in 0..<8 {
      let file = open(path.characters, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
      guard file >= 0 else { throw FileError("read", path) }
      defer { close(file) }
      let before = try FileStatus.of(open: file, path)
      let bytes = try readAll(file, sizeHint: Int(before.size), path)
      let after = try FileStatus.of(open: file, path)
      if before == after, Int64(bytes.count) == after.size { return (bytes, after) }
    }
    throw FileError("read", path, code: EAGAIN)
  }

  /// Reads a file of the kernel's own, whose size is not known before.
  package static func readUnsized(_ path: String) throws(FileError) -> [UInt8] {
    let path = SystemPath(path)
    let file = open(path.characters, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FileError("read", path) }
    defer { close(file) }
    return try readAll(file, sizeHint: 256, path)
  }

  /// Reads an open file from its current position to its end.
  package static func readAll(
    _ file: Int32, sizeHint: Int, _ path: SystemPath
  ) throws(FileError) -> [UInt8] {
    do throws(Errno) {
      return try OpenFile.readAll(file, sizeHint: sizeHint)
    } catch {
      throw FileError("read", path, error)
    }
  }

  /// The target of a symbolic link.
  package static func target(ofLink path: SystemPath) throws(FileError) -> [UInt8] {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX) + 1) { buffer, initialized in
      buffer.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return }
        count = readlink(path.characters, start, text.count)
      }
      initialized = max(count, 0)
    }
    guard count >= 0 else { throw FileError("read the link", path) }
    return bytes
  }

  /// The final target of a link; the path itself when it is no link, or leads nowhere.
  ///
  /// A link that cannot be read must not count as a file: a save would replace it by one.
  ///
  /// - Parameter path: a path that may be a link.
  /// - Returns: an absolute path for a link, or `path`.
  /// - Throws: ``FileError`` when the link cannot be followed.
  package static func end(ofLink path: SystemPath) throws(FileError) -> SystemPath {
    guard try FileStatus.of(path)?.form == .symlink else { return path }
    while true {
      if let real = realpath(path.characters, nil) {
        defer { free(real) }
        return SystemPath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
      }
      switch errno {
      case EINTR: continue
      case ENOENT: return path
      default: throw FileError("follow the link", path)
      }
    }
  }

  /// Writes a whole new file and synchronises it; the caller synchronises the folder.
  ///
  /// - Parameters:
  ///   - bytes: the contents.
  ///   - path: the path; nothing may be there yet.
  ///   - permissions: the mode bits, before the process's mask.
  ///   - model: a file whose owner and extended attributes are copied.
  ///   - modified: the modification date to set.
  ///   - isDurable: whether the file is synchronised; otherwise the caller does it.
  ///   - isMade: whether an empty file is there that has to be written.
  /// - Returns: the status of the file, if it is not synchronised.
  /// - Throws: ``FileError``; the caller removes an incomplete file.
  @discardableResult
  package static func write(
    _ bytes: [UInt8], to path: SystemPath, permissions: UInt32, like model: SystemPath? = nil,
    modified: Timestamp? = nil, isDurable: Bool = true, isMade: Bool = false
  ) throws(FileError) -> FileStatus? {
    let outcome = bytes.withUnsafeBytes { buffer in
      Result { () throws(FileError) in
        try write(
          buffer, to: path, permissions: permissions, like: model, modified: modified,
          isDurable: isDurable, isMade: isMade)
      }
    }
    return try outcome.get()
  }

  /// Writes a whole new file, as ``write(_:to:permissions:like:modified:isDurable:)``, from memory of any owner.
  package static func write(
    buffer: UnsafeRawBufferPointer, to path: SystemPath, permissions: UInt32,
    like model: SystemPath? = nil, modified: Timestamp? = nil
  ) throws(FileError) {
    try write(buffer, to: path, permissions: permissions, like: model, modified: modified)
  }

  /// Writes the same, with all options of ``write(_:to:permissions:like:modified:isDurable:isMade:)``.
  @discardableResult
  package static func write(
    _ buffer: UnsafeRawBufferPointer, to path: SystemPath, permissions: UInt32,
    like model: SystemPath? = nil, modified: Timestamp? = nil, isDurable: Bool = true,
    isMade: Bool = false
  ) throws(FileError) -> FileStatus? {
    let flags = O_WRONLY | O_CLOEXEC | O_NOFOLLOW
    var file = isMade ? open(path.characters, flags) : -1
    // Another process that removes hidden files may have removed it.
    if file < 0, !isMade || errno == ENOENT {
      file = open(path.characters, flags | O_CREAT | O_EXCL, permissions)
    }
    guard file >= 0 else { throw FileError("make", path) }
    defer { close(file) }
    try writeAll(buffer, to: file, path)
    if let model {
      guard docmerge_copy_attributes(model.characters, file) == 0 else {
        throw FileError("set up", path)
      }
      guard fchmod(file, permissions) == 0 else { throw FileError("set up", path) }
    }
    if let modified {
      let times = [modified.timespec, modified.timespec]
      guard futimens(file, times) == 0 else { throw FileError("date", path) }
    }
    Checkpoint.pass()
    guard isDurable else { return try FileStatus.of(open: file, path) }
    guard ProcessEnvironment.isIsolated || fsync(file) == 0 else { throw FileError("write", path) }
    return nil
  }

  /// Sets the modification date of a link itself; some file systems store none, which is no error.
  ///
  /// - Throws: ``FileError``.
  package static func setDate(ofLink path: SystemPath, to date: Timestamp) throws(FileError) {
    let times = [date.timespec, date.timespec]
    guard
      utimensat(AT_FDCWD, path.characters, times, AT_SYMLINK_NOFOLLOW) == 0
        || [ENOTSUP, ENOSYS].contains(errno)
    else { throw FileError("date", path) }
  }

  static func writeAll(
    _ bytes: [UInt8], to file: Int32, _ path: SystemPath
  ) throws(FileError) {
    let outcome = bytes.withUnsafeBytes { buffer in
      Result { () throws(FileError) in try writeAll(buffer, to: file, path) }
    }
    try outcome.get()
  }

  private static func writeAll(
    _ buffer: UnsafeRawBufferPointer, to file: Int32, _ path: SystemPath
  ) throws(FileError) {
    var written = 0
    while written < buffer.count {
      let count = Glibc.write(
        file, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileError("write", path) }
      written += count
    }
  }

  /// Copies the bytes of a file to a new one beside `target`, and renames that; not durable yet.
  ///
  /// - Parameters:
  ///   - source: the file, which may be another user's; no link is followed.
  ///   - target: the new path; an existing file is replaced.
  ///   - check: called now and then; an error ends the copying.
  /// - Throws: ``FileError``, and what `check` throws; no file is left then.
  package static func copy(
    _ source: SystemPath, to target: SystemPath, check: () throws -> Void
  ) throws {
    let input = open(source.characters, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard input >= 0 else { throw FileError("read", source) }
    defer { close(input) }
    let status = try FileStatus.of(open: input, source)
    guard status.isFile else { throw FileError("read", source, code: EINVAL) }
    // A name that git, too, removes when it finds it later.
    let unfinished = target.parent.appending("tmp_copy_\(getpid())".utf8)
    try remove(unfinished)
    do {
      try copy(input, Int(status.size), of: source, to: unfinished, check)
      guard rename(unfinished.characters, target.characters) == 0 else {
        throw FileError("make", target)
      }
    } catch {
      // The original failure counts; the remains are found by their name.
      try? remove(unfinished)
      throw error
    }
    Checkpoint.pass()
  }

  private static func copy(
    _ input: Int32, _ count: Int, of source: SystemPath, to target: SystemPath,
    _ check: () throws -> Void
  ) throws {
    let output = open(target.characters, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o444)
    guard output >= 0 else { throw FileError("make", target) }
    defer { close(output) }
    var left = count
    while left > 0 {
      try check()
      let sent = sendfile(output, input, nil, min(left, 1 << 24))
      // A file that is truncated meanwhile is no copy.
      guard sent > 0 || sent < 0 && errno == EINTR else {
        throw FileError("copy", source, code: sent == 0 ? EIO : errno)
      }
      left -= max(sent, 0)
    }
  }

  /// Makes the contents of a file that a library wrote durable.
  package static func synchronise(file path: SystemPath) throws(FileError) {
    if ProcessEnvironment.isIsolated { return }
    let file = open(path.characters, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FileError("open", path) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw FileError("synchronise", path) }
  }

  /// Makes changes of the names in a folder durable.
  package static func synchronise(folder path: SystemPath) throws(FileError) {
    if ProcessEnvironment.isIsolated { return }
    let file = open(path.characters, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { throw FileError("open", path) }
    defer { close(file) }
    // Some file systems cannot synchronise a folder; then there is nothing more to do.
    guard fsync(file) == 0 || errno == EINVAL else { throw FileError("synchronise", path) }
  }

  /// Makes all writes to the file systems of folders durable; missing folders are skipped.
  package static func synchronise(fileSystemsOf folders: Set<SystemPath>) throws(FileError) {
    if ProcessEnvironment.isIsolated { return }
    var devices: [UInt64: SystemPath] = [:]
    for folder in folders {
      if let status = try FileStatus.of(folder) { devices[status.device] = folder }
    }
    for folder in devices.values { try synchronise(fileSystemOf: folder) }
  }

  private static func synchronise(fileSystemOf path: SystemPath) throws(FileError) {
    let file = open(path.characters, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { throw FileError("open", path) }
    defer { close(file) }
    guard docmerge_synchronise_file_system(file) == 0 else { throw FileError("synchronise", path) }
  }

  /// One name in a folder, with its item.
  package struct Entry: Sendable {
    package var name: [UInt8]
    package var status: FileStatus

    package init(name: [UInt8], status: FileStatus) {
      self.name = name
      self.status = status
    }
  }

  /// The entries of a folder with their status, in the order of the file system.
  package static func entries(of path: SystemPath) throws(FileError) -> [Entry] {
    var found: [Entry] = []
    try visit(path) { name, status in found.append(Entry(name: Array(name), status: status)) }
    return found
  }

  /// Passes every entry of a folder to `body`; the name is only valid in it.
  package static func visit(
    _ path: SystemPath, _ body: (_ name: UnsafeRawBufferPointer, _ status: FileStatus) -> Void
  ) throws(FileError) {
    let status = withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) { body in
        docmerge_visit_directory(
          AT_FDCWD, path.characters,
          { context, name, status in
            guard let context, let name, let status else { return 0 }
            context.assumingMemoryBound(to: Visitor.self).pointee(
              UnsafeRawBufferPointer(start: name, count: strlen(name)), FileStatus(status.pointee))
            return 0
          }, UnsafeMutableRawPointer(mutating: body))
      }
    }
    guard status == 0 else { throw FileError("list", path) }
  }

  private typealias Visitor = (UnsafeRawBufferPointer, FileStatus) -> Void

  /// Makes a folder and missing folders above it, durably.
  package static func makeFolder(_ path: SystemPath) throws(FileError) {
    if mkdir(path.characters, 0o777) == 0 {
      Checkpoint.pass()
      try synchronise(folder: path.parent)
      return
    }
    switch errno {
    case EEXIST: return
    case ENOENT:
      try makeFolder(path.parent)
      // A link without a target exists and does not: to try again would never end.
      guard mkdir(path.characters, 0o777) == 0 || errno == EEXIST else {
        throw FileError("make the folder", path)
      }
      Checkpoint.pass()
      try synchronise(folder: path.parent)
    default: throw FileError("make the folder", path)
    }
  }

  /// Removes a folder that contains nothing but folders, so that nothing can be lost.
  ///
  /// - Returns: whether it is gone; `false` if it is no folder, or contains a file.
  package static func removeEmptyFolder(_ path: SystemPath) -> Bool {
    if rmdir(path.characters) == 0 {
      Checkpoint.pass()
      return true
    }
    guard errno == ENOTEMPTY || errno == EEXIST, let folders = folders(in: path) else {
      return false
    }
    // The innermost first; a folder that gets a file meanwhile stays, with those around it.
    return (folders.reversed() + [path]).allSatisfy { rmdir($0.characters) == 0 }
  }

  /// All folders in a folder, the outer ones first; `nil` when there is anything else, or it cannot be read.
  private static func folders(in path: SystemPath) -> [SystemPath]? {
    var result: [SystemPath] = []
    var waiting = [path]
    while let folder = waiting.popLast() {
      guard let entries = try? entries(of: folder),
        entries.allSatisfy({ $0.status.form == .folder })
      else { return nil }
      let inner = entries.map { folder.appending($0.name) }
      result += inner
      waiting += inner
    }
    return result
  }

  /// Removes a file, a link or a folder with everything in it; a missing item is fine.
  package static func remove(_ path: SystemPath) throws(FileError) {
    guard let status = try FileStatus.of(path) else { return }
    if status.form == .folder {
      for entry in try entries(of: path) {
        try remove(path.appending(entry.name))
      }
      guard rmdir(path.characters) == 0 else { throw FileError("remove", path) }
      Checkpoint.pass()
    } else {
      guard unlink(path.characters) == 0 || errno == ENOENT else { throw FileError("remove", path) }
      Checkpoint.pass()
    }
  }
}

extension Timestamp {
  /// The moment in the form of the C library.
  package var timespec: Glibc.timespec {
    Glibc.timespec(tv_sec: Int(seconds), tv_nsec: Int(subsecond))
  }

  /// The current moment, by the computer's clock.
  package static var now: Timestamp {
    if let now = ProcessEnvironment.now { return now }
    var time = Glibc.timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }
}
