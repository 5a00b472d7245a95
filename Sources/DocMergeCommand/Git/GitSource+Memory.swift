import DocMerge
import DocMergeGit
import DocMergeSystem

extension GitSource {
  /// Whether a merge may settle what it leaves by what is remembered.
  var appliesMemory: Bool {
    get throws { try repository.memoryUse() == .apply }
  }

  /// Decides as a person once did.
  func recalled(_ merging: ThreeWayMerge) -> Recalled {
    Recalled(merging: merging, memory: memory)
  }

  /// What can be offered for a conflict; `nil` if nothing, or if the person wants no offers.
  ///
  /// - Parameters:
  ///   - conflict: the conflict that was merged.
  ///   - merging: how.
  ///   - attempt: what came of it.
  /// - Returns: what a person made of it before.
  /// - Throws: `GitError`, and what reading the memory throws.
  func remembered(
    _ conflict: Conflict, _ merging: ThreeWayMerge, _ attempt: MergeAttempt
  ) throws -> Resolution? {
    guard try repository.memoryUse() != .off else { return nil }
    return try recalled(merging).remembered(conflict, attempt)
  }

  /// What a person decided before, by conflict; nothing if they want no offers.
  func results(for keys: [ConflictKey]) throws -> [ConflictKey: [UInt8]] {
    try repository.memoryUse() == .off ? [:] : memory.results(for: keys)
  }

  /// Remembers what a person decided for a path.
  ///
  /// The path is resolved by then, so that a failure here is only told.
  func remember(_ choice: GitChoice) {
    do {
      guard try repository.memoryUse() != .off, let stage = choice.entries.first?.stage,
        !stage.isSymlink, !stage.isSubmodule
      else { return }
      let conflict = try repository.conflict(of: choice.conflict, during: operation)
      let decisions = try Recalled.decisions(of: conflict, in: repository.bytes(of: stage))
      try memory.remember(decisions, at: choice.conflict.path)
    } catch {
      Console.message("Not remembered: \(PrintableText.words(ErrorWords.words(of: error)))")
    }
  }
}
