import DocMergeCore
import DocMergeLanguage

/// A line that is not blank, with what its place in a container shows.
struct IndentedLine: Sendable {
  /// The whole line, in bytes of its text.
  let place: Range<Int>
  /// The column of its first character.
  let indent: Int
  /// The line without blanks at either end.
  let content: ArraySlice<UInt8>
  /// Whether a blank line stands above it.
  let isBehindBlank: Bool
  /// The number of the fenced block that it stands in; 0 outside, and for a fence itself.
  let fence: Int

  /// The line without a comma at its end, which the last item of a list may lack.
  var key: ArraySlice<UInt8> { content.last == UInt8(ascii: ",") ? content.dropLast() : content }

  /// Whether the line has a letter or a digit.
  var hasWord: Bool { content.contains(where: \.isPartOfName) }

  /// Whether the line starts with some characters.
  func starts(with text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard content.count >= length else { return false }
    return text.withUTF8Buffer { content.prefix(length).elementsEqual($0) }
  }

  /// The lines of a text that are not blank.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  static func all(in text: [UInt8], hasFences: Bool) -> [IndentedLine] {
    var found: [IndentedLine] = []
    var isBehindBlank = false
    var fences = 0
    var mark: UInt8?
    for place in Lines(text).places {
      let content = text[place].trimmed
      if content.isEmpty {
        isBehindBlank = true
        continue
      }
      var isFence = false
      if hasFences, let first = content.first, first == 0x60 || first == 0x7E,
        mark == nil || mark == first, content.prefix(3).count(where: { $0 == first }) == 3
      {
        isFence = true
        if mark == nil { fences += 1 }
        mark = mark == nil ? first : nil
      }
      found.append(
        IndentedLine(
          place: place, indent: column(of: content, in: text[place]), content: content,
          isBehindBlank: isBehindBlank, fence: mark == nil || isFence ? 0 : fences))
      isBehindBlank = false
    }
    return found
  }

  private static func column(of content: ArraySlice<UInt8>, in line: ArraySlice<UInt8>) -> Int {
    line[..<content.startIndex].reduce(0) { $1 == 0x09 ? ($0 / 8 + 1) * 8 : $0 + 1 }
  }
}
