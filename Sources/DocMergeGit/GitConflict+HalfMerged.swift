import DocMergeCore

extension GitRepository {
  /// The conflicts with the sides that commits have, where the index has a merge of git's own instead.
  ///
  /// If both sides move a file and edit it, or a moved file meets another one, git merges the contents
  /// first, and what comes out counts as a side, with markers in it:
  ///
  ///     <<<<<<<< HEAD:ours.txt
  ///
  func wholeSides(of conflicts: [GitConflict]) throws -> [GitConflict] {
    // Git merges contents so only where a path has no base of its own.
    let indices = conflicts.indices.filter {
      conflicts[$0].base == nil && !conflicts[$0].hasSubmodule
    }
    guard !indices.isEmpty else { return conflicts }
    let operation = try operation()
    var result = conflicts
    for (number, side) in [(2, operation.ours), (3, operation.theirsState)] {
      let own = side.map { commit in indices.map { (commit.name, conflicts[$0].path) } }
      let known = try own.map(objectNames) ?? indices.map { _ in nil }
      for (index, object) in zip(indices, known) {
        try result[index].takeWholeSide(number, object, reading: bytes)
      }
    }
    return result
  }

  /// The ids of what commits have at paths; `nil` where they have nothing.
  private func objectNames(_ files: [(commit: String, path: [UInt8])]) throws -> [String?] {
    let newline = UInt8(ascii: "\n")
    // A question is a line.
    let questions = files.map { file in
      file.path.contains(newline)
        ? [newline] : Array("\(file.commit):".utf8) + file.path + [newline]
    }
    let output = try git.run(
      "cat-file", "--batch-check=%(objectname)", input: questions.flatMap(\.self))
    let answers = output.bytes.split(separator: newline)
    guard answers.count == files.count else { return files.map { _ in nil } }
    return answers.map { answer in
      let isObject = !answer.contains(UInt8(ascii: " "))
      return isObject ? String(decoding: answer, as: UTF8.self) : nil
    }
  }
}

extension GitConflict {
  /// Takes a side from its commit if the index has a merge of git's own there.
  fileprivate mutating func takeWholeSide(
    _ number: Int, _ object: String?, reading read: (Stage) throws -> [UInt8]
  ) throws {
    guard let staged = number == 2 ? ours : theirs, staged.object != object, !staged.isSymlink,
      ConflictedText(try read(staged)).hasMergeOfGit
    else { return }
    halfMerged[number] = staged
    guard let object else { return }
    let whole = Stage(mode: staged.mode, object: object)
    if number == 2 { ours = whole } else { theirs = whole }
  }
}

extension ConflictedText {
  /// Whether git wrote markers because of a move: they name the file that each side has.
  fileprivate var hasMergeOfGit: Bool {
    conflicts.contains { conflict in
      conflict.sides.count == 2
        && conflict.sides.allSatisfy { $0.label?.contains(UInt8(ascii: ":")) ?? false }
    }
  }
}
