import DocMergeContainer
import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects

/// Compares the contents of a version with what the version says about them, without unpacking any document.
struct ContentCheck {
  package let git: GitStore
  package let limit: Int64

  /// Whether a version that is a file passes the check.
  package func passes(file version: Version) throws(GitError) -> Bool {
    let header = try git.header(version.content.object)
    return header.kind == .blob && Int64(header.size) == version.size && version.size <= limit
  }

  package func check(_ entry: HistoryEntry) throws {
    let (content, size) = (entry.version.content, entry.version.size)
    let found: Int64
    switch content.kind {
    case .deleted:
      guard try git.header(content.object) == .init(kind: .tree, size: 0) else {
        throw fault(entry, tr("is deleted, and holds something"))
      }
      found = 0
    case .file, .executable: found = try file(content.object)
    case .symlink: found = try link(content.object)
    case .package:
      var packages = Packages(check: self, entry: entry)
      found = try packages.sum(content.object).bytes
    }
    guard found == size else {
      throw fault(entry, tr("says that it has \(size) bytes of \(found)"))
    }
    guard size <= limit else {
      throw fault(
        entry, tr("has \(size) bytes, more than \(limit) (\(ContainerSettings.maxSizeKey))"))
    }
  }

  private func fault(_ entry: HistoryEntry, _ what: String) -> PeerFault {
    PeerFault(description: tr("version \(entry.id.short) of \(entry.path.display) \(what)"))
  }

  private func file(_ id: ObjectID) throws(GitError) -> Int64 {
    let header = try git.header(id)
    guard header.kind == .blob else { throw GitStore.malformed(id, tr("not a blob")) }
    return Int64(header.size)
  }

  private func link(_ id: ObjectID) throws(GitError) -> Int64 {
    let target = try git.bytes(id, .blob, atMost: Limits.target)
    guard !target.isEmpty, !target.contains(0) else {
      throw GitStore.malformed(id, tr("not the target of a link"))
    }
    return Int64(target.count)
  }

  /// Adds up the files of a package.
  ///
  /// A few folders that contain each other many times would be more files than fit on any disk. So each folder is
  /// read once, and counted as often as it occurs.
  private struct Packages {
    struct Sum {
      var bytes: Int64 = 0
      var members = 0
      /// The folders inside each other.
      var depth = 0
      /// The bytes of the longest path.
      var path = 0
    }

    let check: ContentCheck
    let entry: HistoryEntry
    private var known: [ObjectID: Sum] = [:]

    init(check: ContentCheck, entry: HistoryEntry) {
      self.check = check
      self.entry = entry
    }

    mutating func sum(_ id: ObjectID, level: Int = 1) throws -> Sum {
      guard level <= Limits.depth else { throw excess }
      if let sum = known[id] { return sum }
      var sum = Sum()
      for member in try check.git.foreignTree(id).entries {
        let part = try self.part(member, level: level)
        sum.depth = max(sum.depth, part.depth + 1)
        sum.path = max(sum.path, part.path + member.name.count + 1)
        // Each part is within the limits, so that no sum overflows.
        sum.bytes += part.bytes
        sum.members += part.members + 1
        guard sum.bytes <= check.limit, sum.members <= Limits.members, sum.depth <= Limits.depth,
          entry.path.bytes.count + sum.path <= DocumentPath.longest
        else { throw excess }
      }
      known[id] = sum
      return sum
    }

    private mutating func part(_ member: Tree.Entry, level: Int) throws -> Sum {
      switch member.mode {
      case .folder: return try sum(member.id, level: level + 1)
      case .symlink: return Sum(bytes: try check.link(member.id))
      case .file, .executable:
        let bytes = try check.file(member.id)
        guard bytes <= check.limit else { throw excess }
        return Sum(bytes: bytes)
      }
    }

    private var excess: PeerFault {
      check.fault(entry, tr("is a package that is larger, or deeper, than packages may be"))
    }
  }
}
