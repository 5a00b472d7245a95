import DocMergePOSIX
import Glibc

/// New files that become durable together.
///
/// One by one, each file would wait for the disk twice: for its contents, and for its name. Here the disk starts to
/// write each file at once; then there is one wait for all contents, and one for all names.
///
///     var group = FileGroup(on: disk)
///     try group.add(bytes, writtenAs: temporary, at: place, permissions: 0o444)
///     try group.commit()
///
/// No file gets its name before the contents of all are on the disk. The names are given in the order in which the
/// files were added: a process that is killed meanwhile leaves none without those before it. A power cut may, except
/// for a file with `follows`.
package struct FileGroup: ~Copyable {
  private struct Part {
    var file: Int32
    var temporary: SystemPath
    var place: SystemPath
    var follows: Bool
    var isFolderDurable: Bool
  }

  private let disk: Disk
  private var parts: [Part] = []

  /// Makes an empty group.
  package init(on disk: Disk) { self.disk = disk }

  /// A file without its name is of no use.
  deinit {
    for part in parts {
      close(part.file)
      unlink(part.temporary.characters)
    }
  }

  /// Writes a file under a temporary name.
  ///
  /// - Parameters:
  ///   - bytes: its contents.
  ///   - temporary: the name until ``commit()``; it must be free.
  ///   - place: the name from then on; an existing file is replaced. Its folder is made if it is missing.
  ///   - permissions: the bits of its mode, less those of the process's mask.
  ///   - follows: whether its name must not survive a power cut without those before it, which takes one more wait for
  ///     the disk.
  ///   - isFolderDurable: whether the folder of its place survives a power cut already, so that the one above need not
  ///     be synchronised.
  /// - Throws: ``FileError``, with `EEXIST` if the temporary name is taken; the others are unchanged.
  package mutating func add(
    _ bytes: [UInt8], writtenAs temporary: SystemPath, at place: SystemPath, permissions: UInt32,
    follows: Bool = false, isFolderDurable: Bool = false
  ) throws(FileError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let file = open(temporary.characters, flags, permissions)
    guard file >= 0 else { throw FileError("make", temporary) }
    parts.append(
      Part(
        file: file, temporary: temporary, place: place, follows: follows,
        isFolderDurable: isFolderDurable))
    try Disk.writeAll(bytes, to: file, temporary)
    if disk.environment.isDurable { docmerge_begin_writing(file) }
    disk.noteChange()
  }

  /// Gives each file its place, and returns when all of them would survive a power cut; the group is empty then.
  ///
  /// - Throws: ``FileError``; some files may be in place then, each of them whole.
  package mutating func commit() throws(FileError) {
    guard let first = parts.first else { return }
    try synchronise(parts.map(\.file), first.temporary, areFolders: false)
    var folders: [SystemPath] = []
    while let part = parts.first {
      if part.follows {
        try synchronise(folders: folders)
        folders = []
      }
      try place(part)
      close(part.file)
      parts.removeFirst()
      let folder = part.place.parent
      if !folders.contains(folder) { folders.append(folder) }
      // It may be new, made by this process or by one that was killed.
      if !part.isFolderDurable, !folders.contains(folder.parent) { folders.append(folder.parent) }
    }
    try synchronise(folders: folders)
  }

  /// Renames a file to its place; its folder may be missing, or be removed by git when it is empty.
  private func place(_ part: Part) throws(FileError) {
    for _ in 0..<10 {
      if disk.rename(part.temporary, to: part.place) { return }
      guard errno == ENOENT else { break }
      let folder = part.place.parent
      guard disk.addFolder(folder) || errno == EEXIST else {
        throw FileError("make the folder", folder)
      }
    }
    throw FileError("make", part.place)
  }

  private func synchronise(folders: [SystemPath]) throws(FileError) {
    guard disk.environment.isDurable, !folders.isEmpty else { return }
    var files: [Int32] = []
    defer { for file in files { close(file) } }
    for folder in folders {
      let file = open(folder.characters, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard file >= 0 else { throw FileError("open", folder) }
      files.append(file)
    }
    try synchronise(files, folders[0], areFolders: true)
  }

  private func synchronise(
    _ files: [Int32], _ path: SystemPath, areFolders: Bool
  ) throws(FileError) {
    guard disk.environment.isDurable else { return }
    let failure = docmerge_synchronise_all(files, Int32(files.count))
    // Some file systems cannot synchronise a folder; then there is nothing more to do.
    guard failure == 0 || areFolders && failure == EINVAL else {
      throw FileError("synchronise", path, code: failure)
    }
  }
}
