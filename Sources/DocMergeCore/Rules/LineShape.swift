/// The shape of the start of a line: its indentation and its first character.
///
/// Neighbours of one shape are items of one list, rows of one table, members of one object.
struct LineShape: Hashable {
  /// The blanks and tabs before the text.
  private let indentation: ArraySlice<UInt8>
  /// The mark that the text starts with, such as a bullet or a quote; `nil` for a letter or digit.
  private let mark: UInt8?

  init(_ line: ArraySlice<UInt8>) {
    let text = line.drop { $0 == .blank || $0 == UInt8(ascii: "\t") }
    indentation = line[line.startIndex..<text.startIndex]
    mark = text.first.flatMap { Self.isMark($0) ? $0 : nil }
  }

  /// Whether a line of this shape is indented less than one of the other.
  func isShallower(than other: LineShape) -> Bool { indentation.count < other.indentation.count }

  /// Whether the line starts with a bullet.
  var isBullet: Bool { mark.map { "-*+".utf8.contains($0) } ?? false }

  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      false
    default: true
    }
  }
}

/// The place of an addition in a run of lines of one shape.
enum ListPlace: Equatable {
  /// There are lines of the same shape before and after it.
  case within
  /// There are lines of the same shape before it only.
  case atEnd(isBulleted: Bool)
  /// There are lines of the same shape after it only.
  case atStart(isBulleted: Bool)
  /// It starts something of another shape, or a blank line separates it.
  case outside

  /// How many lines around the place are examined.
  private static let horizon = 8

  init(of claim: ConflictLines, in surroundings: InputTexts) {
    guard let ours = claim.ours.lines.first, let theirs = claim.theirs.lines.first,
      ours.holdsText, theirs.holdsText, LineShape(ours) == LineShape(theirs)
    else {
      self = .outside
      return
    }
    let shape = LineShape(ours)
    let before = surroundings.baseLines(before: claim, count: Self.horizon)
      .last(where: \.holdsText).map(LineShape.init)
    let after = surroundings.baseLines(after: claim, count: Self.horizon)
      .first(where: \.holdsText).map(LineShape.init)
    switch (before == shape, after == shape) {
    case (true, true): self = .within
    case (true, false): self = .atEnd(isBulleted: shape.isBullet)
    case (false, true): self = .atStart(isBulleted: shape.isBullet)
    case (false, false): self = .outside
    }
  }
}
