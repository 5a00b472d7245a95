import DocMergeCore

/// What stands around a name on its line, which shows whether data or prose defines it there or refers to it.
struct NameForm {
  let place: Range<Int>
  private let before: ArraySlice<UInt8>
  private let after: ArraySlice<UInt8>
  private let text: [UInt8]
  /// How far the line of a name is read, in bytes to each side.
  private static let reach = 200

  init(_ place: Range<Int>, in text: [UInt8]) {
    (self.place, self.text) = (place, text)
    let head = text[..<place.lowerBound].suffix(Self.reach)
    let start = head.lastIndex(of: 0x0A).map { $0 + 1 } ?? head.startIndex
    before = text[start..<place.lowerBound]
    after = text[place.upperBound...].prefix(Self.reach).prefix { $0 != 0x0A && $0 != 0x0D }
  }

  /// The name before it on its line, with what stands between the two.
  var lead: ArraySlice<UInt8> {
    let gap = before.reversed().prefix { !$0.isPartOfName }.count
    let word = before.dropLast(gap).reversed().prefix(while: \.isPartOfName).count
    return before.suffix(gap + word)
  }

  /// The name before it on its line.
  private var word: String {
    String(decoding: lead.prefix(while: \.isPartOfName), as: UTF8.self).lowercased()
  }

  private var gap: ArraySlice<UInt8> { lead.drop(while: \.isPartOfName) }

  /// Whether the line gives the name a meaning: `name: …`, `[name]`, `id: name`, `define name`, `| name |`.
  var isDefinition: Bool {
    let next = after.drop { "\"' \t".utf8.contains($0) }.first ?? 0x0A
    let gap = gap
    let isMarkedKey = gap.last == UInt8(ascii: "$") && next == UInt8(ascii: ":")
    if lead.contains(where: \.isPartOfName) == false {
      let isItem = gap.allSatisfy { "-*{\"'[ \t.$@%".utf8.contains($0) }
      if isItem, ":={[(".utf8.contains(next) { return true }
    }
    if isMarkedKey || isCell || isNode { return true }
    if gap.contains(where: { "=:".utf8.contains($0) }), !gap.contains(0x24), isIdName(word) {
      return true
    }
    return gap.count < 4 && Self.definers.contains { word.hasPrefix($0) }
  }

  /// Whether it is all of a cell of a table: `| name |`.
  private var isCell: Bool {
    before.last { !$0.isBlankOrTab } == UInt8(ascii: "|")
      && after.first { !$0.isBlankOrTab } == UInt8(ascii: "|")
  }

  /// Whether it is a node of a diagram behind an arrow that gets its label there: `--> api[API]`.
  private var isNode: Bool {
    before.trimmed.suffix(2).elementsEqual("->".utf8)
      && after.first.map { "[({".utf8.contains($0) } ?? false
  }

  /// Whether a member of such a name says what its record is called.
  private func isIdName(_ word: String) -> Bool {
    Self.idNames.contains(word) || word.hasSuffix("_id")
  }

  private static let idNames: WordList = "id name key label uid slug register record alias anchor"

  /// How words start behind which a new name stands.
  private static let definers = [
    "def", "new", "declare", "const", "acl", "mixin", "function", "macro", "let", "set", "var",
    "alias",
    "upstream", "map", "export", "style", "fragment",
  ]

  /// Whether it refers to a name as another place does: behind the same word, or within the same marks.
  func refers(as other: NameForm) -> Bool {
    // `{StaticResource Accent}` is no sentence.
    let isWord =
      gap.allSatisfy(\.isBlankOrTab) && text[place].isPlainWord && after.first != UInt8(ascii: "}")
    if !word.isEmpty, !isWord, word == other.word, gap.elementsEqual(other.gap) { return true }
    let marks = marks
    if isArgument, other.isArgument { return true }
    return !marks.isEmpty && marks.elementsEqual(other.marks)
      && after.first { !$0.isBlankOrTab } == other.after.first { !$0.isBlankOrTab }
      || isEndOfArrow && other.isEndOfArrow
  }

