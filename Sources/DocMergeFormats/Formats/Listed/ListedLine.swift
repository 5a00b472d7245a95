import DocMergeLanguage

/// A line of a file that lists patterns or people, split into its parts.
struct ListedLine {
  /// The key of the line.
  let key: Node.Key
  /// The pattern, as it is written; that of a person is the address of the commits.
  let pattern: Range<Int>
  /// Whether the line reverses the effect of lines before it.
  let isNegated: Bool
  /// The words that apply to matching paths.
  let values: [ArraySlice<UInt8>]

  /// Splits a line that is not a comment and not blank.
  ///
  /// - Throws: ``FormatRefusal`` for a line of people without an address.
  init(
    _ line: Range<Int>, in text: [UInt8], _ dialect: ListedLineFormat.Dialect
  ) throws(FormatRefusal) {
    switch dialect {
    case .ignored, .dockerIgnored:
      isNegated = text[line.lowerBound] == 0x21
      pattern = isNegated ? line.dropFirst() : line
      let path = dialect == .dockerIgnored ? Self.cleaned(text[pattern]) : Array(text[pattern])
      (key, values) = (Node.Key(meaning: (isNegated ? [0x21] : []) + path, at: line), [])
    case .owners, .attributes:
      isNegated = false
      pattern = Self.firstWord(of: line, in: text)
      key = Node.Key(pattern, in: text)
      let rest = text[pattern.upperBound..<line.upperBound]
      values = rest.split(whereSeparator: \.isBlankOrTab).prefixOfWords(dialect)
    case .people:
      isNegated = false
      let person = try Self.person(line, in: text)
      (key, pattern, values) = (person.key, person.address, [])
    }
  }

  /// A path as Docker reads it: `./a//b/` is `a/b`.
  private static func cleaned(_ path: ArraySlice<UInt8>) -> [UInt8] {
    let parts = path.drop(while: \.isBlankOrTab).split(separator: 0x2F)
    let named = parts.filter { !$0.elementsEqual(".".utf8) }
    return named.isEmpty ? Array(path) : Array(named.joined(separator: [0x2F]))
  }

  /// The pattern: up to a blank that is not after a backslash or within quotation marks.
  private static func firstWord(of line: Range<Int>, in text: [UInt8]) -> Range<Int> {
    let isQuoted = text[line.lowerBound] == 0x22
    var place = line.lowerBound + (isQuoted ? 1 : 0)
    while place < line.upperBound {
      if text[place] == 0x5C {
        place += 1
      } else if isQuoted ? text[place] == 0x22 : text[place].isBlankOrTab {
        break
      }
      place += 1
    }
    return line.lowerBound..<min(line.upperBound, isQuoted ? place + 1 : place)
  }

  /// The last address of a line, and the name before it if there is another address before that.
  private static func person(
    _ line: Range<Int>, in text: [UInt8]
  ) throws(FormatRefusal) -> (key: Node.Key, address: Range<Int>) {
    let words = text[line]
    guard let first = words.firstIndex(of: 0x3C),
      let firstEnd = words[first...].firstIndex(of: 0x3E)
    else { throw FormatRefusal(at: line.lowerBound, tr("an address was expected")) }
    let behind = words[(firstEnd + 1)...]
    guard let second = behind.firstIndex(of: 0x3C),
      let secondEnd = words[second...].firstIndex(of: 0x3E)
    else {
      let address = first + 1..<firstEnd
      return (Node.Key(meaning: text[address].map(\.lowercased), at: address), address)
    }
    let name = Array(
      behind[..<second].split(whereSeparator: \.isWhite).joined(separator: [0x20]))
    let address = second + 1..<secondEnd
    let meaning = text[address].map(\.lowercased) + [0] + name.map(\.lowercased)
    return (Node.Key(meaning: name.isEmpty ? meaning.dropLast() : meaning, at: address), address)
  }
}

extension [ArraySlice<UInt8>] {
  /// The words up to a comment, which lines of owners can end with.
  fileprivate func prefixOfWords(_ dialect: ListedLineFormat.Dialect) -> [ArraySlice<UInt8>] {
    dialect == .owners ? Array(prefix { $0.first != 0x23 }) : self
  }
}
