/// What a resolution in a git repository changed, so that it can be taken back.
///
/// It is a commit on a ref of the worktree's own: the versions that were in the index, and the files as
/// they lay in the worktree. Git keeps what it refers to; an undone one stays in the ref's log.
public struct GitJournalEntry: Sendable, Hashable {
  /// The journal's commit.
  var commit: String
  /// The commit that was checked out; another one means that the merge is over.
  var head: String
  /// What was done, such as `merge`.
  public var summary: String
  /// The paths that it settled.
  public var paths: [[UInt8]]
  /// What the index had, in the lines of `git update-index --index-info`.
  var index: [UInt8]
  /// What the worktree had at each path it changed; nothing where there was none.
  var files: [(path: [UInt8], stage: GitConflict.Stage?)]
}

extension GitJournalEntry {
  /// Entries are their commits.
  public static func == (one: GitJournalEntry, other: GitJournalEntry) -> Bool {
    one.commit == other.commit
  }

  /// Entries are their commits.
  public func hash(into hasher: inout Hasher) { hasher.combine(commit) }
}

extension GitRepository {
  /// Each worktree has refs of its own below `refs/worktree`.
  private static let journal = "refs/worktree/docmerge/resolutions"

  /// Writes down what is there before `choices` change it.
  func record(_ choices: [GitChoice], summary: String) throws {
    var index: [UInt8] = []
    var files: [UInt8] = []
    var tree: [UInt8] = []
    var count = 0
    func keep(_ stage: GitConflict.Stage) {
      guard !stage.isSubmodule else { return }
      count += 1
      tree += Array("\(stage.mode) blob \(stage.object)\tversion-\(count)".utf8) + [0]
    }
    for choice in choices {
      for entry in choice.entries { index += GitRepository.indexLine(removing: entry.path, choice) }
      for (number, stage) in choice.conflict.stages {
        index += GitRepository.indexLine(stage, number: number, path: choice.conflict.path)
        keep(stage)
      }
      for entry in choice.entries {
        guard let contents = try WorktreeFile(worktreePath(entry.path)).contents() else {
          files += Array("-\t".utf8) + entry.path + [0]
          continue
        }
        let object = try blob(contents.bytes)
        let stage = GitConflict.Stage(mode: contents.mode, object: object)
        keep(stage)
        files += Array("\(stage.mode) \(object)\t".utf8) + entry.path + [0]
      }
    }
    let paths = choices.map(\.conflict.path).joined(separator: [0])
    for (name, bytes) in [("index", index), ("files", files), ("paths", Array(paths))] {
      tree += Array("100644 blob \(try blob(bytes))\t\(name)".utf8) + [0]
    }
    let object = try git.run("mktree", "-z", input: tree).line
    try commit(tree: object, summary: summary)
  }

  /// The latest resolution that is not undone; `nil` when there is none in the merge at hand.
  ///
  /// - Throws: ``GitFailure``.
  public func lastResolution() throws -> GitJournalEntry? {
    guard let commit = try journalCommit() else { return nil }
    let message = try git.run("log", "-1", "--no-show-signature", "--format=%s%n%b", commit).line
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    let head = lines.first { $0.hasPrefix("Head: ") }.map { String($0.dropFirst(6)) }
    guard let head, try head == headName() else { return nil }
    let files = try git.run("cat-file", "blob", "\(commit):files").bytes.split(separator: 0)
    return GitJournalEntry(
      commit: commit, head: head, summary: String(lines.first ?? ""),
      paths: try git.run("cat-file", "blob", "\(commit):paths").bytes.split(separator: 0)
        .map(Array.init),
      index: try git.run("cat-file", "blob", "\(commit):index").bytes,
      files: files.compactMap(GitRepository.file))
  }

  /// Brings the conflicts of the latest resolution back, with the files as they were.
  ///
  /// - Returns: What was undone; `nil` when there is nothing to undo.
  /// - Throws: ``GitFailure``.
  public func undo() throws -> GitJournalEntry? {
    guard let entry = try lastResolution() else { return nil }
    for (path, stage) in entry.files {
      let file = WorktreeFile(worktreePath(path))
      guard let stage else {
        try file.remove(below: Array(top.utf8))
        continue
      }
      // What was resolved may have been edited since; its bytes stay among git's objects.
      if let now = try file.contents() { _ = try blob(now.bytes) }
      try file.write(.init(mode: stage.mode, bytes: try bytes(of: stage)))
    }
    try updateIndex(entry.index)
    let parent = try git.output(
      ["rev-parse", "--verify", "--quiet", "\(entry.commit)^"].map { Array($0.utf8) })
    if parent.status == 0 {
      _ = try git.run(
        "update-ref", "--create-reflog", "-m", "undo", GitRepository.journal, parent.line,
        entry.commit)
    } else {
      _ = try git.run("update-ref", "-d", GitRepository.journal, entry.commit)
    }
    try memory.takeBack(resolution: entry.commit)
    return entry
  }

  private func journalCommit() throws -> String? {
    let output = try git.output(
      ["rev-parse", "--verify", "--quiet", GitRepository.journal].map { Array($0.utf8) })
    return output.status == 0 ? output.line : nil
  }

  /// The commit that is checked out; empty on a branch without one.
  private func headName() throws -> String {
    try git.output(["rev-parse", "--verify", "--quiet", "HEAD"].map { Array($0.utf8) }).line
  }

  private func blob(_ bytes: [UInt8]) throws -> String {
    try git.run("hash-object", "-w", "--no-filters", "--stdin", input: bytes).line
  }

  private func commit(tree: String, summary: String) throws {
    var words = ["-c", "user.name=docmerge", "-c", "user.email=docmerge", "commit-tree", tree]
    // What belongs to a merge that is over goes on in the ref's log only.
    if let before = try lastResolution() { words += ["-p", before.commit] }
    words += ["-m", summary, "-m", "Head: \(try headName())"]
    let commit = try git.run(words.map { Array($0.utf8) }).line
    _ = try git.run("update-ref", "--create-reflog", "-m", summary, GitRepository.journal, commit)
  }

  /// A line of the list of files.
  private static func file(
    _ line: [UInt8].SubSequence
  ) -> (path: [UInt8], stage: GitConflict.Stage?)? {
    guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
    let words = line[..<tab].split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
    let stage = words.count == 2 ? GitConflict.Stage(mode: words[0], object: words[1]) : nil
    return (Array(line[(tab + 1)...]), stage)
  }
}
