public import DocMergeCore
public import DocMergeResolvers

/// The last change of a path on one side.
public struct GitChange: Sendable, Hashable {
  /// The first digits of the commit's id.
  public var commit: String
  /// The author's name.
  public var author: String
  /// The author date.
  public var date: Timestamp
}

extension GitRepository {
  /// The conflict as a plain value for resolvers: ours first, then theirs.
  ///
  /// A side without a file at the path is a deletion. The ids of the sides are `ours`, `theirs`.
  ///
  /// - Parameters:
  ///   - conflict: The path and its versions.
  ///   - operation: The operation of git; gives the sides their dates, which takes a walk through history.
  ///     If `nil`, ours counts as the older one.
  /// - Returns: The value.
  /// - Throws: ``GitFailure``.
  public func conflict(
    of conflict: GitConflict, during operation: GitOperation? = nil
  ) throws -> Conflict {
    let ours = try operation.flatMap {
      try latest(of: conflict.path, in: $0.ours, or: $0.mergedBefore)
    }
    let theirs = try operation.flatMap { try latest(of: conflict.path, in: $0.theirsState) }
    var value = Conflict(
      path: String(decoding: conflict.path, as: UTF8.self),
      base: conflict.base.map { side("base", $0, nil, second: 0) },
      sides: [
        side("ours", conflict.ours, ours, second: 1),
        side("theirs", conflict.theirs, theirs, second: 2),
      ])
    value.format = try format(of: conflict.path)
    return value
  }

  /// The format that the attribute `docmerge-format` names for a path, from the top of the worktree.
  ///
  /// - Throws: ``GitFailure``.
  public func format(of path: [UInt8]) throws -> String? { try formats(of: [path])[path] }

  /// The formats that attributes name for some paths; one run of git answers for all unknown ones.
  func formats(of paths: [[UInt8]]) throws -> [[UInt8]: String] {
    try answers.formats(of: paths) { try attributes("docmerge-format", of: $0) }
  }

  /// The last commit of a side that changed a path, or any path; `nil` where git does not know the side.
  ///
  /// - Parameters:
  ///   - path: The path; `nil` means any.
  ///   - commit: The side.
  ///   - others: The commits that were merged into the side before.
  /// - Returns: The commit.
  /// - Throws: ``GitFailure``.
  public func change(
    of path: [UInt8]?, in commit: GitOperation.Commit?, or others: [GitOperation.Commit] = []
  ) throws -> GitChange? {
    guard let commit else { return nil }
    let names = ([commit] + others).map(\.name)
    // Bytes that are not text could give two paths the same question.
    let question = names.joined(separator: " ") + "\n" + (path.map { "\($0)" } ?? "")
    return try answers.change(question) { try ask(path, names) }
  }

  private func ask(_ path: [UInt8]?, _ names: [String]) throws -> GitChange? {
    let words =
      ["log", "-1", "--no-show-signature", "--format=%h%x00%at%x00%an"] + names + ["--"]
    let output = try git.output(words.map { Array($0.utf8) } + (path.map { [$0] } ?? []))
    let parts = output.line.split(separator: "\0", omittingEmptySubsequences: false)
    guard output.status == 0, parts.count == 3, let seconds = Int64(parts[1]) else { return nil }
    return GitChange(
      commit: String(parts[0]), author: String(parts[2]), date: Timestamp(seconds: seconds))
  }

  /// Whether the dates of both sides are known: git keeps no record of the source of a stash.
  ///
  /// - Throws: ``GitFailure``.
  public func knowsDates(of conflict: GitConflict, during operation: GitOperation) throws -> Bool {
    try latest(of: conflict.path, in: operation.ours, or: operation.mergedBefore) != nil
      && latest(of: conflict.path, in: operation.theirsState) != nil
  }

  /// The last change of a path; where a side never had it, the last change of any path.
  private func latest(
    of path: [UInt8], in commit: GitOperation.Commit?, or others: [GitOperation.Commit] = []
  ) throws -> GitChange? {
    if let change = try change(of: path, in: commit, or: others) { return change }
    return try change(of: nil, in: commit, or: others)
  }

  private func side(
    _ id: String, _ stage: GitConflict.Stage?, _ change: GitChange?, second: Int64
  ) -> Conflict.Side {
    Conflict.Side(
      id: id, kind: stage?.kind ?? .deleted, date: change?.date ?? Timestamp(seconds: second),
      author: change?.author ?? ""
    ) {
      try stage.map(bytes) ?? []
    }
  }
}

extension GitConflict.Stage {
  /// Its kind for resolvers; another repository is kept whole, as a package is.
  fileprivate var kind: Conflict.Kind {
    if isSymlink { return .symlink }
    return isSubmodule ? .package : .file(isExecutable: isExecutable)
  }
}
