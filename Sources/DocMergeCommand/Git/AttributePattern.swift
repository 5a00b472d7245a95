/// A pattern of an attributes file, which matches paths.
///
///     AttributePattern("docs/*.md").overlaps(AttributePattern("*.md"))  // true: docs/a.md
struct AttributePattern {
  /// A piece that matches one character, or any number of them.
  fileprivate enum Piece {
    case character(Character)
    /// `?`, and sets such as `[a-z]`.
    case one(String)
    /// `*`: all characters except slashes.
    case name
    /// `**`: slashes, too.
    case path
  }

  private let pieces: [Piece]

  /// Reads a pattern from the file in a folder, such as `docs`; empty is the top.
  init(_ pattern: String, in folder: String = "") {
    var pattern = pattern[...]
    let isAnchored = pattern.dropLast().contains("/")
    if pattern.first == "/" { pattern = pattern.dropFirst() }
    let start = folder.isEmpty ? "" : folder + "/"
    pieces =
      start.map(Piece.character) + (isAnchored ? [] : [.path, .character("/")])
      + Self.pieces(of: pattern)
  }

  private static func pieces(of pattern: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var rest = pattern
    while let character = rest.popFirst() {
      switch character {
      case "\\": pieces.append(.character(rest.popFirst() ?? "\\"))
      case "?": pieces.append(.one("?"))
      case "*":
        let more = rest.prefix { $0 == "*" }
        rest = rest.dropFirst(more.count)
        pieces.append(more.isEmpty ? .name : .path)
      case "[":
        // The first character may be a bracket that does not close the set.
        guard let end = rest.dropFirst(rest.first == "!" ? 2 : 1).firstIndex(of: "]") else {
          pieces.append(.character("["))
          continue
        }
        pieces.append(.one("[" + rest[...end]))
        rest = rest[rest.index(after: end)...]
      default: pieces.append(.character(character))
      }
    }
    return pieces
  }

  /// Whether some path matches both.
  func overlaps(_ other: AttributePattern) -> Bool {
    var known: [[Bool?]] = Array(
      repeating: Array(repeating: nil, count: other.pieces.count + 1), count: pieces.count + 1)
    func meets(_ own: Int, _ others: Int) -> Bool {
      if let answer = known[own][others] { return answer }
      let answer = meetsAnew(own, others)
      known[own][others] = answer
      return answer
    }
    func meetsAnew(_ own: Int, _ others: Int) -> Bool {
      let (first, second) = (pieces[own...].first, other.pieces[others...].first)
      if first == nil, second == nil { return true }
      // Any number of characters may be zero; so may `**/`, with its slash.
      if let first, first.isLong, meets(own + 1, others) || skips(own, others) { return true }
      if let second, second.isLong, meets(own, others + 1) || skipsOther(own, others) {
        return true
      }
      guard let first, let second else { return false }
      if first.isLong { return !second.isLong && first.takes(second) && meets(own, others + 1) }
      if second.isLong { return second.takes(first) && meets(own + 1, others) }
      return first.takes(second) && meets(own + 1, others + 1)
    }
    func skips(_ own: Int, _ others: Int) -> Bool {
      isFolders(pieces, own) && meets(own + 2, others)
    }
    func skipsOther(_ own: Int, _ others: Int) -> Bool {
      isFolders(other.pieces, others) && meets(own, others + 2)
    }
    return meets(0, 0)
  }

  /// Whether `**/` is there.
  private func isFolders(_ pieces: [Piece], _ index: Int) -> Bool {
    guard pieces.count > index + 1, case .path = pieces[index],
      case .character("/") = pieces[index + 1]
    else { return false }
    return true
  }
}

extension AttributePattern.Piece {
  fileprivate var isLong: Bool {
    switch self {
    case .name, .path: true
    case .character, .one: false
    }
  }

  /// Whether this piece can match a character, or a character of another set.
  fileprivate func takes(_ other: Self) -> Bool {
    switch (self, other) {
    case (.path, _): true
    case (.name, .character(let character)): character != "/"
    case (.name, _): true
    case (.character(let one), .character(let other)): one == other
    case (.one(let set), .character(let character)), (.character(let character), .one(let set)):
      character != "/" && Glob.matches(String(character).utf8, set.utf8, crossesFolders: true)
    default: true
    }
  }
}
