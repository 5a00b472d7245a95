extension GitRepository {
  /// Carries choices out: the files first, then the index, so that git never counts as settled what is not.
  ///
  /// What was there goes into a journal before, see ``undo()``. Files are written through git's filters
  /// (line endings, encodings, LFS), each whole or not at all.
  ///
  /// - Parameters:
  ///   - choices: What each conflict becomes.
  ///   - summary: What is done, for the journal, such as `merge`.
  /// - Throws: ``GitFailure``; what was not done by then is still in conflict.
  public func apply(_ choices: [GitChoice], summary: String) throws {
    guard !choices.isEmpty else { return }
    for entry in choices.flatMap(\.entries) {
      try WorktreeFile(worktreePath(entry.path)).checkFolders(below: top)
    }
    try record(choices, summary: summary)
    for choice in choices {
      for entry in choice.entries { try write(entry) }
      try updateIndex(settling: choice)
    }
    // Some commands, `git merge --abort` among them, take a file for edited until git has looked at it.
    let written = choices.flatMap(\.entries).filter { $0.stage != nil }.map(\.path)
    guard !written.isEmpty else { return }
    _ = try git.output(["add", "--refresh", "--"].map { Array($0.utf8) } + written)
  }

  private func write(_ entry: GitChoice.Entry) throws {
    let file = WorktreeFile(worktreePath(entry.path))
    guard let stage = entry.stage else { return try file.remove(below: Array(top.utf8)) }
    let bytes =
      stage.isSymlink
      ? try self.bytes(of: stage)
      : try git.run(
        ["cat-file", "--filters", "--path"].map { Array($0.utf8) } + [
          entry.path, Array(stage.object.utf8),
        ]
      ).bytes
    try file.write(.init(mode: stage.mode, bytes: bytes))
  }

  private func updateIndex(settling choice: GitChoice) throws {
    var lines = GitRepository.indexLine(removing: choice.conflict.path, choice)
    for entry in choice.entries {
      guard let stage = entry.stage else { continue }
      lines += GitRepository.indexLine(stage, number: 0, path: entry.path)
    }
    try updateIndex(lines)
  }

  func updateIndex(_ lines: [UInt8]) throws {
    _ = try git.run("update-index", "-z", "--index-info", input: lines)
  }

  static func indexLine(
    _ stage: GitConflict.Stage, number: Int, path: [UInt8]
  ) -> [UInt8] {
    Array("\(stage.mode) \(stage.object) \(number)\t".utf8) + path + [0]
  }

  /// A line that takes all versions of a path out of the index.
  static func indexLine(removing path: [UInt8], _ choice: GitChoice) -> [UInt8] {
    // Ids are longer in repositories that use SHA-256.
    let length = choice.conflict.stages.first?.stage.object.count ?? 40
    return Array("0 \(String(repeating: "0", count: length))\t".utf8) + path + [0]
  }
}
