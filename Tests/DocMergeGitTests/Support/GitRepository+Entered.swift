import DocMergeGit
import DocMergeSystem
import DocMergeTestSupport
import Testing

extension GitRepository {
  /// The repository of a folder, which becomes the current folder of this process.
  ///
  /// It changes the environment, too: only for the process of an exit test.
  static func entered(_ folder: GitFolder, _ subfolder: String = "") throws -> GitRepository {
    try enter("\(folder.path)/\(subfolder)")
    return try #require(try GitRepository.current())
  }

  /// Goes to a folder, with the environment of programs in tests.
  static func enter(_ path: String) throws {
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] { Variable.set(name, to: nil) }
    for (name, value) in Program("git", in: path).variables { Variable.set(name, to: value) }
    try CurrentProcess.go(to: SystemPath(path))
  }

  /// The conflict at a path.
  func conflict(at path: String) throws -> GitConflict {
    try #require(try conflicts().first { $0.path == Array(path.utf8) })
  }
}
