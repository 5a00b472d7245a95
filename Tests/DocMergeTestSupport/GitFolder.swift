/// A real git repository in a temporary folder, and docmerge in it.
package struct GitFolder: Sendable {
  private let folder = TemporaryFolder()
  private let environment: [String: String]

  /// Makes the repository, on the branch `main`.
  package init(_ settings: [String: String] = [:], environment: [String: String] = [:]) throws {
    self.environment = environment
    try git("init", "-q", "-b", "main")
    let usual = ["user.name": "Anna", "user.email": "anna@example.org", "core.symlinks": "true"]
    for (name, value) in usual.merging(settings, uniquingKeysWith: { $1 }) {
      try git("config", name, value)
    }
  }

  /// The top of its worktree.
  package var path: String { folder.path }

  /// Runs git and counts on its status.
  @discardableResult
  package func git(_ words: String..., exits status: Int32 = 0) throws -> Output {
    try Program("git", in: path, environment: environment).run(words, exits: status)
  }

  /// Runs git, and accepts any status.
  package func tryGit(_ words: String...) -> Output {
    Program("git", in: path, environment: environment).run(words)
  }

  /// Runs docmerge and counts on its status.
  @discardableResult
  package func docmerge(_ words: String..., in subfolder: String = "", exits status: Int32 = 0)
    throws
    -> Output
  {
    try Program(Replica.command, in: "\(path)/\(subfolder)", environment: environment)
      .run(words, exits: status)
  }

  /// Writes a file of the worktree.
  package func write(_ name: String, _ text: String) {
    write(name, Array(text.utf8))
  }

  /// Writes a file that need not be text.
  package func write(_ name: String, _ bytes: [UInt8]) {
    File("\(path)/\(name)").write(bytes)
  }

  /// A file of the worktree as text; `nil` where there is none.
  package func read(_ name: String) -> String? { File("\(path)/\(name)").text }

  /// Commits all files of the worktree.
  package func commit(_ message: String) throws {
    try git("add", "-A")
    try git("commit", "-q", "--allow-empty", "-m", message)
  }

  /// A history that forks: `base`, then `theirs` on the branch `theirs`, and `ours` on `main`.
  package func fork(
    base: () throws -> Void, ours: () throws -> Void, theirs: () throws -> Void
  ) throws {
    try base()
    try commit("base")
    try git("checkout", "-q", "-b", "theirs")
    try theirs()
    try commit("theirs")
    try git("checkout", "-q", "main")
    try ours()
    try commit("ours")
  }

  /// The same with one file edited by both sides.
  package func forkText(
    _ name: String = "a.txt", base: String = "1\nword\n3\n", ours: String = "1\nours\n3\n",
    theirs: String = "1\ntheirs\n3\n"
  ) throws {
    try fork {
      write(name, base)
    } ours: {
      write(name, ours)
    } theirs: {
      write(name, theirs)
    }
  }

  /// The paths that git has in conflict.
  package func unmerged() throws -> [String] {
    try git("diff", "--name-only", "--diff-filter=U", "-z").text.split(separator: "\0")
      .map(String.init)
  }

  /// Whether git finds nothing wrong, and nothing in the worktree that is not in the index.
  package func isSound() -> Bool {
    let status = tryGit("status", "--porcelain")
    return tryGit("fsck", "--strict").status == 0
      && status.lines.allSatisfy {
        $0.hasPrefix("A  ") || $0.hasPrefix("M  ") || $0.hasPrefix("D  ")
          || $0.hasPrefix("R  ") || $0.hasPrefix("T  ")
      }
  }
}
