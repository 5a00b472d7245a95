import DocMergeLanguage
public import DocMergeResolvers

/// The resolution of a path in conflict.
public struct GitChoice: Sendable, Hashable {
  /// A file of the result.
  public struct Entry: Sendable, Hashable {
    /// Its path from the top of the worktree.
    public var path: [UInt8]
    /// Its version; `nil` when nothing is left there.
    public var stage: GitConflict.Stage?

    /// Puts a version at a path, or nothing.
    public init(path: [UInt8], stage: GitConflict.Stage?) {
      self.path = path
      self.stage = stage
    }
  }

  /// The conflict that it settles.
  public var conflict: GitConflict
  /// The path itself first, then the copies beside it.
  public var entries: [Entry]

  /// Settles a conflict with new entries.
  public init(conflict: GitConflict, entries: [Entry]) {
    self.conflict = conflict
    self.entries = entries
  }
}

extension GitRepository {
  /// The entries of the index for resolutions of conflicts; merged contents become blobs.
  ///
  /// - Parameter resolutions: Each with its conflict.
  /// - Returns: The choices, in this order.
  /// - Throws: ``GitFailure``, also for submodules, which are left to the person.
  public func choices(
    _ resolutions: [(conflict: GitConflict, resolution: Resolution)]
  ) throws -> [GitChoice] {
    let texts = resolutions.compactMap { _, resolution -> [UInt8]? in
      if case .contents(let bytes, _) = resolution.outcome { return bytes }
      return nil
    }
    var objects = try store(texts)[...]
    var names = TakenNames(repository: self)
    return try resolutions.map { conflict, resolution in
      guard !conflict.hasSubmodule else {
        throw GitFailure(tr("a submodule is another repository: decide there, then `git add` it"))
      }
      let sides = [conflict.ours, conflict.theirs]
      var choice = GitChoice(conflict: conflict, entries: [])
      switch resolution.outcome {
      case .side(let index):
        choice.entries.append(.init(path: conflict.path, stage: sides[index]))
      case .contents(_, let isExecutable):
        let stage = GitConflict.Stage(
          mode: isExecutable ? "100755" : "100644", object: objects.removeFirst())
        choice.entries.append(.init(path: conflict.path, stage: stage))
      case .package:
        throw GitFailure(tr("git has no documents that are folders"))
      }
      for index in resolution.copies {
        let path = try names.free(beside: conflict.path, of: index == 0 ? "ours" : "theirs")
        choice.entries.append(.init(path: path, stage: sides[index]))
      }
      return choice
    }
  }
}

/// The paths that are taken, so that copies get others.
private struct TakenNames {
  let repository: GitRepository
  /// The paths in the index; read once.
  private var known: Set<[UInt8]>?

  init(repository: GitRepository) { self.repository = repository }

  /// A path for a copy that neither the worktree nor the index has: `notes (theirs).md`.
  mutating func free(beside path: [UInt8], of side: String) throws -> [UInt8] {
    let name = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let dot = path[name...].lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > name ? $0 : nil }
    let end = dot ?? path.count
    var taken = try known ?? indexed()
    defer { known = taken }
    var number = 1
    while true {
      let mark = number == 1 ? " (\(side))" : " (\(side) \(number))"
      let free = Array(path[..<end] + Array(mark.utf8) + path[end...])
      if !taken.contains(free), !WorktreeFile(repository.worktreePath(free)).exists {
        taken.insert(free)
        return free
      }
      number += 1
    }
  }

  private func indexed() throws -> Set<[UInt8]> {
    let list = try repository.git.run("ls-files", "-z", "--full-name").bytes
    return Set(list.split(separator: 0).map(Array.init))
  }
}
