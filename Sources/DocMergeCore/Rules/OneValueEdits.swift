extension WordMerge {
  /// Whether each side changed another part of one value that is written without blanks, such as an address or a tag,
  /// or of two values that belong together: two numbers of one phrase, or a letter and its number.
  ///
  ///     node:18-alpine    2 tablets of 50 mg    room B 214
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the base.
  var splitsOneValue: Bool {
    let edits = merge.pieces.filter { $0.kind == .ours || $0.kind == .theirs }.map(edit)
    return zip(edits, edits.dropFirst()).contains { one, other in
      guard one.side != other.side, one.place.upperBound <= other.place.lowerBound else {
        return false
      }
      let gap = base.bytes[one.place.upperBound..<other.place.lowerBound]
      // Scripts without blanks between words are not ASCII.
      if gap.allSatisfy({ $0 < 0x80 && !$0.separatesValues }) { return one.isPart && other.isPart }
      return one.isNumber && other.isNumber && gap.isWithinPhrase
        || (one.isNumber && other.isLetter || one.isLetter && other.isNumber)
          && gap.allSatisfy { $0.isWhitespace && $0 != .newline }
    }
  }

  /// An edit of one side.
  private struct Edit {
    let side: ChunkKind
    /// Its place in the base, in bytes.
    let place: Range<Int>
    /// Whether it replaces a number by a number.
    let isNumber: Bool
    /// Whether it replaces a single letter by a letter.
    let isLetter: Bool
    /// Whether it changes a part of a value, without what separates the value from others.
    let isPart: Bool
  }

  private func edit(_ piece: SequenceMerge.Piece) -> Edit {
    let place = base.offsets(of: piece.base)
    let old = base.bytes[place]
    let new =
      piece.kind == .ours
      ? ours.bytes[ours.offsets(of: piece.ours)] : theirs.bytes[theirs.offsets(of: piece.theirs)]
    return Edit(
      side: piece.kind, place: place,
      isNumber: old.isNumberWord && new.isNumberWord,
      isLetter: old.isSingleLetter && new.isSingleLetter,
      isPart: !(old + new).contains(where: \.separatesValues))
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is digits only.
  fileprivate var isNumberWord: Bool { !isEmpty && allSatisfy(\.isDigit) }

  /// Whether it is one letter of ASCII.
  fileprivate var isSingleLetter: Bool { count == 1 && allSatisfy { !$0.isDigit && $0.isWordByte } }

  /// Whether it is a word and a preposition, or only this: ` tablets of `.
  fileprivate var isWithinPhrase: Bool {
    let words = split(whereSeparator: \.isWhitespace).map { String(decoding: $0, as: UTF8.self) }
    return words.count <= 2 && !contains(.newline)
      && ["of", "at", "per", "à", "de", "zu", "von", "mit"].contains(words.last)
  }
}

extension UInt8 {
  /// Whether it stands between two values: blanks, marks of lists, quotation marks and brackets.
  fileprivate var separatesValues: Bool {
    isWhitespace || ",;|\"'`()[]{}<>=&\\$".utf8.contains(self)
  }
}
