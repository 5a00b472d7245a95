package import DocMergeCore
import DocMergePOSIX
import Glibc

/// The status of a path, as far as it shows whether the contents may have changed.
package struct FileStatus: Sendable, Hashable {
  /// The kind of item.
  package enum Form: Sendable, Hashable {
    case file, executable, symlink, folder
    /// A device, a pipe or a socket: never a document.
    case other
  }

  package var form: Form

  /// Whether it is a file, executable or not: on some file systems all files are.
  package var isFile: Bool { form == .file || form == .executable }

  /// Whether it is a folder.
  package var isFolder: Bool { form == .folder }

  package var size: Int64
  package var modified: Timestamp
  /// The last change of contents or attributes; renaming changes it too.
  package var changed: Timestamp
  package var inode: UInt64
  package var device: UInt64
  /// The date of birth; 0 if the file system does not store it.
  package var born: Timestamp
  package var permissions: UInt32
  package var owner: UInt32
  /// Whether it is a pipe or a socket.
  package var isPipe: Bool
}

extension FileStatus {
  init(_ raw: docmerge_status) {
    switch raw.mode & S_IFMT {
    case S_IFREG: form = raw.mode & S_IXUSR != 0 ? .executable : .file
    case S_IFLNK: form = .symlink
    case S_IFDIR: form = .folder
    default: form = .other
    }
    size = raw.size
    modified = Timestamp(nanoseconds: raw.modified)
    changed = Timestamp(nanoseconds: raw.changed)
    inode = raw.inode
    device = raw.device
    born = Timestamp(nanoseconds: raw.born)
    permissions = raw.mode & 0o7777
    owner = raw.owner
    isPipe = [S_IFIFO, S_IFSOCK].contains(raw.mode & S_IFMT)
  }

  /// The status of the item at `path`, without following links; `nil` when there is none.
  package static func of(_ path: SystemPath) throws(FileError) -> FileStatus? {
    var raw = docmerge_status()
    if docmerge_status_at(AT_FDCWD, path.characters, &raw) == 0 { return FileStatus(raw) }
    // A path through a cyclic link leads nowhere.
    if [ENOENT, ENOTDIR, ELOOP].contains(errno) { return nil }
    throw FileError("look at", path)
  }

  /// Whether certainly nothing is at `path`; `false` where that cannot be told.
  ///
  /// Not `(try? of(path)) == .some(nil)`, which is `true` for a failure as well: Swift flattens the optional.
  package static func isMissing(_ path: SystemPath) -> Bool {
    do {
      return try of(path) == nil
    } catch {
      return false
    }
  }

  /// The status of an open file.
  package static func of(open file: Int32, _ path: SystemPath) throws(FileError) -> FileStatus {
    var raw = docmerge_status()
    guard docmerge_status_of(file, &raw) == 0 else { throw FileError("look at", path) }
    return FileStatus(raw)
  }

  /// Whether both are of one file with the same contents, as far as can be told after a rename.
  package func isSameFile(as other: FileStatus) -> Bool {
    form == other.form && size == other.size && modified == other.modified && inode == other.inode
  }

  /// Whether both are of one item, in any state.
  package func isSameItem(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}
