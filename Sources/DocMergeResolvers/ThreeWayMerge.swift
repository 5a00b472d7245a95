public import DocMergeCore

/// Merges what each side changed since the base, as far as a policy goes by itself.
///
///     ThreeWayMerge(policy: .strict)
///     ThreeWayMerge(profile: .gitMerge)  // what git would make of it, and nothing else
///
/// Never decides when something would be lost: then the document stays in conflict, and
/// ``attempt(_:)`` says why.
///
/// Two sides are merged with the older one as ours. Three and more are merged one after the other, in
/// several orders, each against the base, and only what comes out the same in every order is a
/// result. A text that still has conflicts is never merged further. So all replicas make the same of
/// the same sides.
public struct ThreeWayMerge: Resolver, Hashable {
  /// How two texts are merged.
  public enum Method: Sendable, Hashable {
    /// Line endings and encodings apart from the lines, and what both sides claim by rules.
    case policy(MergePolicy)
    /// Byte for byte as another program does it.
    case profile(MergeProfile)
  }

  /// How two texts are merged.
  public var method: Method

  /// How conflicts that are left are cut; it makes no difference to what is merged.
  public var style = ConflictStyle.merge

  /// Merges as far as `policy` goes.
  ///
  /// Without a base nothing says which lines are new; then only a policy that takes anything takes
  /// more than `MergePolicy/strict` does.
  public init(policy: MergePolicy = .balanced) {
    method = .policy(policy)
  }

  /// Merges by the rules of another program.
  public init(profile: MergeProfile) {
    method = .profile(profile)
  }

  /// Decides when the merge is clean.
  ///
  /// - Throws: what reading a side throws.
  public func resolve(_ conflict: Conflict) throws -> Resolution? {
    try decide(conflict).resolution
  }

  /// Decides when the merge is clean, and says what came of it.
  ///
  /// - Throws: what reading a side throws.
  public func decide(_ conflict: Conflict) throws -> ResolverResult {
    let attempt = try attempt(conflict)
    var result = ResolverResult(
      resolution: nil, triedMerge: TriedMerge(merging: self, attempt: attempt))
    if case .clean(let resolution) = attempt { result.resolution = resolution }
    return result
  }

  /// Merges, and says what came of it.
  ///
  /// - Throws: what reading a side throws.
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
    // The rules that put things side by side would glue whole documents together.
    method == .policy(.balanced) && !hasBase ? .policy(.strict) : method
  }

  /// The right to run, merged by the three-way rule; `nil` when sides disagree without a base.
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
