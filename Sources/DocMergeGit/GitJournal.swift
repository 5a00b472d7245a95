import DocMergeLanguage

/// A record of the changes of a resolution in a git repository, so that it can be taken back.
///
/// It is a commit on a ref of the worktree's own: the versions from the index, and the files as
/// they were in the worktree. Git keeps its objects; an undone one stays in the ref's log.
public struct GitJournalEntry: Sendable, Hashable {
  /// The journal's commit.
  var commit: String
  /// The commit that was checked out; another one means that the merge is over.
  var head: String
  /// The operation, such as `merge`.
  public var summary: String
  /// The paths that it settled.
  public var paths: [[UInt8]]
  /// The entries of the index, in the lines of `git update-index --index-info`.
  var index: [UInt8]
  /// The files of the worktree at each path it changed; none where there was no file.
  var files: [File]
  /// The new files, also of the index; none where it deleted the path.
  var results: [File]
  /// A path, and its version.
  typealias File = (path: [UInt8], stage: GitConflict.Stage?)
  /// Files that were edited after the resolution, and the objects that keep those edits.
  public internal(set) var edits: [(path: [UInt8], object: String)] = []
}

extension GitJournalEntry {
  /// Two entries are equal if their commits are.
  public static func == (one: GitJournalEntry, other: GitJournalEntry) -> Bool {
    one.commit == other.commit
  }

  /// An entry is hashed by its commit.
  public func hash(into hasher: inout Hasher) { hasher.combine(commit) }
}

extension GitRepository {
  /// Each worktree has refs of its own below `refs/worktree`.
  static let journal = "refs/worktree/docmerge/resolutions"

  /// The latest resolution that is not undone; `nil` when there is none in the current merge.
  ///
  /// - Throws: ``GitFailure``.
  public func lastResolution() throws -> GitJournalEntry? {
    guard let commit = try journalCommit() else { return nil }
    let message = try git.run("log", "-1", "--no-show-signature", "--format=%s%n%b", commit).line
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    func note(_ name: String) -> String? {
      lines.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
    }
    guard let head = note("Head"), try head == headName(), note("Operation") == operationMark
    else { return nil }
    let parts = try objects(["paths", "index", "files", "results"].map { "\(commit):\($0)" })
      .map { $0 ?? [] }
    func list(_ bytes: [UInt8]) -> [GitJournalEntry.File] {
      bytes.split(separator: 0).compactMap(GitRepository.file)
    }
    return GitJournalEntry(
      commit: commit, head: head, summary: String(lines.first ?? ""),
      paths: parts[0].split(separator: 0).map(Array.init), index: parts[1], files: list(parts[2]),
      results: list(parts[3]))
  }

  /// A mark of git's current operation: the same as long as the operation is the same.
  var operationMark: String {
    [
      "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD", "rebase-apply/next",
      "rebase-merge/onto", "SQUASH_MSG",
    ].compactMap { name in
      line(of: name).map { "\(name)=\($0)" }
    }.joined(separator: " ")
  }

  /// Whether the index has the versions of a resolution.
  private func isStaged(_ entry: GitJournalEntry) throws -> Bool {
    let paths = Set(entry.results.map(\.path))
    let lines = try git.run("ls-files", "--stage", "-z", "--full-name").bytes.split(separator: 0)
    let found = lines.filter { line in
      line.firstIndex(of: UInt8(ascii: "\t")).map { paths.contains(Array(line[($0 + 1)...])) }
        ?? false
    }
    let expected = entry.results.compactMap { path, stage in
      stage.map { Array("\($0.mode) \($0.object) 0\t".utf8) + path }
    }
    return Set(found.map(Array.init)) == Set(expected)
  }

