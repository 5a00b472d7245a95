/// A text with conflicts between markers, and how long its markers are.
public struct MarkedText: Sendable, Hashable {
  /// The text.
  public var bytes: [UInt8]

  /// How often a marker repeats its byte; shorter and longer runs are ordinary text.
  public var markerSize: Int

  /// Makes a text whose markers are `markerSize` bytes long, 7 in git if nobody asks for another.
  public init(bytes: [UInt8], markerSize: Int = 7) {
    self.bytes = bytes
    self.markerSize = markerSize
  }
}

/// A stretch of a text with markers.
public enum MarkedSection: Sendable, Hashable {
  /// Bytes outside of any conflict.
  case text(ArraySlice<UInt8>)
  /// A conflict, and what its markers say.
  case conflict(Region.Conflict, ConflictLabels)
}

extension Merged {
  /// The regions as sections, all conflicts with the same labels.
  public func sections(labels: ConflictLabels) -> [MarkedSection] {
    regions.map { region in
      switch region {
      case .agreed(let agreed): return .text(agreed.bytes)
      case .conflict(let conflict): return .conflict(conflict, labels)
      }
    }
  }
}

/// A marker that is missing or out of place.
public struct MarkerError: Error, Sendable, Hashable {
  /// The line, counted from 1; one more than the text has when the text ended too early.
  public var line: Int

  /// The marker in that line; `nil` when the text ended too early.
  public var found: Marker?

  /// What could have stood there.
  public var expected: [Marker]

  /// Makes an error about `line`.
  public init(line: Int, found: Marker?, expected: [Marker]) {
    self.line = line
    self.found = found
    self.expected = expected
  }
}
