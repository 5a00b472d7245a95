/// A pattern for one name, as in shells: `*.md`, `[a-c]?`, `\\*`.
package struct NamePattern: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case letter(Unicode.Scalar)
    case any
    case run
    case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)
  }

  /// Whether it is `**`, which matches any number of folders.
  package let isAnyFolders: Bool
  private let parts: [Part]

  /// Parses a pattern; an unclosed bracket stands for itself.
  package init(_ text: [Unicode.Scalar]) {
    isAnyFolders = text == ["*", "*"]
    var parts: [Part] = []
    var rest = text[...]
    while let letter = rest.popFirst() {
      switch letter {
      case "?": parts.append(.any)
      case "*": if parts.last != .run { parts.append(.run) }
      case "\\": parts.append(.letter(rest.popFirst() ?? letter))
      case "[": parts.append(Self.set(&rest) ?? .letter(letter))
      default: parts.append(.letter(letter))
      }
    }
    self.parts = parts
  }

  /// Parses the part behind an opening bracket, up to the closing one; without that `nil`, and nothing is consumed.
  private static func set(_ text: inout ArraySlice<Unicode.Scalar>) -> Part? {
    var rest = text
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest.removeFirst() }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    // A closing bracket in the first place is a letter.
    while let letter = rest.popFirst(), letter != "]" || ranges.isEmpty {
      if rest.first == "-", let end = rest.dropFirst().first, end != "]", letter <= end {
        rest.removeFirst(2)
        ranges.append(letter...end)
      } else {
        ranges.append(letter...letter)
      }
      guard !rest.isEmpty else { return nil }
    }
    guard !ranges.isEmpty else { return nil }
    text = rest
    return .oneOf(ranges, isNegated: isNegated)
  }

  /// Whether a whole name matches.
  ///
  /// - Complexity: O(*n* · *m*), *n* and *m* being the lengths of the name and the pattern.
  package func fits(_ name: [Unicode.Scalar]) -> Bool {
    // Where to continue when a later part does not match: the last run can be longer.
    var (place, part, retry) = (0, 0, (place: 0, part: -1))
    while place < name.count {
      if part < parts.count, parts[part] == .run {
        retry = (place, part)
        part += 1
      } else if part < parts.count, Self.fits(name[place], parts[part]) {
        (place, part) = (place + 1, part + 1)
      } else if retry.part >= 0 {
        retry.place += 1
        (place, part) = (retry.place, retry.part + 1)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .run }
  }

  private static func fits(_ letter: Unicode.Scalar, _ part: Part) -> Bool {
    switch part {
    case .letter(let other): letter == other
    case .any: true
    case .run: false
    case .oneOf(let ranges, let isNegated): ranges.contains { $0.contains(letter) } != isNegated
    }
  }
}
