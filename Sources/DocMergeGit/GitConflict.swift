/// A path that git has left in conflict: up to three versions in the index instead of one.
public struct GitConflict: Sendable, Hashable {
  /// One version of a path in the index.
  public struct Stage: Sendable, Hashable {
    /// The mode in octal, as git writes it: `100644`.
    public var mode: String
    /// The id of the blob, or of a submodule's commit.
    public var object: String

    /// Whether it is another repository, about which only git can decide.
    public var isSubmodule: Bool { mode == "160000" }
    /// Whether it is a symbolic link.
    public var isSymlink: Bool { mode == "120000" }
    /// Whether it is an executable file.
    public var isExecutable: Bool { mode == "100755" }
  }

  /// The changes of the sides, in the words of `git status`.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Both edited the file.
    case bothModified = "both modified"
    /// Both added a file of this name.
    case bothAdded = "both added"
    /// Ours deleted it, theirs edited it.
    case deletedByUs = "deleted by us"
    /// Theirs deleted it, ours edited it.
    case deletedByThem = "deleted by them"
    /// Both deleted it, or moved it to different names.
    case bothDeleted = "both deleted"
    /// Only ours has it here, by a move that conflicts with one of theirs.
    case addedByUs = "added by us"
    /// Only theirs has it here, by a move that conflicts with one of ours.
    case addedByThem = "added by them"
  }

  /// The path from the top of the worktree; bytes, since it need not be text.
  public var path: [UInt8]
  /// The common ancestor (stage 1).
  public var base: Stage?
  /// Stage 2.
  public var ours: Stage?
  /// Stage 3.
  public var theirs: Stage?
  /// The versions in the index, by git's number, where git replaced a side by its own merge.
  ///
  /// The side is then the version in its commit; see ``GitRepository/conflicts()``.
  public var halfMerged: [Int: Stage] = [:]

  /// The changes of the sides.
  public var kind: Kind {
    switch (base != nil, ours != nil, theirs != nil) {
    case (true, true, true): .bothModified
    case (false, true, true): .bothAdded
    case (true, false, true): .deletedByUs
    case (true, true, false): .deletedByThem
    case (false, true, false): .addedByUs
    case (false, false, true): .addedByThem
    default: .bothDeleted
    }
  }

  /// Whether a side is a submodule.
  public var hasSubmodule: Bool { stages.contains { $0.stage.isSubmodule } }

  /// The existing versions, with git's numbers.
  public var stages: [(number: Int, stage: Stage)] {
    [(1, base), (2, ours), (3, theirs)].compactMap { number, stage in
      stage.map { (number, $0) }
    }
  }

  /// The same as in the index.
  var indexed: [(number: Int, stage: Stage)] {
    stages.map { ($0.number, halfMerged[$0.number] ?? $0.stage) }
  }

  /// Whether a side is lost: the index has git's own merge in its place, and no commit has the side.
  public func isLost(_ stage: Stage?) -> Bool {
    stage.map { stage in halfMerged.values.contains(stage) } ?? false
  }
}

extension GitConflict {
  /// Reads lines such as `100644 ID 2<tab>path`, the versions of a path one after the other.
  static func list(_ lines: some Sequence<ArraySlice<UInt8>>) -> [GitConflict] {
    var conflicts: [GitConflict] = []
    for line in lines {
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let words = line[..<tab].split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      }
      let path = Array(line[(tab + 1)...])
      guard words.count == 3 else { continue }
      if conflicts.last?.path != path { conflicts.append(GitConflict(path: path)) }
      let stage = GitConflict.Stage(mode: words[0], object: words[1])
      switch words[2] {
      case "1": conflicts[conflicts.count - 1].base = stage
      case "2": conflicts[conflicts.count - 1].ours = stage
      default: conflicts[conflicts.count - 1].theirs = stage
      }
    }
    return conflicts
  }
}

extension GitRepository {
  /// The paths in conflict, in the order of the index.
  ///
  /// Where a file was moved, git may replace a side by its own merge, with markers; that
  /// side is then read from its commit.
  ///
  /// - Throws: ``GitFailure``.
  public func conflicts() throws -> [GitConflict] {
    let lines = try git.run("ls-files", "--unmerged", "-z", "--full-name").bytes
    return try wholeSides(of: GitConflict.list(lines.split(separator: 0)))
  }

  /// The bytes of a version, in the form that git keeps.
  ///
  /// - Throws: ``GitFailure``.
  public func bytes(of stage: GitConflict.Stage) throws -> [UInt8] {
    guard !stage.isSubmodule else { return Array("Subproject commit \(stage.object)\n".utf8) }
    if let known = answers.blob(stage.object) { return known }
    return try git.run("cat-file", "blob", stage.object).bytes
  }
}

extension GitRepository {
  /// The bytes of a file in a commit; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - path: The path from the top of the worktree.
  ///   - commit: A name of the commit.
  /// - Returns: The bytes, in the form that git keeps.
  /// - Throws: ``GitFailure`` when git is missing.
  public func contents(of path: [UInt8], in commit: String) throws -> [UInt8]? {
    let words = [Array("cat-file".utf8), Array("blob".utf8), Array("\(commit):".utf8) + path]
    let output = try git.output(words)
    return output.status == 0 ? output.bytes : nil
  }

  /// The size of each version in bytes, by the id of its object; submodules have none.
  ///
  /// - Throws: ``GitFailure``.
  public func sizes(of stages: [GitConflict.Stage]) throws -> [String: Int64] {
    let objects = Set(stages.filter { !$0.isSubmodule }.map(\.object)).sorted()
    guard !objects.isEmpty else { return [:] }
    let lines = try git.run(
      "cat-file", "--batch-check=%(objectname) %(objectsize)",
      input: Array((objects.joined(separator: "\n") + "\n").utf8)
    ).line
    var sizes: [String: Int64] = [:]
    for line in lines.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let size = Int64(words[1]) else { continue }
      sizes[String(words[0])] = size
    }
    return sizes
  }
}
