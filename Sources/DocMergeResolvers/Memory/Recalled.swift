import DocMergeCore

/// Settles the conflicts that a merge leaves by earlier decisions of a person.
///
/// A document is settled only if all of its conflicts are: text that the merge settles is taken from the
/// merge, and the rest is remembered. If the requested merge leaves an unknown conflict,
/// conflicts are also tried as git cuts them.
public struct Recalled: Resolver {
  /// The name of the strategy.
  public static let strategy = "memory"

  /// The merge that is tried first.
  public var merging: ThreeWayMerge
  /// The decisions of people.
  public var memory: any ResolutionMemory

  /// Decides the conflicts that `merging` leaves, from a memory.
  public init(merging: ThreeWayMerge, memory: any ResolutionMemory) {
    self.merging = merging
    self.memory = memory
  }

  /// Decides when the merge is clean, or all of its conflicts are remembered.
  ///
  /// - Throws: the errors of reading a side or the memory.
  public func resolve(_ conflict: Conflict) throws -> Resolution? {
    try decide(conflict).resolution
  }

  /// Decides when the merge is clean, or all of its conflicts are remembered, and returns the merge that was tried.
  ///
  /// - Throws: the errors of reading a side or the memory.
  public func decide(_ conflict: Conflict) throws -> ResolverResult {
    var result = try merging.decide(conflict)
    if result.resolution == nil, let tried = result.triedMerge {
      result.resolution = try remembered(conflict, tried.attempt)
    }
    return result
  }

  /// The remembered resolution of a conflict that the merge alone does not settle.
  ///
  /// - Throws: the errors of reading a side or the memory.
  public func remembered(_ conflict: Conflict) throws -> Resolution? {
    try remembered(conflict, merging.attempt(conflict))
  }

  /// The remembered resolution of the conflicts that a merge left.
  ///
  /// - Parameters:
  ///   - conflict: the conflict that was merged.
  ///   - attempt: the result of ``merging``.
  /// - Returns: the whole text; `nil` where a conflict is not remembered.
  /// - Throws: the errors of reading a side or the memory.
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
      // A decision at the end of a text may have no line ending.
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

  /// The decisions of a person in a conflict, to be remembered for every policy that meets it.
  ///
  /// - Parameters:
  ///   - conflict: The conflict of two sides.
  ///   - text: The person's resolution.
  /// - Returns: The decisions that can be determined, each once.
  /// - Throws: the errors of reading a side.
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
        // Cut differently, the same conflict may seem to have another result.
        if let known = found[key], known.result != resolution.result { doubtful.insert(key) }
        found[key] = found[key] ?? resolution
      }
    }
    found = found.filter { !doubtful.contains($0.key) }
    // If the person edited agreed lines too, no merge gives the text again.
    let isDecidedOnly = merges.contains { $0.isKept(in: text) }
    for merged in merges
    where try isDecidedOnly && !gives(text, merged, deciding: Array(found.values)) {
      for case .conflict(let conflict) in merged.passages { conflict.key.map { found[$0] = nil } }
    }
    return found.sorted { $0.key.description < $1.key.description }.map(\.value)
  }

  /// Whether the decisions give a text of a merge again, or leave some of it.
  private static func gives(
    _ text: [UInt8], _ merged: Merged, deciding decisions: [RememberedResolution]
  ) throws -> Bool {
    let recalled = Recalled(merging: git, memory: RememberedResolutions(decisions))
    let again = try recalled.settled(merged)
    return again == nil || again == text
  }
}
