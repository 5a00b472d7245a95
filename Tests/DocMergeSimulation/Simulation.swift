import DocMergeContainer
import DocMergeObjects
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep

/// A run of everything that can happen to some replicas: the same for the same seed.
package struct Simulation: Sendable {
  /// What the run was made of.
  package let seed: Int
  /// How often each thing happened.
  package private(set) var counts: [String: Int] = [:]
  /// All steps, in words.
  package private(set) var log: [String] = []
  /// What was wrong; `nil` when nothing was.
  package private(set) var failure: String?
  /// What the replicas agreed on in the end; the same for the same seed.
  package private(set) var digest = ""

  /// Lets it happen.
  ///
  /// - Parameters:
  ///   - seed: decides everything.
  ///   - path: a folder that is made for the run.
  ///   - asksGit: whether `git fsck` looks at the outcome.
  ///   - keepsFailed: whether the folder stays when something was wrong.
  package init(seed: Int, in path: String, asksGit: Bool, keepsFailed: Bool = false) {
    self.seed = seed
    do {
      let world = try World(seed: seed, path: path)
      defer { (counts, log) = (world.counts, world.log) }
      let steps = world.generator.number(15...40)
      do {
        for _ in 0..<steps { try world.step() }
        try world.heal()
        let end = try world.check(asksGit: asksGit)
        digest = try GitObject(kind: .blob, bytes: Array(end.utf8)).id.description
      } catch {
        failure = "\(error)"
      }
      for replica in world.replicas { replica.close() }
    } catch {
      failure = "at the start: \(error)"
    }
    if failure == nil || !keepsFailed { FolderTree.remove(path) }
  }
}
