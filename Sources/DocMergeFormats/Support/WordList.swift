/// Some words as one text, with a blank or the end of a line between them.
///
///     let endings: WordList = "json geojson"
///     endings.contains("json")  // true
///
/// It is part of the program and needs no work at its start, where sets and dictionaries are made anew.
struct WordList: ExpressibleByStringLiteral, Sendable {
  private let text: StaticString

  init(stringLiteral text: StaticString) { self.text = text }

  /// The words, in their order.
  var words: [String] { "\(text)".split(whereSeparator: \.isWhitespace).map(String.init) }

  /// Whether a word is one of them.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all words.
  func contains(_ word: String) -> Bool {
    var word = word
    return word.withUTF8(contains)
  }

  private func contains(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    var start = 0
    while start < text.count {
      var end = start
      var isSame = true
      while end < text.count, text[end] != 0x20, text[end] != 0x0A {
        isSame = isSame && end - start < word.count && text[end] == word[end - start]
        end += 1
      }
      if isSame, end - start == word.count, end > start { return true }
      start = end + 1
    }
    return false
  }
}
