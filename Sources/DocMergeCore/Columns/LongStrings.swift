/// What a string over several lines may start with, where blanks are data.
///
/// It is not read: a text that may hold such a string has no columns at all.
package struct LongStrings: Sendable, Hashable {
  /// Quotes that may leave a string open if a line holds an odd number of one.
  package var quotes = Array("\"`".utf8)
  /// Marks that may start such a string anywhere on a line.
  package var marks = ["\"\"\"", "'''", "@\"", "#\""].map { Array($0.utf8) }
  /// Whether `<<END` may start one.
  package var hasHeredocs = false

  private static let backslash = UInt8(ascii: "\\")
  private static let heredocSigns = Set("-~ \\'\"`".utf8)

  /// Makes the strings of most notations.
  package init() {}

  /// Adds marks.
  package mutating func add(_ marks: [String]) { self.marks += marks.map { Array($0.utf8) } }

  /// Whether a text may hold a string over several lines.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func mayBe(in text: [UInt8]) -> Bool {
    LineRun(text[...]).lines.contains { isOpen($0) || hasMark($0) }
  }

  /// Whether a line has an odd number of a quote, with or without those behind a backslash.
  private func isOpen(_ line: ArraySlice<UInt8>) -> Bool {
    quotes.contains { quote in
      var all = 0
      var plain = 0
      var isEscaped = false
      for byte in line {
        if byte == quote { (all, plain) = (all + 1, isEscaped ? plain : plain + 1) }
        isEscaped = byte == Self.backslash && !isEscaped
      }
      return all % 2 == 1 || plain % 2 == 1
    }
  }

  private func hasMark(_ line: ArraySlice<UInt8>) -> Bool {
    line.indices.contains { index in
      let rest = line[index...]
      return marks.contains { rest.starts(with: $0) } || Self.startsRawString(rest)
        || hasHeredocs && Self.startsHeredoc(rest)
    }
  }

  /// Whether bytes start like `R"(` or `R"end(`.
  private static func startsRawString(_ rest: ArraySlice<UInt8>) -> Bool {
    guard rest.starts(with: "R\"".utf8) || rest.starts(with: "r\"".utf8) else { return false }
    let bracket = rest.dropFirst(2).prefix(17).first {
      $0 == .blank || Set("\"\\()[{".utf8).contains($0)
    }
    return bracket.map(Set("([{".utf8).contains) ?? false
  }

  /// Whether bytes start like `<<END`, `<<-'END'` or `<< \END`.
  private static func startsHeredoc(_ rest: ArraySlice<UInt8>) -> Bool {
    guard rest.starts(with: "<<".utf8) else { return false }
    let word = rest.dropFirst(2).first { !heredocSigns.contains($0) }
    return word.map { UInt8.isLetter($0) || $0 == UInt8(ascii: "_") } ?? false
  }
}