  /// Whether it is all of the first argument of a command of TeX: `\textcolor{name}`.
  var isArgument: Bool {
    gap.elementsEqual("{".utf8) && after.first == UInt8(ascii: "}")
      && text[..<lead.startIndex].last == UInt8(ascii: "\\")
  }

  /// Whether nothing but a reference looks like this: `${name}`, `{{ name }}`, `<name>`, `@click="name"`; a comment, or
  /// a name with a default value such as `${name:-x}`, is none.
  var isMarked: Bool {
    let comments = ["# ", "// ", "; ", "-- "]
    guard !comments.contains(where: { before.trimmed.starts(with: $0.utf8) }) else { return false }
    if !marks.isEmpty {
      let rest = after.trimmed
      return !rest.starts(with: ":".utf8) && !rest.starts(with: "-".utf8)
        && rest.firstRange(of: "default".utf8) == nil
    }
    let isAttribute = gap.elementsEqual("=\"".utf8) && after.first == 0x22
    return isAttribute && text[..<lead.startIndex].last.map { "@:".utf8.contains($0) } ?? false
  }

  /// Whether an arrow of a diagram starts or ends here.
  private var isEndOfArrow: Bool {
    before.trimmed.suffix(2).elementsEqual("->".utf8)
      || before.trimmed.isEmpty && after.trimmed.prefix(4).contains(UInt8(ascii: ">"))
        && after.trimmed.first == UInt8(ascii: "-")
  }

  /// The marks before it that nothing but a reference has: `${`, `{{`, `<`, `[[#`, `$`, `@`, `%`.
  private var marks: ArraySlice<UInt8> {
    let marks = before.reversed().drop(while: \.isBlankOrTab).prefix {
      "${<#@%[&\\".utf8.contains($0)
    }
    let blanks = before.reversed().prefix(while: \.isBlankOrTab).count
    let found = before.dropLast(blanks).suffix(marks.count)
    if blanks > 0, !found.contains(0x7B) { return [] }
    return found.contains { "$<#@%&\\".utf8.contains($0) } || found.count > 1 ? found : []
  }

  // MARK: Code

  /// The lines that open the blocks around it, the innermost first, and its own if it opens one.
  var openers: [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var start = text[..<place.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    var column = Self.column(of: start, in: text)
    if let next = text[place.upperBound...].firstIndex(of: 0x0A), next + 1 < text.count {
      let isOpener = Self.column(of: Self.nextLine(from: next + 1, in: text), in: text) > column
      if isOpener { found.append(text[text.line(around: start)].trimmed) }
    }
    while start > 0, column > 0 {
      let line = text.line(around: start - 1)
      start = line.lowerBound
      let words = text[line].trimmed
      let indentation = Self.column(of: start, in: text)
      guard !words.isEmpty, indentation < column else { continue }
      column = indentation
      if !words.elementsEqual("{".utf8) { found.append(words) } else { column += 1 }
    }
    return found
  }

  /// The start of the next line that is not blank.
  private static func nextLine(from start: Int, in text: [UInt8]) -> Int {
    var start = start
    while start < text.count {
      let line = text.line(around: start)
      if !text[line].allSatisfy(\.isWhite) { return start }
      start = line.upperBound + 1
    }
    return text.count
  }

  private static func column(of start: Int, in text: [UInt8]) -> Int {
    start < text.count ? text[start...].prefix(while: \.isBlankOrTab).count : 0
  }
}

extension ArraySlice<UInt8> {
  /// Whether it can be a word of a sentence: letters, of which only the first is a capital.
  fileprivate var isPlainWord: Bool {
    allSatisfy(\.isASCIILetter) && dropFirst().allSatisfy { $0 >= 0x61 }
  }
}
