import DocMergeCore
package import DocMergeFiles

extension GitRepository {
  /// What rules decided in this worktree.
  package var decisions: DecisionLog { DecisionLog(gitFolder: Array(gitFolder.utf8)) }

  /// The commit that is checked out; `nil` on a branch without one.
  ///
  /// - Throws: ``GitFailure``.
  package func headCommit() throws -> String? {
    let name = try headName()
    return name.isEmpty ? nil : name
  }

  /// Whether git is still in the middle of the merge that a record is about.
  ///
  /// - Throws: ``GitFailure``.
  package func isGoingOn(_ record: DecisionRecord) throws -> Bool {
    guard !operationMark.isEmpty, let head = record.head else { return false }
    return try head == headName()
  }

  /// Takes back what rules decided in a file.
  ///
  /// The conflicts go back into the file between markers. While the merge goes on, git counts the file as
  /// in conflict again; after it, that is an ordinary edit of the worktree.
  ///
  /// - Parameters:
  ///   - decisions: The numbers of the decisions in the record.
  ///   - record: What was decided in the file.
  /// - Returns: Whether git counts the file as in conflict now.
  /// - Throws: ``GitFailure``, `DecisionReversal.Refusal`.
  @discardableResult
  package func takeBack(_ decisions: Set<Int>, of record: DecisionRecord) throws -> Bool {
    let file = WorktreeFile(worktreePath(record.path))
    try file.checkFolders(below: top)
    guard let now = try file.contents(), now.mode != "120000" else {
      throw DecisionReversal.Refusal.changed
    }
    let clean = try cleaned(now.bytes, record.path)
    let reversal = DecisionReversal(record, style: try conflictStyle())
    let text = try reversal.text(takingBack: decisions, in: clean)
    let object = try store([text])[0]
    let contents = WorktreeFile.Contents(
      mode: now.mode, bytes: try filtered([(record.path, object)])[0])
    guard try isGoingOn(record), let texts = record.texts else {
      try file.write(contents)
      return false
    }
    let lines = try stageLines(texts, of: record.path)
    if lines.isEmpty {
      try file.write(contents)
    } else {
      try changingIndex(lines) { try file.write(contents) }
    }
    return true
  }

  /// What a file of the worktree is to git: without what its filters put in.
  private func cleaned(_ bytes: [UInt8], _ path: [UInt8]) throws -> [UInt8] {
    let words = ["hash-object", "-w", "--path"].map { Array($0.utf8) } + [path]
    let object = try git.run(words + [Array("--stdin".utf8)], input: bytes).line
    return try objects([object])[0] ?? bytes
  }

  /// How the settings want conflicts to be shown.
  private func conflictStyle() throws -> ConflictStyle {
    let words = ["config", "--get", "merge.conflictStyle"].map { Array($0.utf8) }
    switch try git.output(words).line {
    case "diff3": return .diff3
    case "zdiff3": return .zdiff3
    default: return .merge
    }
  }

  /// The lines that put a path that is settled in the index in conflict again; none where it is already.
  private func stageLines(
    _ texts: DecisionRecord.Sides<[UInt8]>, of path: [UInt8]
  ) throws -> [UInt8] {
    let words = ["ls-files", "--stage", "-z", "--full-name", "--"].map { Array($0.utf8) } + [path]
    let entries = try git.run(words).bytes.split(separator: 0).map { entry in
      entry.prefix { $0 != UInt8(ascii: "\t") }.split(separator: UInt8(ascii: " "))
        .map { String(decoding: $0, as: UTF8.self) }
    }
    guard entries.count == 1, entries[0].count == 3, entries[0][2] == "0" else { return [] }
    let (mode, length) = (entries[0][0], entries[0][1].count)
    let objects = try store([texts.base, texts.ours, texts.theirs])
    var lines = Array("0 \(String(repeating: "0", count: length))\t".utf8) + path + [0]
    for (number, object) in zip(1...3, objects) where number > 1 || !texts.base.isEmpty {
      lines += Self.indexLine(.init(mode: mode, object: object), number: number, path: path)
    }
    return lines
  }
}
