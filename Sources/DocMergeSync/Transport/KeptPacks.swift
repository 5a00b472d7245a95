package import DocMergeObjects
import DocMergeSystem
import Synchronization

/// The packs that a send adds to a repository, protected from a `git repack` until references name their objects.
package final class KeptPacks: Sendable {
  private let git: GitStore
  private let before: Set<String>
  private let kept = Mutex<[KeepFile]>([])

  /// Notes the packs that are there as packs of others.
  ///
  /// - Throws: ``FileError``.
  package init(of git: GitStore) throws {
    self.git = git
    before = Set(try KeptPacks.packs(of: git.path))
  }

  private static func packs(of repository: String) throws -> [String] {
    try Files.entries(of: SystemPath("\(repository)/objects/pack")).map {
      String(decoding: $0.name, as: UTF8.self)
    }
    .filter { $0.hasPrefix("pack-") && $0.hasSuffix(".pack") }
  }

  /// Keeps the packs that were added since, except those that another program keeps.
  ///
  /// A pack of another program may be among them; it is released along with the others.
  ///
  /// - Throws: ``FileError``.
  package func keepNew() throws {
    for pack in try KeptPacks.packs(of: git.path) where !before.contains(pack) {
      let name = pack.dropLast(5)
      guard let file = try KeepFile(of: name, in: git.path, for: .sync, on: git.disk) else {
        continue
      }
      kept.withLock { $0.append(file) }
    }
  }

  /// Releases the packs.
  package func release() {
    kept.withLock { files in
      for file in files { file.remove() }
      files = []
    }
  }
}
