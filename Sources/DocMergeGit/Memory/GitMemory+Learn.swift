import DocMergeCore
import DocMergeResolvers

extension GitMemory {
  /// The result of learning from history.
  public struct Lessons: Sendable, Hashable {
    /// How many merge commits had conflicts.
    public var merges: Int
    /// How many resolutions were new.
    public var learned: Int
  }

  /// Learns from merge commits how people settled their conflicts, by repeating the merges.
  ///
  /// Calls `git merge-tree --write-tree`, of git 2.38 and later, which touches neither the worktree nor
  /// the index. Decisions with a later date are kept.
  ///
  /// - Parameter revisions: Arguments of `git rev-list`; without any, all merges before `HEAD`.
  /// - Returns: The counts.
  /// - Throws: ``GitFailure``.
  public func learn(from revisions: [String]) throws -> Lessons {
    // A named commit means only itself, a range means its commits.
    let limit = revisions.contains { $0.contains("..") } || revisions.isEmpty ? [] : ["--no-walk"]
    let words =
      ["rev-list", "--reverse", "--min-parents=2", "--max-parents=2"] + limit
      + ["--timestamp", "--parents", "--end-of-options"]
    let revisions = revisions.isEmpty ? ["HEAD"] : revisions
    let lines = try repository.git.run((words + revisions).map { Array($0.utf8) }).line
    var result = Lessons(merges: 0, learned: 0)
    var lessons: [Lesson] = []
    for line in lines.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 4, let seconds = Int64(words[0]) else { continue }
      let conflicts = try conflicts(between: words[2], words[3])
      result.merges += conflicts.isEmpty ? 0 : 1
      for conflict in conflicts {
        let lesson = try lesson(
          conflict, in: words[1], date: Timestamp(seconds: seconds))
        if let lesson { lessons.append(lesson) }
      }
    }
    result.learned = try remember(lessons, isNewest: false, message: "Learn from merges")
    return result
  }

  private func lesson(
    _ conflict: GitConflict, in commit: String, date: Timestamp
  ) throws -> Lesson? {
    guard !conflict.hasSubmodule, conflict.ours != nil, conflict.theirs != nil else { return nil }
    let name = Array("\(commit):".utf8) + conflict.path
    let output = try repository.git.output([Array("cat-file".utf8), Array("blob".utf8), name])
    guard output.status == 0 else { return nil }
    let operation = GitOperation(kind: .merge, ours: nil, theirs: nil, branch: nil)
    let value = try repository.conflict(of: conflict, during: operation)
    let resolutions = try Recalled.decisions(of: value, in: output.bytes)
    return Lesson(path: conflict.path, date: date, resolutions: resolutions)
  }

  /// The paths that a merge of two commits leaves in conflict.
  private func conflicts(between ours: String, _ theirs: String) throws -> [GitConflict] {
    let words = ["merge-tree", "--write-tree", "-z", "--no-messages", ours, theirs]
    let output = try repository.git.output(words.map { Array($0.utf8) })
    guard output.status < 2 else { throw GitFailure(words: [Array(words[0].utf8)], output: output) }
    // The first is the tree of the merge.
    return GitConflict.list(output.bytes.split(separator: 0).dropFirst())
  }
}
