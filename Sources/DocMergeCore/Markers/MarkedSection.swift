/// A stretch of a text with markers.
public enum MarkedSection: Sendable, Hashable {
  /// Bytes outside of any conflict.
  case text(ArraySlice<UInt8>)
  /// A conflict, and the labels of its markers.
  case conflict(Region.Conflict, ConflictLabels)
}

extension Merged {
  /// The regions as sections, all conflicts with the same labels and without suggestions.
  public func sections(labels: ConflictLabels) -> [MarkedSection] {
    regions.map { region in
      switch region {
      case .agreed(let agreed): return .text(agreed.bytes)
      case .conflict(var conflict):
        conflict.suggestion = nil
        return .conflict(conflict, labels)
      }
    }
  }
}
