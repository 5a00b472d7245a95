import DocMergeCore

/// Reads the number in the first word of a part of a text.
///
/// The number may have letters before it, and has a mark and more text after it:
///
///     «0003»_mail    V«3»__mail.sql    step-«3»-mail    ADR-«003» Use mail    R«3»: mail
///
/// Versions such as `1.2.3`, dates and years are no such numbers.
struct NumberedWord {
  private let text: [UInt8]
  private let end: Int
  /// The start of the first word, after quotation marks, tags and the mark of an item, or the end.
  private var start: Int

  /// Whether the word is what an import names.
  private var isImported = false

  /// How much of a part is examined: the word, and what may stand before it.
  private static let reach = 120

  init(_ text: [UInt8], _ part: Range<Int>) {
    self.text = text
    end = min(part.upperBound, part.lowerBound + Self.reach)
    start = part.lowerBound
    skipMarks()
  }

  /// The number of a part that the word starts.
  func number(for body: Range<Int>) -> ChildNumber? {
    found.map { number($0, for: body) }
  }

  /// The number of a child at its start, or at that of its first value: `{"file": "0003_mail"}`.
  func number(of child: UnsafePointer<Node>) -> ChildNumber? {
    guard start < end else { return nil }
    if let found {
      let number = number(found, for: child.pointee.body)
      // Entries are distinguished by their keys: `port1_in` and `port1_out` may both exist.
      guard number.isCertain || !isKeyOfEntry(child.pointee.key?.range),
        number.isCertain || isImported || found.letters.isEmpty
          || !isStatement(child.pointee.body)
      else { return nil }
      return number
    }
    guard child.pointee.isContainer, !child.pointee.children.isEmpty,
      let key = child.pointee.children[0].key?.range, key.lowerBound == start
    else { return nil }
    let end = max(key.upperBound, child.pointee.children[0].body.upperBound)
    return NumberedWord(text, key.upperBound..<end).number(for: child.pointee.body)
  }

  private func number(_ found: Found, for body: Range<Int>) -> ChildNumber {
    ChildNumber(
      body, found.digits, after: found.letters,
      isCertain: isCertain(found), in: text)
  }

  /// Whether only numbers in a sequence are written like that: `0003`, `m003`, `m20240103`.
  private func isCertain(_ found: Found) -> Bool {
    if found.letters.isEmpty { return found.digits.count > 2 }
    return text[found.digits.lowerBound] == 0x30 && found.digits.count > 1
      || found.digits.count > 5
  }

  /// Whether the word is in a key that a value follows.
  private func isKeyOfEntry(_ key: Range<Int>?) -> Bool {
    guard let key, key.contains(start) else { return false }
    let next = text[key.upperBound...].first { !$0.isBlankOrTab && !$0.isQuotationMark }
    return next == UInt8(ascii: ":") || next == UInt8(ascii: "=")
  }

  /// Whether a part is a statement, which starts with a type or function: `vec3_t a;`.
  private func isStatement(_ part: Range<Int>) -> Bool {
    text[max(part.lowerBound, part.upperBound - 1)..<min(part.upperBound + 1, text.count)]
      .contains(UInt8(ascii: ";"))
  }

  // MARK: - The number

  /// A number, and the letters before it with the mark after them.
  private typealias Found = (letters: Range<Int>, digits: Range<Int>)

  private var found: Found? {
    guard start < end else { return nil }
    var place = start
    while place < end, text[place].isLetter { place += 1 }
    if place > start { place = afterMarks(place) }
    let letters = start..<place
    while place < end, text[place].isDecimalDigit { place += 1 }
    let digits = letters.upperBound..<place
    guard !digits.isEmpty, place < end, !isYear(digits) else { return nil }
    let isBare = letters.isEmpty && digits.count < 3
    let isLabel = !letters.isEmpty && isLabel(letters, place)
    return isLabel || isMiddle(digits, isBare: isBare) ? (letters, digits) : nil
  }

  /// The place after up to two marks between the parts of a word.
  private func afterMarks(_ start: Int) -> Int {
    var place = start
    while place < end, place < start + 2, text[place].joinsWord { place += 1 }
    return place
  }

  private func isYear(_ digits: Range<Int>) -> Bool {
    guard digits.count == 4 else { return false }
    let century = text[digits.lowerBound..<digits.lowerBound + 2]
    return century.elementsEqual("19".utf8) || century.elementsEqual("20".utf8)
  }

