import DocMergeSystem
import Glibc

/// Where a reference is to point, and where it must have pointed until then.
package struct ReferenceChange: Sendable, Hashable {
  package var name: String
  package var new: ObjectID
  /// `nil`: there must be none of this name.
  package var old: ObjectID?

  package init(_ name: String, to new: ObjectID, from old: ObjectID?) {
    (self.name, self.new, self.old) = (name, new, old)
  }
}

extension GitStore {
  /// Moves references together: waits for the disk once for all contents, and once for each name.
  package func setReferences(_ changes: [ReferenceChange]) throws(GitError) {
    try setReferences(changes, after: FileGroup())
  }

  /// Moves references once other files are there, as one group of files.
  ///
  /// As git does it (`refs/files-backend.c`): the new value is written to a lock file beside each, which then
  /// takes the place of the reference, in the order in which they are given. None moves unless all can.
  ///
  /// - Throws: ``GitError``: ``GitError/Code/modified`` where one points elsewhere, ``GitError/Code/locked`` where
  ///   another process holds one for a second.
  func setReferences(
    _ changes: [ReferenceChange], after files: consuming FileGroup
  ) throws(GitError) {
    var group = files
    for change in changes { try lock(change, in: &group) }
    for change in changes where try reference(change.name) != change.old {
      throw GitError(
        code: .modified, function: "setReferences", message: "\(change.name) has moved meanwhile")
    }
    do throws(FileError) {
      try group.commit()
    } catch {
      throw GitError(error, in: "setReferences")
    }
  }

  /// Writes the new value to the lock file of a reference; git takes locks for moments when it packs references.
  private func lock(_ change: ReferenceChange, in group: inout FileGroup) throws(GitError) {
    let place = SystemPath("\(path)/\(change.name)")
    for _ in 0..<200 {
      do throws(FileError) {
        if try FileStatus.of(place.parent) == nil { try Files.makeFolder(place.parent) }
        // It was waited for when the file was made, by that process or by the recovery from its end.
        let isFolderDurable = try FileStatus.of(place) != nil
        return try group.add(
          Array("\(change.new)\n".utf8), writtenAs: SystemPath("\(path)/\(change.name).lock"),
          at: place, permissions: 0o666, follows: true, isFolderDurable: isFolderDurable)
      } catch {
        guard error.code == EEXIST else { throw GitError(error, in: "setReferences") }
      }
      usleep(5_000)
    }
    throw GitError(code: .locked, function: "setReferences", message: "\(change.name) is locked")
  }
}
