/// A pattern of paths in the syntax of git and of programs that follow it.
///
///     *.log        any path whose last part ends so
///     /docs/       `docs` at the top
///     a/**/b       `b` anywhere in `a`
struct PathPattern {
  /// The parts between slashes, in lower case; `**` stands for any number of parts.
  private let parts: [[UInt8]]

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - pattern: The pattern, without a mark that negates it.
  ///   - isRooted: Whether a pattern without a slash only matches paths at the top.
  ///   - holdsContents: Whether it also matches the contents of matching folders; names with a dot are those of
  ///     files.
  init(_ pattern: ArraySlice<UInt8>, isRooted: Bool, holdsContents: Bool) {
    let bytes = pattern.filter { $0 != 0x22 }.map(\.lowercased)
    let hasSlash = bytes.dropLast().contains(0x2F)
    var parts = bytes.split(separator: 0x2F).map(Array.init)
    if isRooted { parts.removeAll { $0 == [0x2E] } }
    if !hasSlash, !isRooted { parts.insert(Self.anyParts, at: 0) }
    let isOfFolders = bytes.last == 0x2F || parts.last?.contains(0x2E) != true
    if holdsContents, isOfFolders { parts.append(Self.anyParts) }
    self.parts = parts
  }

  private static let anyParts: [UInt8] = [0x2A, 0x2A]

  /// Whether some path may match both patterns; when in doubt, it may.
  ///
  /// - Complexity: O(*n* · *m*), *n* and *m* being the lengths of the patterns.
  func mayMeet(_ other: PathPattern) -> Bool {
    guard Self.mayBeAlike(parts.first, other.parts.first),
      Self.mayBeAlike(parts.last, other.parts.last)
    else { return false }
    return Self.meet(parts[...], other.parts[...], isWild: { $0 == Self.anyParts }) { one, other in
      // A class of characters, or an escaped character, may be any character.
      Self.meet(Self.characters(one), Self.characters(other), isWild: { $0 == 0x2A }) {
        $0 == $1 || $0 == 0x3F || $1 == 0x3F
      }
    }
  }

  /// Whether two parts are one word, or one of them stands for more than one.
  private static func mayBeAlike(_ one: [UInt8]?, _ other: [UInt8]?) -> Bool {
    one == other || [one, other].contains { $0?.contains { "*?[\\".utf8.contains($0) } ?? true }
  }

  /// Whether the pattern may match a folder in the path of the other one, so that git never looks into it.
  func mayHold(_ other: PathPattern) -> Bool {
    other.parts.indices.dropFirst().contains { end in
      let folders = other.parts[..<end]
      // Folders that match `**` have no names yet.
      guard folders.last != Self.anyParts else { return false }
      return mayMeet(PathPattern(parts: Array(folders)))
    }
  }

  private init(parts: [[UInt8]]) { self.parts = parts }

  /// Whether the pattern matches all that the other one does, as far as that is easy to see.
  func covers(_ other: PathPattern) -> Bool {
    Self.covers(parts[...], other.parts[...], isWild: { $0 == Self.anyParts }) { one, other in
      Self.covers(Self.characters(one), Self.characters(other), isWild: { $0 == 0x2A }) {
        $0 == $1 || $0 == 0x3F
      }
    }
  }

  /// The bytes of a part, with `?` for a class of characters.
  private static func characters(_ part: [UInt8]) -> ArraySlice<UInt8> {
    var bytes: [UInt8] = []
    var rest = part[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 0x5B where rest.dropFirst().contains(0x5D):
        rest = rest[(rest.dropFirst().firstIndex(of: 0x5D) ?? rest.startIndex)...].dropFirst()
        bytes.append(0x3F)
      case 0x5C: bytes.append(rest.popFirst() ?? byte)
      case 0x2A where bytes.last == 0x2A: break
      default: bytes.append(byte)
      }
    }
    return bytes[...]
  }

  /// Whether two sequences of elements, some of which stand for any number of others, can be equal.
  private static func meet<Element>(
    _ one: ArraySlice<Element>, _ other: ArraySlice<Element>, isWild: (Element) -> Bool,
    _ areAlike: (Element, Element) -> Bool
  ) -> Bool {
    let (one, other) = (Array(one), Array(other))
    var row = Array(repeating: false, count: other.count + 1)
    for index in (0...one.count).reversed() {
      let below = row
      for place in (0...other.count).reversed() {
        let (first, second) = (
          index < one.count ? one[index] : nil, place < other.count ? other[place] : nil
        )
        var isMet = index == one.count && place == other.count
        if let first, isWild(first) {
          isMet = below[place] || second != nil && row[place + 1]
        }
        if !isMet, let second, isWild(second) {
          isMet = row[place + 1] || first != nil && below[place]
        }
        if !isMet, let first, let second, !isWild(first), !isWild(second), areAlike(first, second) {
          isMet = below[place + 1]
        }
        row[place] = isMet
      }
    }
    return row[0]
  }

  /// Whether the first sequence covers the second one, whose own wild elements count as ordinary elements.
  private static func covers<Element>(
    _ one: ArraySlice<Element>, _ other: ArraySlice<Element>, isWild: (Element) -> Bool,
    _ covers: (Element, Element) -> Bool
  ) -> Bool {
    let (one, other) = (Array(one), Array(other))
    var row = Array(repeating: false, count: other.count + 1)
    for index in (0...one.count).reversed() {
      let below = row
      for place in (0...other.count).reversed() {
        guard index < one.count else {
          row[place] = place == other.count
          continue
        }
        if isWild(one[index]) {
          row[place] = below[place] || place < other.count && row[place + 1]
        } else {
          row[place] =
            place < other.count && !isWild(other[place]) && covers(one[index], other[place])
            && below[place + 1]
        }
      }
    }
    return row[0]
  }
}
