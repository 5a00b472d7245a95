extension GitRepository {
  /// The remainder of a resolution that was killed before the index counted it: the files that it had
  /// already written; `nil` if it is not that.
  func interrupted(_ entry: GitJournalEntry) throws -> GitJournalEntry? {
    let conflicts = try conflicts()
    let index = Set(entry.index.split(separator: 0).map(Array.init))
    let isUntouched = entry.paths.allSatisfy { path in
      guard let conflict = conflicts.first(where: { $0.path == path }) else { return false }
      return conflict.indexed.allSatisfy { number, stage in
        index.contains(GitRepository.indexLine(stage, number: number, path: path).dropLast())
      }
    }
    guard isUntouched else { return nil }
    var part = entry
    part.results = try entry.results.filter(isThere)
    let written = Set(part.results.map(\.path))
    part.files = try entry.files.filter { try written.contains($0.path) && !isAsBefore($0) }
    return part.files.isEmpty ? nil : part
  }

  /// Whether a path has the version of a resolution.
  private func isThere(_ file: GitJournalEntry.File) throws -> Bool {
    let contents = try WorktreeFile(worktreePath(file.path)).contents()
    guard let stage = file.stage, let contents else {
      return file.stage == nil && contents == nil
    }
    guard (contents.mode == "120000") == stage.isSymlink else { return false }
    if try store([contents.bytes])[0] == stage.object { return true }
    return try !stage.isSymlink && cleanedObjects(of: [file.path])[0] == stage.object
  }

  /// Whether a path has its version from before a resolution.
  private func isAsBefore(_ file: GitJournalEntry.File) throws -> Bool {
    let contents = try WorktreeFile(worktreePath(file.path)).contents()
    guard let stage = file.stage, let contents else {
      return file.stage == nil && contents == nil
    }
    return try contents.mode == stage.mode && store([contents.bytes])[0] == stage.object
  }
}
