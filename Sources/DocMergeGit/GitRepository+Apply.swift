import DocMergeLanguage

extension GitRepository {
  /// Applies choices, all or none: the index is locked, the files are written, and then the index
  /// that counts them as settled replaces the old one.
  ///
  /// The previous state is recorded in a journal first, see ``undo()``. Files are written through git's filters
  /// (line endings, encodings, LFS), each completely or not at all.
  ///
  /// - Parameters:
  ///   - choices: The resolution of each conflict.
  ///   - summary: The operation, for the journal, such as `merge`.
  /// - Throws: ``GitFailure``; then the files are unchanged, unless it says otherwise.
  public func apply(_ choices: [GitChoice], summary: String) throws {
    guard !choices.isEmpty else { return }
    let entries = choices.flatMap(\.entries)
    for entry in entries { try WorktreeFile(worktreePath(entry.path)).checkFolders(below: top) }
    try changingIndex(choices.flatMap(GitRepository.indexLines)) {
      let journal = try record(choices, summary: summary)
      do {
        for portion in try portions(of: entries) { try write(portion) }
      } catch {
        do {
          try takeBack(journal)
        } catch let obstacle {
          let (reason, second) = ("\(error)", "\(obstacle)")
          throw GitFailure(
            tr(
              """
              \(reason); files that were resolved before that may stay so (\(second)): `docmerge undo` \
              restores them, once there is nothing in the way
              """))
        }
        throw error
      }
    }
    // Some commands, `git merge --abort` among them, treat a file as edited until git has refreshed it.
    let written = entries.filter { $0.stage != nil }.map(\.path)
    guard !written.isEmpty else { return }
    let words = ["add", "--refresh", "--pathspec-from-file=-", "--pathspec-file-nul"]
    _ = try git.output(words.map { Array($0.utf8) }, input: written.flatMap { $0 + [0] })
  }

  /// Entries in groups whose contents fit into memory.
  private func portions(of entries: [GitChoice.Entry]) throws -> [[GitChoice.Entry]] {
    guard entries.count > 1 else { return [entries] }
    let sizes = try sizes(of: entries.compactMap(\.stage))
    var portions: [[GitChoice.Entry]] = [[]]
    var size: Int64 = 0
    for entry in entries {
      let own = entry.stage.flatMap { sizes[$0.object] } ?? 0
      if size + own > 1 << 26, size > 0 {
        portions.append([])
        size = 0
      }
      portions[portions.count - 1].append(entry)
      size += own
    }
    return portions
  }

  private func write(_ entries: [GitChoice.Entry]) throws {
    let files = entries.compactMap { entry in
      entry.stage.flatMap { $0.isSymlink ? nil : (path: entry.path, object: $0.object) }
    }
    var texts = try filtered(files)[...]
    for entry in entries {
      let file = WorktreeFile(worktreePath(entry.path))
      guard let stage = entry.stage else {
        try file.remove(below: Array(top.utf8))
        continue
      }
      let bytes = stage.isSymlink ? try bytes(of: stage) : texts.removeFirst()
      try file.write(.init(mode: stage.mode, bytes: bytes))
    }
  }

  private static func indexLines(settling choice: GitChoice) -> [UInt8] {
    var lines = indexLine(removing: choice.conflict.path, choice)
    for entry in choice.entries {
      guard let stage = entry.stage else { continue }
      lines += indexLine(stage, number: 0, path: entry.path)
    }
    return lines
  }

  static func indexLine(
    _ stage: GitConflict.Stage, number: Int, path: [UInt8]
  ) -> [UInt8] {
    Array("\(stage.mode) \(stage.object) \(number)\t".utf8) + path + [0]
  }

  /// A line that removes all versions of a path from the index.
  static func indexLine(removing path: [UInt8], _ choice: GitChoice) -> [UInt8] {
    // Ids are longer in repositories that use SHA-256.
    let length = choice.conflict.stages.first?.stage.object.count ?? 40
    return Array("0 \(String(repeating: "0", count: length))\t".utf8) + path + [0]
  }
}
