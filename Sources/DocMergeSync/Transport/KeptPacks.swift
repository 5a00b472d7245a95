import DocMergeSystem
import Glibc
import Synchronization

/// The packs that a send adds to a repository, protected from a `git repack` until references name their objects.
///
/// git leaves packs alone beside which a file with the ending `.keep` lies.
package final class KeptPacks: Sendable {
  private let folder: String
  private let before: Set<String>
  private let kept = Mutex<Set<String>>([])

  /// Takes the packs that are there for those of others.
  ///
  /// - Throws: ``FileError``.
  package init(of repository: String) throws {
    folder = "\(repository)/objects/pack"
    before = Set(try KeptPacks.packs(in: folder))
  }

  private static func packs(in folder: String) throws -> [String] {
    try Files.entries(of: SystemPath(folder)).map { String(decoding: $0.name, as: UTF8.self) }
      .filter { $0.hasPrefix("pack-") && $0.hasSuffix(".pack") }
  }

  /// Keeps the packs that have come since.
  ///
  /// One of another program may be among them; it is let go along with the others.
  package func keepNew() throws {
    for pack in try KeptPacks.packs(in: folder) where !before.contains(pack) {
      let keep = "\(folder)/\(pack.dropLast(5)).keep"
      do {
        try Files.write(Array("docmerge sync\n".utf8), to: SystemPath(keep), permissions: 0o644)
        _ = kept.withLock { $0.insert(keep) }
      } catch {
        // Another program that sends may keep it.
        guard error.code == EEXIST else { throw error }
      }
    }
  }

  /// Lets the packs go.
  package func release() {
    // A file that cannot be removed only keeps git from joining the pack with others.
    for keep in kept.withLock({ $0 }) { try? Files.remove(SystemPath(keep)) }
  }
}
