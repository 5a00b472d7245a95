import DocMergeCore

/// The form of the arguments behind a name, in any language: how many there are, their labels, and the brackets.
///
///     load(path, mode: 1)     \dish{Soup}{7.40}     log info "started"     Number { value: 1 }
struct ArgumentForm: Hashable {
  /// How arguments are written.
  private enum Style: Hashable {
    /// Within one or more pairs of brackets that follow each other.
    case brackets(UInt8)
    /// Behind blanks, on the same line.
    case words
  }

  private let style: Style
  /// How many arguments the first brackets hold, or how many words follow.
  let count: Int
  /// How many pairs of brackets there are.
  private let groups: Int
  /// The labels, in their order, and the arguments that are objects: `{ a: 1 }`.
  private let labels: [[UInt8]]

  /// Reads the arguments behind a name; `nil` where there are none.
  init?(behind end: Int, in text: [UInt8]) {
    guard end < text.count else { return nil }
    // `name!(…)`
    let isMacro = text[end] == 0x21 && end + 1 < text.count && "({[".utf8.contains(text[end + 1])
    let end = isMacro ? end + 1 : end
    let isFieldList = text[end] == 0x20 && end + 1 < text.count && text[end + 1] == 0x7B
    let start = isFieldList ? end + 1 : end
    if "({[".utf8.contains(text[start]) {
      guard let first = ArgumentReader(text, at: start).group,
        !isFieldList || !text[start..<first.end].contains(0x0A)
      else { return nil }
      var groups = 1
      var next = first.end
      while next < text.count, "({[".utf8.contains(text[next]), !isFieldList,
        let group = ArgumentReader(text, at: next).group
      {
        groups += 1
        next = group.end
      }
      style = .brackets(text[start])
      self.groups = groups
      count = first.parts.count
      labels = first.parts.compactMap(Self.label)
      return
    }
    guard text[end].isBlankOrTab else { return nil }
    let parts = ArgumentReader(text, at: end).words
    guard !parts.isEmpty else { return nil }
    (style, groups, count) = (.words, 1, parts.count)
    labels = parts.compactMap(Self.label)
  }

  /// The label of an argument, the bracket of an object, or nothing.
  private static func label(of part: ArraySlice<UInt8>) -> [UInt8]? {
    if part.first == 0x7B { return [0x7B] }
    if part.first == 0x2D, part.dropFirst().first?.isASCIILetter == true { return Array(part) }
    let name = part.prefix(while: \.isPartOfName)
    let rest = part.dropFirst(name.count).drop(while: \.isBlankOrTab)
    guard !name.isEmpty, let sign = rest.first, ":=".utf8.contains(sign),
      !rest.dropFirst().starts(with: [sign])
    else { return nil }
    return Array(name)
  }
}

/// Reads the arguments at a place.
struct ArgumentReader {
  private let text: [UInt8]
  private let start: Int
  private static let reach = 1_000

  init(_ text: [UInt8], at start: Int) { (self.text, self.start) = (text, start) }

  /// The arguments in the brackets that open here, and the place behind these; `nil` where they do not close.
  var group: (parts: [ArraySlice<UInt8>], end: Int)? {
    var (parts, depth, first): ([ArraySlice<UInt8>], Int, Int) = ([], 0, start + 1)
    var place = start
    while place < text.count, place - start < Self.reach {
      let byte = text[place]
      if let end = quoteEnd(at: place) {
        place = end
        continue
      }
      if "([{".utf8.contains(byte) { depth += 1 }
      if ")]}".utf8.contains(byte) { depth -= 1 }
      if depth == 0 || depth == 1 && byte == UInt8(ascii: ",") {
        let part = text[first..<place].trimmed
        if !part.isEmpty { parts.append(part) }
        first = place + 1
      }
      place += 1
      if depth == 0 { return (parts, place) }
    }
    return nil
  }

  /// The words behind blanks, up to the end of the line or of the statement; the parts of a list with commas.
  var words: [ArraySlice<UInt8>] {
    var (parts, place): ([ArraySlice<UInt8>], Int) = ([], start)
    while place < text.count, text[place] != 0x0A, parts.count < 20 {
      if text[place].isBlankOrTab {
        place += 1
        continue
      }
      let end = wordEnd(at: place)
      guard end > place else { break }
      let word = text[place..<end]
      parts.append(word.last == UInt8(ascii: ",") ? word.dropLast() : word)
      place = end
    }
    return parts
  }

  /// The end of the word at a place; the place where a sign ends the statement.
  private func wordEnd(at start: Int) -> Int {
    var place = start
    guard text[place].isPartOfName || "\"'$-([{@\\.~/".utf8.contains(text[place]) else {
      return start
    }
    if text[place] == UInt8(ascii: "-"), place + 1 < text.count, !text[place + 1].isPartOfName {
      return start
    }
    while place < text.count, !text[place].isWhite, !";|&)]}".utf8.contains(text[place]) {
      if let end = quoteEnd(at: place) {
        place = end
      } else if "([{".utf8.contains(text[place]), let group = ArgumentReader(text, at: place).group
      {
        place = group.end
      } else {
        place += 1
      }
    }
    return place
  }

  /// The place behind the text in quotes that starts here on the same line.
  private func quoteEnd(at place: Int) -> Int? {
    let quote = text[place]
    guard "\"'`".utf8.contains(quote) else { return nil }
    var end = place + 1
    while end < text.count, text[end] != 0x0A {
      if text[end] == quote { return end + 1 }
      end += text[end] == 0x5C ? 2 : 1
    }
    return nil
  }
}
