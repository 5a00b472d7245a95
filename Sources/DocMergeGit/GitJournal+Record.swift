extension GitRepository {
  /// Records the state before `choices` change it.
  func record(_ choices: [GitChoice], summary: String) throws -> GitJournalEntry {
    let entries = choices.flatMap(\.entries)
    let before = try contents(of: entries.map(\.path))
    var entry = GitJournalEntry(
      commit: "", head: try headName(), summary: summary, paths: choices.map(\.conflict.path),
      index: [], files: before, results: entries.map { ($0.path, $0.stage) })
    for choice in choices {
      for kept in choice.entries {
        entry.index += GitRepository.indexLine(removing: kept.path, choice)
      }
      for (number, stage) in choice.conflict.indexed {
        entry.index += GitRepository.indexLine(stage, number: number, path: choice.conflict.path)
      }
    }
    let kept = choices.flatMap { $0.conflict.indexed.map(\.stage) } + before.compactMap(\.stage)
    entry.commit = try commit(entry, keeping: kept)
    return entry
  }

  /// The contents at paths of the worktree, unchanged, in blobs.
  private func contents(of paths: [[UInt8]]) throws -> [GitJournalEntry.File] {
    var files: [GitJournalEntry.File] = []
    var waiting: [[UInt8]] = []
    var size = 0
    func finish() throws {
      var objects = try store(waiting)[...]
      for index in files.indices where files[index].stage?.object.isEmpty == true {
        files[index].stage?.object = objects.removeFirst()
      }
      (waiting, size) = ([], 0)
    }
    for path in paths {
      let contents = try WorktreeFile(worktreePath(path)).contents()
      files.append((path, contents.map { GitConflict.Stage(mode: $0.mode, object: "") }))
      guard let contents else { continue }
      waiting.append(contents.bytes)
      size += contents.bytes.count
      if size > 1 << 26 { try finish() }
    }
    try finish()
    return files
  }

  /// Makes the commit of an entry, on top of the latest one.
  private func commit(
    _ entry: GitJournalEntry, keeping stages: [GitConflict.Stage]
  ) throws -> String {
    func list(_ files: [GitJournalEntry.File]) -> [UInt8] {
      files.flatMap { path, stage in
        Array("\(stage.map { "\($0.mode) \($0.object)" } ?? "-")\t".utf8) + path + [0]
      }
    }
    let lists = [
      ("index", entry.index), ("files", list(entry.files)), ("results", list(entry.results)),
      ("paths", Array(entry.paths.joined(separator: [0]))),
    ]
    var tree: [UInt8] = []
    for (number, stage) in stages.filter({ !$0.isSubmodule }).enumerated() {
      tree += Array("\(stage.mode) blob \(stage.object)\tversion-\(number + 1)".utf8) + [0]
    }
    for ((name, _), object) in zip(lists, try store(lists.map(\.1))) {
      tree += Array("100644 blob \(object)\t\(name)".utf8) + [0]
    }
    let object = try git.run("mktree", "-z", input: tree).line
    var words = ["-c", "user.name=docmerge", "-c", "user.email=docmerge", "commit-tree", object]
    // Entries of a completed merge are kept only in the ref's log.
    if let before = try lastResolution() { words += ["-p", before.commit] }
    words += ["-m", entry.summary, "-m", "Head: \(entry.head)\nOperation: \(operationMark)"]
    let commit = try git.run(words.map { Array($0.utf8) }).line
    _ = try git.run(
      "update-ref", "--create-reflog", "-m", entry.summary, GitRepository.journal, commit)
    return commit
  }
}
