import Glibc

/// A git repository with a worktree, of whatever kind: plain, linked, sparse, or named by `GIT_DIR`.
public struct GitRepository: Sendable {
  /// The top of the worktree.
  public let top: String
  /// Where the worktree's own files (`HEAD`, `index`, `MERGE_HEAD`) are.
  public let gitFolder: String

  /// Finds the repository that the current folder is in; `nil` when there is none.
  ///
  /// - Throws: ``GitFailure`` when `git` is not installed.
  public static func current() throws -> GitRepository? {
    let words = ["rev-parse", "--show-toplevel", "--absolute-git-dir"].map { Array($0.utf8) }
    let output = try GitProcess(options: []).output(words)
    let lines = output.line.split(separator: "\n").map(String.init)
    guard output.status == 0, lines.count == 2 else { return nil }
    return GitRepository(top: lines[0], gitFolder: lines[1])
  }

  /// Runs `git` at the top of the worktree.
  var git: GitProcess {
    GitProcess(
      options: ["-C", top, "--git-dir=\(gitFolder)", "--work-tree=\(top)", "--literal-pathspecs"]
        .map { Array($0.utf8) })
  }

  /// The path of a file in the worktree.
  func worktreePath(_ path: [UInt8]) -> [UInt8] {
    Array("\(top)/".utf8) + path
  }

  /// Whether one of the worktree's own files is there.
  func holds(_ name: String) -> Bool {
    access("\(gitFolder)/\(name)", F_OK) == 0
  }

  /// The first line of one of the worktree's own files.
  func line(of name: String) -> String? {
    guard let file = fopen("\(gitFolder)/\(name)", "r") else { return nil }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { free(line) }
    guard getline(&line, &size, file) >= 0, let line else { return nil }
    return String(String(cString: line).prefix { !$0.isNewline })
  }
}
