import DocMergeLanguage
package import DocMergeSystem
import Glibc

/// The new target of a reference, and the target that it must have until then.
package struct ReferenceChange: Sendable, Hashable {
  package var name: String
  package var new: ObjectID
  /// `nil`: the reference must not exist.
  package var old: ObjectID?

  package init(_ name: String, to new: ObjectID, from old: ObjectID?) {
    (self.name, self.new, self.old) = (name, new, old)
  }
}

extension GitStore {
  /// Moves references together: waits for the disk once for all contents, and once for each name.
  package func setReferences(_ changes: [ReferenceChange]) throws(GitError) {
    try setReferences(changes, after: FileGroup(on: disk))
  }

  /// Moves references once other files are there, as one group of files.
  ///
  /// As git does it (`refs/files-backend.c`): the new value is written to a lock file beside each, which then replaces
  /// the reference, in the given order. None moves unless all can.
  ///
  /// - Throws: ``GitError``: ``GitError/Code/modified`` if one has another target, ``GitError/Code/locked`` if another
  ///   process holds one for a second.
  func setReferences(
    _ changes: [ReferenceChange], after files: consuming FileGroup
  ) throws(GitError) {
    var group = files
    for change in changes { try lock(change, in: &group) }
    for change in changes where try reference(change.name) != change.old {
      throw GitError(
        code: .modified, function: "setReferences",
        message: tr("\(change.name) has moved meanwhile"))
    }
    do throws(FileError) {
      try group.commit()
    } catch {
      throw GitError(error, in: "setReferences")
    }
  }

  /// Whether the file of a reference holds no object id, such as an empty one after a power loss; libgit2 can neither
  /// read nor replace it.
  ///
  /// - Returns: `false` also where there is no file, and for a reference to another one.
  package static func isTorn(reference file: SystemPath) throws(FileError) -> Bool {
    guard try FileStatus.of(file)?.isFile == true else { return false }
    let text = String(decoding: try Files.read(file).bytes.prefix(200), as: UTF8.self)
    return ObjectID(hex: text.prefix(40)) == nil && !text.hasPrefix("ref: ")
  }

  /// Removes the file of a reference that holds no object id; the next change makes it again.
  ///
  /// - Throws: ``GitError``.
  package func removeIfTorn(reference name: String) throws(GitError) {
    let file = SystemPath("\(path)/\(name)")
    do throws(FileError) {
      if try GitStore.isTorn(reference: file) { try disk.remove(file) }
    } catch {
      throw GitError(error, in: "removeIfTorn")
    }
  }

  /// Writes the new value to the lock file of a reference; git takes locks briefly when it packs references.
  private func lock(_ change: ReferenceChange, in group: inout FileGroup) throws(GitError) {
    let place = SystemPath("\(path)/\(change.name)")
    for _ in 0..<200 {
      do throws(FileError) {
        if try FileStatus.of(place.parent) == nil { try disk.makeFolder(place.parent) }
        // It was synchronised when the file was made, by that process or by the recovery after its crash.
        let isFolderDurable = try FileStatus.of(place) != nil
        return try group.add(
          Array("\(change.new)\n".utf8), writtenAs: SystemPath("\(path)/\(change.name).lock"),
          at: place, permissions: 0o666, follows: true, isFolderDurable: isFolderDurable)
      } catch {
        guard error.code == EEXIST else { throw GitError(error, in: "setReferences") }
      }
      usleep(5_000)
    }
    throw GitError(
      code: .locked, function: "setReferences", message: tr("\(change.name) is locked"))
  }
}
