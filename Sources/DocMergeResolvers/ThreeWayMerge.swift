public import DocMergeCore

/// Merges what each side changed since the base, if the changes do not meet.
///
/// Several sides are merged one after the other, in the order of their dates and ids, each against the
/// base; a text that still has conflicts is never merged further. Never decides when something would
/// be lost: then the document stays in conflict, and ``attempt(_:)`` says why.
public struct ThreeWayMerge: Resolver {
  /// The rules that lines are merged by.
  public var profile: MergeProfile

  /// Merges by `profile`.
  public init(profile: MergeProfile = .gitMerge) {
    self.profile = profile
  }

  /// Decides when the merge is clean.
  ///
  /// - Throws: what reading a side throws.
  public func resolve(_ conflict: Conflict) throws -> Resolution? {
    guard case .clean(let resolution) = try attempt(conflict) else { return nil }
    return resolution
  }

  /// Merges, and says what came of it.
  ///
  /// - Throws: what reading a side throws.
  public func attempt(_ conflict: Conflict) throws -> MergeAttempt {
    let order = conflict.sides.indices.sorted { one, two in
      (conflict.sides[one].date, conflict.sides[one].id)
        < (conflict.sides[two].date, conflict.sides[two].id)
    }
    guard order.count > 1 else { return .refused(.nothingToMerge) }
    if order.contains(where: { conflict.sides[$0].kind == .deleted }) {
      return .refused(.deletedOnOneSide)
    }
    guard order.allSatisfy({ conflict.sides[$0].isFile }), conflict.base?.isFile != false else {
      return .refused(.notFiles)
    }
    return try attempt(order.map { conflict.sides[$0] }, base: conflict.base)
  }

  private func attempt(_ sides: [Conflict.Side], base: Conflict.Side?) throws -> MergeAttempt {
    guard let isExecutable = mergedMode(sides, base) else { return .refused(.modes) }
    // Without a base nothing says which lines are new: all that differs is in conflict.
    let baseBytes = try base?.bytes() ?? []
    var merged = try sides[0].bytes()
    for (number, side) in sides.enumerated().dropFirst() {
      let theirs = try side.bytes()
      if merged == theirs || theirs == baseBytes && base != nil { continue }
      if merged == baseBytes && base != nil {
        merged = theirs
        continue
      }
      guard [baseBytes, merged, theirs].allSatisfy({ !isBinary($0) }) else {
        return .refused(.binary)
      }
      let options = MergeOptions(profile: profile, style: .merge)
      let result = merge(base: baseBytes, ours: merged, theirs: theirs, options: options)
      guard let clean = result.clean else {
        return .conflicts(result, merging: sides[number].id)
      }
      merged = clean
    }
    let outcome = Resolution.Outcome.contents(merged, isExecutable: isExecutable)
    return .clean(Resolution(outcome: outcome, strategy: "merge"))
  }

  /// The right to run, merged by the three-way rule; `nil` when sides disagree without a base.
  private func mergedMode(_ sides: [Conflict.Side], _ base: Conflict.Side?) -> Bool? {
    let modes = Set(sides.map(\.isExecutable))
    guard modes.count > 1 else { return modes.first }
    return base.map { !$0.isExecutable }
  }
}

/// What came of a merge.
public enum MergeAttempt: Sendable, Hashable {
  /// Everything was merged.
  case clean(Resolution)
  /// Some regions are claimed by both sides; `merging` is the id of the side that did not fit.
  case conflicts(Merged, merging: String)
  /// Not a case for merging.
  case refused(Reason)

  /// Why there was nothing that could be merged.
  public enum Reason: Sendable, Hashable {
    /// Fewer than two sides.
    case nothingToMerge
    /// A side deleted the document, another changed it.
    case deletedOnOneSide
    /// Links or packages, which are only kept whole.
    case notFiles
    /// One side may be run and the other not, and there is no base to tell which changed.
    case modes
    /// Not text: a NUL byte is among the bytes.
    case binary
  }
}

extension Conflict.Side {
  fileprivate var isFile: Bool {
    if case .file = kind { return true }
    return false
  }

  fileprivate var isExecutable: Bool { kind == .file(isExecutable: true) }
}
