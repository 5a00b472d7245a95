extension WordMerge {
  /// Whether one side put a word before an operand, and the other side an operator behind it.
  ///
  ///     base  x = a()    ours  x = await a()    theirs  x = a().b    merged  x = await a().b
  ///
  /// Which of the two is applied first is a question of meaning: no side says whether it is `(await a()).b`.
  var prefixesChangedOperand: Bool {
    let edits = edits
    return zip(edits, edits.dropFirst()).contains { one, other in
      guard one.side != other.side, one.place.isEmpty, other.place.isEmpty,
        one.place.lowerBound < other.place.lowerBound, Self.isPrefix(one.new.trimmed),
        Self.isOperator(other.new)
      else { return false }
      return Self.isOperand(base.bytes[one.place.upperBound..<other.place.lowerBound])
    }
  }

  private static let prefixes: Set<String> = [
    "await", "typeof", "not", "new", "delete", "void", "yield", "try", "try?", "try!", "throw",
    "go",
    "defer", "raise", "sizeof", "ref", "copy", "move",
  ]

  /// `await`, `not`, `(int)`, `lambda:`.
  private static func isPrefix(_ text: ArraySlice<UInt8>) -> Bool {
    if text.first == UInt8(ascii: "("), text.last == UInt8(ascii: ")") {
      return text.dropFirst().dropLast().allSatisfy { $0.isWordByte || "[]<>.* ".utf8.contains($0) }
    }
    if text.last == UInt8(ascii: ":") { return text.starts(with: "lambda".utf8) }
    return prefixes.contains(String(decoding: text, as: UTF8.self))
  }

  private static let operatorWords: Set<String> = [
    "and", "or", "is", "in", "as", "instanceof", "if", "of", "xor", "div", "mod",
  ]

  private static func isOperator(_ text: ArraySlice<UInt8>) -> Bool {
    let text = text.trimmed
    guard let first = text.first else { return false }
    if ".?[(+-*/%=!<>&|^".utf8.contains(first) { return true }
    return operatorWords.contains(String(decoding: text.prefix(while: \.isWordByte), as: UTF8.self))
  }

  /// Whether a text is one operand: a name with its calls and members, and no blank outside of brackets.
  private static func isOperand(_ text: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    for byte in text.trimmed {
      if "([{".utf8.contains(byte) { depth += 1 }
      if ")]}".utf8.contains(byte) { depth -= 1 }
      if depth < 0 || depth == 0 && (byte.isWhitespace || ",;=".utf8.contains(byte)) {
        return false
      }
    }
    return depth == 0 && !text.trimmed.isEmpty
  }
}
