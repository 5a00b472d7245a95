import DocMergeLanguage

/// A command with its arguments.
struct CMakeCommand {
  /// Its name in lower case.
  let name: String
  /// The bytes from the name to the closing parenthesis.
  let range: Range<Int>
  /// Its arguments, with quotation marks.
  let arguments: [Range<Int>]
  /// The place of the closing parenthesis.
  let close: Int
  /// Whether it holds a comment that can span several lines.
  let hasBracketComment: Bool

  /// Reads a command; leaves the cursor after it.
  init(_ cursor: inout ByteCursor) throws(FormatRefusal) {
    let start = cursor.offset
    cursor.skip { $0.isASCIILetter || $0.isDecimalDigit || $0 == 0x5F }
    name = String(decoding: cursor.text[start..<cursor.offset], as: UTF8.self).lowercased()
    cursor.skipBlanks()
    guard !name.isEmpty, cursor.take(0x28) else {
      throw FormatRefusal(at: cursor.offset, tr("a command with a parenthesis was expected"))
    }
    var (found, depth, hasComment): ([Range<Int>], Int, Bool) = ([], 1, false)
    while true {
      cursor.skip(while: \.isWhite)
      guard let next = cursor.next else {
        throw FormatRefusal(at: cursor.offset, tr("a closing parenthesis was expected"))
      }
      let place = cursor.offset
      switch next {
      case 0x28:
        depth += 1
        cursor.offset += 1
        found.append(place..<cursor.offset)
      case 0x29:
        depth -= 1
        cursor.offset += 1
        if depth > 0 { found.append(place..<cursor.offset) }
      case 0x23:
        if cursor.isAtConflictMarker { fallthrough }
        hasComment = try cursor.scanCMakeComment() || hasComment
      default:
        try cursor.scanCMakeArgument()
        found.append(place..<cursor.offset)
      }
      if depth == 0 { break }
    }
    range = start..<cursor.offset
    (arguments, close, hasBracketComment) = (found, cursor.offset - 1, hasComment)
  }
}

extension ByteCursor {
  /// Scans `# to the end of the line`, without that end, or `#[[ over lines ]]`; returns whether it was the latter.
  mutating func scanCMakeComment() throws(FormatRefusal) -> Bool {
    offset += 1
    if let length = bracketLength {
      try scanBracket(length)
      return true
    }
    skip { $0 != 0x0A }
    return false
  }

  /// The number of equals signs in the bracket that starts here; `nil` where none starts.
  private var bracketLength: Int? {
    guard next == 0x5B else { return nil }
    var place = 1
    while byte(ahead: place) == 0x3D { place += 1 }
    return byte(ahead: place) == 0x5B ? place - 1 : nil
  }

  private mutating func scanBracket(_ length: Int) throws(FormatRefusal) {
    let start = offset
    let end = [0x5D] + Array(repeating: UInt8(0x3D), count: length) + [0x5D]
    guard let found = text[(offset + length + 2)...].firstRange(of: end) else {
      throw FormatRefusal(at: start, tr("a closing bracket was expected"))
    }
    offset = found.upperBound
  }

  /// Scans an argument: in brackets, in quotation marks, or up to the separator before the next one.
  mutating func scanCMakeArgument() throws(FormatRefusal) {
    if let length = bracketLength { return try scanBracket(length) }
    let start = offset
    if take(0x22) {
      while let byte = next {
        offset += byte == 0x5C && offset + 1 < text.count ? 2 : 1
        if byte == 0x22 { return }
      }
      throw FormatRefusal(at: start, tr("a quotation mark was expected"))
    }
    var isQuoted = false
    while let byte = next, isQuoted || !byte.isWhite && !"()#".utf8.contains(byte) {
      if byte == 0x22 { isQuoted.toggle() }
      if byte == 0x0A { throw FormatRefusal(at: start, tr("a quotation mark was expected")) }
      offset += byte == 0x5C && offset + 1 < text.count ? 2 : 1
    }
    if isQuoted { throw FormatRefusal(at: start, tr("a quotation mark was expected")) }
  }
}
