public import DocMergeCore

/// Merges the changes of each side since the base, as far as a policy allows without a person.
///
///     ThreeWayMerge(policy: .strict)
///     ThreeWayMerge(profile: .gitMerge)  // the same result as git, and nothing else
///
/// It never decides when something would be lost: then the document stays in conflict, and
/// ``attempt(_:)`` gives the reason.
///
/// Two sides are merged with the older one as ours. Three and more are merged one after the other, in
/// several orders, each against the base, and the result counts only if it is the same in every
/// order. A text that still has conflicts is never merged further. So all replicas get the same result
/// from the same sides.
public struct ThreeWayMerge: Resolver, Hashable {
  /// How two texts are merged.
  public enum Method: Sendable, Hashable {
    /// Line endings and encodings separately from the lines, and conflicts by rules.
    case policy(MergePolicy)
    /// Byte for byte as another program does.
    case profile(MergeProfile)
  }

  /// How two texts are merged.
  public var method: Method

  /// How remaining conflicts are cut; it does not affect the merged text.
  public var style = ConflictStyle.merge

  /// Merges as far as `policy` goes.
  ///
  /// Without a base it is unknown which lines are new; then only the boldest policy applies more rules
  /// than `MergePolicy/strict`.
  public init(policy: MergePolicy = .balanced) {
    method = .policy(policy)
  }

  /// Merges by the rules of another program.
  public init(profile: MergeProfile) {
    method = .profile(profile)
  }

  /// Decides when the merge is clean.
  ///
  /// - Throws: the errors of reading a side.
  public func resolve(_ conflict: Conflict) throws -> Resolution? {
    try decide(conflict).resolution
  }

  /// Decides when the merge is clean, and returns its result.
  ///
  /// - Throws: the errors of reading a side.
  public func decide(_ conflict: Conflict) throws -> ResolverResult {
    let attempt = try attempt(conflict)
    var result = ResolverResult(
      resolution: nil, triedMerge: TriedMerge(merging: self, attempt: attempt))
    if case .clean(let resolution) = attempt { result.resolution = resolution }
    return result
  }

  /// Merges, and returns the result.
  ///
  /// - Throws: the errors of reading a side.
  /// - Complexity: That of one merge for two sides, of 2*n*(*n* - 1) for *n* up to eight, and of
  ///   16(*n* - 1) for more.
  public func attempt(_ conflict: Conflict) throws -> MergeAttempt {
    let sides = conflict.sides.sorted { ($0.date, $0.id) < ($1.date, $1.id) }
    guard sides.count > 1 else { return .refused(.nothingToMerge) }
    if sides.contains(where: { $0.kind == .deleted }) { return .refused(.deletedOnOneSide) }
    guard sides.allSatisfy(\.isFile), conflict.base?.isFile != false else {
      return .refused(.notFiles)
    }
    guard let isExecutable = mergedMode(sides, conflict.base) else { return .refused(.modes) }
    let pair = PairMerge(
      method: method(hasBase: conflict.base != nil), style: style, path: conflict.path,
      format: conflict.format)
    let fold = FoldMerge(
      pair: pair, base: try conflict.base?.bytes() ?? [],
      sides: try sides.map { FoldMerge.Side(id: $0.id, bytes: try $0.bytes()) })
    switch fold.outcome {
    case .clean(let text):
      return .clean(
        Resolution(
          outcome: .contents(text.bytes, isExecutable: isExecutable), strategy: "merge",
          rules: text.rules))
    case .conflicts(let merge): return .conflicts(merge)
    case .refused(let reason): return .refused(reason)
    }
  }

  private func method(hasBase: Bool) -> Method {
    // The rules that put things side by side would join whole documents.
    method == .policy(.balanced) && !hasBase ? .policy(.strict) : method
  }

  /// The executable bit, merged by the three-way rule; `nil` when sides disagree without a base.
  func mergedMode(_ sides: [Conflict.Side], _ base: Conflict.Side?) -> Bool? {
    let modes = Set(sides.map(\.isExecutable))
    guard modes.count > 1 else { return modes.first }
    return base.map { !$0.isExecutable }
  }
}

extension Conflict.Side {
  fileprivate var isFile: Bool {
    if case .file = kind { return true }
    return false
  }

  fileprivate var isExecutable: Bool { kind == .file(isExecutable: true) }
}
