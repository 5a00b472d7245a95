import DocMergeCore

/// Where each part of a text starts in the texts that were merged.
///
/// A place is known only if the bytes of the part are found there: rules may have rewritten a text, and
/// then nothing is known of its lines.
package struct LinePlaces: Sendable {
  /// The lines on which one part starts, counted from 1; `nil` where that is not known.
  package struct Place: Sendable, Hashable {
    /// The line of the base.
    package var base: Int?
    /// The line of ours.
    package var ours: Int?
    /// The line of theirs.
    package var theirs: Int?

    /// Describes where a part starts.
    package init(base: Int?, ours: Int?, theirs: Int?) {
      self.base = base
      self.ours = ours
      self.theirs = theirs
    }
  }

  /// The places, in the order of the parts.
  package private(set) var places: [Place] = []

  private let base: Lines
  private let ours: Lines
  private let theirs: Lines
  private let toOurs: LineMap
  private let toTheirs: LineMap

  /// Finds the parts of a text.
  ///
  /// - Complexity: That of comparing both sides with the base, by lines.
  package init(of text: TextDecisions) {
    (base, ours, theirs) = (Lines(text.base), Lines(text.ours), Lines(text.theirs))
    toOurs = LineMap(diffLines(base: text.base, other: text.ours))
    toTheirs = LineMap(diffLines(base: text.base, other: text.theirs))
    places = text.parts.map(place)
  }

  private func place(of part: TextDecisions.Part) -> Place {
    switch part {
    case .open(let region): place(of: region.conflict)
    case .agreed(let agreed):
      switch agreed.origin {
      case .base, .both: place(ofShared: agreed.bytes, isChanged: agreed.origin == .both)
      case .ours: Place(base: nil, ours: ours.line(of: agreed.bytes), theirs: nil)
      case .theirs: Place(base: nil, ours: nil, theirs: theirs.line(of: agreed.bytes))
      case .favoured: Place(base: nil, ours: nil, theirs: nil)
      case .decided(_, let conflict): place(of: conflict)
      }
    }
  }

  private func place(of conflict: Region.Conflict) -> Place {
    Place(
      base: conflict.base.flatMap(base.line), ours: ours.line(of: conflict.ours),
      theirs: theirs.line(of: conflict.theirs))
  }

  /// The place of text that both sides have; its indices are those of ours.
  private func place(ofShared bytes: ArraySlice<UInt8>, isChanged: Bool) -> Place {
    guard let line = ours.line(of: bytes) else { return Place(base: nil, ours: nil, theirs: nil) }
    let old = toOurs.base(of: line - 1)
    let other = toTheirs.other(of: old.line).map { $0 + old.distance }
    return Place(
      base: isChanged ? nil : base.line(old.line, says: bytes), ours: line,
      theirs: other.flatMap { theirs.line($0, says: bytes) })
  }
}

/// Which lines of two texts are the same.
private struct LineMap: Sendable {
  let hunks: [Hunk]

  init(_ hunks: [Hunk]) {
    self.hunks = hunks
  }

  /// The line of the base that matches a line of the other text; for a changed one, the line at which the
  /// change starts, and the distance from it.
  func base(of other: Int) -> (line: Int, distance: Int) {
    guard let hunk = hunks.last(where: { $0.other.lowerBound <= other }) else { return (other, 0) }
    guard other >= hunk.other.upperBound else {
      return (hunk.base.lowerBound, other - hunk.other.lowerBound)
    }
    return (hunk.base.upperBound + other - hunk.other.upperBound, 0)
  }

  /// The line of the other text that matches a line of the base; `nil` for one in the middle of a change.
  func other(of base: Int) -> Int? {
    guard let hunk = hunks.last(where: { $0.base.lowerBound <= base }) else { return base }
    if base == hunk.base.lowerBound, !hunk.base.isEmpty { return hunk.other.lowerBound }
    guard base >= hunk.base.upperBound else { return nil }
    return hunk.other.upperBound + base - hunk.base.upperBound
  }
}

extension Lines {
  /// The number of the line on which a slice of the text starts, from 1; `nil` for an empty one, or a slice
  /// of another text.
  fileprivate func line(of slice: ArraySlice<UInt8>) -> Int? {
    guard !slice.isEmpty, slice.endIndex <= bytes.count, bytes[slice.indices] == slice else {
      return nil
    }
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= slice.startIndex { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// The number of a line, from 1, provided that it starts with some bytes; the index is counted from 0.
  fileprivate func line(_ index: Int, says text: ArraySlice<UInt8>) -> Int? {
    guard starts.indices.contains(index), starts[index] + text.count <= bytes.count,
      bytes[starts[index]..<starts[index] + text.count] == text
    else { return nil }
    return index + 1
  }
}
