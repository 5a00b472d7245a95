/// The words of a statement: bare ones in lower case, names without their quotation marks.
struct SQLWords {
  struct Word {
    let range: Range<Int>
    let bytes: [UInt8]
    /// Whether it is written without quotation marks, so that it may be a keyword.
    let isBare: Bool
  }

  private(set) var words: [Word] = []
  /// The index of the next word.
  var place = 0

  /// Reads at most this many words.
  init(_ text: [UInt8], _ range: Range<Int>, escapes: Bool, limit: Int = 48) {
    var cursor = ByteCursor(text, at: range.lowerBound)
    while cursor.offset < range.upperBound, words.count < limit {
      let start = cursor.offset
      guard let byte = cursor.next else { break }
      if byte.isWhite {
        cursor.offset += 1
      } else if cursor.skipSQLComment() {
        continue
      } else if cursor.isAtSQLCondition {
        cursor.offset += 3
        cursor.skip { $0.isDecimalDigit || $0 == 0x21 }
      } else if cursor.isAt("*/") {
        cursor.offset += 2
      } else if byte == 0x22 || byte == 0x60 || byte == 0x27 {
        _ = cursor.skipSQLQuoted(escapes: escapes)
        let end = min(cursor.offset, range.upperBound)
        let name = start + 1..<max(start + 1, end - 1)
        words.append(Word(range: name, bytes: Array(text[name]), isBare: false))
      } else if byte.isPartOfName || byte == 0x40 {
        cursor.skip { $0.isPartOfName || $0 == 0x40 || $0 == 0x24 }
        let word = start..<cursor.offset
        words.append(Word(range: word, bytes: text[word].map(\.lowercased), isBare: true))
      } else {
        cursor.offset += 1
        words.append(Word(range: start..<start + 1, bytes: [byte], isBare: true))
      }
    }
  }

  /// The next word.
  var next: Word? { place < words.count ? words[place] : nil }

  /// Whether the next words are these keywords.
  func isAt(_ keywords: String) -> Bool { end(of: keywords) != nil }

  /// Consumes these keywords if they are next.
  mutating func take(_ keywords: String) -> Bool {
    guard let end = end(of: keywords) else { return false }
    place = end
    return true
  }

  /// The place after these keywords, with a blank between two of them; `nil` where others are next.
  private func end(of keywords: String) -> Int? {
    var keywords = keywords
    return keywords.withUTF8 { keywords in
      var (index, start) = (place, 0)
      while start < keywords.count {
        guard index < words.count, words[index].isBare else { return nil }
        let end = start + words[index].bytes.count
        guard end <= keywords.count, end == keywords.count || keywords[end] == 0x20,
          words[index].bytes.elementsEqual(keywords[start..<end])
        else { return nil }
        (index, start) = (index + 1, end + 1)
      }
      return index
    }
  }

  /// Consumes a name, with that of its schema.
  mutating func name() -> SQLName? {
    guard var word = next, word.bytes.first?.isPartOfName ?? false || !word.isBare else {
      return nil
    }
    place += 1
    var (bytes, start) = (word.bytes, word.range.lowerBound)
    while isAt("."), place + 1 < words.count {
      word = words[place + 1]
      bytes += [0xFF] + word.bytes
      place += 2
    }
    if bytes == word.bytes { start = word.range.lowerBound }
    return SQLName(bytes: bytes, range: start..<word.range.upperBound)
  }

  /// The meaning of all words from the first one to a place.
  func meaning(to end: Int? = nil) -> [UInt8] {
    words[..<min(end ?? words.count, words.count)].flatMap { [UInt8(0xFE)] + $0.bytes }
  }
}

/// The name of a table or of another object, with that of its schema.
struct SQLName: Hashable {
  let bytes: [UInt8]
  let range: Range<Int>

  static func == (one: SQLName, other: SQLName) -> Bool { one.bytes == other.bytes }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
