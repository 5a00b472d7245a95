import DocMergeCore

/// The mark or the number that a line starts with if it is an item of a list, in any notation.
struct ListMark {
  /// `-`, `*`, `+`, or the mark behind a number, `.` or `)`.
  let mark: UInt8
  /// The digits of the number; none for an item that has a mark.
  let digits: ArraySlice<UInt8>
  /// The line behind the mark.
  let rest: ArraySlice<UInt8>

  /// The most digits of an item: a longer number is a year, or a value at the start of a sentence.
  private static let mostDigits = 3

  /// Reads a line without the blanks at its start; `nil` where it starts differently.
  init?(_ line: ArraySlice<UInt8>) {
    guard let first = line.first else { return nil }
    let isBullet = "-*+".utf8.contains(first)
    digits = line.prefix(while: \.isDecimalDigit)
    let marked = line[digits.endIndex...]
    guard let mark = marked.first, isBullet || !digits.isEmpty && ".)".utf8.contains(mark) else {
      return nil
    }
    (self.mark, rest) = (mark, marked.dropFirst())
  }

  /// Whether a number precedes the mark.
  var hasNumber: Bool { !digits.isEmpty }

  /// Whether it has no number, or one that is short enough for an item.
  var isShort: Bool { digits.count <= Self.mostDigits }

  /// Whether a blank follows, without which a mark may be a sign or a hyphen.
  var isBeforeBlank: Bool { rest.first == 0x20 }
}
