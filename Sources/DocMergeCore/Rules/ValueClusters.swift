/// Values of several words: dates, telephone numbers, versions, sums of money.
///
///     The meeting is on 15 January 2024 in Oslo, tel. +47 22 33 44 55.
///                       ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾               ‾‾‾‾‾‾‾‾‾‾‾‾‾‾
///
/// Two edits of one value are not edits of different words.
struct ValueClusters {
  /// The number of the value that each token is a part of; `nil` for tokens outside of values.
  private let numbers: [Int?]

  /// Looks for the values of a text.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  init(_ tokens: WordTokens) {
    var numbers: [Int?] = Array(repeating: nil, count: tokens.count)
    var (cluster, last) = (-1, nil as Int?)
    for index in tokens.indices {
      let token = tokens[index]
      if Self.isValue(token) {
        if last == nil { cluster += 1 }
        for place in (last ?? index)...index { numbers[place] = cluster }
        last = index
      } else if !Self.joins(token) {
        last = nil
      }
    }
    self.numbers = numbers
  }

  /// The values that an edit of some tokens touches.
  func touched(by tokens: Range<Int>) -> Set<Int> {
    let near = max(0, tokens.lowerBound - 1)..<min(numbers.count, tokens.upperBound + 1)
    return Set(numbers[near].compactMap(\.self))
  }

  /// Whether a word can be a part of a value: it holds a digit, or names a month.
  private static func isValue(_ token: ArraySlice<UInt8>) -> Bool {
    if token.contains(where: \.isDigit) { return true }
    guard token.count > 2, token.first?.isWordByte == true else { return false }
    return monthNames.contains(String(decoding: token, as: UTF8.self).lowercased())
  }

  /// Whether the token can be between the words of a value.
  private static func joins(_ token: ArraySlice<UInt8>) -> Bool {
    !token.contains { byte in
      byte == .newline || byte.isWordByte && byte < 0x80 || byte == UInt8(ascii: "=")
        || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "|") || byte == UInt8(ascii: "\"")
    }
  }
}
