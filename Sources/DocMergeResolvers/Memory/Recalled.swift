import DocMergeCore

/// Decides as a person once did: what a merge leaves in conflict becomes what they made of it.
///
/// A document is settled only if all of its conflicts are: what the merge settles is as the merge has
/// it, and the rest is remembered. If the merge as asked for leaves a conflict that nobody knows,
/// conflicts are tried as git cuts them.
public struct Recalled: Resolver {
  /// The name of the strategy.
  public static let strategy = "memory"

  /// What merges first.
  public var merging: ThreeWayMerge
  /// What people decided.
  public var memory: any ResolutionMemory

  /// Decides from a memory what `merging` leaves.
  public init(merging: ThreeWayMerge, memory: any ResolutionMemory) {
    self.merging = merging
    self.memory = memory
  }

  /// Decides when the merge is clean, or all of its conflicts are remembered.
  ///
  /// - Throws: what reading a side or the memory throws.
  public func resolve(_ conflict: Conflict) throws -> Resolution? {
    try decide(conflict).resolution
  }

  /// Decides when the merge is clean, or all of its conflicts are remembered, and says what came of it.
  ///
  /// - Throws: what reading a side or the memory throws.
  public func decide(_ conflict: Conflict) throws -> ResolverResult {
    var result = try merging.decide(conflict)
    if result.resolution == nil, let tried = result.triedMerge {
      result.resolution = try remembered(conflict, tried.attempt)
    }
    return result
  }

  /// What is remembered for a conflict that the merge alone does not settle.
  ///
  /// - Throws: what reading a side or the memory throws.
  public func remembered(_ conflict: Conflict) throws -> Resolution? {
    try remembered(conflict, merging.attempt(conflict))
  }

  /// What is remembered for the conflicts that a merge left.
  ///
  /// - Parameters:
  ///   - conflict: the conflict that was merged.
  ///   - attempt: what ``merging`` made of it.
  /// - Returns: the whole text; `nil` where a conflict is not remembered.
  /// - Throws: what reading a side or the memory throws.
  public func remembered(
    _ conflict: Conflict, _ attempt: MergeAttempt
  ) throws -> Resolution? {
    guard case .conflicts(let merge) = attempt, conflict.sides.count == 2,
      let isExecutable = merging.mergedMode(conflict.sides, conflict.base)
    else { return nil }
    var text = try settled(merge.merged)
    var rules = merge.merged.rules
    if text == nil, case .conflicts(let merge) = try Recalled.git.attempt(conflict) {
      text = try settled(merge.merged)
      rules = []
    }
    return text.map {
      Resolution(
        outcome: .contents($0, isExecutable: isExecutable), strategy: Recalled.strategy,
        rules: rules)
    }
  }

  /// The text with every conflict as remembered; `nil` if one is not.
  private func settled(_ merged: Merged) throws -> [UInt8]? {
    let passages = merged.passages
    let conflicts = passages.compactMap { passage in
      if case .conflict(let conflict) = passage { return conflict }
      return nil
    }
    let keys = conflicts.flatMap { [$0.key, $0.keyWithoutBase] }.compactMap { $0 }
    let results = try memory.results(for: keys)
    var text: [UInt8] = []
    for passage in passages {
      // What was decided at the end of a text may have no line ending.
      if let last = text.last, last != UInt8(ascii: "\n") {
        text += LineConflict.ending(of: passage)
      }
      switch passage {
      case .agreed(let bytes): text += bytes
      case .conflict(let conflict):
        guard
          let result = [conflict.key, conflict.keyWithoutBase].lazy
            .compactMap({ $0 }).compactMap({ results[$0] }).first
        else { return nil }
        text += conflict.adapted(result)
      }
    }
    return text
  }

  private static let git = ThreeWayMerge(profile: .gitMerge)

  /// What a person decided in a conflict, to be remembered, whatever policy meets it the next time.
  ///
  /// - Parameters:
  ///   - conflict: The conflict of two sides.
  ///   - text: What the person made of it.
  /// - Returns: The decisions that can be told, each once.
  /// - Throws: what reading a side throws.
  public static func decisions(
    of conflict: Conflict, in text: [UInt8]
  ) throws -> [RememberedResolution] {
    guard conflict.sides.count == 2 else { return [] }
    var found: [ConflictKey: RememberedResolution] = [:]
    var doubtful: Set<ConflictKey> = []
    var merges: [Merged] = []
    for merging in MergePolicy.allCases.map({ ThreeWayMerge(policy: $0) }) + [git] {
      guard case .conflicts(let merge) = try merging.attempt(conflict) else { continue }
      merges.append(merge.merged)
      for resolution in merge.merged.decisions(in: text) {
        guard let key = resolution.key else { continue }
        // Cut otherwise, the same conflict may seem to have become something else.
        if let known = found[key], known.result != resolution.result { doubtful.insert(key) }
        found[key] = found[key] ?? resolution
      }
    }
    found = found.filter { !doubtful.contains($0.key) }
    // Where the person edited agreed lines too, no merge makes the text again.
    let isDecidedOnly = merges.contains { $0.isKept(in: text) }
    for merged in merges
    where try isDecidedOnly && !gives(text, merged, deciding: Array(found.values)) {
      for case .conflict(let conflict) in merged.passages { conflict.key.map { found[$0] = nil } }
    }
    return found.sorted { $0.key.description < $1.key.description }.map(\.value)
  }

  /// Whether the decisions make a text of a merge again, or leave some of it.
  private static func gives(
    _ text: [UInt8], _ merged: Merged, deciding decisions: [RememberedResolution]
  ) throws -> Bool {
    let recalled = Recalled(merging: git, memory: RememberedResolutions(decisions))
    let again = try recalled.settled(merged)
    return again == nil || again == text
  }
}
