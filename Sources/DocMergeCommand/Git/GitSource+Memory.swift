import DocMerge
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

extension GitSource {
  /// Whether a merge may settle its remaining conflicts by the memory.
  var appliesMemory: Bool {
    get throws { try repository.memoryUse() == .apply }
  }

  /// A resolver that repeats earlier decisions of a person.
  func recalled(_ merging: ThreeWayMerge) -> Recalled {
    Recalled(merging: merging, memory: memory)
  }

  /// The remembered resolution to offer for a conflict; `nil` if there is none, or if the settings disable offers.
  ///
  /// - Parameters:
  ///   - conflict: the conflict that was merged.
  ///   - merging: the merge.
  ///   - attempt: its result.
  /// - Returns: the earlier resolution of a person.
  /// - Throws: `GitError`, and the errors of reading the memory.
  func remembered(
    _ conflict: Conflict, _ merging: ThreeWayMerge, _ attempt: MergeAttempt
  ) throws -> Resolution? {
    guard try repository.memoryUse() != .off else { return nil }
    return try recalled(merging).remembered(conflict, attempt)
  }

  /// The earlier decisions of a person, by conflict; none if the settings disable offers.
  func results(for keys: [ConflictKey]) throws -> [ConflictKey: [UInt8]] {
    try repository.memoryUse() == .off ? [:] : memory.results(for: keys)
  }

  /// Remembers the decision of a person for a path.
  ///
  /// The path is already resolved, so a failure here is only reported.
  func remember(_ choice: GitChoice) {
    do {
      guard try repository.memoryUse() != .off, let stage = choice.entries.first?.stage,
        !stage.isSymlink, !stage.isSubmodule
      else { return }
      let conflict = try repository.conflict(of: choice.conflict, during: operation)
      let decisions = try Recalled.decisions(of: conflict, in: repository.bytes(of: stage))
      try memory.remember(decisions, at: choice.conflict.path)
    } catch {
      Console.message(tr("Not remembered: \(PrintableText.words(ErrorWords.words(of: error)))"))
    }
  }
}
