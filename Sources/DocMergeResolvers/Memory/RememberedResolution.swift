/// What a person once made of a conflict.
public struct RememberedResolution: Sendable, Hashable {
  /// What both sides were made from; `nil` when it is unknown.
  public var base: [UInt8]?
  /// One side.
  public var ours: [UInt8]
  /// The other side.
  public var theirs: [UInt8]
  /// What the person put in the place of the conflict.
  public var result: [UInt8]

  /// Describes a decision.
  public init(base: [UInt8]?, ours: [UInt8], theirs: [UInt8], result: [UInt8]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.result = result
  }

  /// What it is found by; `nil` if it is not worth remembering.
  public var key: ConflictKey? { ConflictKey(base: base, ours: ours, theirs: theirs) }
}

/// Where results of earlier conflicts are kept.
public protocol ResolutionMemory: Sendable {
  /// What people decided for conflicts, by key; those that nobody decided are not in it.
  ///
  /// - Throws: what reading the memory throws.
  func results(for keys: [ConflictKey]) throws -> [ConflictKey: [UInt8]]
}

/// A memory that is a plain value.
public struct RememberedResolutions: ResolutionMemory, Hashable {
  /// What is remembered, by key.
  public private(set) var resolutions: [ConflictKey: RememberedResolution] = [:]

  /// Remembers some decisions; of two about the same conflict, the later one.
  public init(_ resolutions: some Sequence<RememberedResolution> = []) {
    for resolution in resolutions { remember(resolution) }
  }

  /// Remembers a decision instead of an earlier one about the same conflict.
  public mutating func remember(_ resolution: RememberedResolution) {
    guard let key = resolution.key else { return }
    resolutions[key] = resolution
  }

  /// Forgets what was decided for a conflict.
  public mutating func forget(_ key: ConflictKey) {
    resolutions[key] = nil
  }

  /// What was decided for conflicts.
  public func results(for keys: [ConflictKey]) -> [ConflictKey: [UInt8]] {
    var results: [ConflictKey: [UInt8]] = [:]
    for key in keys { results[key] = resolutions[key]?.result }
    return results
  }
}
