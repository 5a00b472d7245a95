import DocMergeObjects
import DocMergeSystem
import Glibc

/// Housekeeping in a remote that is a path, as git's own `receive-pack` does it after a push.
///
/// libgit2 writes a pack for each push, and never combines packs.
struct RemoteHousekeeping {
  /// The repository of the remote.
  package let remote: GitStore
  package let isCancelled: () -> Bool

  /// git's own defaults, of `gc.auto` and `gc.autoPackLimit`.
  private static let (mostLoose, mostPacks) = (6_700, 50)

  /// Runs `git gc --auto` where it would find something to do; git continues it in the background.
  ///
  /// The sent data is safe in any case: a failure is left to the next push, as git leaves it.
  func startWhereDue() {
    guard (try? isDue()) == true else { return }
    _ = GitChild(
      // By the folder, not by `--git-dir`: so git checks who owns the repository.
      words: [
        "-C", remote.path, "-c", "core.hooksPath=/dev/null", "-c", "gc.autoDetach=true", "gc",
        "--auto", "--quiet",
      ],
      timeout: .zero, mayAsk: false,
      // Objects that the remote's own settings call missing, and that a program could fetch, stay missing.
      mayConnect: false, variables: ["GIT_NO_LAZY_FETCH": "1"],
      isCancelled: isCancelled, progress: { _ in }
    ).run()
  }

  private func isDue() throws -> Bool {
    guard remote.environment.worksInBackground,
      try remote.configuration("receive.autogc").flatMap(GitStore.choice) != false
    else { return false }
    let loose = try number("gc.auto") ?? Self.mostLoose
    let packs = try number("gc.autoPackLimit") ?? Self.mostPacks
    guard loose > 0 else { return false }
    return try ObjectFiles(repository: remote.path)
      .exceed(loose: loose, packs: packs > 0 ? packs : .max) && !namesPrograms()
  }

  private func number(_ key: String) throws(GitError) -> Int? {
    try remote.configuration(key).flatMap(GitStore.number).flatMap { Int(exactly: $0) }
  }

  /// Whether the owner's settings name programs, which are never run from here.
  private func namesPrograms() throws -> Bool {
    let hook = SystemPath("\(remote.path)/hooks/pre-auto-gc")
    if try FileStatus.of(hook) != nil { return true }
    return try remote.configuration("gc.recentObjectsHook") != nil
  }
}
