import DocMergeCore
package import DocMergeHistory
package import DocMergeObjects

/// Makes one version of heads that need no decision: those with equal contents, and those that add types of packages.
///
/// The version is a pure function of the heads: replicas that join the same heads make the same one.
package struct HeadJoiner {
  package let git: GitStore

  package init(git: GitStore) {
    self.git = git
  }

  /// Joins every group of heads with equal contents, and heads that only say which folders are packages.
  package func joinHeads(of record: inout Record, in change: inout StateChange) throws {
    guard record.heads.dots.count > 1 else { return }
    try joinEqualHeads(of: &record, in: &change)
    try joinPackageLines(of: &record, in: &change)
  }

  private func joinEqualHeads(of record: inout Record, in change: inout StateChange) throws {
    let groups = Dictionary(grouping: record.ranked, by: HeadJoiner.bytes).values
      .filter { $0.count > 1 }.sorted { $0[0].id < $1[0].id }
    // Ancestry is only known for versions that are in the repository.
    if !groups.isEmpty { try change.batch.flush(into: git) }
    for heads in groups {
      // Versions that are not here are joined on the replica that has them, or once they are fetched.
      guard try heads.allSatisfy({ head throws(GitError) in try git.contains(head.id) }) else {
        continue
      }
      // An ancestor and its descendant may have equal contents: the descendant is enough.
      let ends = try HeadGraph(git: git).ends(of: heads)
      guard ends.count > 1, let first = ends.first else { continue }
      let content = ContentID(kind: try kind(joining: ends), object: first.content.object)
      let joined = try change.add(
        version(joining: ends, first, content, record))
      record.replace(heads, with: [joined], change.dot())
    }
  }

  /// The contents of a version, without its executable bit.
  private static func bytes(_ version: Version) -> ContentID {
    let content = version.content
    return content.kind == .executable ? ContentID(kind: .file, object: content.object) : content
  }

  /// The kind of the version that joins heads with the same bytes: where only one side changed the executable bit, as
  /// on that side, and else executable.
  private func kind(joining heads: [Version]) throws -> DocumentKind {
    let kinds = Set(heads.map(\.content.kind))
    guard kinds.count > 1 else { return heads[0].content.kind }
    let reader = VersionReader(git: git)
    let origins = try heads.flatMap { try git.commit($0.id).parents }.map { parent in
      try git.contains(parent) ? reader.entry(parent).version.content.kind : .file
    }
    return !origins.isEmpty && origins.allSatisfy { $0 == .executable } ? .file : .executable
  }

  private func version(
    joining heads: [Version], _ first: Version, _ content: ContentID, _ record: Record
  ) -> StateChange.NewVersion {
    let path = record.name ?? DocumentPath(unchecked: Array("\(record.id)".utf8))
    return StateChange.NewVersion(
      document: record.id, path: path, content: content, size: first.size,
      parents: heads.map(\.id).sorted(), author: first.author, date: first.date,
      replica: first.replica, computer: first.computer, operation: .join, subject: "Same on both")
  }
}