  /// The latest resolution, if the index still has it.
  ///
  /// If a merge was aborted and started anew, or a stash is over, there is nothing to undo; entries that
  /// a person staged meanwhile are kept.
  private func resolutionAtHand() throws -> GitJournalEntry? {
    guard let entry = try lastResolution() else { return nil }
    if try isStaged(entry) { return entry }
    if let part = try interrupted(entry) { return part }
    let unmerged = Set(try conflicts().map(\.path))
    guard !operationMark.isEmpty, unmerged.isDisjoint(with: entry.paths) else { return nil }
    let paths = entry.paths.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
    throw GitFailure(
      tr("\(paths): staged anew since it was resolved; git checkout --merge brings a conflict back")
    )
  }

  /// Restores the conflicts of the latest resolution, with the files as they were.
  ///
  /// - Returns: The undone entry; `nil` when there is nothing to undo.
  /// - Throws: ``GitFailure``.
  public func undo() throws -> GitJournalEntry? {
    guard var entry = try resolutionAtHand() else { return nil }
    for (path, _) in entry.files {
      try WorktreeFile(worktreePath(path)).checkFolders(below: top)
    }
    try changingIndex(entry.index) {
      entry.edits = try edits(since: entry)
      try restore(entry.files)
    }
    try drop(entry)
    try memory.takeBack(resolution: entry.commit)
    return entry
  }

  /// Takes back an incomplete resolution.
  func takeBack(_ entry: GitJournalEntry) throws {
    try restore(entry.files)
    try drop(entry)
  }

  /// Restores files.
  private func restore(_ files: [GitJournalEntry.File]) throws {
    var rest = files[...]
    while !rest.isEmpty {
      let portion = rest.prefix(64)
      rest = rest.dropFirst(portion.count)
      let texts = try objects(portion.compactMap(\.stage?.object))
      var next = texts[...]
      for (path, stage) in portion {
        let file = WorktreeFile(worktreePath(path))
        guard let stage else {
          try file.remove(below: Array(top.utf8))
          continue
        }
        guard let bytes = next.removeFirst() else {
          throw GitFailure(tr("\(stage.object) is missing among git's objects"))
        }
        try file.write(.init(mode: stage.mode, bytes: bytes))
      }
    }
  }

  /// Removes an entry from the journal.
  private func drop(_ entry: GitJournalEntry) throws {
    let parent = try git.output(
      ["rev-parse", "--verify", "--quiet", "\(entry.commit)^"].map { Array($0.utf8) })
    if parent.status == 0 {
      _ = try git.run(
        "update-ref", "--create-reflog", "-m", "undo", GitRepository.journal, parent.line,
        entry.commit)
    } else {
      _ = try git.run("update-ref", "-d", GitRepository.journal, entry.commit)
    }
  }

  /// The edits of the files after a resolution, kept among git's objects.
  private func edits(since entry: GitJournalEntry) throws -> [(path: [UInt8], object: String)] {
    let dirty = try git.run("diff-files", "--name-only", "-z").bytes.split(separator: 0)
    let paths = Set(dirty.map(Array.init))
    return try entry.results.compactMap { path, stage in
      guard paths.contains(path), let now = try WorktreeFile(worktreePath(path)).contents() else {
        return nil
      }
      let words = ["hash-object", "--path"].map { Array($0.utf8) } + [path, Array("--stdin".utf8)]
      let clean = now.mode == "120000" ? nil : try git.run(words, input: now.bytes).line
      let object = try store([now.bytes])[0]
      guard object != stage?.object, clean != stage?.object else { return nil }
      return (path, object)
    }
  }

  private func journalCommit() throws -> String? {
    let output = try git.output(
      ["rev-parse", "--verify", "--quiet", GitRepository.journal].map { Array($0.utf8) })
    return output.status == 0 ? output.line : nil
  }

  /// The commit that is checked out; empty on a branch without one.
  func headName() throws -> String {
    try git.output(["rev-parse", "--verify", "--quiet", "HEAD"].map { Array($0.utf8) }).line
  }

  /// A line of the list of files.
  private static func file(_ line: [UInt8].SubSequence) -> GitJournalEntry.File? {
    guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
    let words = line[..<tab].split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
    let stage = words.count == 2 ? GitConflict.Stage(mode: words[0], object: words[1]) : nil
    return (Array(line[(tab + 1)...]), stage)
  }
}
