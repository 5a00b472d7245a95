package import DocMergeCore
import DocMergePOSIX
import Glibc

extension Disk {
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
  package func write(
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
  package func write(
    buffer: UnsafeRawBufferPointer, to path: SystemPath, permissions: UInt32,
    like model: SystemPath? = nil, modified: Timestamp? = nil
  ) throws(FileError) {
    try write(buffer, to: path, permissions: permissions, like: model, modified: modified)
  }

  /// Writes the same, with all options of ``write(_:to:permissions:like:modified:isDurable:isMade:)``.
  @discardableResult
  package func write(
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
    try Self.writeAll(buffer, to: file, path)
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
    noteChange()
    guard isDurable else { return try FileStatus.of(open: file, path) }
    guard !environment.isDurable || fsync(file) == 0 else { throw FileError("write", path) }
    return nil
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
  package func copy(
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
      try Self.copy(input, Int(status.size), of: source, to: unfinished, check)
      guard rename(unfinished, to: target) else { throw FileError("make", target) }
    } catch {
      // The original failure counts; the remains are found by their name.
      try? remove(unfinished)
      throw error
    }
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
}
