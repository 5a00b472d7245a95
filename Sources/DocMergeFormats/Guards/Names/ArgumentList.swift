import DocMergeCore

/// The parts between the commas of a list in parentheses, in program code.
struct ArgumentList {
  let text: [UInt8]
  /// The parts in their order, without blanks around them; an empty part behind the last comma is none.
  let parts: [Range<Int>]
  /// Behind the closing parenthesis.
  let end: Int

  /// How far the closing parenthesis is looked for, in bytes.
  private static let reach = 4000

  /// Reads the list that a parenthesis opens, past the strings and comments of the text; `nil` where it is not closed.
  init?(_ text: [UInt8], openedAt open: Int, literals: [Range<Int>]) {
    self.text = text
    var scan = Scan(text, literals, from: open)
    guard let end = scan.readList(upTo: min(text.count, open + Self.reach)) else { return nil }
    self.end = end
    var parts = scan.parts.map { text.trimmed($0) }
    if let last = parts.last, last.isEmpty { parts.removeLast() }
    self.parts = parts
  }

  /// A place in a list.
  private struct Scan {
    let text: [UInt8]
    let literals: [Range<Int>]
    var offset: Int
    var literal: Int
    var depth = 0
    var start: Int
    var parts: [Range<Int>] = []

    init(_ text: [UInt8], _ literals: [Range<Int>], from open: Int) {
      (self.text, self.literals, offset) = (text, literals, open)
      start = open + 1
      var (low, high) = (0, literals.count)
      while low < high {
        let middle = (low + high) / 2
        if literals[middle].upperBound <= open { low = middle + 1 } else { high = middle }
      }
      literal = low
    }

    /// Where the list ends.
    mutating func readList(upTo limit: Int) -> Int? {
      while offset < limit {
        while literal < literals.count, literals[literal].upperBound <= offset { literal += 1 }
        if literal < literals.count, literals[literal].contains(offset) {
          offset = literals[literal].upperBound
          continue
        }
        let byte = text[offset]
        if "([{".utf8.contains(byte) { depth += 1 }
        if ")]}".utf8.contains(byte) { depth -= 1 }
        if depth == 0 {
          guard byte == 0x29 else { return nil }
          parts.append(start..<offset)
          return offset + 1
        }
        if depth == 1, byte == UInt8(ascii: ","), !isInParameters {
          parts.append(start..<offset)
          start = offset + 1
        }
        offset = byte == UInt8(ascii: "<") ? endOfTypes ?? offset + 1 : offset + 1
      }
      return nil
    }

    /// Whether the comma separates parameters of a function without a name: `|a, b| a + b`, `lambda a, b: a + b`.
    private var isInParameters: Bool {
      let part = text[start..<offset].trimmed
      if part.first == UInt8(ascii: "|") || part.starts(with: "move |".utf8) {
        return part.count { $0 == UInt8(ascii: "|") } == 1
      }
      return part.starts(with: "lambda ".utf8) && !part.contains(UInt8(ascii: ":"))
    }

    /// The end of parameters of a type, if `<` starts some: `Map<String, Int>`, but not `a < b`.
    private var endOfTypes: Int? {
      guard offset > 0, text[offset - 1].isPartOfName else { return nil }
      var depth = 0
      for index in offset..<min(text.count, offset + 200) {
        switch text[index] {
        case UInt8(ascii: "<"): depth += 1
        case UInt8(ascii: ">"):
          depth -= 1
          if depth == 0 { return index + 1 }
        default:
          let byte = text[index]
          guard byte.isPartOfName || byte.isWhite || ",.?&*[]:'@".utf8.contains(byte) else {
            return nil
          }
        }
      }
      return nil
    }
  }
}

extension [UInt8] {
  /// A range without the blanks and line ends at its ends.
  fileprivate func trimmed(_ range: Range<Int>) -> Range<Int> {
    let part = self[range].trimmed
    return part.isEmpty ? range.upperBound..<range.upperBound : part.indices
  }
}
