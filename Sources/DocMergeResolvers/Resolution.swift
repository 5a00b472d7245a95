public import DocMergeCore

/// A decision about a conflict, with the rule that made it.
public struct Resolution: Sendable, Hashable {
  /// The contents of the document afterwards.
  public enum Outcome: Sendable, Hashable {
    /// The side at this index.
    case side(Int)
    /// New contents of a file.
    case contents([UInt8], isExecutable: Bool)
    /// The files of a package, taken or made from those of the sides.
    case package([Conflict.Member])
  }

  /// The contents of the document afterwards.
  public var outcome: Outcome
  /// The sides that become documents of their own beside it.
  public var copies: [Int]
  /// The strategy, such as `newest`: the word on the command line.
  public var strategy: String
  /// The rules of a merge that settled what both sides claimed, each once, by name.
  public var rules: [MergeRule]

  /// Makes a decision.
  public init(
    outcome: Outcome, copies: [Int] = [], strategy: String, rules: [MergeRule] = []
  ) {
    self.outcome = outcome
    self.copies = copies
    self.strategy = strategy
    var names: Set<String> = []
    self.rules = rules.filter { names.insert($0.name).inserted }.sorted { $0.name < $1.name }
  }

  /// The strategy and its rules, as they are recorded and shown: `merge: adjacent-lines, words`.
  public var summary: String {
    rules.isEmpty ? strategy : "\(strategy): \(rules.map(\.name).joined(separator: ", "))"
  }
}

/// A way to decide conflicts.
public protocol Resolver: Sendable {
  /// Settles `conflict`, or returns `nil` to leave it to the next resolver, or to a person.
  ///
  /// The same conflict must always be settled in the same way, so that replicas that decide separately agree.
  ///
  /// - Throws: the errors of reading a side.
  func resolve(_ conflict: Conflict) throws -> Resolution?

  /// Settles `conflict`, and returns the result of a merge that was tried for it.
  ///
  /// Resolvers that do not merge need not implement it.
  ///
  /// - Throws: the errors of reading a side.
  func decide(_ conflict: Conflict) throws -> ResolverResult
}

extension Resolver {
  /// The decision of ``resolve(_:)``, without a merge.
  public func decide(_ conflict: Conflict) throws -> ResolverResult {
    ResolverResult(resolution: try resolve(conflict))
  }
}

/// The result of a resolver for a conflict.
public struct ResolverResult: Sendable, Hashable {
  /// The decision; `nil` where the conflict is left open.
  public var resolution: Resolution?
  /// The first merge that was tried; `nil` where none was.
  public var triedMerge: TriedMerge?

  /// Describes the result of a resolver for a conflict.
  public init(resolution: Resolution?, triedMerge: TriedMerge? = nil) {
    self.resolution = resolution
    self.triedMerge = triedMerge
  }
}

/// A merge that was tried, and its result.
public struct TriedMerge: Sendable, Hashable {
  /// How it merged.
  public var merging: ThreeWayMerge
  /// Its result.
  public var attempt: MergeAttempt

  /// Describes a merge that was tried.
  public init(merging: ThreeWayMerge, attempt: MergeAttempt) {
    self.merging = merging
    self.attempt = attempt
  }
}

/// Resolvers that are tried in order until one decides.
///
///     Chain([ThreeWayMerge(), ByDate(.newest)])
public struct Chain: Resolver {
  /// The resolvers, in the order in which they are tried.
  public var resolvers: [any Resolver]

  /// Makes a chain.
  public init(_ resolvers: [any Resolver]) {
    self.resolvers = resolvers
  }

  /// The first decision.
  ///
  /// - Throws: the errors of reading a side.
  public func resolve(_ conflict: Conflict) throws -> Resolution? {
    try decide(conflict).resolution
  }

  /// The first decision, and the first merge that was tried.
  ///
  /// - Throws: the errors of reading a side.
  public func decide(_ conflict: Conflict) throws -> ResolverResult {
    var triedMerge: TriedMerge?
    for resolver in resolvers {
      let result = try resolver.decide(conflict)
      triedMerge = triedMerge ?? result.triedMerge
      if let resolution = result.resolution {
        return ResolverResult(resolution: resolution, triedMerge: triedMerge)
      }
    }
    return ResolverResult(resolution: nil, triedMerge: triedMerge)
  }
}
