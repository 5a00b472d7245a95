import DocMergeFiles

/// A file in conflict that differs from what git left: a person has edited it.
public struct GitEdit: Sendable, Hashable {
  /// The bytes of the file, in the form that git keeps.
  public var bytes: [UInt8]
  /// The blob of these bytes.
  public var object: String
  /// Whether the file is executable.
  public var isExecutable: Bool
}

extension GitRepository {
  /// The files in conflict that were edited since git left them, by their paths.
  ///
  /// Missing files, links and folders are not examined.
  ///
  /// - Parameter conflicts: Some of the conflicts; their versions are read.
  /// - Returns: The edits.
  /// - Throws: ``GitFailure``.
  public func edits(of conflicts: [GitConflict]) throws -> [[UInt8]: GitEdit] {
    var doubtful: [(conflict: GitConflict, left: [UnmergedFile], isExecutable: Bool)] = []
    let formats = try formats(of: conflicts.map(\.path))
    for conflict in conflicts where !conflict.hasSubmodule {
      guard let contents = try WorktreeFile(worktreePath(conflict.path)).contents(),
        contents.mode != "120000"
      else { continue }
      let left = try leftFiles(of: conflict, format: formats[conflict.path])
      if left.contains(where: { $0.isLeft(contents.bytes) }) { continue }
      doubtful.append((conflict, left, contents.mode == "100755"))
    }
    guard !doubtful.isEmpty else { return [:] }
    var edits: [[UInt8]: GitEdit] = [:]
    // Line endings and encodings may differ in the worktree.
    let objects = try cleanedObjects(of: doubtful.map(\.conflict.path))
    for (file, (object, text)) in zip(doubtful, zip(objects, try self.objects(objects))) {
      guard let text, !file.left.contains(where: { $0.isLeft(text) }) else { continue }
      edits[file.conflict.path] = GitEdit(
        bytes: text, object: object, isExecutable: file.isExecutable)
    }
    return edits
  }

  /// The files that git may have left: merges of the sides, or of their replacements in the index.
  private func leftFiles(of conflict: GitConflict, format: String?) throws -> [UnmergedFile] {
    let found =
      conflict.halfMerged.isEmpty ? [conflict.stages] : [conflict.stages, conflict.indexed]
    return try found.map { stages in
      UnmergedFile(
        path: String(decoding: conflict.path, as: UTF8.self), format: format,
        base: try conflict.base.map(bytes) ?? [],
        sides: try stages.filter { $0.number > 1 }.map { try bytes(of: $0.stage) })
    }
  }

  /// The file at the path of a conflict, edited or not; `nil` for links, folders and missing files.
  ///
  /// - Parameter conflict: The path.
  /// - Returns: The file, in the form that git keeps.
  /// - Throws: ``GitFailure``.
  public func file(of conflict: GitConflict) throws -> GitEdit? {
    let contents = try WorktreeFile(worktreePath(conflict.path)).contents()
    guard let contents, contents.mode != "120000" else { return nil }
    let objects = try cleanedObjects(of: [conflict.path])
    guard let bytes = try self.objects(objects)[0] else { return nil }
    return GitEdit(bytes: bytes, object: objects[0], isExecutable: contents.mode == "100755")
  }

  /// Writes the file of a conflict, which stays in conflict.
  ///
  /// - Parameters:
  ///   - bytes: The new bytes of the file, unchanged.
  ///   - conflict: The path.
  /// - Throws: ``GitFailure``; then the file is unchanged.
  public func write(_ bytes: [UInt8], toFileOf conflict: GitConflict) throws {
    let file = WorktreeFile(worktreePath(conflict.path))
    try file.checkFolders(below: top)
    let mode = (conflict.ours ?? conflict.theirs)?.mode ?? "100644"
    try file.write(.init(mode: mode, bytes: bytes))
  }

  /// Blobs of files of the worktree, as `git add` would make them.
  func cleanedObjects(of paths: [[UInt8]]) throws -> [String] {
    let isPlain = paths.allSatisfy { path in
      !path.contains { $0 < 0x20 } && path.first != UInt8(ascii: "\"")
    }
    if isPlain {
      let words = ["hash-object", "-w", "--stdin-paths"].map { Array($0.utf8) }
      let input = paths.flatMap { $0 + [UInt8(ascii: "\n")] }
      let output = try git.output(words, input: input)
      let ids = output.line.split(separator: "\n").map(String.init)
      if output.status == 0, ids.count == paths.count { return ids }
    }
    return try paths.map { path in
      let words = ["hash-object", "-w", "--"].map { Array($0.utf8) }
      let output = try git.output(words + [path])
      if output.status == 0 { return output.line }
      // A file that is not in the encoding of its attributes is kept unchanged.
      return try store([WorktreeFile(worktreePath(path)).contents()?.bytes ?? []])[0]
    }
  }
}
