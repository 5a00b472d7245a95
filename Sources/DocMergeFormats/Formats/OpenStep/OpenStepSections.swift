/// The comments with which Xcode separates the objects of a project.
///
///     /* Begin PBXGroup section */
///     /* End PBXGroup section */
enum OpenStepSections {
  /// The name of the section that a comment begins or ends.
  static func name(in comment: Range<Int>, of text: [UInt8], begins: Bool) -> Range<Int>? {
    let cursor = ByteCursor(text, at: comment.lowerBound)
    let start = comment.lowerBound + (begins ? 9 : 7)
    let end = comment.upperBound - 11
    guard begins ? cursor.isAt("/* Begin ") : cursor.isAt("/* End ") else { return nil }
    guard start < end, ByteCursor(text, at: end).isAt(" section */") else { return nil }
    return start..<end
  }
}

extension ByteCursor {
  /// Skips text in quotation marks of either kind; returns whether they are closed.
  mutating func skipQuoted() -> Bool {
    let mark = next
    offset += 1
    while let byte = next, byte != mark { offset += byte == 0x5C ? 2 : 1 }
    guard !isAtEnd else {
      offset = text.count
      return false
    }
    offset += 1
    return true
  }

  /// Whether `//` or `/*` follows.
  var isAtOpenStepComment: Bool {
    next == 0x2F && (byte(ahead: 1) == 0x2F || byte(ahead: 1) == 0x2A)
  }

  /// Skips a comment, without the end of its line; returns whether it is closed.
  mutating func skipOpenStepComment() -> Bool {
    guard byte(ahead: 1) == 0x2A else {
      skip { $0 != 0x0A }
      return true
    }
    offset += 2
    while !isAtEnd {
      skip { $0 != 0x2A }
      if isAt("*/") {
        offset += 2
        return true
      }
      offset += 1
    }
    offset = text.count
    return false
  }

  /// Skips blanks and comments, up to the end of the line.
  mutating func skipOpenStepComments() {
    repeat {
      skipBlanks()
      guard isAtOpenStepComment else { return }
      var ahead = self
      guard ahead.skipOpenStepComment(), !text[offset..<ahead.offset].contains(0x0A) else { return }
      self = ahead
    } while true
  }
}
