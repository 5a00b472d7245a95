import DocMergeSystem
import Glibc

/// Writes objects as loose files, in groups (git's `gitformat-loose`).
///
/// libgit2 would wait for the disk twice for each object.
package struct LooseObjects {
  let repository: String
  let environment: Environment

  /// Larger objects are left to libgit2, which needs no second copy of them in memory.
  static let largest = 4 << 20

  /// The prefix of temporary files: `git gc` removes them when they are old, and recovery at once.
  package static let temporaryPrefix = "tmp_obj_docmerge_"

  /// An unused name for a temporary file in the folder of the objects.
  var temporaryName: String {
    "\(Self.temporaryPrefix)\(getpid())_\(environment.randomNumber())"
  }

  /// Adds an object to a group of files that are written together.
  ///
  /// - Parameters:
  ///   - object: an object that the repository does not have yet, not over ``largest``.
  ///   - id: its id.
  ///   - deflater: compresses it.
  ///   - group: the files; it exists once they are committed.
  /// - Throws: ``GitError``.
  func add(
    _ object: GitObject, _ id: ObjectID, by deflater: borrowing Deflater, to group: inout FileGroup
  ) throws(GitError) {
    let header = Array("\(Self.name(of: object.kind)) \(object.bytes.count)\0".utf8)
    var packed: [UInt8] = []
    try deflater.deflate(header + object.bytes, onto: &packed)
    let folder = SystemPath("\(repository)/objects")
    let digits = id.description
    do throws(FileError) {
      try group.add(
        packed, writtenAs: folder.appending(temporaryName.utf8),
        at: folder.appending("\(digits.prefix(2))/\(digits.dropFirst(2))".utf8), permissions: 0o444)
    } catch {
      throw GitError(error, in: "write")
    }
  }

  private static func name(of kind: GitObject.Kind) -> String {
    switch kind {
    case .blob: "blob"
    case .tree: "tree"
    case .commit: "commit"
    }
  }
}
