package import DocMergeSystem
import Glibc

/// How many bytes of large objects were written as loose files since the last packing.
///
/// Versions of one document are similar, which only a pack exploits: as loose files, 200 versions of 10 MB take 2 GB.
/// To check all objects after each save would cost more than the save, so a process that writes a large one notes it:
/// the file of the notes grows by one byte for each 4 KiB, which needs no lock.
package struct LargeLooseObjects {
  /// The bytes that one byte of the notes stands for.
  package static let unit = 4 << 10
  /// The number of bytes from which packing is due.
  package static let most = 16 << 20

  /// Whether an object of this size counts: smaller ones are counted by number, and for larger ones git searches no
  /// deltas, since that takes several times their size in memory (``GitWords/repack(_:factor:)``).
  package static func counts(_ size: Int) -> Bool { ((16 << 10)..<(16 << 20)).contains(size) }

  package let repository: String

  package init(repository: String) {
    self.repository = repository
  }

  private var notes: SystemPath {
    SystemPath("\(repository)/\(GitStore.privateName)/large-objects")
  }

  /// Notes an object that was just written; does nothing in a repository that is no container.
  package func note(_ id: ObjectID) throws(FileError) {
    let name = id.description
    let path = SystemPath("\(repository)/objects/\(name.prefix(2))/\(name.dropFirst(2))")
    // libgit2 does not write an object that is in a pack.
    guard let size = try FileStatus.of(path)?.size else { return }
    let file = open(notes.characters, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    if file < 0, errno == ENOENT { return }
    guard file >= 0 else { throw FileError("open", notes) }
    defer { close(file) }
    let count = (Int(size) + Self.unit - 1) / Self.unit
    let bytes = [UInt8](repeating: UInt8(ascii: "."), count: count)
    guard write(file, bytes, bytes.count) == bytes.count else { throw FileError("write", notes) }
  }

  /// Whether they take so much that packing is due, which rewrites all packs where those are small.
  package func areMany(beside packs: PackSizes) throws(FileError) -> Bool {
    let bytes = Int(try FileStatus.of(notes)?.size ?? 0) * Self.unit
    return bytes >= max(Self.most, packs.areOne ? packs.sum / 8 : 0)
  }

  /// Resets the count.
  package func forget(on disk: Disk) throws(FileError) { try disk.remove(notes) }
}
