package import DocMergeSystem
import Glibc

/// The file beside a pack that protects it from git's repacking until references name its objects.
///
/// git leaves a pack alone if there is a file beside it with the extension `.keep`. The file need not survive a power
/// cut, since no repacking does.
package struct KeepFile: Sendable {
  /// The operation that keeps a pack.
  package enum Operation: String, Sendable {
    case save, sync

    /// The contents of the file: a line that names the operation.
    package var contents: [UInt8] { Array("docmerge \(rawValue)\n".utf8) }
  }

  private let path: SystemPath
  private let disk: Disk

  /// Makes the file; `nil` where the pack has one already, which another program will remove.
  ///
  /// - Parameters:
  ///   - pack: the name of the pack's files, without their extension.
  ///   - repository: the path of its repository.
  ///   - operation: the operation that keeps it.
  ///   - disk: the disk that files are written with.
  /// - Throws: ``FileError``.
  package init?(
    of pack: some StringProtocol, in repository: String, for operation: Operation,
    on disk: Disk
  ) throws(FileError) {
    path = SystemPath("\(repository)/objects/pack/\(pack).keep")
    self.disk = disk
    do throws(FileError) {
      try disk.write(operation.contents, to: path, permissions: 0o644, isDurable: false)
    } catch {
      guard error.code == EEXIST else { throw error }
      return nil
    }
  }

  /// Removes the file.
  ///
  /// A file that cannot be removed only keeps git from combining the pack with others.
  package func remove() { try? disk.remove(path) }
}
