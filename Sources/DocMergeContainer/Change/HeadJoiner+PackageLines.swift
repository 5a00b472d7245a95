import DocMergeCore
package import DocMergeHistory
import DocMergeObjects

extension HeadJoiner {
  /// Joins heads of the container's `.gitattributes` that differ in the package types that they note.
  package func joinPackageLines(of record: inout Record, in change: inout StateChange) throws {
    guard record.name == PackageLines.file, record.heads.dots.count > 1 else { return }
    try change.batch.flush(into: git)
    let heads = try HeadGraph(git: git).ends(of: record.ranked)
    // Another replica may have joined it with a third file: it is deleted as a twin of that one, and appears again.
    let texts = try heads.filter { try !isRemovedDuplicate($0) }
    guard heads.count > 1, let first = texts.first, let bytes = try joinedLines(of: texts) else {
      return
    }
    let blob = GitObject(kind: .blob, bytes: bytes)
    let content = ContentID(kind: .file, object: try change.batch.add(blob))
    let joined = try change.add(
      StateChange.NewVersion(
        document: record.id, path: PackageLines.file, content: content, size: Int64(bytes.count),
        parents: heads.map(\.id).sorted(), author: first.author, date: first.date,
        replica: first.replica, computer: first.computer, operation: .join,
        subject: "Types of packages of both"))
    record.replace(record.ranked, with: [joined], change.dot())
  }

  private func isRemovedDuplicate(_ head: Version) throws -> Bool {
    guard head.isDeletion, try git.contains(head.id) else { return false }
    return try VersionReader(git: git).entry(head.id).operation == .join
  }

  /// The text with the lines of all; `nil` where a person has to decide, or contents are elsewhere.
  package func joinedLines(of heads: [Version]) throws -> [UInt8]? {
    var sides: [[UInt8]] = []
    for head in heads {
      guard head.content.kind == .file, head.size <= HeadJoiner.largestRules,
        try git.contains(head.id), try git.contains(head.content.object)
      else { return nil }
      sides.append(try git.bytes(head.content.object, .blob))
    }
    if sides.count == 1 { return sides[0] }
    return try base(of: heads).flatMap { PackageLines.merged(base: $0, sides) }
  }

  /// The common base of the heads; empty where they were made independently, `nil` where it is not here.
  private func base(of heads: [Version]) throws -> [UInt8]? {
    guard let id = try git.commonAncestor(heads.map(\.id).sorted()) else { return [] }
    let base = try VersionReader(git: git).entry(id).version
    guard !base.isDeletion else { return [] }
    guard base.content.kind == .file, base.size <= HeadJoiner.largestRules,
      try git.contains(base.content.object)
    else { return nil }
    return try git.bytes(base.content.object, .blob)
  }

  /// Larger files are not expected, and each head is read as a whole.
  private static let largestRules: Int64 = 1 << 20
}
