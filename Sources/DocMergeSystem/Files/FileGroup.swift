import DocMergePOSIX
import Glibc

/// New files that become durable together.
///
/// One after the other, each file would wait for the disk twice: for its contents, and for its name. Here the
/// disk begins with each as it is written; then it is waited for once for all contents, and once for all names.
///
///     var group = FileGroup()
///     try group.add(bytes, writtenAs: temporary, at: place, permissions: 0o444)
///     try group.commit()
///
/// No file has its name before the contents of all are on the disk. The names come in the order in which the
/// files were added: a process that is killed meanwhile leaves none without those before it.
package struct FileGroup: ~Copyable {
  private struct Part {
    var file: Int32
    var temporary: SystemPath
    var place: SystemPath
  }

  private var parts: [Part] = []

  /// A group of no files.
  package init() {}

  /// What has no name yet is of no use to anyone.
  deinit {
    for part in parts {
      close(part.file)
      unlink(part.temporary.characters)
    }
  }

  /// Writes a file under a temporary name.
  ///
  /// - Parameters:
  ///   - bytes: what is in it.
  ///   - temporary: the name until ``commit()``, at which nothing may be.
  ///   - place: the name from then on; what is there makes room. Its folder is made if it is missing.
  ///   - permissions: the bits of its mode, less those of the process's mask.
  /// - Throws: ``FileError``, with `EEXIST` where something has the temporary name; the others are as they were.
  package mutating func add(
    _ bytes: [UInt8], writtenAs temporary: SystemPath, at place: SystemPath, permissions: UInt32
  ) throws(FileError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let file = open(temporary.characters, flags, permissions)
    guard file >= 0 else { throw FileError("make", temporary) }
    parts.append(Part(file: file, temporary: temporary, place: place))
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileError("write", temporary) }
      rest = rest.dropFirst(count)
    }
    if !Surroundings.isApart { docmerge_begin_writing(file) }
    Checkpoint.pass()
  }

  /// Gives each file its place, and returns when all of them will outlast a power cut.
  ///
  /// - Throws: ``FileError``; some files may be in their places then, none of them half.
  package mutating func commit() throws(FileError) {
    guard let first = parts.first else { return }
    try Self.synchronise(parts.map(\.file), first.temporary)
    var folders: [SystemPath] = []
    var next = 0
    defer { parts.removeFirst(next) }
    for part in parts {
      let folder = part.place.parent
      if !folders.contains(folder) {
        if try Self.isMade(folder), !folders.contains(folder.parent) {
          folders.append(folder.parent)
        }
        folders.append(folder)
      }
      guard rename(part.temporary.characters, part.place.characters) == 0 else {
        throw FileError("make", part.place)
      }
      close(part.file)
      next += 1
      Checkpoint.pass()
    }
    try Self.synchronise(folders: folders)
  }

  /// Makes a folder if it is missing; whether it was.
  private static func isMade(_ folder: SystemPath) throws(FileError) -> Bool {
    if mkdir(folder.characters, 0o777) == 0 { return true }
    guard errno == EEXIST else { throw FileError("make the folder", folder) }
    return false
  }

  private static func synchronise(folders: [SystemPath]) throws(FileError) {
    if Surroundings.isApart { return }
    var files: [Int32] = []
    defer { for file in files { close(file) } }
    for folder in folders {
      let file = open(folder.characters, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard file >= 0 else { throw FileError("open", folder) }
      files.append(file)
    }
    if let first = folders.first { try synchronise(files, first) }
  }

  private static func synchronise(_ files: [Int32], _ path: SystemPath) throws(FileError) {
    if Surroundings.isApart { return }
    let failure = docmerge_synchronise_all(files, Int32(files.count))
    guard failure == 0 else { throw FileError("synchronise", path, code: failure) }
  }
}
