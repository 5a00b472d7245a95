/// Whether the sides of conflicts can follow each other without losing what closes them.
///
/// A closing line that both sides share may be outside of the markers, once:
///
///     <<<<<<< ours
///     if a {
///     =======
///     if b {
///     >>>>>>> theirs
///     }
///
/// Texts whose sides do not close what they open are not judged.
public struct UnionNesting: Sendable {
  private let isKnown: Bool

  /// Examines the sides of all conflicts of a text.
  public init(_ text: ConflictedText) {
    isKnown = [false, true].allSatisfy { isLast in
      let side = text.settled { conflict in
        (isLast ? conflict.sides.last : conflict.sides.first)?.bytes
      }
      return Nesting(side.bytes).isClosed
    }
  }

  /// Whether a conflict can be replaced by all of its sides, with these lines between them.
  public func allows(_ conflict: MarkedConflict, between: ArraySlice<UInt8> = []) -> Bool {
    guard isKnown else { return true }
    return conflict.sides.allSatisfy {
      Nesting(conflict.union(between: between)) == Nesting($0.bytes)
    }
  }
}

extension MarkedConflict {
  /// All sides in sequence, with the lines that follow each of them between them.
  ///
  /// Equal sides are included once.
  public func union(between lines: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for (index, side) in sides.enumerated()
    where !sides[..<index].contains(where: { $0.bytes == side.bytes }) {
      if index > 0 { result += lines }
      if let last = result.last, last != .newline, !side.bytes.isEmpty {
        result += lineEnding.bytes
      }
      result += side.bytes
    }
    return result
  }
}
