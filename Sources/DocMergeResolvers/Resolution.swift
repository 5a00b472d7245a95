public import DocMergeCore

/// A decision about a conflict, with the rule that made it.
public struct Resolution: Sendable, Hashable {
  /// What the document holds afterwards.
  public enum Outcome: Sendable, Hashable {
    /// The side at this index.
    case side(Int)
    /// New contents of a file.
    case contents([UInt8], isExecutable: Bool)
    /// The files of a package, made of those of the sides.
    case package([Conflict.Member])
  }

  /// What the document holds afterwards.
  public var outcome: Outcome
  /// The sides that become documents of their own beside it.
  public var copies: [Int]
  /// The rule that decided, such as `newest`: the word that the command takes.
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
  /// The same conflict must always be settled alike, so that replicas that decide apart agree.
  ///
  /// - Throws: what reading a side throws.
  func resolve(_ conflict: Conflict) throws -> Resolution?

  /// Settles `conflict`, and says what a merge that was tried for it came to.
  ///
  /// Resolvers that do not merge need not implement it.
  ///
  /// - Throws: what reading a side throws.
  func decide(_ conflict: Conflict) throws -> ResolverResult
}

extension Resolver {
  /// What ``resolve(_:)`` decides; nothing was merged.
  public func decide(_ conflict: Conflict) throws -> ResolverResult {
    ResolverResult(resolution: try resolve(conflict))
  }
}

/// What a resolver made of a conflict.
public struct ResolverResult: Sendable, Hashable {
  /// The decision; `nil` where the conflict is left open.
  public var resolution: Resolution?
  /// The first merge that was tried; `nil` where none was.
  public var triedMerge: TriedMerge?

  /// Describes what a resolver made of a conflict.
  public init(resolution: Resolution?, triedMerge: TriedMerge? = nil) {
    self.resolution = resolution
    self.triedMerge = triedMerge
  }
}

/// A merge that was tried, and what came of it.
public struct TriedMerge: Sendable, Hashable {
  /// How it merged.
  public var merging: ThreeWayMerge
  /// What came of it.
  public var attempt: MergeAttempt

  /// Describes a merge that was tried.
  public init(merging: ThreeWayMerge, attempt: MergeAttempt) {
    self.merging = merging
    self.attempt = attempt
  }
}

/// Resolvers that are asked one after the other until one decides.
///
///     Chain([ThreeWayMerge(), ByDate(.newest)])
public struct Chain: Resolver {
  /// The resolvers, first asked first.
  public var resolvers: [any Resolver]

  /// Makes a chain.
  public init(_ resolvers: [any Resolver]) {
    self.resolvers = resolvers
  }

  /// The first decision.
  ///
  /// - Throws: what reading a side throws.
  public func resolve(_ conflict: Conflict) throws -> Resolution? {
    try decide(conflict).resolution
  }

  /// The first decision, and the first merge that was tried.
  ///
  /// - Throws: what reading a side throws.
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
