/// What a row or a column of a sheet is known by in all versions of a workbook.
///
///     LineName(version: .base, index: 3)  // the fourth row of the base, wherever it stands now
///     LineName(version: .ours, index: 3)  // the fourth row of ours, which the base does not have
struct LineName: Hashable, Sendable {
  var version: Side
  /// The place in that version, from 0.
  var index: Int

  init(_ version: Side, _ index: Int) {
    (self.version, self.index) = (version, index)
  }

  /// The sign behind a number or a letter that says which version counts.
  var sign: String {
    switch version {
    case .base: ""
    case .ours: "′"
    case .theirs: "″"
    }
  }
}

/// The letters of a column: `A` is 0, `AA` is 26.
enum ColumnLetters {
  /// The last column of the largest sheets.
  static let limit = 16_384

  static func letters(of column: Int) -> String {
    var (rest, letters) = (column, "")
    repeat {
      letters = String(UnicodeScalar(UInt8(65 + rest % 26))) + letters
      rest = rest / 26 - 1
    } while rest >= 0
    return letters
  }

  /// The column of some letters; `nil` where no sheet has one of that name.
  static func column(of letters: some StringProtocol) -> Int? {
    var column = 0
    for byte in letters.utf8 {
      guard (65...90).contains(byte), column < limit else { return nil }
      column = column * 26 + Int(byte) - 64
    }
    return column > 0 && column <= limit ? column - 1 : nil
  }
}
