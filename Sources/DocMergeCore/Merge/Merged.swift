/// The result of a merge: regions in the order of the text.
public struct Merged: Sendable, Hashable {
  /// The output from its start to its end; regions without bytes are left out.
  public var regions: [Region]

  /// The style that the conflicts were cut for.
  public var style: ConflictStyle

  /// The encoding and byte-order mark of the result; `nil` if all texts had only `\n` and UTF-8.
  public var layers: MergedLayers?

  /// How the lines were compared; `nil` when the regions are from elsewhere.
  public var profile: MergeProfile?

  /// Why the texts were not merged but left in one conflict, if so.
  public var obstacle: MergeObstacle?

  /// Makes a result, such as one whose conflicts a person has settled.
  public init(regions: [Region], style: ConflictStyle) {
    self.regions = regions
    self.style = style
  }

  /// Whether nothing is left to decide.
  ///
  /// In a merge by ``mergeText(base:ours:theirs:options:)`` nothing is lost then either: a rule whose
  /// result does not account for every change is not applied. For other merges,
  /// ``audit(of:base:ours:theirs:comparison:)`` tells what they lost.
  public var isClean: Bool {
    !regions.contains { region in
      if case .conflict = region { return true }
      return false
    }
  }

  /// The merged text, or `nil` while there are conflicts.
  public var clean: [UInt8]? {
    var count = 0
    for region in regions {
      guard case .agreed(let agreed) = region else { return nil }
      count += agreed.bytes.count
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for case .agreed(let agreed) in regions { bytes += agreed.bytes }
    return bytes
  }

  /// The conflicts that are left to decide.
  public var conflicts: [Region.Conflict] {
    regions.compactMap { region in
      guard case .conflict(let conflict) = region else { return nil }
      return conflict
    }
  }
}
