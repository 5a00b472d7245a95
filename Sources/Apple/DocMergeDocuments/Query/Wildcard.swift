/// A pattern for names: `*` matches any characters, `?` one, `\` makes the next one literal.
public struct Wildcard: Sendable, Hashable {
  private enum Piece: Sendable, Hashable {
    case any, one
    case character(Character)
  }

  private let pieces: [Piece]
  private let ignoresCase: Bool

  /// Makes a pattern.
  ///
  /// - Parameters:
  ///   - pattern: such as `*.txt`.
  ///   - ignoresCase: whether `A` and `a` count as the same.
  public init(_ pattern: String, ignoresCase: Bool = false) {
    var pieces: [Piece] = []
    var isEscaped = false
    for character in ignoresCase ? pattern.lowercased() : pattern {
      if isEscaped {
        pieces.append(.character(character))
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        pieces.append(character == "*" ? .any : character == "?" ? .one : .character(character))
      }
    }
    self.pieces = pieces
    self.ignoresCase = ignoresCase
  }

  /// Whether the whole text matches; takes at most its length times that of the pattern.
  public func matches(_ text: String) -> Bool {
    let characters = Array(ignoresCase ? text.lowercased() : text)
    var (place, piece) = (0, 0)
    // The position of the last star, and how much of the text it matches so far.
    var star: (piece: Int, place: Int)?
    while place < characters.count {
      if piece < pieces.count, pieces[piece] == .any {
        star = (piece, place)
        piece += 1
      } else if piece < pieces.count, fits(pieces[piece], characters[place]) {
        (place, piece) = (place + 1, piece + 1)
      } else if let last = star {
        star = (last.piece, last.place + 1)
        (place, piece) = (last.place + 1, last.piece + 1)
      } else {
        return false
      }
    }
    return pieces[piece...].allSatisfy { $0 == .any }
  }

  private func fits(_ piece: Piece, _ character: Character) -> Bool {
    piece == .one || piece == .character(character)
  }
}
