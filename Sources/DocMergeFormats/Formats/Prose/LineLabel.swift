/// The label that a line of prose begins with, before a colon and a value: `Room: 12`, `- **Date:** today`.
struct LineLabel {
  /// The words of the label.
  let range: Range<Int>
  /// Whether the line is an item of a list.
  let isListed: Bool

  /// The most bytes and words of a label; a longer one is the start of a sentence.
  private static let limits = (bytes: 40, words: 4)

  /// Finds the label of a line; `nil` where it has none, or no value.
  init?(_ line: ArraySlice<UInt8>) {
    var rest = line.drop(while: \.isBlankOrTab)
    isListed =
      rest.first.map { "-*+".utf8.contains($0) } ?? false
      && rest.dropFirst().first.map(\.isBlankOrTab) ?? false
    if isListed { rest = rest.dropFirst().drop(while: \.isBlankOrTab) }
    rest = rest.drop { "*_".utf8.contains($0) }
    guard let colon = rest.prefix(Self.limits.bytes + 1).firstIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    let label = rest[..<colon].reversed().drop { "*_ ".utf8.contains($0) }.reversed()
    let words = rest[..<colon].split { $0.isBlankOrTab }
    let value = rest[(colon + 1)...].drop { "*_:".utf8.contains($0) }
    let isName = rest.first.map { $0 >= 0x80 || (0x41...0x5A).contains($0 & 0xDF) } ?? false
    guard isName, !label.isEmpty, (1...Self.limits.words).contains(words.count),
      !rest[..<colon].contains(where: { ".,;!?|\"`<>{}=\\[]".utf8.contains($0) }),
      value.first.map(\.isBlankOrTab) ?? false, value.contains(where: { !$0.isWhite })
    else { return nil }
    range = rest.startIndex..<(rest.startIndex + label.count)
  }
}
