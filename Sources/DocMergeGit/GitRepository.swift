import DocMergeSystem

/// A git repository with a worktree of any kind: plain, linked, sparse, or named by `GIT_DIR`.
public struct GitRepository: Sendable {
  /// The top of the worktree.
  public let top: String
  /// The folder of the worktree's own files (`HEAD`, `index`, `MERGE_HEAD`).
  public let gitFolder: String

  /// Cached answers of git.
  let answers = GitAnswers()

  /// Finds the repository that the current folder is in; `nil` when there is none.
  ///
  /// - Throws: ``GitFailure`` when `git` is not installed, or refuses the repository: its
  ///   settings may be broken, or another user may own it.
  public static func current() throws -> GitRepository? {
    let process = GitProcess(options: [])
    let questions = ["--show-toplevel", "--absolute-git-dir"]
    func ask(_ questions: [String]) throws -> GitProcess.Output {
      try process.output((["rev-parse"] + questions).map { Array($0.utf8) })
    }
    let output = try ask(questions)
    guard output.status == 0 else {
      if isTrouble(output) { throw GitFailure(toldBy: output) }
      return nil
    }
    var answers = output.line.split(separator: "\n").map(String.init)
    // A path may contain line breaks.
    if answers.count != 2 { answers = try questions.map { try ask([$0]).line } }
    return GitRepository(top: answers[0], gitFolder: answers[1])
  }

  /// Whether the current folder is in a repository, with a worktree or without.
  ///
  /// - Throws: ``GitFailure`` when git refuses it.
  public static func isAround() throws -> Bool {
    let output = try GitProcess(options: []).output(
      ["rev-parse", "--git-dir"].map { Array($0.utf8) })
    if output.status != 0, isTrouble(output) { throw GitFailure(toldBy: output) }
    return output.status == 0
  }

  private init(top: String, gitFolder: String) {
    self.top = top
    self.gitFolder = gitFolder
  }

  /// Whether git failed for another reason than that there is no repository.
  private static func isTrouble(_ output: GitProcess.Output) -> Bool {
    // In every language, the message about a missing repository ends with this.
    let message = output.message.split(separator: "\n").first ?? ""
    let isMissing =
      message.hasSuffix(": .git") || message.contains("not a git repository")
      || output.message.contains("GIT_DISCOVERY_ACROSS_FILESYSTEM")
    return !isMissing && isBelowRepository
  }

  /// Whether a parent folder has an entry `.git`, or the environment names one.
  private static var isBelowRepository: Bool {
    if Variable.bytes("GIT_DIR") != nil { return true }
    guard var folder = CurrentProcess.folder else { return false }
    while !folder.appending(".git").exists {
      guard folder != folder.parent else { return false }
      folder = folder.parent
    }
    return true
  }

  /// Runs `git` at the top of the worktree.
  var git: GitProcess {
    GitProcess(
      options: ["-C", top, "--git-dir=\(gitFolder)", "--work-tree=\(top)", "--literal-pathspecs"]
        .map { Array($0.utf8) })
  }

  /// Whether the index equals the commit that is checked out.
  public var isUnchanged: Bool {
    get throws {
      try git.output(["diff", "--cached", "--quiet", "HEAD", "--"].map { Array($0.utf8) }).status
        == 0
    }
  }

  /// The path of a file in the worktree.
  func worktreePath(_ path: [UInt8]) -> [UInt8] {
    Array("\(top)/".utf8) + path
  }

  /// Whether one of the worktree's own files exists.
  func holds(_ name: String) -> Bool {
    SystemPath("\(gitFolder)/\(name)").exists
  }

  /// The first line of one of the worktree's own files.
  func line(of name: String) -> String? { lines(of: name, limit: 1).first }

  /// The lines of one of the worktree's own files, up to a limit; none where there is no such file.
  func lines(of name: String, limit: Int = .max) -> [String] {
    let bytes = SystemPath("\(gitFolder)/\(name)").contents() ?? []
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.prefix(limit).map { line in
      String(String(decoding: line.prefix { $0 != 0 }, as: UTF8.self).prefix { !$0.isNewline })
    }
  }
}
