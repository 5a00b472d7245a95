public import DocMergeResolvers

/// What a path in conflict becomes.
public struct GitChoice: Sendable, Hashable {
  /// A file of the result.
  public struct Entry: Sendable, Hashable {
    /// Its path from the top of the worktree.
    public var path: [UInt8]
    /// What it holds; `nil` when nothing is left there.
    public var stage: GitConflict.Stage?

    /// Puts a version at a path, or nothing.
    public init(path: [UInt8], stage: GitConflict.Stage?) {
      self.path = path
      self.stage = stage
    }
  }

  /// The conflict that it settles.
  public var conflict: GitConflict
  /// The path itself first, then what is kept beside it.
  public var entries: [Entry]

  /// Settles a conflict with what is to be there.
  public init(conflict: GitConflict, entries: [Entry]) {
    self.conflict = conflict
    self.entries = entries
  }
}

extension GitRepository {
  /// What a resolution of a conflict means for the index; merged contents become a blob.
  ///
  /// - Throws: ``GitFailure``, also for submodules, which are left to the person.
  public func choice(_ resolution: Resolution, for conflict: GitConflict) throws -> GitChoice {
    guard !conflict.hasSubmodule else {
      throw GitFailure("a submodule is another repository: decide there, then `git add` it")
    }
    let sides = [conflict.ours, conflict.theirs]
    var choice = GitChoice(conflict: conflict, entries: [])
    switch resolution.outcome {
    case .side(let index):
      choice.entries.append(.init(path: conflict.path, stage: sides[index]))
    case .contents(let bytes, let isExecutable):
      let object = try git.run("hash-object", "-w", "--stdin", input: bytes).line
      let stage = GitConflict.Stage(mode: isExecutable ? "100755" : "100644", object: object)
      choice.entries.append(.init(path: conflict.path, stage: stage))
    }
    for index in resolution.copies {
      let path = try freePath(beside: conflict.path, of: index == 0 ? "ours" : "theirs")
      choice.entries.append(.init(path: path, stage: sides[index]))
    }
    return choice
  }

  /// A path for a copy that neither the worktree nor the index has: `notes (theirs).md`.
  private func freePath(beside path: [UInt8], of side: String) throws -> [UInt8] {
    let name = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let dot = path[name...].lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > name ? $0 : nil }
    let end = dot ?? path.count
    var number = 1
    while true {
      let mark = number == 1 ? " (\(side))" : " (\(side) \(number))"
      let free = path[..<end] + Array(mark.utf8) + path[end...]
      let isKnown = try !git.run(
        ["ls-files", "-z", "--"].map { Array($0.utf8) } + [Array(free)]
      ).bytes.isEmpty
      if !isKnown, !WorktreeFile(worktreePath(Array(free))).exists { return Array(free) }
      number += 1
    }
  }
}
