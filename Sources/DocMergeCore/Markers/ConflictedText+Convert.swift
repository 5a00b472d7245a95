extension ConflictedText {
  /// The text with its conflicts in another style; a conflict that the style cannot show stays as it is.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes, and for styles with changes that of
  ///   ``diffLines(base:other:options:)``.
  public func converted(to style: MarkerStyle) -> ConflictedText {
    let count = conflicts.count
    var number = 0
    return settled { conflict -> [UInt8]? in
      number += 1
      guard conflict.style != style else { return nil }
      let place = MarkedConflict.Place(
        number: number, count: count, isAtEnd: isAtEnd(conflict))
      return conflict.written(as: style, at: place)
    }
  }

  private func isAtEnd(_ conflict: MarkedConflict) -> Bool {
    guard case .conflict(let last) = pieces.last else { return false }
    return last.source.startIndex == conflict.source.startIndex
  }
}
