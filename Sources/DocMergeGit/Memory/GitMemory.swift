import DocMergeLanguage
public import DocMergeResolvers
import Synchronization

/// Decisions of people for conflicts, kept in a repository under a ref of its own.
///
/// The tree of `refs/docmerge/memory` has a folder for each conflict, `3f/2a9c…`, with the files `base`
/// (unless unknown), `ours`, `theirs`, `result`, `earlier` (a different earlier decision)
/// and `about` (the date, and the path that it was first decided at). All worktrees share it, and plain
/// git pushes and fetches it. A forgotten decision has only `about`; it stays in the history of the ref.
///
/// Git's own memory, the rerere cache, is used for conflicts that are not in it.
public struct GitMemory: ResolutionMemory {
  /// The name of the ref.
  public static let ref = "refs/docmerge/memory"

  let repository: GitRepository
  private let rerere: RerereCache
  /// Whether no decision was ever remembered, as far as this was checked.
  private let isEmpty = MemoryState()

  init(repository: GitRepository) {
    self.repository = repository
    rerere = RerereCache(repository)
  }

  /// The decisions for conflicts; first from here, then from git's rerere cache.
  ///
  /// - Throws: ``GitFailure``.
  public func results(for keys: [ConflictKey]) throws -> [ConflictKey: [UInt8]] {
    guard !keys.isEmpty else { return [:] }
    var results: [ConflictKey: [UInt8]] = [:]
    if try !isEmpty.holds({ try tip() == nil }) {
      for entry in try entries(for: keys, in: GitMemory.ref) {
        results[entry.key] = entry.resolution?.result
      }
    }
    let missing = keys.filter { results[$0] == nil }
    guard !missing.isEmpty else { return results }
    return results.merging(try rerere.results(for: missing)) { known, _ in known }
  }

  /// All entries, newest first.
  ///
  /// - Throws: ``GitFailure``.
  public func entries() throws -> [MemoryEntry] {
    let entries = try tip().map { try self.entries(in: $0).entries } ?? []
    return entries.filter { $0.resolution != nil }
      .sorted { ($1.date, $0.key.description) < ($0.date, $1.key.description) }
  }

  /// Reads the memory again.
  func refresh() { isEmpty.forget() }

  /// The commit of the ref; `nil` when no decision was ever remembered.
  func tip() throws -> String? { try commit(GitMemory.ref) }

  /// The id of a commit; `nil` if a name has none.
  func commit(_ name: String) throws -> String? {
    let words = ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"]
    let output = try repository.git.output(words.map { Array($0.utf8) })
    return output.status == 0 ? output.line : nil
  }

  /// The entries of some conflicts at a commit.
  func entries(for keys: [ConflictKey], in commit: String) throws -> [MemoryEntry] {
    let names = keys.flatMap { key in
      MemoryEntry.Part.allCases.map { "\(commit):\(MemoryEntry.folder(of: key))/\($0.rawValue)" }
    }
    let objects = try repository.objects(names)
    let width = MemoryEntry.Part.allCases.count
    return keys.enumerated().compactMap { index, key in
      let parts = zip(MemoryEntry.Part.allCases, objects[(index * width)..<((index + 1) * width)])
        .compactMap { part, bytes in bytes.map { (part, $0) } }
      return MemoryEntry(key: key, parts: Dictionary(parts) { $1 })
    }
  }

  /// All entries of a commit, and the number of folders that are not entries.
  func entries(in commit: String) throws -> (entries: [MemoryEntry], broken: Int) {
    let list = try repository.git.run("ls-tree", "-r", "-z", "--full-tree", "--name-only", commit)
    var broken: Set<String> = []
    var keys: Set<ConflictKey> = []
    for path in list.bytes.split(separator: 0) {
      let words = String(decoding: path, as: UTF8.self).split(separator: "/")
      guard words.count == 3, let key = ConflictKey(words[..<2].joined()),
        MemoryEntry.Part(rawValue: String(words[2])) != nil
      else {
        broken.insert(words.dropLast().joined(separator: "/"))
        continue
      }
      keys.insert(key)
    }
    let entries = try entries(for: Array(keys), in: commit)
    return (entries, broken.count + keys.count - entries.count)
  }
}

/// An answer that holds until the memory is changed.
private final class MemoryState: Sendable {
  private let answer = Mutex<Bool?>(nil)

  func holds(_ ask: () throws -> Bool) rethrows -> Bool {
    if let known = answer.withLock({ $0 }) { return known }
    let found = try ask()
    answer.withLock { $0 = found }
    return found
  }

  func forget() { answer.withLock { $0 = nil } }
}

extension GitRepository {
  /// The decisions of people for conflicts; git's own memory is read once.
  public var memory: GitMemory { GitMemory(repository: self) }

  /// The contents of blobs by their names; `nil` where there is none.
  func objects(_ names: [String]) throws -> [[UInt8]?] {
    guard !names.isEmpty else { return [] }
    let bytes = try git.run(
      "cat-file", "--batch", input: Array((names.joined(separator: "\n") + "\n").utf8)
    ).bytes
    var index = 0
    return try names.map { _ in
      guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) else {
        throw GitFailure(tr("git cat-file ended early"))
      }
      let words = String(decoding: bytes[index..<end], as: UTF8.self).split(separator: " ")
      index = end + 1
      guard words.count == 3, let size = Int(words[2]), index + size < bytes.count else {
        return nil
      }
      defer { index += size + 1 }
      return words[1] == "blob" ? Array(bytes[index..<index + size]) : nil
    }
  }
}
