import DocMergeCore

extension GitRepository {
  /// The conflicts with the sides from commits, where the index has git's own merge instead.
  ///
  /// If both sides move a file and edit it, or a moved file meets another one, git merges the contents
  /// first, and the result counts as a side, with markers in it:
  ///
  ///     <<<<<<<< HEAD:ours.txt
  ///
  func wholeSides(of conflicts: [GitConflict]) throws -> [GitConflict] {
    // Git merges contents in this way only where a path has no base of its own.
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

  /// The ids of objects in commits at paths; `nil` where there is none.
  private func objectNames(_ files: [(commit: String, path: [UInt8])]) throws -> [String?] {
    let newline = UInt8(ascii: "\n")
    // Each question is one line.
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
  /// Takes a side from its commit if the index has git's own merge there.
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
  /// Whether git wrote markers because of a move: they name the file of each side.
  fileprivate var hasMergeOfGit: Bool {
    conflicts.contains { conflict in
      conflict.sides.count == 2
        && conflict.sides.allSatisfy { $0.label?.contains(UInt8(ascii: ":")) ?? false }
    }
  }
}
