import DocMergePOSIX
import Glibc

/// Reading of whole files, links and folders, in terms of paths and bytes; ``Disk`` writes them.
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
}
