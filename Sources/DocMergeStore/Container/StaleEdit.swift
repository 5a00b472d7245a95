import DocMergeCore

/// Finds the version that a program started from, where it wrote back what others had replaced meanwhile.
///
///     before     what the program read              one
///     current    what was put in its place since    one, two
///     written    what the program wrote             one, three
///
/// As an edit of what is current it would take back in silence what others did; as one of the version before
/// it is a conflict, which merges.
struct StaleEdit {
  let git: GitStore
  /// The replica whose folder it is.
  let replica: ReplicaID
  /// The file that was written.
  let file: SystemPath
  /// Whether it was written so soon after the current version came that nobody can have changed that by hand.
  let isAtOnce: Bool

  /// So many versions are gone back at most.
  private static let depth = 16
  /// The largest text, in bytes, that is compared.
  static let limit: Int64 = 4 << 20

  /// The version that the text is an edit of: `current`, or one that led to it and lay in the folder before.
  ///
  /// - Complexity: that of a comparison of three texts for each version gone back.
  func start(from current: ObjectID) throws -> ObjectID {
    guard let written = try written(after: current) else { return current }
    var start = current
    for _ in 0..<StaleEdit.depth {
      let entry = try VersionReader(git: git).entry(start)
      guard !isOwnSave(entry), let text = try text(entry.version),
        let before = try entry.parents.first(where: { try isEdit(written, of: $0, notOf: text) })
      else { return start }
      start = before
    }
    return start
  }

  /// What the file holds; `nil` where it is no text, or what is current was saved here: the program wrote
  /// that itself.
  private func written(after current: ObjectID) throws -> [UInt8]? {
    guard try !isOwnSave(VersionReader(git: git).entry(current)) else { return nil }
    let bytes = try Files.read(file).bytes
    return isBinary(bytes) ? nil : bytes
  }

  private func isOwnSave(_ entry: HistoryEntry) -> Bool {
    entry.operation == .save && entry.version.replica == replica
  }

  private func isEdit(
    _ written: [UInt8], of before: ObjectID, notOf current: [UInt8]
  ) throws -> Bool {
    guard try git.contains(before),
      let text = try text(VersionReader(git: git).entry(before).version),
      text != written, text != current
    else { return false }
    return StaleText(before: text, current: current, written: written)
      .isStale(isAtOnce: isAtOnce)
  }

  /// The text of a version; `nil` where it is none, or not here.
  private func text(_ version: Version) throws -> [UInt8]? {
    guard version.content.kind.isFile, version.size <= StaleEdit.limit,
      try git.contains(version.content.object)
    else { return nil }
    let bytes = try git.object(version.content.object).bytes
    return isBinary(bytes) ? nil : bytes
  }
}
