import DocMergeSystem
import Glibc

/// Writes objects as files of their own, together (git's `gitformat-loose`).
///
/// libgit2 would wait for the disk twice for each object: a save of one document is some eleven.
package struct LooseObjects {
  let repository: String

  /// Larger objects are left to libgit2, which needs no second copy of them in memory.
  static let largest = 4 << 20

  /// What temporary files start with: `git gc` removes them when they are old, and recovery at once.
  package static let temporaryPrefix = "tmp_obj_docmerge_"

  /// Writes the objects durably, in this order.
  ///
  /// - Parameter objects: objects that the repository does not have yet, none of them over ``largest``.
  /// - Throws: ``GitError``; some of them may be there then, none without those before it.
  func write(_ objects: [(id: ObjectID, object: GitObject)]) throws(GitError) {
    guard !objects.isEmpty else { return }
    let deflater = try Deflater()
    var files: [(id: ObjectID, bytes: [UInt8])] = []
    for (id, object) in objects {
      let header = Array("\(Self.name(of: object.kind)) \(object.bytes.count)\0".utf8)
      var packed: [UInt8] = []
      try deflater.deflate(header + object.bytes, onto: &packed)
      files.append((id, packed))
    }
    do throws(FileError) {
      try write(files)
    } catch {
      throw GitError(error, in: "write")
    }
  }

  private func write(_ files: [(id: ObjectID, bytes: [UInt8])]) throws(FileError) {
    let folder = SystemPath("\(repository)/objects")
    var group = FileGroup()
    for (id, bytes) in files {
      let digits = id.description
      let temporary = "\(Self.temporaryPrefix)\(getpid())_\(Surroundings.random())"
      try group.add(
        bytes, writtenAs: folder.appending(temporary.utf8),
        at: folder.appending("\(digits.prefix(2))/\(digits.dropFirst(2))".utf8), permissions: 0o444)
    }
    try group.commit()
  }

  private static func name(of kind: GitObject.Kind) -> String {
    switch kind {
    case .blob: "blob"
    case .tree: "tree"
    case .commit: "commit"
    }
  }
}
