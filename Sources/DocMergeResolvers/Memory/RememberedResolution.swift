/// The resolution of a conflict by a person.
public struct RememberedResolution: Sendable, Hashable {
  /// The text that both sides were made from; `nil` when it is unknown.
  public var base: [UInt8]?
  /// One side.
  public var ours: [UInt8]
  /// The other side.
  public var theirs: [UInt8]
  /// The text that the person put in place of the conflict.
  public var result: [UInt8]

  /// Describes a decision.
  public init(base: [UInt8]?, ours: [UInt8], theirs: [UInt8], result: [UInt8]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.result = result
  }

  /// Its key; `nil` if it is not worth remembering.
  public var key: ConflictKey? { ConflictKey(base: base, ours: ours, theirs: theirs) }
}

/// A store of results of earlier conflicts.
public protocol ResolutionMemory: Sendable {
  /// The decisions of people for conflicts, by key; undecided ones are not included.
  ///
  /// - Throws: the errors of reading the memory.
  func results(for keys: [ConflictKey]) throws -> [ConflictKey: [UInt8]]
}

/// A memory that is a plain value.
public struct RememberedResolutions: ResolutionMemory, Hashable {
  /// The resolutions, by key.
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

  /// Forgets the decision for a conflict.
  public mutating func forget(_ key: ConflictKey) {
    resolutions[key] = nil
  }

  /// The decisions for conflicts.
  public func results(for keys: [ConflictKey]) -> [ConflictKey: [UInt8]] {
    var results: [ConflictKey: [UInt8]] = [:]
    for key in keys { results[key] = resolutions[key]?.result }
    return results
  }
}
