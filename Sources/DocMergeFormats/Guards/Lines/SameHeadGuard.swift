import DocMergeCore
import DocMergeLanguage

/// Finds a section that each side put in with contents of its own, at different places.
///
///     ours    [*.py]             theirs  [*.py]             fault  [*.py]
///             indent_size = 4            indent_size = 8           indent_size = 4
///                                                                  …
///                                                                  [*.py]
///                                                                  indent_size = 8
///
/// A section begins at the left margin with a name in brackets, with a name before `{`, or, in a plain text, with a line
/// of capital letters between blank lines. Formats in which a section may be continued accept both, but the contents
/// were meant as alternatives.
struct SameHeadGuard: Sendable {
  private let isProse: Bool
  private var heads: Set<ArraySlice<UInt8>> = []

  /// Sections that a file has once for each thing that they are about.
  private static let repeated: WordList =
    """
    peer wireguardpeer route address routingpolicyrule nexthop neighbor server events http match \
    include interface dhcpserverstaticlease bridgefdb bridgemdb bridgevlan ipv6prefix ipv6routeprefix \
    ipv6addresslabel l2tpsession macsecreceivechannel macsectransmitassociation macsecreceiveassociation \
    upstream location
    """

  /// Prepares for the base, ours and theirs.
  init(_ inputs: [[UInt8]], _ added: AddedLines, isProse: Bool) {
    self.isProse = isProse
    let found = added.sides.map { lines in Set(lines.compactMap { Self.name(of: $0, isProse) }) }
    let common = found[0].intersection(found[1])
    guard !common.isEmpty else { return }
    let base = Set(Lines(inputs[0]).lazy.compactMap { Self.name(of: $0, isProse) })
    heads = common.subtracting(base)
  }

  /// The heads that stand twice.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where the sides added no head in common.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !heads.isEmpty else { return [] }
    var places: [ArraySlice<UInt8>: [Range<Int>]] = [:]
    for line in Lines(result).places {
      guard let name = Self.name(of: result[line], isProse), heads.contains(name) else { continue }
      if isProse, !Self.isBetweenBlankLines(line, in: result) { continue }
      places[name, default: []].append(line)
    }
    return places.filter { $0.value.count > 1 }
      .map { name, places in .doubled(name.excerpt, at: places) }
      .sorted { $0.stands(before: $1) }
  }

  /// The fewest letters of a heading in capital letters.
  private static let fewestLetters = 4

  /// The name of a section that a line begins; `nil` for other lines, and for sections that a file has often.
  private static func name(of line: ArraySlice<UInt8>, _ isProse: Bool) -> ArraySlice<UInt8>? {
    guard let first = line.first, !first.isWhite else { return nil }
    let text = line.trimmed
    if isProse {
      let letters = text.count(where: \.isLetter)
      return letters >= fewestLetters
        && text.allSatisfy { !(0x61...0x7A).contains($0) && $0 < 0x80 }
        && ListMark(text) == nil && first.isCapital ? text : nil
    }
    var name: ArraySlice<UInt8>
    if first == UInt8(ascii: "["), text.last == UInt8(ascii: "]"), text.dropFirst().first != first {
      name = text.dropFirst().dropLast()
    } else if text.last == UInt8(ascii: "{") {
      name = text.dropLast().trimmed
      // A word alone is a kind of section, which may stand often.
      guard name.contains(where: { $0.isBlankOrTab || "/\"'*.".utf8.contains($0) }) else {
        return nil
      }
    } else {
      return nil
    }
    let word = name.prefix(while: \.isPartOfName)
    return name.isEmpty || repeated.contains(String(decoding: word, as: UTF8.self).lowercased())
      ? nil : name
  }

  /// Whether nothing stands on the lines around a line.
  private static func isBetweenBlankLines(_ line: Range<Int>, in text: [UInt8]) -> Bool {
    let before = text[..<line.lowerBound].dropLast().last.map { $0 == 0x0A } ?? true
    let behind = text[line.upperBound...].first.map { $0 == 0x0A } ?? false
    return before && behind
  }
}
