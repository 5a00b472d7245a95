import DocMergeCore
import DocMergeHistory
import DocMergeObjects
import DocMergeSystem

/// Finds the version that a program started from, when it wrote over changes that others had made since.
///
///     before     the version that the program read  one
///     current    the version that replaced it       one, two
///     written    the version that it wrote          one, three
///
/// As an edit of the current version it would silently remove the changes of others; as an edit of the version before
/// it is a conflict, which merges.
struct StaleEdit {
  package let container: Container
  package let document: DocumentID
  /// The replica of the folder.
  package let replica: ReplicaID
  /// The file that was written.
  package let file: SystemPath
  /// Whether it was written too soon after the current version for a change by hand.
  package let isAtOnce: Bool

  /// How many versions are searched at most.
  private static let depth = 16
  /// How many operations are searched at most for whether a version was in the folder.
  private static let operations = 256
  /// The largest text, in bytes, that is compared.
  package static let limit: Int64 = 4 << 20

  private var git: GitStore { container.git }

  /// The version that the text is an edit of: `current`, or an ancestor of it that was in the folder before.
  ///
  /// - Complexity: that of a comparison of three texts for each version searched.
  package func start(from current: ObjectID) throws -> ObjectID {
    let reader = VersionReader(git: git)
    guard let written = try written(after: current),
      let text = try text(reader.entry(current).version)
    else { return current }
    var found = current
    var waiting = try reader.entry(current).parents
    for _ in 0..<StaleEdit.depth {
      guard !waiting.isEmpty else { return found }
      let before = waiting.removeFirst()
      guard try git.contains(before) else { continue }
      let entry = try reader.entry(before)
      let verdict = try verdict(on: written, from: entry.version, or: text)
      if verdict == .newer { continue }
      // Several versions may have arrived at once, and a clone has seen only the last.
      if verdict == .older, try wasHere(before) { found = before }
      if !isOwnSave(entry) { waiting += entry.parents }
    }
    return found
  }

  /// Whether a version was a head here before.
  private func wasHere(_ version: ObjectID) throws -> Bool {
    var next = try container.state()?.id
    for _ in 0..<StaleEdit.operations {
      guard let id = next, try git.contains(id) else { return false }
      let heads = try StateReader(id, in: git).record(document)?.heads.elements ?? []
      if heads.contains(where: { $0.id == version }) { return true }
      next = try git.commit(id).parents.first
    }
    return false
  }

  /// The contents of the file; `nil` if it is no text, or if the current version was saved here: the program wrote that
  /// itself.
  private func written(after current: ObjectID) throws -> [UInt8]? {
    guard try !isOwnSave(VersionReader(git: git).entry(current)) else { return nil }
    let bytes = try Files.read(file).bytes
    return isBinary(bytes) ? nil : bytes
  }

  private func isOwnSave(_ entry: HistoryEntry) -> Bool {
    entry.operation == .save && entry.version.replica == replica
  }

  private func verdict(
    on written: [UInt8], from before: Version, or current: [UInt8]
  ) throws -> StaleText.Verdict {
    guard let text = try text(before), text != written, text != current else { return .unclear }
    return StaleText(before: text, current: current, written: written).verdict(isAtOnce: isAtOnce)
  }

  /// The text of a version; `nil` if it is no text, or not here.
  private func text(_ version: Version) throws -> [UInt8]? {
    guard version.content.kind.isFile, version.size <= StaleEdit.limit,
      try git.contains(version.content.object)
    else { return nil }
    let bytes = try git.object(version.content.object).bytes
    return isBinary(bytes) ? nil : bytes
  }
}
