import DocMergeSystem
import Glibc

/// The file beside a pack that keeps it from git's repacking until references name its objects.
///
/// git leaves a pack alone beside which a file with the ending `.keep` lies. It need not outlast a power cut:
/// no repacking does either.
package struct KeepFile {
  /// What is in it: one that a killed save left is told from others by that.
  package static let contents = Array("docmerge save\n".utf8)

  private let path: SystemPath

  /// Names the file of a pack, without its ending, in a repository.
  init(of pack: String, in repository: String) {
    path = SystemPath("\(repository)/objects/pack/\(pack).keep")
  }

  /// Writes it; another save of the same objects may have done so.
  func write() throws(FileError) {
    do throws(FileError) {
      try Files.write(Self.contents, to: path, permissions: 0o644, isDurable: false)
    } catch {
      guard error.code == EEXIST else { throw error }
    }
  }

  /// Removes it.
  ///
  /// One that cannot be removed only keeps the pack from being joined with others.
  func remove() { try? Files.remove(path) }
}