  /// Whether the word goes on behind its number, with a letter: `_mail`, `.sql`.
  ///
  /// A bare number is short and has no letters before it: that of `3-day trip` counts nothing.
  private func isMiddle(_ digits: Range<Int>, isBare: Bool) -> Bool {
    let place = digits.upperBound
    if text[place] == UInt8(ascii: ".") { return isFileEnding(place + 1) }
    let rest = afterMarks(place)
    guard rest > place else { return false }
    let word = text[rest..<end].prefix { $0.isPartOfName || $0.joinsWord }
    guard word.contains(where: \.isLetter) else { return false }
    return !isBare || text[place] == UInt8(ascii: "_") || text[digits.lowerBound] == 0x30
      || word.endIndex == end || text[word.endIndex] != 0x20
  }

  /// Whether the word ends after a full stop and a name: `3.sql`, but not `a3.b = c` or `a3.b()`.
  private func isFileEnding(_ start: Int) -> Bool {
    guard start < end, text[start].isLetter else { return false }
    let next = text[start..<end].first {
      !$0.isPartOfName && !$0.joinsWord && $0 != UInt8(ascii: ".")
    }
    guard let next else { return true }
    return next.isQuotationMark || [0x09, 0x0A, 0x2C, 0x3B, 0x3C, 0x29, 0x5D].contains(next)
  }

  /// Whether the number ends a label before a text: `R3: mail`, `ADR-003 Use mail`, `[R3] mail`.
  private func isLabel(_ letters: Range<Int>, _ place: Int) -> Bool {
    let rest = text[place..<end]
    switch rest[place] {
    case UInt8(ascii: ":"): return rest.dropFirst().first == 0x20
    case UInt8(ascii: ")"), UInt8(ascii: "]"): return true
    // Without the mark it may be the name of a type: `Vec3 a`.
    case 0x20, 0x09: return text[letters.upperBound - 1] == UInt8(ascii: "-")
    default: return false
    }
  }

  // MARK: - What stands before the word

  private mutating func skipMarks() {
    while start < end {
      let byte = text[start]
      if byte.isDecimalDigit {
        guard let next = afterOrdinal else { return }
        start = next
      } else if byte == 0xE2, start + 2 < end, text[start + 1] == 0x80 {
        start += 3  // a bullet, a dash or a quotation mark
      } else if byte.isLetter {
        let next = isTick ? start + 1 : afterImport
        guard let next else { return }
        isImported = isImported || next > start + 1
        start = next
      } else if byte == UInt8(ascii: "<") {
        start = (text[start..<end].firstIndex(of: UInt8(ascii: ">")) ?? end - 1) + 1
      } else if byte == UInt8(ascii: "\\") {
        let isItem = text[start..<end].starts(with: "\\item".utf8)
        start = isItem ? start + 5 : end
      } else {
        start += 1
      }
    }
  }

  /// The place after `1. ` or `1) `, the mark of a numbered item.
  private var afterOrdinal: Int? {
    let rest = text[start..<end].drop(while: \.isDecimalDigit)
    guard let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")"),
      rest.dropFirst().first == 0x20
    else { return nil }
    return rest.startIndex + 2
  }

  /// The place after the words of an import, or of another statement that makes a part known.
  private var afterImport: Int? {
    let rest = text[start..<end]
    // Few words start like one of these; the first letter excludes most others.
    switch rest.first {
    case UInt8(ascii: "f"):
      guard rest.starts(with: "from ".utf8) else { return nil }
      return rest.indices.first { rest[$0...].starts(with: " import ".utf8) }.map { $0 + 8 }
    case UInt8(ascii: "i"), UInt8(ascii: "m"), UInt8(ascii: "p"), UInt8(ascii: "r"),
      UInt8(ascii: "u"), UInt8(ascii: "s"), UInt8(ascii: "a"):
      return Self.importWords.first { rest.starts(with: $0) }.map { start + $0.count }
    default: return nil
    }
  }

  private static let importWords = [
    "import ", "mod ", "pub mod ", "require ", "require_relative ", "use ", "include ", "source ",
    "add_test(", "add_subdirectory(",
  ].map { Array($0.utf8) }

  /// Whether the letter is that of `[x]`.
  private var isTick: Bool {
    start > 0 && start + 1 < end && text[start] | 0x20 == UInt8(ascii: "x")
      && text[start - 1] == UInt8(ascii: "[") && text[start + 1] == UInt8(ascii: "]")
  }
}

extension UInt8 {
  /// Whether it stands between the parts of a word: `_` or `-`.
  fileprivate var joinsWord: Bool { self == UInt8(ascii: "_") || self == UInt8(ascii: "-") }

  fileprivate var isQuotationMark: Bool {
    self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") || self == UInt8(ascii: "`")
  }
}
